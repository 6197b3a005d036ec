public import DaybookKit
import Synchronization

/// The page of one ledger: requests in, answers out. It knows no network.
public final class PageSite: Sendable {
    let identity: PageIdentity
    let access: PageGuard
    private let environment: LedgerEnvironment
    private let path: String
    /// One request at a time has the ledger open: a process may not open one store twice. Between two requests it is
    /// free for other programs.
    private let turn = Mutex(Turn.free)
    private enum Turn { case free, stopped }

    /// - Parameters:
    ///   - path: The ledger's folder.
    ///   - token: What opens the page once.
    public init(ledger path: String, _ environment: LedgerEnvironment, _ identity: PageIdentity, token: String) {
        self.path = path
        self.environment = environment
        self.identity = identity
        access = PageGuard(identity, token: token)
    }

    /// Answers a request; an error is an answer, too. Blocks while the ledger is read.
    public func respond(to request: PageRequest) -> PageResponse {
        var response: PageResponse
        do {
            if let opened = try access.check(request) {
                response = opened
            } else {
                response = try turn.withLock { turn in
                    guard turn == .free else {
                        throw PageProblem(503, "The server ends", "It was asked to end.", hint: "Start it again.")
                    }
                    return try route(request)
                }
            }
        } catch {
            response = ErrorPage.response(PageProblem(error))
        }
        response.addSecurity()
        return response
    }

    /// Waits until no request is answered, and lets none begin.
    public func stop() { turn.withLock { $0 = .stopped } }

    private func route(_ request: PageRequest) throws -> PageResponse {
        guard let address = PageAddress(target: request.target) else { throw PageProblem.malformed }
        if let file = PageFile.all.first(where: { $0.address == address }) { return file.response(to: request) }
        let names = address.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if request.method == "POST" { return try write(request, at: names, address) }
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
        case 1 where names[0] == "practice": return try show(address, PracticePage.make)
        case 2 where names == ["practice", "train"]: return try show(address, TrainingPage.make)
        case 2 where names[0] == "test":
            guard let stream = StreamID("test/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try show(address) { try AttemptPage.make(stream, $0) }
        case 1 where names[0] == "progress": return try show(address, ProgressPage.make)
        case 1 where names[0] == "alarms": return try show(address, AlarmsPage.make)
        case 2 where names[0] == "alarm" || names[0] == "alarms": return try alarmPage(at: names, address)
        case 1 where names[0] == "water": return try show(address) { try WaterPage.make($0) }
        case 1 where names[0] == "logbook": return try show(address, FlightListPage.make)
        case 1 where names[0] == "changes": return try show(address, ChangesPage.make)
        case 1 where names[0] == "help": return try show(address, HelpPage.make)
        case 1 where names[0] == "design": return try show(address, DesignPage.make)
        case 2 where names[0] == "flight":
            guard let stream = StreamID("flight/\(names[1])") else { throw PageProblem.noPage(address.path) }
            return try show(address) { try FlightPage.make(stream, $0) }
        default: throw PageProblem.noPage(address.path)
        }
    }

    func show(_ address: PageAddress, _ make: (PageContext) throws -> PageView) throws -> PageResponse {
        let times = try PageTimes(address)
        return try read { ledger in
            let context = try PageContext(ledger, address, times, identity)
            let view = try make(context)
            return .html(try PageFrame.document(view, context), status: view.status)
        }
    }

    func read<Result>(_ body: (Ledger) throws -> Result) throws -> Result { try open(.readOnly, body) }

    func open<Result>(_ access: Ledger.Access, _ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, access, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }
}
