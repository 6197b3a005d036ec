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
            throw Ledger.impossible(
                type, Remedy("outcome.dismiss", "Decide that it does not count.", values: [event.id.short]))
        case (.lock, "flight"), (.lock, "endorsement"):
            throw Ledger.impossible(
                type, Remedy("\(stream.kind).voidInstead", "Void the signature instead.", record: stream))
        case (.unlock, "flight"), (.unlock, "endorsement"):
            throw Ledger.impossible(
                type, Remedy("\(stream.kind).signAgain", "Let the instructor sign again.", record: stream))
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
