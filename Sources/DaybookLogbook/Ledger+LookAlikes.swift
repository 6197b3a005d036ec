import DaybookKit
public import EventModel
public import Logbook

/// An entry of a file that may be the same as one in the ledger with other words: by another program, by hand, or
/// before its file was corrected.
public struct LookAlike: Sendable {
    /// Of the file.
    public let line: Int
    public let stream: StreamID
    public let flight: Flight
    /// The entries that were there.
    public let there: [StreamID]
    /// The names of the fields in which they differ, as in `flight.logged`.
    public let differences: [String]
    /// Whether their hours are the same, so that `possibleDuplicates` finds them, too.
    public let hasSameHours: Bool

    fileprivate init(_ new: ImportedEntry, _ there: [FlightEntry], hasSameHours: Bool) {
        (line, stream, flight) = (new.line, new.stream, new.flight)
        self.there = there.map(\.stream)
        differences = Ledger.differences(there.map(\.flight) + [new.flight])
        self.hasSameHours = hasSameHours
    }
}

/// An entry of a file as it would be appended.
struct ImportedEntry {
    let line: Int
    let stream: StreamID
    let flight: Flight
}

extension Ledger {
    /// The entries that look like some in the ledger; `stated` are all entries of the file, which match no other flight
    /// of it. By line. O(entries of their days).
    func lookAlikes(_ entries: [ImportedEntry], stated: Set<StreamID>) throws -> [LookAlike] {
        let there = try flights(onDays: Set(entries.map(\.flight.date)).sorted()).filter { $0.mask == nil }
        if there.isEmpty { return [] }
        let known = Set(there.map(\.stream))
        let days = Set(there.map(\.flight.date))
        let new = Dictionary(entries.filter { days.contains($0.flight.date) }.map { ($0.stream, $0) }) { first, _ in
            first
        }
        let added = new.values.sorted { $0.line < $1.line }.enumerated().map { number, entry in
            // Behind all that is there.
            FlightEntry(
                entry.flight, stream: entry.stream, created: .unasked,
                position: Position(UInt64.max / 2 + UInt64(number)))
        }
        var found: [LookAlike] = []
        var paired: Set<StreamID> = []
        for group in DuplicateSearch.groups(among: there + added) {
            let before = group.filter { known.contains($0.stream) }
            if before.isEmpty || before.count == group.count { continue }
            paired.formUnion(group.map(\.stream))
            found += group.compactMap { entry in
                known.contains(entry.stream) ? nil : new[entry.stream].map { LookAlike($0, before, hasSameHours: true) }
            }
        }
        var left = Dictionary(
            grouping: there.filter { !stated.contains($0.stream) && !paired.contains($0.stream) }, by: \.flight.date)
        for entry in added where !paired.contains(entry.stream) {
            guard let ofDay = left[entry.flight.date],
                let nearest = DuplicateSearch.nearest(to: entry.flight, among: ofDay), let new = new[entry.stream]
            else { continue }
            found.append(
                LookAlike(
                    new, [ofDay[nearest]], hasSameHours: ofDay[nearest].flight.totalHours == entry.flight.totalHours))
            left[entry.flight.date]?.remove(at: nearest)
        }
        return found.sorted { $0.line < $1.line }
    }
}

extension DuplicateSearch {
    /// How far apart the times of two tellings of one flight may be.
    static let near = Hours(tenths: 10)

    /// The entry of the same day that is the likeliest to be this flight before it was corrected, if any could be: of
    /// those that contradict it in neither places nor aircraft, and whose hours are near, the one with the nearest;
    /// else one of the same hours that came with an import and contradicts it in one thing only.
    static func nearest(to flight: Flight, among entries: [FlightEntry]) -> Int? {
        let own = Likeness(flight)
        func distance(_ entry: FlightEntry) -> Hours? {
            let (one, other) = (entry.flight.totalHours, flight.totalHours)
            let apart = max(one, other) - min(one, other)
            switch Likeness(entry.flight).contradictions(own) {
            case 0: return apart <= near ? apart : nil
            case 1: return apart == .zero && entry.flight.batch != nil ? near + Hours(tenths: 1) : nil
            default: return nil
            }
        }
        return entries.indices.compactMap { index in distance(entries[index]).map { (index: index, distance: $0) } }.min
        { $0.distance < $1.distance }?.index
    }
}

extension EventID {
    /// The id of an event that is not written yet, or whose id no reader needs.
    static let unasked = EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0)))
}

extension Ledger {
    /// The aircraft of a file that may be others of it, or described ones, under another name; each at its first line.
    static func alikeAircraft(_ reading: ImportReading, _ known: [AircraftDescription]) -> [ImportNote] {
        var lines: [String: Int] = [:]
        for row in reading.flights {
            guard let aircraft = row.flight.aircraft else { continue }
            let name = Designator.folded(aircraft)
            lines[name] = min(lines[name] ?? row.line, row.line)
        }
        return Designator.alike(Array(lines.keys) + (known + reading.aircraft).map(\.id)).compactMap { names in
            guard let line = names.compactMap({ lines[$0] }).min() else { return nil }
            return ImportNote(
                line: line, code: "aircraft.alike",
                text: "\(names.joined(separator: ", ")) may be one aircraft: they differ in hyphens and blanks alone. "
                    + "Each counts by itself.")
        }
    }
}
