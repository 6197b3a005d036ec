import DaybookKit
import EventModel
import Logbook

/// Finds entries that look like one flight: of one day, with the same hours, and places and aircraft of which none
/// contradicts another.
///
/// Entries of different origins (an import each, and all that people entered) are put together first, one of each. Two
/// equal flights in one program's file are two, as long as another program's file has two as well. An entry that is
/// left alone then goes with an equal one of its own origin. For people's entries a missing field matches here, too.
struct DuplicateSearch {
    /// The places and the aircraft that an entry states, as they are compared; nil where it states none.
    struct Likeness: Hashable {
        var stated: [String?]

        init(_ flight: Flight) {
            stated = [flight.from, flight.to, flight.aircraft].map {
                $0?.isEmpty == true ? nil : $0.map(Designator.folded)
            }
        }

        var mask: Int { stated.indices.reduce(0) { stated[$1] == nil ? $0 : $0 | 1 << $1 } }

        /// Only what the mask names.
        func masked(_ mask: Int) -> [String?] { stated.indices.map { mask >> $0 & 1 == 1 ? stated[$0] : nil } }

        func contradicts(_ other: Likeness) -> Bool { contradictions(other) > 0 }

        /// The number of fields in which two entries contradict each other.
        func contradictions(_ other: Likeness) -> Int {
            zip(stated, other.stated).count { $0 != nil && $1 != nil && $0 != $1 }
        }

        mutating func add(_ other: Likeness) { stated = zip(stated, other.stated).map { $0 ?? $1 } }
    }

    /// The place of clusters that state just the fields of `mask`, by a part of these.
    private struct Place: Hashable {
        let mask: Int
        let stated: [String?]
    }

    private struct Cluster {
        var likeness: Likeness
        var entries: [FlightEntry]
        /// The origin whose turn it got its last entry in.
        var turn: Int
    }

    private var clusters: [Cluster] = []
    private var places: [Place: [Int]] = [:]

    /// The day of an entry, its hours to a tenth (of two accounts of one flight, one may be rounded), and its place.
    typealias Likened = (day: Int32, hours: Int, place: Int)

    /// The groups of two and more, each in the order of arrival. O(n log n).
    static func groups(among entries: [FlightEntry]) -> [[FlightEntry]] {
        groups(
            entries.indices.map { (entries[$0].flight.date.day, entries[$0].flight.totalHours.tenthsRounded, $0) },
            entry: { entries[$0] })
    }

    /// The groups of one day; only entries with the same hours are asked for.
    static func groups(_ likened: [Likened], entry: (Int) -> FlightEntry) -> [[FlightEntry]] {
        // In this order those of one day with the same hours are neighbours.
        let ordered = likened.sorted { (one: Likened, other: Likened) -> Bool in
            one.day != other.day ? one.day < other.day : one.hours < other.hours
        }
        var groups: [[FlightEntry]] = []
        var first = 0
        while first < ordered.count {
            var end = first + 1
            while end < ordered.count, ordered[end].day == ordered[first].day,
                ordered[end].hours == ordered[first].hours
            { end += 1 }
            defer { first = end }
            // Few days have two that no field distinguishes, and only those are searched.
            if end - first == 1
                || end - first == 2 && contradict(entry(ordered[first].place), entry(ordered[first + 1].place))
            {
                continue
            }
            var search = DuplicateSearch()
            groups += search.groups(
                of: ordered[first..<end].map { entry($0.place) }.sorted {
                    ($0.position, $0.stream) < ($1.position, $1.stream)
                })
        }
        return groups
    }

    /// Whether two entries contradict each other in places or aircraft, by their likenesses.
    private static func contradict(_ one: FlightEntry, _ other: FlightEntry) -> Bool {
        func differ(_ one: String?, _ other: String?) -> Bool {
            guard let one, let other, !one.isEmpty, !other.isEmpty else { return false }
            return !Designator.isSame(one, other)
        }
        return differ(one.flight.from, other.flight.from) || differ(one.flight.to, other.flight.to)
            || differ(one.flight.aircraft, other.flight.aircraft)
    }

