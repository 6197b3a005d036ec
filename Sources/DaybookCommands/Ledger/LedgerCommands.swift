import ArgumentParser
import DaybookDomains

struct InitCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create a ledger. An existing one is left unchanged.",
        discussion: """
            Examples:
              daybook init --zone America/New_York --name "My logbook"
              daybook init --ledger phone --join me.key --device Phone

            --join makes another device of the same person; the file comes from
            "daybook principal export". Versions before this one wrote 32 bytes that name
            no kind of key; --person states whose key such a file holds.

            The zone given becomes the ledger's own, the
            machine's where none is given; each device has its own time zone.
            """)

    @Option(help: ArgumentHelp("A name for the ledger.", valueName: "text"))
    var name: String?
    @Option(
        help: ArgumentHelp(
            "The ledger, or the exported key, of the person this device belongs to.", valueName: "dir|file"),
        completion: .file())
    var join: String?
    @Option(help: ArgumentHelp("The person's public key, from \"daybook principal show\" there.", valueName: "key"))
    var person: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A name for this device, which every device of yours shows.", valueName: "name"))
    var device: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let path = try session.ledgerPath
        if let device, !Ledger.isDeviceName(device) { throw Ledger.deviceNameRefusal }
        var environment = try session.ledgerEnvironment()
        let seed = try join.map { try self.key(of: $0, session) }
        if join == nil, person != nil {
            throw Fault(
                .usage, code: "person.alone", message: "--person names the person of --join.",
                hint: "Give --join, too, or leave it out.")
        }
        let owner = seed.map { Ledger.Person.joining(seed: $0) } ?? .new
        let zone = session.zoneName ?? MachineZone.name(session.variables) ?? "UTC"
        environment.zone = nil
        var isNew = true
        let ledger: Ledger
        do {
            ledger = try Ledger.create(at: path, zone: zone, name: name ?? "", person: owner, environment: environment)
        } catch let rejection as Rejection where rejection.code == "ledger.exists" {
            isNew = false
            ledger = try Ledger.open(at: path, .readOnly, environment: environment)
        }
        defer { ledger.close() }
        if let join, let seed, try ledger.principal != Ledger.principal(ofSeed: seed) {
            throw Rejection(
                code: "ledger.otherPerson",
                message: "The ledger at \(path) belongs to another person than the key of \(join).",
                hint: "Nothing was changed. Name a new folder with --ledger.")
        }
        if isNew, let device { try ledger.nameDevice(device) }
        let principal = try ledger.principal.hex
        try session.answer(
            .object(pairs: [
                "created": .bool(isNew), "ledger": .string(path), "zone": .string(ledger.zone.name(at: ledger.now)),
                "principal": .string(principal),
                "events": .integer(try ledger.position.value),
            ])
        ) {
            try session.print(
                isNew ? "Made a ledger at \(path)." : "There is a ledger at \(path) already; nothing was changed.")
            try session.print("Its zone is \(ledger.zone.name(at: ledger.now)).")
            if isNew, let device { try session.print("This device is named \(Text.shown(device)).") }
            if isNew, join != nil, device == nil {
                try session.print("Name this device with \"daybook device name NAME\": its changes show it.")
            }
        }
    }

    /// The key of the person: of a ledger's folder, or of a file that was exported from one.
    private func key(of path: String, _ session: Session) throws -> [UInt8] {
        try Files.named(path)
        if Ledger.isLedger(path), let seed = try Ledger.personKey(ofLedgerAt: path) { return try held(seed, path) }
        let bytes = try Files.bytes(path, bytesMaximum: 1 << 20, session.console)
        let key: Ledger.SecretKey
        do { key = try Ledger.SecretKey(file: bytes, named: path) } catch let fault as Fault {
            throw Fault(
                fault.kind, code: "principal.unreadable", message: fault.message,
                hint: "Make the file with \"daybook principal export FILE\".")
        }
        guard !key.isPlain || person != nil else {
            throw Rejection(
                code: "key.withoutKind",
                message:
                    "\(path) holds 32 bytes that name no kind of key: it may be a person's, an instructor's or an origin's.",
                hint:
                    "Export it anew with \"daybook principal export FILE\", or add --person KEY; \"daybook principal show\" on another device prints KEY."
            )
        }
        return try held(try key.seed(as: .person, named: path), path)
    }

    /// The seed, where it is that of the person who is named.
    private func held(_ seed: [UInt8], _ path: String) throws -> [UInt8] {
        guard let person, try Ledger.publicKey(ofSeed: seed) != person else { return seed }
        throw Rejection(
            code: "key.otherPerson", message: "The key of \(path) is not that of the person \(person).",
            hint: "Nothing was made. Name that person's file.")
    }
}

