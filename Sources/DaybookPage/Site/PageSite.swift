public import DaybookDomains
import Synchronization

/// The page of one ledger: requests in, answers out. It knows no network.
public final class PageSite: Sendable {
    let access: PageGuard
    private let environment: LedgerEnvironment
    let program: PageProgram?
    private let path: String
    /// One request at a time has the ledger open: a process may not open one store twice. Between two requests, and
    /// while a command of its own works, it is free for other programs and requests.
    private let turn = Mutex<Void>(())
    let commands: PageCommands
    private let answering = Atomic(0)
    /// The newest verification; it goes on between requests.
    let verification = Mutex<VerifyRun?>(nil)

    /// How long a request waits for a command.
    public static let patience = Duration.seconds(60)

    /// - Parameters:
    ///   - path: The ledger's folder.
    ///   - access: Who is let in.
    ///   - program: Runs commands on the ledger; nil where there is none.
    ///   - patience: How long a request waits for a command.
    public init(
        ledger path: String, _ environment: LedgerEnvironment, _ access: PageGuard, program: PageProgram? = nil,
        patience: Duration = PageSite.patience
    ) {
        self.program = program
        self.path = path
        self.environment = environment
        self.access = access
        commands = PageCommands(patience: patience)
    }

    var identity: PageIdentity { access.identity }

    /// Whether a browser that was let in sends a request, before its body is read.
    public func isKnown(_ head: PageRequest) -> Bool {
        do { return try access.isKnown(head) } catch { return false }
    }

    /// Answers a request; an error is an answer, too. Blocks while the ledger is read.
    public func respond(to request: PageRequest) -> PageResponse {
        answering.add(1, ordering: .sequentiallyConsistent)
        defer { answering.subtract(1, ordering: .sequentiallyConsistent) }
        var response: PageResponse
        do {
            response = try access.check(request) ?? route(request)
        } catch {
            response = ErrorPage.response(PageProblem(error))
        }
        response.addSecurity()
        return response
    }

    /// Lets no request begin that needs the ledger, and ends the commands. Does not wait for those that are answered.
    public func stop() {
        commands.end()
        verification.withLock { $0?.end(.asked) }
    }

    /// Whether no request is being answered.
    public var isIdle: Bool { answering.load(ordering: .sequentiallyConsistent) == 0 }

    /// Follows a verification between requests; the caller repeats it about once a second.
    public func tend(_ now: ContinuousClock.Instant = .now) { verification.withLock { $0?.tend(now) } }

    private func route(_ request: PageRequest) throws -> PageResponse {
        guard let address = PageAddress(target: request.target) else { throw PageProblem.malformed }
        if let file = PageFile.all.first(where: { $0.address == address }) { return file.response(to: request) }
        let names = address.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if request.method == "POST" { return try write(request, at: names, address) }
        if let welcome = try welcome(names) ?? alarmWelcome(names, address) { return welcome }
        if let form = try form(at: names, address) { return form }
        switch names.count {
        case 1 where names[0] == "position":
            return try read { ledger -> PageResponse in
                var response = PageResponse.text("\(try ledger.position)")
                if let places = try PageSite.firing(ledger) { response.add("Daybook-Due", places) }
                return response
            }
        case 1 where names[0].isEmpty: return try show(address, VerdictPage.make)
        case 1 where names[0] == "bands": return try show(address, BandsPage.make)
        case 1 where names[0] == "months": return try show(address, MonthsPage.make)
        case 1 where names[0] == "practice": return try show(address, PracticePage.make)
        case 2 where names == ["practice", "settings"]: return try practiceSettings(address)
        case 2 where names == ["practice", "train"]: return try show(address, TrainingPage.make)
        case 2 where names[0] == "test":
            guard let stream = StreamID("test/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try show(address) { try AttemptPage.make(stream, $0) }
        case 1 where names[0] == "progress": return try show(address, ProgressPage.make)
        case 1 where names[0] == "alarms": return try show(address, AlarmsPage.make)
        case 2 where names[0] == "alarm" || names[0] == "alarms": return try alarmPage(at: names, address)
        case 1 where names[0] == "water": return try show(address) { try WaterPage.make($0) }
        case 2 where names == ["water", "settings"]: return try waterSettings(address)
        case 2 where names == ["water", "preview"]: return try waterPreview(address)
        case 2 where names == ["water", "welcome"]: return try waterWelcome(address)
        case 1 where names[0] == "logbook": return try show(address, FlightListPage.make)
        case 1 where names == ["notices"]: return try notices(address)
        case 1 where names == ["endorsements"]: return try endorsements(address)
        case 1 where names == ["ledger"]: return try ledgerPage(address)
        case 2 where names == ["ledger", "events"]: return try show(address, EventsPage.make)
        case 2 where names == ["ledger", "outcomes"]: return try show(address, LedgerPage.outcomes)
        case 2 where names == ["ledger", "bundle"]: return try bundle()
        case 2 where names == ["ledger", "verify"]: return try verifyPage(address)
        case 2 where names[0] == "event": return try show(address) { try EventPage.make(names[1], $0) }
        case 1 where names == ["audit"]: return try document(["audit", "--html", "-"], address)
        case 1 where names == ["book"]: return try document(["logbook", "--html", "-"], address)
        case 1 where names == ["import"]: return try importForm(address)
        case 2 where names[0] == "batch":
            guard let stream = StreamID("batch/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try show(address) { try ImportPage.batch(stream, $0) }
        case 1 where names == ["welcome"]: return try welcomeForm(address)
        case 2 where names == ["logbook", "export"]: return try show(address, ExportPage.make)
        case 3 where names[0] == "logbook" && names[1] == "export":
            return try answer(address) { context in
                guard let file = try ExportPage.file(names[2], context) else { throw PageProblem.noPage(address.path) }
                return file
            }
        case 1 where names[0] == "changes": return try show(address, ChangesPage.make)
        case 1 where names[0] == "help": return try show(address, HelpPage.make)
        case 1 where names[0] == "design": return try show(address, DesignPage.make)
        case 2 where names[0] == "flight":
            guard let stream = StreamID("flight/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try show(address) { try FlightPage.make(stream, $0) }
        case 3 where names[0] == "flight" && names[2] == "picture": return try picture(names[1], address)
        default: throw PageProblem.noPage(address.path)
        }
    }

    func show(_ address: PageAddress, _ make: (PageContext) throws -> PageView) throws -> PageResponse {
        try answer(address) { context in
            let view = try make(context)
            return .html(try PageFrame.document(view, context), status: view.status)
        }
    }

    /// An answer of what was known at the times of an address.
    func answer(_ address: PageAddress, _ make: (PageContext) throws -> PageResponse) throws -> PageResponse {
        let times = try PageTimes(address)
        return try read { try make(try PageContext($0, address, times, identity)) }
    }

    func read<Result>(_ body: (Ledger) throws -> Result) throws -> Result { try open(.readOnly, body) }

    func open<Result>(_ access: Ledger.Access, _ body: (Ledger) throws -> Result) throws -> Result {
        var result = Swift.Result<Result, any Error>.failure(PageProblem.ending)
        turn.withLock { _ in
            if commands.isEnding { return }
            result = Swift.Result {
                let ledger = try Ledger.open(at: path, access, environment: environment)
                defer { ledger.close() }
                return try body(ledger)
            }
        }
        return try result.get()
    }
}
