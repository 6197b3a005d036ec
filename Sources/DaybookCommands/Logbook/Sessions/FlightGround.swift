import ArgumentParser
import DaybookDomains

struct FlightGround: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "ground", abstract: "Log a ground lesson.",
        discussion: """
            Example:
              daybook flight ground --hours 1.5 --cfi 1234567 --remarks "Airspace, NOTAMs"

            It is no flight: it has no flight time and no landings. Its time is in the sums
            of ground training alone.
            """)

    @OptionGroup(title: "The lesson") var options: SessionOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (time, id) = (try options.time(of: "ground lesson"), try options.newID())
        try session.withLedger(.readWrite) { ledger in
            var entry = try options.entry(id, ledger)
            entry.groundHours = time
            let logged = try SessionOptions.named {
                try ledger.logLesson(entry, id: id, key: options.key)
            }
            let hours = time.text(try session.hoursForm(ledger))
            try options.answer(
                logged.stream, logged.receipt, message: "Ground lesson saved",
                line: "\(logged.flight.date), \(hours) h", notes: [], session)
        }
    }
}
