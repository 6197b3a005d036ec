import ArgumentParser
import DaybookDomains

/// A command of the tree that does something.
protocol LedgerCommand: ParsableCommand {
    /// Whose events its answer is made of; by default none's.
    var answersFrom: AnswerScope { get }
    /// The streams whose events its answer shows; by default all of `answersFrom`.
    var showsOf: AnswerScope { get }
    /// The registers that its answer shows; by default none.
    var choicesFrom: [ChoiceSource] { get }
    /// The choices that its answer rests on without showing them; by default none.
    var restsOn: ChoiceGrounds { get }
    func run(in session: Session) throws
}

extension LedgerCommand {
    var answersFrom: AnswerScope { .nothing }
    var showsOf: AnswerScope { answersFrom }
    var choicesFrom: [ChoiceSource] { [] }
    var restsOn: ChoiceGrounds { .none }
}

/// The context of a command: the global options, the environment, the console.
struct Session {
    let globals: Globals
    let variables: [String: String]
    let console: Console
    let style: Style
    /// The file of this program; nil where it is not to be started again.
    let program: String?
    /// The events missing from the answers of this command.
    let lack = AnswerLack()
    /// How to take back what this command writes.
    let undo = UndoNote()
    var isJSON: Bool { globals.json }

    init(globals: Globals, variables: [String: String], console: Console, program: String? = nil) {
        self.program = program
        self.globals = globals
        self.variables = variables
        self.console = console
        console.isJSON = globals.json
        style = Style(isOn: console.outIsTerminal && !globals.json && Style.isWanted(variables))
    }

    // MARK: - The ledger

