public import DaybookKit
import EventCodec
import EventSourcing

extension Domain {
    /// The domain of an app, from its records.
    ///
    ///     let medication = Domain("medication", records: Medicine.self, Dose.self)
    ///
    /// Opening a ledger refuses declarations that do not fit: `Fault` `domains.unusable`.
    ///
    /// - Parameters:
    ///   - name: Stands in the answers of the ledger, with `version`.
    ///   - version: Of the rules: a new one where old events are to be judged anew.
    public init<each R: Record>(_ name: String, version: Int = 1, records: repeat (each R).Type) {
        var building = DomainBuilding()
        repeat building.add((each R).self)
        self = building.domain(name, version)
    }
}

/// Gathers the declarations of records; the first problem is kept.
private struct DomainBuilding {
    private var creates: [String: EventSchema] = [:]
    private var schemas: [EventSchema] = []
    private var ledgers: [DayLedgerDefinition] = []
    private var kinds: [(RecordSchemas) -> any StreamKind] = []
    private var problem: String?
    private var sums: [String] = []

    mutating func add<R: Record>(_ type: R.Type) {
        let schema = R.schema
        do throws(SchemaProblem) {
            let events = try schema.eventSchemas()
            let create = events[0]
            if creates.updateValue(create, forKey: schema.kind) != nil {
                throw SchemaProblem("the kind of stream \"\(schema.kind)\" is declared twice")
            }
            schemas += events
            let place = ledgers.count
            if let days = schema.days { ledgers.append(days) }
            ledgers += schema.tallies.map(\.days)
            sums.append("\(schema.kind) \(schema.sums.map(\.rawValue)) \(schema.sumsBy?.rawValue ?? 0)")
            sums += schema.tallies.map { "\(schema.kind) \($0.name)/\($0.version)" }
            kinds.append { RecordKind<R>(schema, create, $0, ledger: place) }
        } catch { problem = problem ?? error.text }
    }

    func domain(_ name: String, _ version: Int) -> Domain {
        let all = RecordSchemas(creates: creates)
        return Domain(
            evaluator: "\(name)/\(version)", kinds: kinds.map { $0(all) }, schemas: schemas, ledgers: ledgers,
            problem: problem ?? DomainBuilding.problem(name, version), declaration: declaration(name, version))
    }

    private static func problem(_ name: String, _ version: Int) -> String? {
        let isName = (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { $0.isNameByte }
        if !isName { return "a domain needs a name of 1 to 32 letters and digits from a to z, and \"-\"" }
        return (1...1_000_000).contains(version) ? nil : "the version of \(name) is \(version), and not from 1"
    }

    /// Everything that decides which events are understood, and what they add to sums.
    private func declaration(_ name: String, _ version: Int) -> String {
        let types = schemas.map { schema in
            let fields = schema.fields.map { "\($0.key) \($0.name) \($0.kind) \($0.required)" }
            return "\(schema.type)/\(schema.version) \(schema.validTime ?? 0) \(fields)"
        }
        return ([" \(name)/\(version)"] + types + sums).joined(separator: "\n")
    }
}

extension UInt8 {
    /// Whether it may stand in the name of a domain.
    fileprivate var isNameByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
