import EventModel
import EventStore

/// An event that a figure counts or leaves out, before anything is told of it in words.
struct EvidencePart: Sendable {
    /// What is told beside its place.
    enum Role: Sendable {
        /// What it adds, nil where it is no sum; the amendment that it was last changed by.
        case counted(adds: Int64?, amendedBy: EventID?)
        case leftOut(EvidenceReason, because: EventID?)
    }

    let day: CivilDate
    let place: EventPlace
    var role: Role
    /// Whether it is told as what happened, rather than by the name of its record.
    let isSentence: Bool
    /// Whether its record is named as it is with what came after what was known.
    let isLater: Bool
    /// Whether its record is no more than what it says.
    let isSingle: Bool
    /// The number of its record in the order of names of its share, and its own among the parts of its figure there.
    let record: Int
    let number: Int
}

/// The newest of some parts: by day, of one day by the names of their records, of one record the last first.
struct NewestParts: Sendable {
    private(set) var parts: [EvidencePart] = []
    private(set) var total = 0
    private let limit: Int
    /// No part of an earlier day is among the newest.
    private var floor: CivilDate?

    init(limit: Int) { self.limit = limit }

    /// Counts a part, and keeps it where it may be among the newest.
    @inline(__always) mutating func add(_ day: CivilDate, _ part: (_ number: Int) -> EvidencePart) {
        total += 1
        if let floor, day < floor { return }
        parts.append(part(total))
        if parts.count >= max(4 * limit, 256) { trim() }
    }

    /// Keeps the newest of one share, in their order.
    mutating func trim() {
        parts.sort { $0.day != $1.day ? $0.day > $1.day : $0.record != $1.record ? $0.record < $1.record : $0.number > $1.number }
        guard parts.count >= limit else { return }
        parts.removeLast(parts.count - limit)
        floor = parts.last?.day
    }
}

/// What one share of the records gives to one figure.
struct EvidenceTally: Sendable {
    var counted: NewestParts
    var leftOut: NewestParts
    /// What all that counts adds; nil where nothing is a sum.
    private(set) var addsTotal: Int64?
    private(set) var unit: EvidenceUnit
    /// Of days in a row: by which event each counts.
    var row = RowTally()

    init(sumOf unit: EvidenceUnit?, limit: Int) {
        (addsTotal, self.unit) = (unit.map { _ in 0 }, unit ?? .count)
        (counted, leftOut) = (NewestParts(limit: limit), NewestParts(limit: limit))
    }

    mutating func add(_ amount: Int64, _ unit: EvidenceUnit) { (addsTotal, self.unit) = ((addsTotal ?? 0) + amount, unit) }

    /// Counts a record that is no more than its one event says.
    @inline(__always) mutating func count(
        single place: EventPlace, of record: Int, _ day: CivilDate, _ adds: Int64?, _ unit: EvidenceUnit, isSentence: Bool
    ) {
        if let adds { add(adds, unit) }
        counted.add(day) {
            EvidencePart(
                day: day, place: place, role: .counted(adds: adds, amendedBy: nil), isSentence: isSentence, isLater: false, isSingle: true, record: record,
                number: $0)
        }
    }

    /// Leaves such a record out.
    @inline(__always) mutating func leave(
        single place: EventPlace, of record: Int, _ day: CivilDate, _ reason: EvidenceReason, isSentence: Bool, isLater: Bool = false
    ) {
        leftOut.add(day) {
            EvidencePart(
                day: day, place: place, role: .leftOut(reason, because: nil), isSentence: isSentence, isLater: isLater, isSingle: true, record: record, number: $0)
        }
    }
}

/// Days in a row, each of which counts once: by the event with which it came to enough, in the order in which things happened.
struct RowTally: Sendable {
    private typealias Part = (moment: Instant, place: EventPlace, amount: Int64)
    private var days: [CivilDate: (enough: Int64, parts: [Part])] = [:]

    mutating func take(_ place: EventPlace, at moment: Instant, on day: CivilDate, _ amount: Int64, enough: Int64) {
        days[day, default: (enough, [])].parts.append((moment, place, amount))
    }

    mutating func join(_ other: RowTally) { days.merge(other.days) { ($0.enough, $0.parts + $1.parts) } }

    /// The events by which the days count; of two of one moment the one with the lower id came first.
    func deciding(_ id: (EventPlace) throws -> EventID) rethrows -> Set<EventPlace> {
        Set(try days.values.compactMap { day in
            var sum: Int64 = 0
            let inOrder = try day.parts.sorted { try $0.moment != $1.moment ? $0.moment < $1.moment : id($0.place) < id($1.place) }
            return inOrder.first { part in
                sum += part.amount
                return sum >= day.enough
            }?.place
        })
    }
}
