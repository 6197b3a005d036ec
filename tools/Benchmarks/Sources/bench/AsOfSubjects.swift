import DaybookDomains
import EventModel
import Foundation

/// A logbook that was kept for years: of ten events seven log a flight, two change one, one removes one or brings it
/// back.
final class KeptForYears: @unchecked Sendable {  // used by one thread
    static let shared = KeptForYears()
    private var ledgers: [Int: String] = [:]

    /// The ledger's folder, made once for each size.
    func path(_ count: Int, near folder: String) throws -> String {
        if let made = ledgers[count] { return made }
        let place = URL(fileURLWithPath: folder).deletingLastPathComponent().appendingPathComponent(
            "years-\(getpid())-\(count)"
        ).path
        try? FileManager.default.removeItem(atPath: place)  // Absent is what we want.
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let clock = SteppedClock()
        let ledger = try Ledger.create(
            at: place + "/ledger", zone: "UTC", name: "bench",
            environment: LedgerEnvironment.daybook(clock: { clock.now }))
        let history = PastWorkload(count: count)
        for start in stride(from: 0, to: count, by: 1_000) {
            clock.now = Instant(milliseconds: history.begin + Int64(start) * 1_250)
            _ = try ledger.append((start..<min(start + 1_000, count)).map(history.draft))
        }
        ledger.close()
        ledgers[count] = place + "/ledger"
        return place + "/ledger"
    }

    func remove(_ count: Int) {
        guard let path = ledgers.removeValue(forKey: count) else { return }
        try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())  // A folder left behind spoils no figure.
    }
}

private final class SteppedClock: @unchecked Sendable {  // set by the one thread that appends, between its appends
    var now = Instant(milliseconds: 0)
}

/// The events, each from its number alone.
struct PastWorkload {
    let shape: Shape
    let begin: Int64 = 1_770_000_000_000

    init(count: Int) { shape = Shape(count: count, keyEvery: .max) }

    func draft(_ index: Int) -> EventDraft {
        var random = SplitMix(state: UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        let flight = shape.flight(index)
        // The change is of a flight of the last thousands, mostly; each is changed once at the most, so that no rule is
        // broken.
        switch index % 10 {
        case 7, 8:
            let other = shape.flight(
                index / 10 * 10 + (index % 10 == 7 ? 1 : 2) - min(index / 10 * 10, 10 * random.below(400)))
            return EventDraft(
                stream: BenchStream.named(other.stream), type: "flight.amended",
                data: .json(
                    .object(pairs: [
                        "dayLandings": .integer(UInt64(1 + random.below(4))),
                        "remarks": .string("Corrected by \(index)."),
                    ])))
        case 9:
            return EventDraft(
                stream: BenchStream.named(shape.flight(index - 9).stream), type: "flight.removed",
                data: .json(.object(pairs: [:])))
        default: return flight.draft
        }
    }
}

/// Random questions of a past: about a random day, as known at a random position or instant. The figure is the time
/// that 99 of 100 stay below.
final class PastQuestions: Subject {
    enum Kind: String, CaseIterable, Sendable {
        case currency, progress, summary, list
        /// All four, as known at an instant.
        case instants
    }

    let name = "daybook"
    private let kind: Kind
    private var ledger: Ledger?
    private var times: [Double] = []
    private var stated = 0
    private static let questions = 2_000

    init(_ kind: Kind) { self.kind = kind }

    func prepare(_ workload: Workload, folder: String) throws {
        ledger = try Ledger.open(
            at: try KeptForYears.shared.path(workload.count, near: folder), .readOnly, environment: .daybook())
    }

    func run(_ workload: Workload) throws {
        guard let ledger else { return }
        (times, stated) = ([], 0)
        var random = SplitMix(state: 7)
        let history = PastWorkload(count: workload.count)
        for number in 0..<PastQuestions.questions {
            let position = Position(UInt64(1 + random.below(workload.count)))
            let day = CivilDate(day: Int32(history.shape.firstDay) + Int32(random.below(Int(history.shape.days) + 200)))
            let instant = Instant(milliseconds: history.begin + Int64(position.value) * 1_250)
            let asOf = AsOf(on: day, known: kind == .instants ? .at(instant) : .position(position))
            let began = DispatchTime.now().uptimeNanoseconds
            stated &+= try PastQuestions.ask(kind == .instants ? Kind.allCases[number % 4] : kind, ledger, asOf)
            times.append(Double(DispatchTime.now().uptimeNanoseconds - began) / 1e6)
        }
    }

    private static func ask(_ kind: Kind, _ ledger: Ledger, _ asOf: AsOf) throws -> Int {
        switch kind {
        case .currency:
            let value = try ledger.currency(asOf).value
            return (value.answer.general.daysLeft ?? 0) &* 31 &+ value.general.count &* 7 &+ value.night.count
        case .progress: return try ledger.progress(asOf).value.requirements.reduce(0) { $0 &* 31 &+ $1.hours.seconds }
        case .summary:
            let value = try ledger.flightSummary(asOf).value
            return value.totalHours.seconds &* 31 &+ value.thisMonthHours.seconds
        case .list, .instants:
            return try ledger.newestFlights(20, asOf).value.reduce(0) { $0 &* 31 &+ Int($1.position.value) }
        }
    }

    func digest(_ workload: Workload) throws -> String { "\(PastQuestions.questions) answers, \(stated)" }

    func finish() {
        ledger?.close()
        ledger = nil
    }

    func value(seconds: Double, events: Int) -> Double { percentile99 }

    var percentile99: Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
}

/// How many times longer 99 of 100 questions take than with ten thousand events.
final class PastGrowth: Subject {
    let name = "daybook"
    private let small = PastQuestions(.instants)
    private let large = PastQuestions(.instants)
    private let few = Workload(Shape(count: 10_000))

    func prepare(_ workload: Workload, folder: String) throws {
        try small.prepare(few, folder: folder)
        try large.prepare(workload, folder: folder)
    }

    func run(_ workload: Workload) throws {
        try small.run(few)
        try large.run(workload)
    }

    func digest(_ workload: Workload) throws -> String { "\(try small.digest(few)); \(try large.digest(workload))" }

    func finish() {
        small.finish()
        large.finish()
    }

    func value(seconds: Double, events: Int) -> Double { large.percentile99 / small.percentile99 }
}
