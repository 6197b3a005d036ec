public import EventCodec
import EventModel

/// A domain as the engine takes it: its kinds of stream, its schemas, its day ledgers.
public struct Domain: Sendable {
    /// The domain's name with the version of its evaluator, such as `name/1`.
    public let evaluator: String
    package let kinds: [any StreamKind]
    package let schemas: [EventSchema]
    public let ledgers: [DayLedgerDefinition]
    /// The rules of the world that the evaluator follows; none where all are the domain's own.
    package let rules: [DatedRule]
    /// Why what it declares does not fit, as a part of a sentence; nil where it fits.
    public let problem: String?
    /// The inputs of kept rows and outcomes besides the versions of types and ledgers; a change rebuilds them. Empty
    /// where the versions state all.
    public let declaration: String

    public init(
        evaluator: String, kinds: [any StreamKind], schemas: [EventSchema], ledgers: [DayLedgerDefinition],
        rules: [DatedRule] = [], problem: String? = nil, declaration: String = ""
    ) {
        self.evaluator = evaluator
        self.kinds = kinds
        self.schemas = schemas
        self.ledgers = ledgers
        self.rules = rules
        self.problem = problem
        self.declaration = declaration
    }
}

/// Everything that the engine knows of domains; made once, at the composition root.
public final class Registry: Sendable {
    public let domains: [Domain]
    public let ledgers: [DayLedgerDefinition]
    private let kinds: [String: any StreamKind]
    private let ledgersOfKinds: [String: Range<Int>]
    private let widthsOfKinds: [String: [Int]]
    /// The kinds in which a create may stand.
    private let kindsOfRecords: Set<String>
    /// Of each type all versions, ascending.
    private let schemas: [String: [EventSchema]]
    /// Of types that no domain declares.
    private let shown: [String: [EventSchema]]
    /// Of each type whose versions give a field several keys: the other keys of the field of each.
    package let movedKeys: [String: [UInt64: [UInt64]]]
    /// Nil but in tests.
    package let mistake: SetAsideMistake?

    /// A `precondition`: `problem(in:)` finds none.
    ///
    /// - Parameter shown: Schemas by which events of unknown types are shown. Nothing is decided by them.
    package init(_ domains: [Domain], shown: [EventSchema] = [], mistake: SetAsideMistake? = nil) {
        self.mistake = mistake
        if let problem = Registry.problem(in: domains) { preconditionFailure(problem) }
        var kinds: [String: any StreamKind] = [:]
        var ledgers: [String: Range<Int>] = [:]
        for kind in Registry.systemKinds { kinds[kind.name] = kind }
        var firstLedger = 0
        for domain in domains {
            for kind in domain.kinds {
                kinds[kind.name] = kind
                ledgers[kind.name] = firstLedger..<firstLedger + domain.ledgers.count
            }
            firstLedger += domain.ledgers.count
        }
        self.domains = domains
        self.kinds = kinds
        ledgersOfKinds = ledgers
        widthsOfKinds = Dictionary(
            uniqueKeysWithValues: domains.flatMap { domain in
                domain.kinds.map { ($0.name, domain.ledgers.map(\.measures.count)) }
            })
        schemas = Dictionary(grouping: SystemSchemas.upcasting + domains.flatMap(\.schemas), by: \.type).mapValues {
            $0.sorted { $0.version < $1.version }
        }
        kindsOfRecords = Set(domains.flatMap(\.schemas).filter { $0.role == .create }.flatMap(\.kinds))
        self.shown = Dictionary(grouping: shown, by: \.type)
        movedKeys = schemas.mapValues(Registry.movedKeys).filter { !$0.value.isEmpty }
        self.ledgers = domains.flatMap(\.ledgers)
    }

    /// The other keys of each field whose name stands under several in the versions of a type, ascending.
    private static func movedKeys(_ versions: [EventSchema]) -> [UInt64: [UInt64]] {
        let fields = Dictionary(grouping: versions.flatMap(\.fields), by: \.name).mapValues { Set($0.map(\.key)) }
        var moved: [UInt64: [UInt64]] = [:]
        for keys in fields.values where keys.count > 1 {
            for key in keys { moved[key, default: []] += keys.subtracting([key]) }
        }
        return moved.mapValues { $0.sorted() }
    }