struct PrincipalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "principal", abstract: "The person who owns the ledger.",
        discussion: """
            Examples:
              daybook principal show
              daybook principal export me.key
            """,
        subcommands: [Show.self, Export.self])

    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the person's public key.",
            discussion: """
                Example:
                  daybook principal show
                """)

        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let (key, principal) = try session.withLedger(.readOnly) {
                (try $0.principalPublicKey, try $0.principal.hex)
            }
            try session.answer(.object(pairs: ["principal": .string(principal), "publicKey": .string(key)])) {
                try session.print(key)
            }
        }
    }

    struct Export: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Write the key that \"daybook init --join\" needs to a file.",
            discussion: """
                Example:
                  daybook principal export me.key

                The file is new and readable by its owner only. Its holder can write in this
                person's name: give it to your own devices only.
                """)

        @Argument(help: "The file to write.", completion: .file()) var file: String
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            let principal = try session.withLedger(.readOnly) { ledger in
                try Files.writeSecret(file, try Ledger.keyFile(.person, seed: try ledger.exportPrincipal()))
                try ledger.noteKeyKept()
                return try ledger.principal.hex
            }
            try session.answer(.object(pairs: ["file": .string(file), "principal": .string(principal)])) {
                try session.print("Wrote the key of this person to \(file). Keep it secret.")
            }
        }
    }
}

struct TypesCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "types", abstract: "List the event types, or the fields of one.",
        discussion: """
            Examples:
              daybook types
              daybook types flight.logged
            """)

    @Argument(help: "The type whose fields to list.") var type: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard let type else {
            let schemas = Registry.daybook.types.compactMap { Registry.daybook.schema($0) }
            return try session.answer(.array(schemas.map(TypesCommand.json))) {
                try session.print(TypesCommand.table(schemas))
            }
        }
        guard let schema = Registry.daybook.schema(type) else {
            throw TypesCommand.unknown(type)
        }
        try session.answer(TypesCommand.json(schema)) { try session.print(TypesCommand.fields(schema)) }
    }

    static func unknown(_ type: String) -> Fault {
        Fault(
            .usage, code: "type.unknown", message: "\"\(type)\" is not an event type that this program knows.",
            hint: "\"daybook types\" lists them.")
    }

    private static func json(_ schema: EventSchema) -> JSONValue {
        .object(pairs: [
            "type": .string(schema.type), "version": .integer(schema.version),
            "streams": .array(schema.kinds.map { .string($0) }),
            "role": .string(String(describing: schema.role)), "computed": .bool(schema.computed),
            "fields": .array(
                schema.fields.map { field in
                    .object(pairs: [
                        "name": .string(field.name), "kind": .string(kind(field.kind)),
                        "required": .bool(field.required),
                    ])
                }),
        ])
    }

    private static func table(_ schemas: [EventSchema]) -> Table {
        var table = Table([("Type", .left), ("Stream", .left), ("Role", .left), ("Fields", .left)])
        for schema in schemas {
            table.add([
                Table.Cell(schema.type), Table.Cell(schema.kinds.joined(separator: ", ")),
                Table.Cell(String(describing: schema.role)),
                Table.Cell(schema.computed ? "computed by its command" : Text.count(schema.fields.count, "field")),
            ])
        }
        return table
    }

    private static func fields(_ schema: EventSchema) -> Table {
        var table = Table([("Field", .left), ("Kind", .left), ("", .left)])
        for field in schema.fields {
            table.add([
                Table.Cell(field.name), Table.Cell(kind(field.kind)), Table.Cell(field.required ? "required" : ""),
            ])
        }
        return table
    }

    private static func kind(_ kind: FieldKind) -> String {
        switch kind {
        case .date: "date"
        case .instant: "instant"
        case .tenths: "number with one decimal"
        case .hours: "number with two decimals, or text such as 1:15"
        case .integer(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
        case .boolean: "true or false"
        case .text(let maximum): "text, up to \(maximum) characters"
        case .choice(let choices): choices.joined(separator: ", ")
        case .bytes(let count): "\(count) bytes in hexadecimal"
        case .contentIds: "event ids"
        case .textMap: "names to texts"
        case .texts: "texts"
        case .integers(_, let range): "whole numbers, \(range.lowerBound) to \(range.upperBound)"
        case .object: "object"
        case .scalar: "text, whole number, true or false"
        case .cut: "logs to sizes"
        }
    }
}

