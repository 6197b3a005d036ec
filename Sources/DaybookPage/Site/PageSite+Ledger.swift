import DaybookDomains
import Synchronization

/// The ledger itself on the page, and what commands of the program make of it.
extension PageSite {
    func ledgerPage(_ address: PageAddress, result: (title: String, text: String)? = nil) throws -> PageResponse {
        try show(address) { try LedgerPage.make($0, try self.secrets($0), result: result) }
    }

    // MARK: - Documents

    /// A document that a command writes to its standard output, under the policy that it states itself.
    func document(_ command: [String], _ address: PageAddress) throws -> PageResponse {
        let times = try PageTimes(address)
        var arguments = command
        if let on = times.on { arguments += ["--on", "\(on)"] }
        if let known = address["known"] { arguments += ["--known-at", known] }
        let output = try run(arguments).output
        var response = PageResponse(200, "text/html; charset=utf-8", PageSite.withWayBack(output, address))
        response.contentPolicy = PageSite.policy(of: response.body)
        return response
    }

    /// The document with a link to the page of the ledger at its beginning; paper has none.
    private static func withWayBack(_ document: [UInt8], _ address: PageAddress) -> [UInt8] {
        guard let count = document.prefix(1 << 16).firstRange(of: Array("<body>\n".utf8))?.upperBound else {
            return document
        }
        var way = HTML()
        let ledger = PageAddress("/ledger", address.query.filter { $0.name == "on" || $0.name == "known" })
        way.element(.p, .class("back")) { $0.element(.a, .href(ledger), text: "Back to the ledger") }
        return Array(document[..<count]) + way.bytes + document[count...]
    }

    /// The policy in the document's own head: its one style sheet by its hash, and pictures that it holds itself.
    private static func policy(of body: [UInt8]) -> String? {
        let head = String(decoding: body.prefix(1024), as: UTF8.self)
        let start = "http-equiv=\"Content-Security-Policy\" content=\""
        guard let found = head.firstRange(of: start), let end = head[found.upperBound...].firstIndex(of: "\"") else {
            return nil
        }
        return head[found.upperBound..<end] + "; frame-ancestors 'none'"
    }

    /// All events as one file, which another ledger imports.
    func bundle() throws -> PageResponse {
        let today = try read { $0.today }
        var response = PageResponse(200, "application/octet-stream", try run(["bundle", "export", "-"]).output)
        response.add("Content-Disposition", "attachment; filename=\"daybook-\(today).daybook\"")
        return response
    }

    /// A backup that a browser sends has at most so many bytes; the command line takes larger ones.
    static let backupMaximum = 32 << 20

    /// Takes the events of a backup that this ledger lacks. What both have is there once.
    func restore(_ form: UploadForm) throws -> PageResponse {
        _ = try FormSecrets(form.items)
        guard let file = form.files["backup"], !file.bytes.isEmpty else {
            throw PageProblem(
                422, "No backup was chosen", "Nothing was written.", hint: "Go back, and choose the file first.")
        }
        let result = try run(["bundle", "import", "-"], input: file.bytes)
        return try ledgerPage(PageAddress("/ledger"), result: ("Restored", result.text))
    }

    private static var noProgram: PageProblem {
        PageProblem(
            501, "This server has no program", "A command of its own makes this.", hint: "Use the command line.")
    }

    /// - Throws: ``PageProblem`` with the words of the command where it fails.
    func run(_ arguments: [String], input: [UInt8]? = nil) throws -> PageProgram.Result {
        guard let program else { throw PageSite.noProgram }
        let result = try commands.run { try program.start(arguments, input) }
        guard result.status == 0 else { throw result.problem }
        return result
    }

    // MARK: - Verification

    /// Begins a verification, where none is in progress. It writes nothing, and other requests are answered meanwhile.
    private func verify() throws {
        guard let program else { throw PageSite.noProgram }
        let position = try read { try $0.position }
        if verification.withLock({ $0?.state.isRunning == true }) { return }
        // Not under the lock: where the program lies on a disk that hangs, it does not start.
        var started = VerifyRun(try program.verify(), at: position)
        verification.withLock { run in
            if run?.state.isRunning == true { started.end(.asked) } else { run = started }
        }
    }

    /// How far the verification is, or its result.
    func verifyPage(_ address: PageAddress) throws -> PageResponse {
        let run = verification.withLock { run in
            run?.asked = .now
            return run.map { (state: $0.state, position: $0.position) }
        }
        return try show(now(address)) { VerifyPage.make(run, $0, try self.secrets($0)) }
    }

    // MARK: - What is sent

    func writeLedger(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        _ = try FormSecrets(items)
        func text(_ name: String) -> String { items.last { $0.name == name }?.value ?? "" }
        switch names {
        case ["ledger", "sync"]:
            let folder = text("folder")
            // An option is no folder.
            guard !folder.isEmpty, folder.utf8.first != UInt8(ascii: "-") else { throw PageProblem.malformed }
            do {
                return try ledgerPage(PageAddress("/ledger"), result: ("Synced", try run(["sync", folder]).text))
            } catch let problem as PageProblem where [422, 504].contains(problem.status) {
                return try show(PageAddress("/ledger")) {
                    try LedgerPage.make($0, try self.secrets($0), unsynced: (folder, problem))
                }
            }
        case ["ledger", "verify"]:
            try verify()
            return .seeOther(VerifyPage.address)
        case ["ledger", "verify", "stop"]:
            verification.withLock { $0?.end(.asked) }
            return .seeOther(VerifyPage.address)
        case ["ledger", "log-out"]:
            try access.logOut()
            return ErrorPage.response(
                PageProblem(
                    200, "Every browser is logged out", "No browser is let in any more, this one included.",
                    hint: PageGuard.wayIn))
        case ["ledger", "settle"]:
            guard let stream = StreamID(text("stream")) else { throw PageProblem.malformed }
            _ = try settle(stream, items)
            return .seeOther(PageAddress("/ledger/outcomes", [.init(name: "saved", value: "settled")]))
        default: throw PageProblem.noPage(address.path)
        }
    }
}
