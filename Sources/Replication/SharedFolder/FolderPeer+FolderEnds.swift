import DaybookKit
import Engine
import EventModel
import EventStore
import SyncProtocol
import TransparencyLog

/// The end of a link in a shared folder: the one thing that ledgers of the two persons still give each other
/// (docs/decisions/0036-offers-and-ends.md).
extension FolderPeer {
    /// Leaves each end by this ledger's person there, with its log up to it, unless it is there already; returns
    /// whether anything was written.
    ///
    /// A folder that other persons alone use is left as it is. An end in a log that goes on and whose key is not here
    /// is left by the ledger that has it.
    mutating func leaveEnds() throws -> Bool {
        let own = try ledger.principal
        let writers = everything.writers
        var isLeft = false
        for end in try ledger.ownEnds() where writers.isEmpty || !writers.isDisjoint(with: [own, end.other]) {
            guard let tail = try ledger.tail(of: end), !everything.contains(tail.mark) else { continue }
            if try write(.init(tails: [tail], blobs: [])) == nil { isLeft = true }
        }
        return isLeft
    }

    /// Takes the ends that linked persons left there and that this ledger does not hold; returns those persons.
    ///
    /// An end is checked as any other event is before it is stored: what the folder alone says ends nothing.
    func receiveEnds(for asking: LedgerReplica) throws -> Set<PrincipalID> {
        var persons: Set<PrincipalID> = []
        for person in everything.writers where person != asking.principal {
            for tail in try everything.endTails(by: person, of: asking.principal, beyond: asking.paths) {
                if try ledger.hasEnd(by: person) { break }
                if try ledger.receiveEnd(tail, from: person) { persons.insert(person) }
            }
        }
        return persons
    }

    static func ended(_ principal: PrincipalID, taken: Bool, left: Bool) -> SyncRefusal {
        let what =
            switch (taken, left) {
            case (false, false): "Nothing was taken from it or put there."
            case (false, true): "Only the end was put there; nothing was taken."
            case (true, false): "Only the end was taken from it; nothing was put there."
            case (true, true): "Only the two ends were exchanged."
            }
        return SyncRefusal(
            code: Responder.endedCode,
            message: "The folder holds bundles of the person \(principal.hex.prefix(12)), "
                + "with whom the link was ended. \(what)")
    }

    /// The note for a folder that others use, too.
    static func passedOver(_ principal: PrincipalID, taken: Bool, left: Bool) -> SyncNote {
        SyncNote(
            Responder.endedCode,
            "Bundles of the person \(principal.hex.prefix(12)) were passed over: the link with that person was ended."
                + (taken ? " The end was taken from there." : "") + (left ? " The end was put there." : ""))
    }
}

extension Ledger {
    /// An end that stands, by this ledger's person.
    fileprivate struct OwnEnd {
        let link: StreamID
        let event: EventID
        let other: PrincipalID
    }

    fileprivate func ownEnds() throws -> [OwnEnd] {
        let own = try principal
        return try links().filter { $0.principals.contains(own) }.flatMap { state in
            let other = state.other(than: own).principal
            let ends = state.ends.filter { $0.author == own }
            return ends.map { OwnEnd(link: state.link, event: $0.event, other: other) }
        }
    }

    fileprivate func hasEnd(by person: PrincipalID) throws -> Bool {
        let own = try principal
        return try links().contains { state in
            state.principals.contains(own) && state.ends.contains { $0.author == person }
        }
    }

    /// The end alone, with the head that its log had then; nil where no key is here that signs this head.
    fileprivate func tail(of end: OwnEnd) throws -> Tail? {
        try translated {
            try engine.read { transaction in
                guard let loaded = try engine.stream(end.link, knownAt: nil, transaction),
                    let place = loaded.events.firstIndex(where: { $0.id == end.event }).map({ loaded.places[$0] })
                else { return nil }
                let (log, sequence) = (try transaction.logRecord(place.log), place.sequence)
                guard let head = try engine.signedHead(of: log, at: sequence + 1, transaction) else { return nil }
                let events = try engine.storedEvents(onPathOf: log, sequence..<sequence + 1, transaction)
                return Tail(head: head, start: sequence, events: events)
            }
        }
    }

    /// Stores a tail whose last event ends the link with its person; returns whether it was taken.
    fileprivate func receiveEnd(_ tail: Tail, from person: PrincipalID) throws -> Bool {
        do {
            return try translated {
                try engine.receive([ReceivedTail(tail)], from: person, takesEnds: true).received > 0
            }
        } catch let fault as Fault where fault.kind == .unreadable {
            return false  // A bundle that does not go together with what is here ends nothing.
        } catch is Rejection { return false }
    }
}