struct StatsCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count what the ledger holds.",
        discussion: """
            Examples:
              daybook stats
              daybook stats --known-at 2026-02-09 --json

            The logs and the bytes of the store are always those of now.
            """)

    @OptionGroup(title: "Times") var times: LogTimes
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .records }

    func run(in session: Session) throws {
        let (statistics, zone) = try times.asking(session) { (try $0.statistics($1), $0.zone) }
        try session.answer(statistics.json) {
            try session.printKnownAt(times.known, statistics.asOf)
            try session.print(StatsCommand.table(statistics, zone))
        }
    }

    private static func table(_ statistics: LedgerStatistics, _ zone: any ZoneRules) -> Table {
        var table = Table([("", .left), ("", .left)])
        func add(_ name: String, _ value: String) { table.add([Table.Cell(name), Table.Cell(value)]) }
        func time(_ instant: Instant?) -> String { instant.map { Text.time($0, zone) } ?? "none" }
        if !statistics.name.isEmpty { add("Name", statistics.name) }
        add("Zone", statistics.zone)
        add("tz database", ZoneDatabase.system.version ?? "version unknown")
        add("Person", statistics.principal.hex)
        add("Events", "\(statistics.events)")
        for type in statistics.types { add("  " + type.type, "\(type.count)") }
        add("Streams", "\(statistics.streams)")
        add("  with an event that does not count", "\(statistics.flaggedStreams)")
        for log in statistics.logs {
            let device = statistics.devices[log.origin] == nil ? "" : ", \(statistics.devices.text(log.origin))"
            add("Log " + Answers.name(log), Text.count(Int(log.size), "event") + device)
        }
        add("Commits", "\(statistics.commits)")
        add("Bytes of the store", "\(statistics.storeBytes)")
        add("First event arrived", time(statistics.first))
        add("Last event arrived", time(statistics.last))
        if let cursor = statistics.cursor { add("Cursor", cursor.description) }
        for log in statistics.stranded {
            add("  cannot leave: no key signs log \(log.origin.hex.prefix(12))", Text.count(Int(log.events), "event"))
        }
        if statistics.owed != nil { add("Owed", "a compaction: daybook compact") }
        for hidden in statistics.hidden { add("Erased elsewhere", hidden.text) }
        for text in statistics.leftovers.texts { add("Beside the ledger", text) }
        return table
    }
}

struct CompletionCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion", abstract: "Print a completion script for a shell.",
        discussion: """
            Examples:
              daybook completion bash > ~/.local/share/bash-completion/completions/daybook
              daybook completion fish > ~/.config/fish/completions/daybook.fish
            """)

    @Argument(help: "bash, zsh or fish.") var shell: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw Fault(
                .usage, code: "shell.unknown",
                message: "There are completions for bash, zsh and fish, not for \"\(shell)\".")
        }
        try session.print(Daybook.completionScript(for: shell))
    }
}
