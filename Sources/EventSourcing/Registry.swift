public import EventCodec
import EventModel

/// A domain as the engine takes it: its kinds of stream, its schemas, its day ledgers.
public struct Domain: Sendable {
    /// The domain's name with the version of its evaluator, such as `name/1`.
    public let evaluator: String
    public let kinds: [any StreamKind]
    public let schemas: [EventSchema]
    public let ledgers: [DayLedgerDefinition]

    public init(evaluator: String, kinds: [any StreamKind], schemas: [EventSchema], ledgers: [DayLedgerDefinition]) {
        self.evaluator = evaluator
        self.kinds = kinds
        self.schemas = schemas
        self.ledgers = ledgers
    }
}

/// Everything that the engine knows of domains; made once, at the composition root.
public final class Registry: Sendable {
    public let domains: [Domain]
    public let ledgers: [DayLedgerDefinition]
    private let kinds: [String: any StreamKind]
    private let schemas: [String: [EventSchema]]

    /// A `precondition`: no kind, type version or ledger is declared twice.
    public init(_ domains: [Domain]) {
        var kinds: [String: any StreamKind] = ["origin": PlainKind("origin"), "link": PlainKind("link")]
        var schemas: [String: [EventSchema]] = [:]
        for schema in SystemSchemas.all { schemas[schema.type, default: []].append(schema) }
        for domain in domains {
            for kind in domain.kinds {
                precondition(kinds.updateValue(kind, forKey: kind.name) == nil, "kind \(kind.name) is declared twice")
            }
            for schema in domain.schemas {
                precondition(!schemas[schema.type, default: []].contains { $0.version == schema.version }, "\(schema.type) twice")
                schemas[schema.type, default: []].append(schema)
            }
        }
        self.domains = domains
        self.kinds = kinds
        self.schemas = schemas
        ledgers = domains.flatMap(\.ledgers)
        precondition(Set(ledgers.map(\.name)).count == ledgers.count, "a day ledger is declared twice")
    }

    public func kind(_ name: String) -> (any StreamKind)? { kinds[name] }
    public func ledger(named name: String) -> Int? { ledgers.firstIndex { $0.name == name } }

    /// The schema of a type; the newest version when none is named.
    public func schema(_ type: String, version: Int? = nil) -> EventSchema? {
        guard let versions = schemas[type] else { return nil }
        return version.map { wanted in versions.first { $0.version == wanted } } ?? versions.max { $0.version < $1.version }
    }

    public var types: [String] { schemas.keys.sorted() }

    /// The names of the evaluators, as answers and `digest` tell them.
    public var evaluators: String { domains.map(\.evaluator).sorted().joined(separator: " ") }

    /// How much of an event this program can read, and its content when it understands it.
    public func understand(type: String, version: Int, kind: String, body: RawSpan) -> (Understanding, EventContent?) {
        guard let versions = schemas[type] else { return (.unknownType, nil) }
        guard let schema = versions.first(where: { $0.version == version }) else { return (.newerSchema, nil) }
        guard schema.allows(kind: kind) else { return (.invalidBody, nil) }
        do throws(BodyProblem) {
            let engine = try BodyCheck.check(body, schema)
            return (.understood, EventContent(schema: schema, body: body.array, engine: engine))
        } catch {
            return (.invalidBody, nil)
        }
    }
}
