import Engine
import EventModel
import EventSourcing
import EventStore

/// How far the events of a person count on this ledger, by the links that it holds.
package enum PersonStanding: String, Hashable, Sendable {
    case counts
    /// A link sets all of it aside.
    case setAside
    /// A link sets aside what its account had written so far.
    case setAsideSoFar
    /// This ledger's person ended the link: what lies beyond the end has no effect.
    case ended
}

/// A change of whose events count, which a link or the end of one brought.
package struct StandingChange: Hashable, Sendable {
    package let person: PrincipalID
    /// Whether it is this ledger's own person.
    package let isOwn: Bool
    package let from: PersonStanding
    package let to: PersonStanding
    /// Records that count since, and did not before.
    package let come: Int
    /// Records that no longer count.
    package let go: Int
    /// The signed records and signatures of that person which are set aside now.
    package let signed: SignedSetAside
}

/// A link that sets events of this ledger's own person aside.
package struct OwnSetAside: Hashable, Sendable {
    package let choice: LinkChoice
    /// The other person of the link.
    package let person: PrincipalID
    package let link: EventID
}

extension Ledger {
    /// How whose events count has changed since a position. O(links), and O(events) where it has.
    package func standingChanges(since position: Position) throws -> [StandingChange] {
        try withView(.now) { known, _, transaction in
            let own = try transaction.storeRecord().principal
            let now = try engine.shadows(knownAt: known.limit, transaction)
            let before = try position == .start ? Shadows() : engine.shadows(knownAt: position, transaction)
            let persons = now.differing(from: before)
            if persons.isEmpty { return [] }
            let (hidden, wasHidden) = (
                try hidden(persons, known, transaction),
                try hidden(persons, engine.known(at: position, transaction), transaction)
            )
            let signed = try signedSetAside()
            return persons.sorted().map { person in
                let (after, earlier) = (hidden[person] ?? [], wasHidden[person] ?? [])
                return StandingChange(
                    person: person, isOwn: person == own, from: before.standing(of: person),
                    to: now.standing(of: person),
                    come: earlier.subtracting(after).count, go: after.subtracting(earlier).count,
                    signed: now.all.filter { $0.principal == person }.compactMap { signed[$0.by] }.first
                        ?? SignedSetAside())
            }
        }
    }

    /// The link that sets events of this ledger's own person aside; nil while none does. O(links).
    package func ownSetAside(_ asOf: AsOf = .now) throws -> OwnSetAside? {
        try withView(asOf) { known, _, transaction in
            let own = try transaction.storeRecord().principal
            guard
                let shadow = try engine.shadows(knownAt: known.limit, transaction).all.first(where: {
                    $0.principal == own
                })
            else { return nil }
            var found: OwnSetAside?
            try engine.forEachStream(kind: "link", knownAt: known, transaction) { loaded in
                guard let choice = loaded.principalLink?.choices.first(where: { $0.by == shadow.by })?.choice,
                    let body = loaded.statedLink
                else { return true }
                let other = body.principals.first == own ? body.principals.second : body.principals.first
                found = OwnSetAside(choice: choice.stated, person: other, link: shadow.by)
                return false
            }
            return found
        }
    }

    /// The records of some persons that do not count because of links, or that lack events because a link ended.
    private func hidden(
        _ persons: Set<PrincipalID>, _ known: KnownAt?, _ transaction: borrowing StoreRead
    ) throws -> [PrincipalID: Set<StreamID>] {
        var result: [PrincipalID: Set<StreamID>] = [:]
        guard let known, known.position != .start else { return result }
        try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
            var authors = Set(loaded.fold.creatorsLeftOut)
            for (index, left) in loaded.fold.leaving?.events ?? [:]
            where left.reason == .ended && loaded.events[index].understanding == .understood {
                authors.insert(loaded.events[index].actor)
            }
            for author in authors where persons.contains(author) { result[author, default: []].insert(loaded.stream) }
            return true
        }
        return result
    }
}

extension Shadows {
    fileprivate func standing(of person: PrincipalID) -> PersonStanding {
        if ends.persons[person] != nil { return .ended }
        let own = all.filter { $0.principal == person }
        if own.isEmpty { return .counts }
        return own.contains { $0.cut == nil } ? .setAside : .setAsideSoFar
    }
}
