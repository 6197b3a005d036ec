import DaybookDomains
import Logbook

/// Logbooks of as many flights as a workload has events, of other pasts than one event a flight.
enum LogbookWorkload: String {
    /// Brought by an import: ids in no order, and of each flight which import it came with.
    case imported
    /// Of a fifth a correction, of one in 37 a removal, of one in eleven a signature.
    case edited
    /// As edited, and every hundredth flight logged again in place of itself.
    case superseded
    /// As logged, and every third flight signed with an instructor's key.
    case keyed

    /// Makes it in a folder; `logged` is a ledger that holds the flights of the workload as they were logged.
    func make(_ folder: String, _ workload: Workload, logged: String) throws {
        let ledger = try makeLedger(folder)
        defer { ledger.close() }
        switch self {
        case .imported:
            let source = try Ledger.open(at: logged, .readOnly, environment: .daybook())
            defer { source.close() }
            let reading = try ForeFlightImport.read(try source.exportFlights(.foreflight).bytes, today: ledger.today)
            _ = try ledger.importFlights(reading, format: "foreflight", file: "bench.csv")
        case .keyed:
            try logFlights(workload, ledger)
            let instructor = Ledger.SigningInstructor(cfiNumber: "1234567", key: (1...32).map { $0 })
            for number in stride(from: 0, to: workload.count, by: 3) {
                try ledger.signFlight(BenchStream.named(workload.shape.flight(number).stream), by: instructor)
            }
        case .edited, .superseded:
            try logFlights(workload, ledger)
            let flights = try ledger.flights().value
            let edits = flights.enumerated().compactMap { LogbookWorkload.edit(of: $1.stream, $0) }
            for start in stride(from: 0, to: edits.count, by: 1_000) {
                _ = try ledger.append(Array(edits[start..<min(start + 1_000, edits.count)]))
            }
            if self == .edited { return }
            for (number, entry) in flights.enumerated()
            where number % 100 == 1 && LogbookWorkload.edit(of: entry.stream, number) == nil {
                _ = try ledger.logFlight(LogbookWorkload.anew(entry))
            }
        }
    }

    /// A flight logged in place of another, of the same day.
    private static func anew(_ entry: FlightEntry) -> JSONValue {
        .object(pairs: [
            "date": .string(entry.flight.date.description), "hobbs": .number("1.3"), "dayLandings": .integer(1),
            "supersedes": .array([.string(entry.created.hex)]),
        ])
    }

    /// The change of a flight after it was logged; nil for most.
    private static func edit(of stream: StreamID, _ number: Int) -> EventDraft? {
        if number % 5 == 0 {
            let data = JSONValue.object(pairs: [
                "dayLandings": .integer(Int64(number % 9 + 1)),
                "remarks": .string("Corrected after a look at the paper logbook, line \(number)"),
            ])
            return EventDraft(stream: stream, type: "flight.amended", data: .json(data))
        }
        if number % 37 == 0 {
            return EventDraft(
                stream: stream, type: "flight.removed", data: .json(.object(pairs: ["reason": .string("Logged twice")]))
            )
        }
        if number % 11 == 0 {
            let data = JSONValue.object(pairs: [
                "cfiNumber": .string("1234567"), "signerName": .string("A. Instructor"),
            ])
            return EventDraft(stream: stream, type: "flight.signed", data: .json(data), intent: .computed())
        }
        return nil
    }
}
