import ArgumentParser
import DaybookDomains

struct FlightSimulator: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulator", abstract: "Log a session in a simulator or a training device.",
        discussion: """
            Examples:
              daybook flight simulator --device REDBIRD1 --kind aatd --hours 1.5 --dual
              daybook flight simulator --device REDBIRD1 --hours 1:30 --approaches 3

            It is no flight: its time is in the sums of training devices alone, and it has
            no landings. Its approaches and holds count for instrument experience. The kind
            of a device is given once.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The device's name or registration.", valueName: "name"))
    var device: String?
    @Option(
        help: ArgumentHelp("What it is: \(Ledger.list(TrainingDeviceKind.self)).", valueName: "kind"),
        completion: .list(TrainingDeviceKind.allCases.map(\.rawValue)))
    var kind: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Its model, with --kind.", valueName: "text"))
    var model: String?
    @OptionGroup(title: "The session") var options: SessionOptions
    @Flag(help: "Simulated instrument throughout.") var instrument = false
    @Option(
        name: .customLong("instrument-hours"), parsing: .unconditional,
        help: ArgumentHelp("The instrument part.", valueName: "hours"))
    var instrumentHours: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Instrument approaches.", valueName: "n")) var approaches:
        String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Holding procedures.", valueName: "n")) var holds: String?
    @Flag(help: "Training received throughout.") var dual = false
    @Option(
        name: .customLong("dual-hours"), parsing: .unconditional,
        help: ArgumentHelp("The part of training received.", valueName: "hours"))
    var dualHours: String?
    @Flag(help: "An instrument proficiency check was passed.") var ipc = false
    @Option(help: ArgumentHelp("A warning that is known and accepted, such as hobbs.over12.", valueName: "code"))
    var accept: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        // Read before the ledger is opened, so that an unreadable option is refused with or without one.
        let kind = try self.kind.map(FlightSimulator.kind)
        let (figures, id) = (try figures(), try options.newID())
        try session.withLedger(.readWrite) { ledger in
            var entry = try options.entry(id, ledger)
            entry.aircraft = figures.aircraft
            entry.hobbs = figures.hobbs
            (entry.instrument, entry.instrumentHours) = (figures.instrument, figures.instrumentHours)
            (entry.dual, entry.dualHours) = (figures.dual, figures.dualHours)
            (entry.approaches, entry.holds) = (figures.approaches, figures.holds)
            (entry.instrumentCheck, entry.accepted) = (figures.instrumentCheck, figures.accepted)
            let logged = try SessionOptions.named {
                try ledger.logSession(entry, kind: kind, model: model, id: id, key: options.key)
            }
            let (flight, name) = (logged.flight, Text.shown(logged.flight.aircraft ?? ""))
            let hours = flight.totalHours.text(try session.hoursForm(ledger))
            try options.answer(
                logged.stream, logged.receipt, message: "Session saved", line: "\(flight.date) in \(name), \(hours) h",
                notes: logged.described.map { ["\(name) is described as: \($0.title)."] } ?? [], session)
        }
    }

    /// The figures of the session, in an entry without a day.
    private func figures() throws -> Flight {
        var entry = Flight(date: CivilDate(day: 0))
        guard let device = SessionOptions.text(device) else {
            throw Fault(
                .usage, code: "device.required", message: "A session needs the training device.",
                hint: "Give it with --device, such as --device REDBIRD1.")
        }
        entry.aircraft = device
        entry.hobbs = try options.time(of: "session")
        entry.instrument = instrument || instrumentHours != nil ? true : nil
        entry.instrumentHours = try instrumentHours.map { try FlightOptions.hours($0, "instrumentHours") }
        entry.dual = dual || dualHours != nil ? true : nil
        entry.dualHours = try dualHours.map { try FlightOptions.hours($0, "dualHours") }
        entry.approaches = try approaches.map { try FlightOptions.count($0, "approaches") }
        entry.holds = try holds.map { try FlightOptions.count($0, "holds") }
        entry.instrumentCheck = ipc ? true : nil
        entry.accepted = try FlightOptions.accepted(accept)
        return entry
    }

    private static func kind(_ text: String) throws -> TrainingDeviceKind {
        guard let kind = TrainingDeviceKind(rawValue: text) else {
            throw Fault(
                .usage, code: "kind.unknown", message: "There is no kind of training device \"\(text)\".",
                hint: "It is one of \(Ledger.list(TrainingDeviceKind.self)).")
        }
        return kind
    }
}
