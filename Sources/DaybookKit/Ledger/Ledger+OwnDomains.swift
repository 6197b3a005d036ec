import Engine
import EventCodec
package import EventModel
public import EventSourcing

/// Questions about an app's own domains; the built-in domains have further questions.
extension Ledger {
    /// The days of one of its day ledgers with their sums, also those after the day asked about: from kept rows,
    /// O(days); of an earlier state by folding it.
    ///
    /// Throws `Fault` `projection.unknown` for one that no domain of this ledger declares.
    public func days(of ledger: DayLedgerDefinition, _ asOf: AsOf = .now) throws -> Answer<DayTable> {
        let number = try number(of: ledger)
        return try withView(asOf) { known, answered, transaction in
            Answer(asOf: answered, value: try engine.dayTable(number, knownAt: known, transaction))
        }
    }

    /// The days of one of its day ledgers with the sums of one key alone.
    package func days(
        of ledger: DayLedgerDefinition, key: [UInt8], _ days: ClosedRange<CivilDate>, _ asOf: AsOf
    ) throws -> DayTable {
        let number = try number(of: ledger)
        return try withView(asOf) { known, _, transaction in
            try engine.keyedTable(number, key: key, days: days, knownAt: known, transaction)
        }
    }

    /// The records of a kind that stand, by their names: created, not removed, not set aside. O(events of the kind).
    public func standing(kind: String, _ asOf: AsOf = .now) throws -> Answer<[RecordView]> {
        let answered = try answered(asOf)
        var found: [RecordView] = []
        try records(kind: kind, asOf: asOf.pinned(to: answered.position)) { record in
            if record.stands { found.append(record) }
            return true
        }
        return Answer(asOf: answered, value: found)
    }

    /// The number of a day ledger in this ledger.
    ///
    /// Throws `Fault` `projection.unknown` for one that no domain of this ledger declares.
    package func number(of ledger: DayLedgerDefinition) throws(Fault) -> Int {
        guard let number = registry.ledger(named: ledger.name) else { throw unknownProjection(ledger.name) }
        return number
    }

    func unknownProjection(_ name: String) -> Fault {
        Fault(
            .usage, code: "projection.unknown", message: "There is no projection \"\(name)\".",
            hint: "The projections are \(projections.joined(separator: ", ")).")
    }
}

// MARK: - Taking back

extension Ledger {
    /// The event that takes back what an event did to a record, found by the roles of the types that stand in its kind
    /// of stream.
    ///
    /// Throws `Rejection` `undo.nothing`, or `undo.impossible` where the domain has no such type.
    func compensation(byRole role: EventRole, of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let stream = history.record.stream
        let type = step.event.envelope.type
        func draft(_ role: EventRole) throws -> EventDraft {
            guard let named = registry.type(role, ofKind: stream.kind) else { throw Ledger.impossible(type, nil) }
            return EventDraft(stream: stream, type: named, data: .json(.object([])))
        }
        switch role {
        case .create, .restore: return try draft(.remove)
        case .remove: return try draft(.restore)
        case .edit:
            let members = Ledger.reverted(step, history)
            guard !members.isEmpty else { throw Ledger.nothing(step.event.id, "later changes have overwritten it") }
            return EventDraft(stream: stream, type: type, data: .json(.object(members)))
        default: throw Ledger.impossible(type, nil)
        }
    }

    /// The register that a `set` event writes; nil for another event.
    package func register(of event: EventView) -> String? {
        guard let schema = registry.schema(event.envelope.type, version: event.envelope.schemaVersion),
            schema.role == .set,
            case .object(let members)? = event.data
        else { return nil }
        return FieldValues.register(schema, members)
    }
}