    /// An option, else its variable; an empty variable is as good as none.
    func given(_ option: String?, _ variable: String) -> String? {
        option ?? variables[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    var ledgerPath: String {
        get throws {
            if let given = given(globals.ledger, "DAYBOOK_LEDGER") {
                guard !given.isEmpty else {
                    throw Fault(.usage, code: "ledger.empty", message: "--ledger needs the name of a folder.")
                }
                return given
            }
            if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/daybook" }
            guard let home = variables["HOME"], !home.isEmpty else {
                throw Fault(
                    .usage, code: "ledger.unnamed", message: "There is no home folder to look for a ledger in.",
                    hint: "Name one with --ledger DIR.")
            }
            return home + "/.local/share/daybook"
        }
    }

    /// The options for another process of this program, which uses the ledger in a folder.
    func processOptions(ledger folder: String) -> [String] {
        ["--ledger", folder] + (globals.allowsSharedFolder ? [Globals.allowSharedFolder] : [])
    }

    var zoneName: String? { given(globals.zone, "DAYBOOK_ZONE") }

    /// The clock and the zone as given. Throws `Fault` (64) when they cannot be read.
    func ledgerEnvironment() throws -> LedgerEnvironment {
        var environment = LedgerEnvironment.daybook()
        environment.allowsSharedFolder = globals.allowsSharedFolder
        if let text = given(globals.clock, "DAYBOOK_CLOCK") {
            let now = try Values.instant(text, "clock")
            environment.clock = { now }
        }
        if let name = zoneName {
            if let problem = SystemZone.problem(name) { throw problem.fault(.usage) }
            environment.zone = SystemZone(name)
        }
        if let folder = given(globals.schemas, "DAYBOOK_SCHEMAS") {
            environment.shownSchemas = try SchemaFolder.schemas(folder)
        }
        return environment
    }

    /// Opens the ledger for as long as the body runs. The output of a body that only reads never waits for its reader
    /// while the ledger is open, unless the body asks for that. A list in pieces holds no state of the store.
    func withLedger<Result>(
        _ access: Ledger.Access, _ environment: LedgerEnvironment? = nil, isAsked: Bool = false,
        waitsForReader: Bool = false, _ body: (Ledger) throws -> Result
    ) throws -> Result {
        // An event to be written must not rest on an answer beside damage.
        if access != .readOnly { try endBesideDamage() }
        guard access == .readOnly, !waitsForReader else {
            return try withOpenLedger(access, environment, isAsked, body)
        }
        console.beginSpooling()
        var answer = Swift.Result { try withOpenLedger(access, environment, isAsked, body) }
        if case .failure(let error) = answer, let fault = error as? Fault, fault.code == "store.damaged",
            let beside = try besideDamage(fault, environment, isAsked, body)
        {
            answer = .success(beside)
        }
        let written = Swift.Result { try console.endSpooling() }
        let result = try answer.get()
        try written.get()
        return result
    }

    /// Answers once more, from the records that are whole; nil where nothing whole answers, or a part of the first
    /// answer is with its reader. The command ends with the damage all the same.
    private func besideDamage<Result>(
        _ damage: Fault, _ environment: LedgerEnvironment?, _ isAsked: Bool, _ body: (Ledger) throws -> Result
    ) throws -> Result? {
        guard console.dropWaiting() else { return nil }
        clearLack()
        guard
            // The first error states what is damaged.
            let ledger = try? Ledger.openBesideDamage(
                at: try ledgerPath, environment: try environment ?? ledgerEnvironment())
        else { return nil }
        do {
            let answer = try withOpened(ledger, isAsked, body)
            lack.damage = damage
            return answer
        } catch {
            clearLack()
            _ = console.dropWaiting()
            return nil
        }
    }

    private func withOpenLedger<Result>(
        _ access: Ledger.Access, _ environment: LedgerEnvironment?, _ isAsked: Bool, _ body: (Ledger) throws -> Result
    ) throws -> Result {
        let ledger = try Ledger.open(at: try ledgerPath, access, environment: try environment ?? ledgerEnvironment())
        if access != .readOnly { try undo.begin(ledger) }
        return try withOpened(ledger, isAsked, body)
    }

    private func withOpened<Result>(
        _ ledger: Ledger, _ isAsked: Bool, _ body: (Ledger) throws -> Result
    ) throws -> Result {
        var isDone = false
        defer {
            undo.close()
            // An error in JSON is the one line on standard error; a closed standard error takes no note.
            if isDone || !isJSON { try? NewOriginText.print(ledger.newOrigins, self) }
            ledger.close()
        }
        guard ledger.today.isWritable else {
            throw Rejection(
                code: "clock.outOfRange",
                message:
                    "At \(ledger.now) the date in \(ledger.zone.name(at: ledger.now)) lies outside the years 0001 "
                    + "to 9999.",
                hint: "Name another --clock.")
        }
        // A question of two times finds out for itself what its answer is without.
        if !isAsked { try findLack(ledger, .now) }
        let result = try body(ledger)
        isDone = true
        // The answer of a write is with its reader, whatever memory is left for the rest of the command.
        if undo.hasWritten { try console.flush() }
        return result
    }

    /// Opens the ledger to ask it something of two times; unreadable times are refused before anything is opened.
    /// - Parameter namesSetAside: whether the answer names a link that leaves records of this ledger's person out.
    func asking<Result>(
        _ times: TimeOptions, namesSetAside: Bool = false, _ body: (Ledger, AsOf) throws -> Result
    ) throws -> Result {
        let parsed = try times.parsed()
        return try withLedger(.readOnly, isAsked: true) { ledger in
            let asOf = try times.supposed.supposing(try parsed.asOf(ledger), ledger, console)
            try findLack(ledger, asOf)
            if namesSetAside { console.setAside = try ledger.ownSetAside(asOf) }
            return try body(ledger, asOf)
        }
    }

    /// How this answer shows hours; JSON has decimals and seconds.
    func hoursForm(_ ledger: Ledger) throws -> HoursForm {
        if isJSON { return .decimal }
        lack.add(behind: try ledger.choicesBehind([.logbookHours], kinds: []))
        return try ledger.hoursForm()
    }

    // MARK: - Answers

    func print(_ line: String) throws { try console.write(line: line) }
    func print(_ json: JSONValue) throws { try console.write(line: lack.added(to: json).text) }

    /// The titles, and the rows; the lines of a long table are made on two threads.
    func print(_ table: Table) throws {
        var pieced = PiecedBytes()
        pieced.add(table, style)
        try pieced.write { try console.write(bytes: $0) }
        try console.flushToTerminal()
    }

    /// One JSON array on one line, with what stands around it; the body gives what appends each element, one after
    /// another, and what stands after them is asked for then, in its parts.
    func printArray(
        _ around: (before: String, after: () throws -> Void)? = nil,
        _ body: (_ element: ((inout [UInt8]) -> Void) throws -> Void) throws -> Void
    ) throws {
        var separator = UInt8(ascii: "[")
        let lacking = lack.opening(around?.before)
        if let lacking { try console.write(bytes: Array(lacking.utf8)) }
        try body { write in
            try console.write { bytes in
                bytes.append(separator)
                write(&bytes)
            }
            separator = UInt8(ascii: ",")
        }
        try console.write(bytes: Array((separator == UInt8(ascii: "[") ? "[]" : "]").utf8))
        try around?.after()
        try console.write(line: around == nil && lacking != nil ? "}" : "")
    }

    /// The JSON document, or the texts.
    func answer(_ json: @autoclosure () throws -> JSONValue, text: () throws -> Void) throws {
        guard isJSON else {
            try text()
            try printSetAside(console.setAside)
            if let command = undo.command { try print("Undo: \(command)") }
            return
        }
        var answer = StandingText.added(console.setAside, to: try json())
        if case .object(let members) = answer, let command = undo.command {
            answer = .object(members + [.init("undo", .string(command))])
        }
        try print(answer)
    }

    /// Above an answer in words that was asked of the past, or with supposed events: of when it is, and how many these
    /// are. In JSON its `asOf` says so.
    func printKnownAt(_ known: KnownOption, _ asOf: AnsweredAsOf) throws {
        guard !isJSON else { return }
        let supposed = asOf.supposed.map { "with \(Text.count($0, "supposed event"))" }
        guard known.knownAt != nil else {
            if let supposed { try print(style.faint(supposed.prefix(1).uppercased() + supposed.dropFirst() + ":")) }
            return
        }
        let isBeforeAll = asOf.position.value == 0
        let moment = asOf.knownAt.map { ", \($0)" } ?? ""
        let parts = [isBeforeAll ? "before the first event" : nil, supposed].compactMap(\.self).map { ", " + $0 }
        try print(style.faint("As known at position \(asOf.position)\(moment)\(parts.joined()):"))
    }

    /// Prints warnings that are no fault: the first ten; the JSON answer has all.
    func warn(_ warnings: [String]) throws {
        for warning in warnings.prefix(10) { try print(style.warning("Warning:") + " " + Text.shown(warning)) }
        if warnings.count > 10 { try print("  and \(warnings.count - 10) more; --json names them all.") }
    }

    /// Says an error on standard error, as the end of a command does.
    func complain(_ error: any Error) throws { try complain(ErrorReport(error)) }

    /// `isAnswer`: the error is all that the command answers, and says what it was found without.
    func complain(_ report: ErrorReport, isAnswer: Bool = false) throws {
        let isPainted = console.errorIsTerminal && Style.isWanted(variables)
        let lack = isAnswer ? console.removeHeading() : nil
        let lines =
            isJSON
            ? [(isAnswer ? self.lack.added(to: report.json) : report.json).text]
            : (lack.map { [$0] } ?? []) + (isAnswer ? linesAhead() : []) + report.lines(Style(isOn: isPainted))
        for line in lines { try console.write(errorLine: line) }
    }

    /// A list of rows, one of which is `empty` where a person should not face a blank screen.
    func note(_ line: String) throws {
        if !isJSON { try console.write(line: line) }
    }
}

extension CivilDate {
    /// Whether it lies in the years that can be written.
    var isWritable: Bool { (CivilDate.earliest...CivilDate.latest).contains(self) }
}
