import EventModel
import EventStore

/// An event that a figure counts or leaves out, without its text. It takes 64 bytes, because very many are made and few
/// are listed.
package struct EvidencePart: Sendable {
    /// The role that an event is listed in.
    enum Role: Sendable {
        /// The amount that it adds, nil where it is no sum; the amendment that changed it last.
        case counted(adds: Int64?, amendedBy: NamedEvent?)
        case leftOut(EvidenceReason, because: NamedEvent?)
    }

    let place: EventPlace
    let role: Role
    /// Whether its text describes the event; otherwise it is the name of the record.
    let isSentence: Bool
    let age: EvidenceAge
    /// The naming of its record; nil where the event alone names it.
    let of: DescribedRecord?

    var day: CivilDate { age.day }

    init(
        day: CivilDate, place: EventPlace, role: Role, isSentence: Bool, of: DescribedRecord?, record: Int, number: Int
    ) {
        (self.place, self.role, self.isSentence, self.of) = (place, role, isSentence, of)
        age = EvidenceAge(day: day, record: Int32(record), number: Int32(number))
    }
}

/// An event's id where few of many have one.
final class NamedEvent: Sendable {
    let id: EventID

    init(_ id: EventID) { self.id = id }
}

/// The newest of some parts: by day, of one day by the names of their records, of one record the last first.
struct NewestParts: Sendable {
    /// The newest last, until they are trimmed; the newest first then.
    private(set) var parts: [EvidencePart] = []
    private(set) var total = 0
    private let limit: Int
    /// No part of an earlier day is among the newest.
    private var floor: CivilDate?
    private var isInOrder = true

    init(limit: Int) { self.limit = limit }

    /// Counts a part, and keeps it where it may be among the newest. The parts of a record follow on each other.
    /// O(limit), O(1) for what happened in order.
    @inline(__always) mutating func add(_ day: CivilDate, _ part: (_ number: Int) -> EvidencePart) {
        total += 1
        if let floor, day < floor { return }
        insert(part(total))
    }

    private mutating func insert(_ part: consuming EvidencePart) {
        let isNewest = parts.isEmpty || !part.age.isOlder(than: parts[parts.count - 1].age)
        if isNewest || limit > NewestParts.insertedMax {
            isInOrder = isInOrder && isNewest
            parts.append(part)
        } else {
            parts.insert(part, at: place(of: part.age))
        }
        // The oldest go many at once: to take one away from the front moves all others.
        if parts.count - limit >= max(limit, 16) { dropOldest() }
        if isInOrder, parts.count >= limit, limit > 0 { floor = parts[parts.count - limit].age.day }
    }

    /// Of so few each is put where it belongs; more are sorted when many have come.
    private static let insertedMax = 256

    private func place(of age: EvidenceAge) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if age.isOlder(than: parts[middle].age) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private mutating func dropOldest() {
        if !isInOrder { parts.sort { $0.age.isOlder(than: $1.age) } }
        isInOrder = true
        if parts.count > limit { parts.removeFirst(parts.count - limit) }
    }

    /// Keeps the newest of one share, in their order.
    mutating func trim() {
        dropOldest()
        parts.reverse()
    }
}

/// The sort key of an evidence part, read in place so that sorting does not retain what the part refers to.
struct EvidenceAge: Sendable {
    let day: CivilDate
    /// The number of its record in the order of names, and its own among the parts of its figure in its share.
    let record: Int32
    let number: Int32

    func isOlder(than other: EvidenceAge) -> Bool {
        if day != other.day { return day < other.day }
        return record != other.record ? record > other.record : number < other.number
    }
}

/// The contribution of one share of the records to one figure.
package struct EvidenceTally: Sendable {
    var counted: NewestParts
    var leftOut: NewestParts
    /// The sum over all events that count; nil where nothing is a sum.
    private(set) var addsTotal: Int64?
    private(set) var unit: EvidenceUnit
    /// Of days in a row: by which event each counts.
    var row = RowTally()

    init(sumOf unit: EvidenceUnit?, limit: Int) {
        (addsTotal, self.unit) = (unit.map { _ in 0 }, unit ?? .count)
        (counted, leftOut) = (NewestParts(limit: limit), NewestParts(limit: limit))
    }

    /// Whether nothing counts or is left out.
    package var isEmpty: Bool { counted.total == 0 && leftOut.total == 0 }

    mutating func add(_ amount: Int64, _ unit: EvidenceUnit) {
        (addsTotal, self.unit) = ((addsTotal ?? 0) + amount, unit)
    }

    /// Counts a record that is no more than its one event says.
    @inline(__always) mutating func count(
        single place: EventPlace, of record: Int, _ day: CivilDate, _ adds: Int64?, _ unit: EvidenceUnit,
        isSentence: Bool
    ) {
        if let adds { add(adds, unit) }
        counted.add(day) {
            EvidencePart(
                day: day, place: place, role: .counted(adds: adds, amendedBy: nil), isSentence: isSentence, of: nil,
                record: record, number: $0)
        }
    }

    /// Leaves such a record out.
    @inline(__always) mutating func leave(
        single place: EventPlace, of record: Int, _ day: CivilDate, _ reason: EvidenceReason, isSentence: Bool
    ) {
        leftOut.add(day) {
            EvidencePart(
                day: day, place: place, role: .leftOut(reason, because: nil), isSentence: isSentence, of: nil,
                record: record, number: $0)
        }
    }
}

/// Days in a row, each of which counts once: by the event with which it came to enough, in the order in which things
/// happened.
struct RowTally: Sendable {
    private struct Part {
        package let moment: Instant
        package let place: EventPlace
        /// Where it is known already.
        package let id: EventID?
        package let amount: Int64
    }
    private var days: [CivilDate: (enough: Int64, parts: [Part])] = [:]

    mutating func add(
        _ place: EventPlace, _ id: EventID?, at moment: Instant, on day: CivilDate, _ amount: Int64, enough: Int64
    ) {
        days[day, default: (enough, [])].parts.append(Part(moment: moment, place: place, id: id, amount: amount))
    }

    mutating func join(_ other: RowTally) {
        if days.isEmpty { days = other.days } else { days.merge(other.days) { ($0.enough, $0.parts + $1.parts) } }
    }

    /// How many days came to enough.
    var reached: Int { days.values.count { day in day.parts.reduce(0) { $0 + $1.amount } >= day.enough } }

    /// The event by which a day counts, nil where none does; of two of one moment the one with the lower id came first.
    func deciding(on day: CivilDate, _ id: (EventPlace) throws -> EventID) rethrows -> EventPlace? {
        guard let (enough, parts) = days[day] else { return nil }
        var (sum, rest) = (Int64(0), parts.sorted { $0.moment < $1.moment }[...])
        while let first = rest.first {
            let together = rest.prefix { $0.moment == first.moment }
            rest = rest.dropFirst(together.count)
            let before = sum
            sum += together.reduce(0) { $0 + $1.amount }
            if sum >= enough { return try RowTally.deciding(among: together, from: before, enough: enough, id) }
        }
        return nil
    }

    /// The deciding one among parts of one moment. Ids are read only where they decide.
    private static func deciding(
        among parts: ArraySlice<Part>, from before: Int64, enough: Int64, _ id: (EventPlace) throws -> EventID
    ) rethrows -> EventPlace? {
        if parts.count == 1 { return parts.first?.place }
        var sum = before
        let inOrder = try parts.map { (part: $0, id: try $0.id ?? id($0.place)) }.sorted { $0.id < $1.id }
        return inOrder.first { next in
            sum += next.part.amount
            return sum >= enough
        }?.part.place
    }
}