    private mutating func groups(of entries: [FlightEntry]) -> [[FlightEntry]] {
        var turns: [[FlightEntry]] = []
        var turnOf: [StreamID?: Int] = [:]
        for entry in entries {
            let turn = turnOf[entry.flight.batch] ?? turns.count
            if turn == turns.count {
                turnOf[entry.flight.batch] = turn
                turns.append([])
            }
            turns[turn].append(entry)
        }
        for (turn, own) in turns.enumerated() { assign(own, turn) }
        leftOver()
        return clusters.filter { $0.entries.count > 1 }
            .map { $0.entries.sorted { ($0.position, $0.stream) < ($1.position, $1.stream) } }
    }

    /// Adds the entries of one origin to clusters of others, those with the most fields first.
    private mutating func assign(_ entries: [FlightEntry], _ turn: Int) {
        var cursors: [Place: Int] = [:]
        let ordered = entries.enumerated().sorted {
            let (left, right) = (
                Likeness($0.element.flight).mask.nonzeroBitCount, Likeness($1.element.flight).mask.nonzeroBitCount
            )
            return (right, $0.offset) < (left, $1.offset)
        }
        for (_, entry) in ordered {
            let likeness = Likeness(entry.flight)
            if let found = free(likeness, turn, &cursors) {
                add(entry, likeness, to: found, turn)
            } else {
                clusters.append(Cluster(likeness: likeness, entries: [entry], turn: turn))
                index(clusters.count - 1)
            }
        }
    }

    /// A cluster that nothing contradicts and that has no entry of this turn; of several the one with the most fields.
    private func free(_ likeness: Likeness, _ turn: Int, _ cursors: inout [Place: Int]) -> Int? {
        for mask in DuplicateSearch.masks {
            let place = Place(mask: mask, stated: likeness.masked(mask))
            guard let found = places[place] else { continue }
            var cursor = cursors[place] ?? 0
            defer { cursors[place] = cursor }
            while cursor < found.count {
                let cluster = clusters[found[cursor]]
                if cluster.turn != turn, !cluster.entries.isEmpty, cluster.likeness.mask == mask,
                    !cluster.likeness.contradicts(likeness)
                {
                    return found[cursor]
                }
                cursor += 1
            }
        }
        return nil
    }

    /// All combinations of three fields stated or not, the fullest first.
    private static let masks = (0..<8).sorted { ($1.nonzeroBitCount, $0) < ($0.nonzeroBitCount, $1) }

    private mutating func add(_ entry: FlightEntry, _ likeness: Likeness, to cluster: Int, _ turn: Int) {
        let before = clusters[cluster].likeness.mask
        clusters[cluster].likeness.add(likeness)
        clusters[cluster].entries.append(entry)
        clusters[cluster].turn = turn
        if clusters[cluster].likeness.mask != before { index(cluster) }
    }

    /// Indexes a cluster by every part of its fields.
    private mutating func index(_ cluster: Int) {
        let likeness = clusters[cluster].likeness
        for part in DuplicateSearch.masks where part & ~likeness.mask == 0 {
            places[Place(mask: likeness.mask, stated: likeness.masked(part)), default: []].append(cluster)
        }
    }

    /// Entries that are alone still go with one of their own origin.
    private mutating func leftOver() {
        struct Own: Hashable {
            let batch: StreamID?
            let stated: Likeness
        }
        var first: [Own: Int] = [:]
        for index in clusters.indices {
            for entry in clusters[index].entries {
                let own = Own(batch: entry.flight.batch, stated: Likeness(entry.flight))
                if first[own] == nil { first[own] = index }
            }
        }
        var cursors: [Place: Int] = [:]
        for index in clusters.indices where clusters[index].entries.count == 1 {
            let entry = clusters[index].entries[0]
            let likeness = Likeness(entry.flight)
            let equal = first[Own(batch: entry.flight.batch, stated: likeness)].flatMap {
                $0 == index || clusters[$0].entries.isEmpty ? nil : $0
            }
            guard let other = equal ?? (entry.flight.batch == nil ? like(likeness, but: index, &cursors) : nil) else {
                continue
            }
            clusters[index].entries = []
            add(entry, likeness, to: other, clusters[other].turn)
        }
    }

    /// Another cluster with an entry that a person made, and that nothing contradicts.
    private mutating func like(_ likeness: Likeness, but index: Int, _ cursors: inout [Place: Int]) -> Int? {
        let turn = clusters[index].turn
        clusters[index].turn = -1
        defer { clusters[index].turn = turn }
        return free(likeness, -1, &cursors)
    }
}