    private static let systemKinds = [PlainKind("origin"), PlainKind("link")]

    /// Why domains cannot be used together, as a part of a sentence; nil where they can: every kind, type version and
    /// ledger is declared once, each type has a kind to stand in, and its versions have no gap, one role, and a way
    /// from each to the next. No edit gives a field another kind than its create.
    public static func problem(in domains: [Domain]) -> String? {
        if let problem = domains.lazy.compactMap(\.problem).first { return problem }
        var kinds = Set(systemKinds.map(\.name))
        for kind in domains.flatMap(\.kinds) where !kinds.insert(kind.name).inserted {
            return "the kind of stream \"\(kind.name)\" is declared twice"
        }
        for name in kinds where StreamID("\(name)/a") == nil {
            return "\"\(name)\" is no name for a kind of stream: 1 to 32 letters from a to z"
        }
        var ledgers: Set<String> = []
        for ledger in domains.flatMap(\.ledgers) where !ledgers.insert(ledger.name).inserted {
            return "the day ledger \"\(ledger.name)\" is declared twice"
        }
        if ledgers.count > 128 { return "there are more than 128 day ledgers" }
        for ledger in domains.flatMap(\.ledgers) where !(1...32).contains(ledger.measures.count) {
            return "the day ledger \"\(ledger.name)\" has \(ledger.measures.count) measures, and not from 1 to 32"
        }
        for (type, versions) in Dictionary(grouping: SystemSchemas.upcasting + domains.flatMap(\.schemas), by: \.type)
            .sorted(by: { $0.key < $1.key })
        {
            if let problem = problem(ofType: type, versions.sorted { $0.version < $1.version }, kinds) {
                return problem
            }
        }
        if let problem = domains.lazy.compactMap(problem(ofEditsIn:)).first { return problem }
        let names = domains.map { $0.evaluator.prefix { $0 != "/" } }
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            return "the domain \"\(twice)\" is declared twice"
        }
        return nil
    }

    /// An edit that gives a field of its record another kind than the create does; nil where none does. The newest
    /// versions are compared, because events are read as these.
    private static func problem(ofEditsIn domain: Domain) -> String? {
        let newest = Dictionary(grouping: domain.schemas, by: \.type).values.compactMap { versions in
            versions.max { $0.version < $1.version }
        }.sorted { $0.type < $1.type }
        let kinds = Set(domain.kinds.filter { !$0.movesKeys }.map(\.name))
        for edit in newest where edit.role == .edit {
            let own = kinds.intersection(edit.kinds)
            for create in newest where create.role == .create && !own.isDisjoint(with: create.kinds) {
                for field in edit.fields {
                    guard let same = create.fields.first(where: { $0.key == field.key }),
                        same.kind.shape != field.kind.shape
                    else { continue }
                    return "\(edit.type) has the key \(field.key) as \(field.kind.shape), and \(create.type) as "
                        + same.kind.shape
                }
            }
        }
        return nil
    }

    private static func problem(ofType type: String, _ versions: [EventSchema], _ kinds: Set<String>) -> String? {
        if !TextCheck.isTypeName(type) {
            return "\"\(type)\" is no name for an event type: 1 to 64 letters, digits and points"
        }
        for schema in versions {
            if let problem = schema.problem { return problem }
            if schema.kinds.isEmpty { return "\(type) stands in no kind of stream" }
            for kind in schema.kinds where kind != "*" && !kinds.contains(kind) {
                return "\(type) stands in streams of the kind \"\(kind)\", which no domain declares"
            }
        }
        for (older, newer) in zip(versions, versions.dropFirst()) {
            if newer.version == older.version { return "\(type) \(newer.version) is declared twice" }
            if newer.version != older.version + 1 || newer.upcast == nil {
                return "no way leads from \(type) \(older.version) to \(newer.version)"
            }
            if newer.role != older.role { return "\(type) \(newer.version) has another role than the version before" }
        }
        return nil
    }

    /// Where the day ledgers of the domain that declares a kind stand among all; empty for a kind that is not known.
    /// The kinds whose records may add to a day ledger, ascending.
    package func kinds(ofLedger ledger: Int) -> [String] {
        ledgersOfKinds.filter { $0.value.contains(ledger) }.keys.sorted()
    }

    package func ledgers(ofKind name: String) -> Range<Int> { ledgersOfKinds[name] ?? 0..<0 }
    /// How many measures each of these ledgers has.
    package func widths(ofKind name: String) -> [Int] { widthsOfKinds[name] ?? [] }

    public func kind(_ name: String) -> (any StreamKind)? { kinds[name] }
    /// Whether streams of a kind are records, which a create gives; the others hold registers and notes.
    package func isOfRecords(kind name: String) -> Bool { kindsOfRecords.contains(name) }
    public func ledger(named name: String) -> Int? { ledgers.firstIndex { $0.name == name } }

    /// The schema of a type; the newest version when none is named.
    public func schema(_ type: String, version: Int? = nil) -> EventSchema? {
        guard let versions = schemas[type] else { return nil }
        return version.map { wanted in versions.first { $0.version == wanted } } ?? versions.last
    }

    /// The schema by which an event is shown: that of its domain, else one that was given for that.
    public func schema(toShow type: String, version: Int) -> EventSchema? {
        schema(type, version: version) ?? shown[type]?.first { $0.version == version }
    }

    public var types: [String] { schemas.keys.sorted() }

    /// Which versions of which types are understood, and which ledgers are kept in which versions: what kept rows
    /// depend on besides the events. Equal bytes, equal rows.
    public var plan: [UInt8] {
        let known = schemas.values.joined().map { "\($0.type)/\($0.version)" }.sorted()
        let kept = ledgers.map { "\($0.name)/\($0.version) \($0.measures.count)" }
        // How links between ledgers are read, which creates are one, and that the past is kept: programs that did
        // otherwise kept other rows.
        let declared = domains.map(\.declaration).filter { !$0.isEmpty }
        return Array((known + ["", "links/3", "creates/2", "past/1"] + kept + declared).joined(separator: "\n").utf8)
    }

    /// The names of the evaluators, in the form of answers and `digest`.
    public var evaluators: String { domains.map(\.evaluator).sorted().joined(separator: " ") }

    /// How much of an event this program can read, and its content, in the newest version, when it understands it.
    ///
    /// An older version costs its chain of upcasts; the newest nothing beside its check. A body that its own upcasts
    /// spoil is `invalidBody`: kept, shown, and without effect.
    public func understand(type: String, version: Int, kind: String, body: RawSpan) -> (Understanding, EventContent?) {
        guard let versions = schemas[type] else { return (.unknownType, nil) }
        guard let schema = versions.first(where: { $0.version == version }) else { return (.newerSchema, nil) }
        guard schema.allows(kind: kind) else { return (.invalidBody, nil) }
        do throws(BodyProblem) {
            let engine = try BodyCheck.check(body, schema)
            let newest = versions[versions.count - 1]
            if newest === schema {
                return (.understood, EventContent(schema: schema, body: body.array, engine: engine))
            }
            return (.understood, try Registry.upcast(body.array, from: schema, through: versions, engine))
        } catch {
            return (.invalidBody, nil)
        }
    }

    /// The content in the newest version, each version's body on the way held against its schema.
    private static func upcast(
        _ body: [UInt8], from written: EventSchema, through versions: [EventSchema], _ engine: EngineFields
    ) throws(BodyProblem) -> EventContent {
        var bodies = [body]
        for schema in versions where schema.version > written.version {
            guard let upcast = schema.upcast else { preconditionFailure("the registry holds a way to every version") }
            var fields = BodyFields(body: bodies[bodies.count - 1])
            upcast(&fields)
            bodies.append(fields.body)
            _ = try BodyCheck.check(fields.body, schema)
        }
        let newest = bodies.removeLast()
        return EventContent(
            schema: versions[versions.count - 1], body: newest, engine: engine,
            older: OlderContent(schema: written, bodies: bodies))
    }
}
