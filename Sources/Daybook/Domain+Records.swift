public import DaybookKit

extension Domain {
    /// The domain of an app, from its records.
    ///
    ///     let medication = Domain("medication", records: Medicine.self, Dose.self)
    ///
    /// What does not fit is refused where a ledger is opened with it: `Fault` `domains.unusable`.
    ///
    /// - Parameters:
    ///   - name: Stands in the answers of the ledger, with `version`.
    ///   - version: Of the rules: a new one where old events are to be judged anew.
    public init<each R: Record>(_ name: String, version: Int = 1, records: repeat (each R).Type) {
        var building = DomainBuilding()
        repeat building.add((each R).self)
        self = building.domain(evaluator: "\(name)/\(version)")
    }
}

/// Gathers the declarations of records; the first problem is kept.
private struct DomainBuilding {
    private var creates: [String: EventSchema] = [:]
    private var schemas: [EventSchema] = []
    private var ledgers: [DayLedgerDefinition] = []
    private var kinds: [(RecordSchemas) -> any StreamKind] = []
    private var problem: String?

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
            kinds.append { RecordKind<R>(schema, create, $0, ledger: place) }
        } catch { problem = problem ?? error.text }
    }

    func domain(evaluator: String) -> Domain {
        let all = RecordSchemas(creates: creates)
        return Domain(
            evaluator: evaluator, kinds: kinds.map { $0(all) }, schemas: schemas, ledgers: ledgers, problem: problem)
    }
}
