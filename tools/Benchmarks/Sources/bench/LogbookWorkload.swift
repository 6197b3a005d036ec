import DaybookKit
import Logbook

/// Logbooks of as many flights as a workload has events, of other pasts than one event a flight.
enum LogbookWorkload: String {
    /// Brought by an import: ids in no order, and of each flight which import it came with.
    case imported
    /// Of a fifth a correction, of one in 37 a removal, of one in eleven a signature.
    case edited

    /// Makes it out of a ledger that holds the flights as they were logged.
    func make(_ folder: String, from logged: String) throws {
        let source = try Ledger.open(at: logged, .readOnly)
        defer { source.close() }
        let ledger = try Ledger.create(at: folder, zone: "UTC", name: "bench", environment: LedgerEnvironment())
        defer { ledger.close() }
        switch self {
        case .imported:
            let reading = try ForeFlightImport.read(try source.exportFlights(.foreflight).bytes, today: ledger.today)
            _ = try ledger.importFlights(reading, format: "foreflight", file: "bench.csv")
        case .edited:
            try LogbookWorkload.fill(ledger, from: source)
        }
    }

    private static func fill(_ ledger: Ledger, from source: Ledger) throws {
        let flights = try source.flights().value
        for start in stride(from: 0, to: flights.count, by: 4_000) {
            let part = flights[start..<min(start + 4_000, flights.count)]
            _ = try ledger.append(part.map { EventDraft(stream: $0.stream, type: "flight.logged", data: .json($0.flight.data)) })
        }
        let edits = flights.indices.compactMap { edit(of: flights[$0], $0) }
        for start in stride(from: 0, to: edits.count, by: 1_000) { _ = try ledger.append(Array(edits[start..<min(start + 1_000, edits.count)])) }
    }

    /// What was done to a flight after it was logged; nil for most.
    private static func edit(of entry: FlightEntry, _ number: Int) -> EventDraft? {
        if number % 5 == 0 {
            let data = JSONValue.object(pairs: ["dayLandings": .integer(Int64(number % 9 + 1)), "remarks": .string("Corrected after a look at the paper logbook, line \(number)")])
            return EventDraft(stream: entry.stream, type: "flight.amended", data: .json(data))
        }
        if number % 37 == 0 { return EventDraft(stream: entry.stream, type: "flight.removed", data: .json(.object(pairs: ["reason": .string("Logged twice")]))) }
        if number % 11 == 0 {
            let data = JSONValue.object(pairs: ["cfiNumber": .string("1234567"), "signerName": .string("A. Instructor")])
            return EventDraft(stream: entry.stream, type: "flight.signed", data: .json(data), intent: .computed())
        }
        return nil
    }
}
