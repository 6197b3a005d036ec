public import Engine
import EventCodec
public import EventModel

/// A person's decisions about events that do not count, or no longer shall.
extension Ledger {
    /// Lets a pending or shadowed event count. Refused on a locked record: a void comes first.
    @discardableResult @available(*, noasync)
    public func settle(apply event: EventID, reason: String? = nil) throws -> AppendReceipt {
        try settle(event, .apply(event), "apply", reason)
    }

    /// Drops an event for good.
    @discardableResult @available(*, noasync)
    public func settle(dismiss event: EventID, reason: String? = nil) throws -> AppendReceipt {
        try settle(event, .dismiss(event), "dismiss", reason)
    }

    /// Whether an event counts. O(events of its stream).
    public func isEffective(_ event: EventID) throws -> Bool {
        guard let found = try find(event.hex), let history = try history(of: found.stream)?.value else { return false }
        return history.steps.contains { $0.event.id == event && $0.event.outcome.status == .effective }
    }

    /// Whether an event is an erasure that waits for other persons, whose events are in its reach. O(events of its
    /// stream).
    public func waitsForAuthors(_ event: EventID) throws -> Bool {
        guard let found = try find(event.hex), let history = try history(of: found.stream)?.value else { return false }
        return history.steps.contains {
            $0.event.id == event && $0.event.outcome.reason == OutcomeReason.authorityOtherPerson
        }
    }

    @available(*, noasync)
    private func settle(_ event: EventID, _ intent: EventDraft.Intent, _ decision: String, _ reason: String?) throws
        -> AppendReceipt
    {
        guard let found = try find(event.hex), found.event == event else {
            throw Rejection(
                code: "event.unknown", message: "There is no event \(event.short).",
                hint: "\"daybook outcomes\" lists those that wait.")
        }
        let steps = try history(of: found.stream)?.value.steps ?? []
        if let step = steps.first(where: { $0.event.id == event }) {
            if step.event.outcome.status == .disputed { throw Ledger.disputed(found.stream) }
            if step.event.outcome.reason == OutcomeReason.authorityOtherPerson {
                return try settle(erasure: step.event, in: found.stream, intent, reason)
            }
        }
        // Decided like this already, and nothing was decided about it since.
        let settled = steps.last {
            $0.event.envelope.type == "outcome.settled" && $0.event.data?["event"]?.stringValue == event.hex
        }
        if let settled, settled.event.outcome.status == .effective,
            settled.event.data?["decision"]?.stringValue == decision
        {
            var receipt = AppendReceipt()
            (receipt.duplicates, receipt.position, receipt.ids) = (1, try position, [settled.event.id])
            return receipt
        }
        let data = JSONValue.object(pairs: [
            "event": .string(event.hex), "decision": .string(decision), "reason": reason.map { .string($0) },
        ])
        return try append([EventDraft(stream: found.stream, type: "outcome.settled", data: .json(data), intent: intent)]
        )
    }

    /// An erasure by another person waits for this ledger's person: to apply it erases one's own events in its reach,
    /// to dismiss it leaves them.
    @available(*, noasync)
    private func settle(erasure: EventView, in stream: StreamID, _ intent: EventDraft.Intent, _ reason: String?) throws
        -> AppendReceipt
    {
        guard case .apply = intent else {
            var receipt = AppendReceipt()
            receipt.position = try position
            return receipt
        }
        let stated = reason ?? erasure.data?["reason"]?.stringValue ?? "as asked for"
        let erased = try translated { try engine.erase(following: erasure.id, in: stream, reason: stated) }
        var receipt = AppendReceipt()
        (receipt.appended, receipt.ids, receipt.position) = (erased.events.count, erased.events, erased.position)
        return receipt
    }

    /// Signatures over different contents stand side by side: no decision about one of their events settles that.
    private static func disputed(_ stream: StreamID) -> Rejection {
        if stream.kind == "link" {
            return Rejection(
                code: "link.disputed",
                message:
                    "The two sides have chosen differently without knowing of each other: to decide about one event settles nothing.",
                hint:
                    "Choose again, with \"daybook merge GUEST-FOLDER --choose both|account|guest\" or \"daybook link offer\"."
            )
        }
        return Rejection(
            code: "signature.locked",
            message:
                "The signatures of \(stream.text) disagree, and both stand: to decide about one event settles nothing.",
            hint:
                "Void the wrong one: daybook flight void \(stream.id) --signature EVENT --reason TEXT. \"daybook show \(stream.text)\" shows both."
        )
    }
}
