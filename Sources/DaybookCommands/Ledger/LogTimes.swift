import ArgumentParser
import DaybookDomains

/// The times of a list of events: what had happened, what was known, what is supposed.
struct LogTimes: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only what had happened by then, as its author says. (default: everything)", valueName: "date|instant"))
    var on: String?
    @OptionGroup var known: KnownOption
    @OptionGroup var supposed: WithOption

    func asking<Result>(
        _ session: Session, waitsForReader: Bool = false, _ body: (Ledger, AsOf) throws -> Result
    ) throws -> Result {
        let parsed = TimeOptions.Parsed(on: try TimeOptions.day(on), known: try known.parsed())
        return try session.withLedger(.readOnly, isAsked: true, waitsForReader: waitsForReader) { ledger in
            let asOf = try supposed.supposing(try parsed.asOf(ledger), ledger, session.console)
            try session.findLack(ledger, asOf)
            return try body(ledger, asOf)
        }
    }
}
