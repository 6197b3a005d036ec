public import DaybookKit
import EventCodec
import EventModel
import EventSourcing
import Logbook

extension UndoRules {
    static let logbook = UndoRules(
        typesDecided: ["endorsement.withdrawn"], companions: ["aircraft.described": "flight.logged"],
        codesOfEntry: Set(
            FlightRule.allCases.filter { $0.mayBeAccepted(byImport: true) }.map(\.code)
                + EntryFinding.Kind.allCases.map(\.code) + ["date.early"])
    ) { ledger, role, step, history in
        let (event, stream) = (step.event, history.record.stream)
        let type = event.envelope.type
        func draft(_ type: String, _ members: [JSONValue.Member] = []) -> EventDraft {
            EventDraft(stream: stream, type: type, data: .json(.object(members)))
        }
        switch (role, stream.kind) {
        case (.create, "flight"), (.restore, "flight"): return draft("flight.removed")
        case (.create, "endorsement"): return draft("endorsement.withdrawn")
        // A review has no event of its own that takes it back: it is decided that it does not count.
        case (.create, "review"): return ledger.settled(event.id, stream)
        case (.remove, "flight"): return draft("flight.restored")
        case (.edit, "flight"):
            let members = Ledger.reverted(step, history)
            guard !members.isEmpty else { throw Ledger.nothing(event.id, "later changes have overwritten it") }
            return draft("flight.amended", members)
        case (.remove, "endorsement"):
            let command = "daybook outcomes resolve --dismiss \(event.id.short)"
            throw Ledger.impossible(type, "Decide that it does not count: \(command)")
        case (.lock, "flight"), (.lock, "endorsement"):
            let command = "\(SignedKind(stream).command) void \(stream.id) --reason TEXT"
            throw Ledger.impossible(type, "Void the signature instead: \(command)")
        case (.unlock, "flight"), (.unlock, "endorsement"):
            throw Ledger.impossible(
                type,
                "Let the instructor sign again: \(SignedKind(stream).command) sign \(stream.id) --cfi NUMBER")
        default: return nil
        }
    }
}

extension Ledger {
    /// The event that entered a review; nil for a stream of another kind.
    public func reviewEvent(_ stream: StreamID) throws -> EventID? {
        stream.kind == "review" ? try events(of: stream, ofType: "review.passed").first?.id : nil
    }
}
