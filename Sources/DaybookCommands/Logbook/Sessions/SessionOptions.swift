import ArgumentParser
import DaybookDomains

/// The options common to a session in a training device and a ground lesson.
struct SessionOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The local date, such as 2026-02-01 or yesterday. (default: today)", valueName: "date"))
    var date: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its time, such as 1.5 or 1:30.", valueName: "hours"))
    var hours: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Where it was.", valueName: "place")) var place: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The instructor's certificate number.", valueName: "number"))
    var cfi: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Remarks.", valueName: "text")) var remarks: String?
    @Option(help: ArgumentHelp("The id of the new entry. (default: a new UUID)", valueName: "id")) var id: String?
    @Option(
        help: ArgumentHelp("Makes the command idempotent: the same key logs the same entry once.", valueName: "text"))
    var key: String?

    /// The id of the new entry. Throws `Fault` (64) where it, the key or the date cannot be read.
    func newID() throws -> String? {
        try FlightCommand.checkKey(key)
        _ = try date.map { try Values.day($0, "date") }
        return try id.map(FlightCommand.newID)
    }

    /// The time. Throws `Fault` (64) where it is missing or cannot be read.
    func time(of what: String) throws -> Hours {
        guard let hours else {
            throw Fault(
                .usage, code: "session.hours", message: "A \(what) needs its time.",
                hint: "Give it with --hours, such as --hours 1.5.")
        }
        let time = try FlightOptions.hours(hours, "hours")
        guard time > .zero else {
            throw Fault(
                .usage, code: "session.hours", message: "The time of a \(what) is above zero.",
                hint: "Give it with --hours, such as --hours 1.5.")
        }
        return time
    }

    /// The entry with what both kinds state.
    func entry(_ id: String?, _ ledger: Ledger) throws -> Flight {
        let before = try ledger.entered(withKey: key, id: id)?.date
        let given = try date.map { try Values.day($0, "date") }
        // Said again on another day, "today" is still the day on which it was said first.
        let date =
            switch given {
            case .date(let date)?: date
            case .fromToday?: try before ?? given?.date(today: ledger.today) ?? ledger.today
            case nil: before ?? ledger.today
            }
        var entry = Flight(date: date)
        entry.from = SessionOptions.text(place)
        entry.cfiNumber = SessionOptions.text(cfi).map(CertificateNumber.trimmed)
        entry.remarks = SessionOptions.text(remarks)
        return entry
    }

    /// Nil for an empty text, or one of blanks.
    static func text(_ text: String?) -> String? { text?.allSatisfy(\.isWhitespace) == true ? nil : text }

    /// The result of the body; a refusal names the option of a field.
    static func named<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try FlightOptions.named(body) } catch let refused as Rejection {
            let message = ["--hobbs", "--ground-hours"].reduce(refused.message) {
                $0.replacing("\($1) is ", with: "--hours is ")
            }
            throw Rejection(code: refused.code, message: message, remedy: refused.remedy)
        }
    }

    /// Prints what was logged.
    func answer(
        _ stream: StreamID, _ receipt: AppendReceipt, message: String, line: String, notes: [String], _ session: Session
    ) throws {
        let repeated = receipt.duplicates > 0
        let shown = repeated ? "This entry was saved before" : message
        try session.answer(FlightCommand.json(stream, receipt, message: shown, warnings: repeated ? [] : notes)) {
            try session.print("\(shown): \(line).")
            try session.print("Its id is \(stream.id).")
            try session.printNotes(repeated ? [] : notes)
        }
    }
}
