import DaybookDomains
import Engine
import EventCodec
import EventModel

/// Opens the ledger, says so, waits for a line on standard input, appends: what happens to a ledger while a program has
/// it open.
struct Replacing {
    private let options: Options

    init(_ options: Options) { self.options = options }

    func run() throws {
        let ledger = try Ledger.open(at: options.text("ledger"), environment: options.environment)
        Output.line("open")
        while readLine() != nil {
            do {
                let data: JSONValue = .object(pairs: [
                    "date": .string("2024-05-05"), "hobbs": .number("1.5"), "dayLandings": .integer(2),
                ])
                let receipt = try ledger.append([
                    EventDraft(
                        stream: StreamID(kind: "flight", id: ledger.newID()), type: "flight.logged", data: .json(data))
                ])
                Output.line("ack \(receipt.position) \(receipt.ids[0].hex) -")
            } catch {
                let (code, text) = Driver.describe(error)
                Output.line("error \(code) \(text)")
            }
        }
        ledger.close()
    }
}
