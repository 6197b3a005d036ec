public import Engine
package import EventCodec
public import EventModel
import EventSourcing
import Shared

extension Ledger {
    /// Takes one event back by another that undoes what it did; history keeps both.
    ///
    /// Of an edit or a setting only what still stands as the event left it. Throws `Rejection` `event.unknown`,
    /// `link.setAside` where a link sets it aside, `undo.nothing` where nothing of it stands, `undo.impossible` for
    /// what a rule keeps (signatures and their voids, notices), `DraftRefusal` where one refuses it. What an import
    /// brought may come back though a person may not enter it: the change is then decided not to count.
    @discardableResult @available(*, noasync)
    public func undo(event id: EventID) throws -> AppendReceipt {
        guard let found = try find(id.hex), found.event == id, let history = try history(of: found.stream)?.value,
            let step = history.steps.first(where: { $0.event.id == id })
        else {
            throw Rejection(
                code: "event.unknown", message: "There is no event \(id.short).", hint: "\"daybook log\" shows them.")
        }
        return try undo(step, named: history)
    }

    /// `undo(event:)`; the refusal of a repeated undo states what is undone already.
    package func undo(_ step: HistoryStep, named history: StreamHistory) throws -> AppendReceipt {
        do { return try undo(step, in: history) } catch { throw try goneAlready(step, in: history, error) ?? error }
    }

    private func undo(_ step: HistoryStep, in history: StreamHistory) throws -> AppendReceipt {
        let id = step.event.id
        if step.event.outcome.status == .masked { throw RoleRejection.linkSetAside }
        if let refusal = Ledger.withoutEffect(step, history) { throw refusal }
        var draft = try compensation(of: step, in: history)
        draft.causation = id
        do { return try append([draft]) } catch let refusal as DraftRefusal {
            guard isImportsOwn(refusal, history) else { throw refusal }
            var decision = settled(id, history.record.stream)
            decision.causation = id
            return try append([decision])
        }
    }

    /// Whether a rule for what a person enters stands against values that an import brought.
    private func isImportsOwn(_ refusal: DraftRefusal, _ history: StreamHistory) -> Bool {
        guard history.fields.contains(where: { $0.name == "batch" || $0.name == "copiedFrom" }),
            let rejection = refusal.reason as? Rejection
        else { return false }
        return environment.domains.contains { $0.undo?.codesOfEntry.contains(rejection.code) ?? false }
    }

    func compensation(of step: HistoryStep, in history: StreamHistory) throws -> EventDraft {
        let event = step.event
        let type = event.envelope.type
        guard let role = registry.schema(type, version: event.envelope.schemaVersion)?.role else {
            throw Ledger.impossible(type, nil)
        }
        for rules in environment.domains.compactMap(\.undo) {
            if let draft = try rules.compensation(self, role, step, history) { return draft }
        }
        switch role {
        case .set: return try setting(step, history)
        case .settle:
            throw Ledger.impossible(type, Remedy("outcome.decideAgain", "Decide again."))
        default: return try compensation(byRole: role, of: step, in: history)
        }
    }

    /// The decision that an event does not count.
    package func settled(_ event: EventID, _ stream: StreamID) -> EventDraft {
        let data = JSONValue.object(pairs: ["event": .string(event.hex), "decision": .string("dismiss")])
        return EventDraft(stream: stream, type: "outcome.settled", data: .json(data), intent: .dismiss(event))
    }

    /// The fields as they were before an edit, those that still stand as it left them; null clears one.
    package static func reverted(_ step: HistoryStep, _ history: StreamHistory) -> [JSONValue.Member] {
        step.changes.compactMap { change in
            let now = history.fields.first { $0.name == change.field }?.value
            return now == change.new ? .init(change.field, change.old ?? .null) : nil
        }
    }

    /// The event that wrote the register before, again.
    private func setting(_ step: HistoryStep, _ history: StreamHistory) throws -> EventDraft {
        let event = step.event
        let writers = history.standingSteps(before: event.id).filter { other in
            other.event.envelope.type == event.envelope.type && other.event.outcome.status == .effective
                && register(of: other.event) == register(of: event)
        }
        guard writers.last?.event.id == event.id else {
            throw Ledger.nothing(event.id, "later changes have overwritten it")
        }
        guard let before = writers.dropLast().last?.event.data ?? Ledger.unset(event.data, type: event.envelope.type)
        else {
            throw Ledger.impossible(
                event.envelope.type, Remedy("There was no value before it: give another one instead."))
        }
        let isComputed = registry.schema(event.envelope.type)?.computed ?? false
        return EventDraft(
            stream: history.record.stream, type: event.envelope.type, data: .json(before),
            intent: isComputed ? .computed() : .plain)
    }

    /// The value in force before a setting or permission was given; nil if no event can express it.
    private static func unset(_ data: JSONValue?, type: String) -> JSONValue? {
        if type == "permission.changed" { return .object(pairs: ["permission": .string("notAsked")]) }
        // Without hours of one's own those that were imported hold: no value says that.
        guard type == "setting.changed",
            let setting = SettingName.all.first(where: { $0.text == data?["name"]?.stringValue }),
            let value = setting.defaultValue,
            setting != .wake, setting != .sleep
        else { return nil }
        return .object(pairs: ["name": .string(setting.text), "value": value])
    }

    /// Why there is nothing to undo of an event that does not count; nil for one that counts.
    ///
    /// A choice about a link is refused by its type: the other person can make it count or not.
    static func withoutEffect(_ step: HistoryStep, _ history: StreamHistory) -> Rejection? {
        if step.event.outcome.status == .effective || history.record.stream.kind == "link" { return nil }
        guard step.event.outcome.isByErasure else { return nothing(step.event.id, "it has no effect") }
        return nothing(
            step.event.id, "\(history.record.stream) was erased, and what was erased does not come back",
            hint: "\"daybook show \(history.record.stream)\" shows when.")
    }

    package static func nothing(_ id: EventID, _ why: String, hint: String? = nil) -> Rejection {
        Rejection(code: "undo.nothing", message: "Nothing of the event \(id.short) can be undone: \(why).", hint: hint)
    }

    package static func impossible(_ type: String, _ remedy: Remedy?) -> Rejection {
        Rejection(
            code: "undo.impossible",
            message: "\("aeio".contains(type.prefix(1)) ? "An" : "A") \(type) cannot be undone.", remedy: remedy)
    }
}
