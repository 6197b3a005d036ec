package import EventModel
import EventSourcing
import EventStore

/// The events of a stream that take no part, because links between ledgers set their authors aside, or because this
/// ledger's person ended the link with them.
extension LoadedStream {
    /// Whether links may leave events of it out: what states who wrote what (certificates, links) keeps its effect.
    var mayLoseEvents: Bool { !stream.isOfLinks && stream.kind != "origin" }

    /// Folds the stream as links leave it.
    ///
    /// O(events) where anybody is left out, and a fold where that changes what is left out of this stream.
    func leaveOut(_ shadows: Shadows, paths: () throws -> LogPaths) throws {
        guard mayLoseEvents, leaving != nil || !shadows.isEmpty else { return }
        var out: [Int: LeavingOut.Cause] = [:]
        if !shadows.isEmpty {
            for index in events.indices where shadows.persons.contains(events[index].actor) {
                out[index] = try shadows.leftOut(events[index].actor, places[index], paths)
            }
        }
        var found = shadows.cause.flatMap { cause in
            out.isEmpty && !mayBeEmptied ? nil : LeavingOut(out, isOfRecords: rules.isOfRecords, cause: cause)
        }
        found?.mistake = rules.mistake
        if found != leaving { leave(out: found) }
    }

    /// Whether, as a record without a create, it takes no part although all who wrote in it count.
    private var mayBeEmptied: Bool {
        rules.isOfRecords && !isNew
            && !events.indices.contains { index in
                let outcome = fold.outcomes[index]
                return events[index].role == .create && events[index].understanding == .understood
                    && outcome.status != .erased && outcome.reason != OutcomeReason.basisMissing
            }
    }

    /// The link because of which nothing of a record takes part; nil where one has no part in that.
    package var setAsideBy: EventID? {
        guard fold.created == nil, !fold.creatorsLeftOut.isEmpty else { return nil }
        return leaving?.events.values.map(\.by).min()
    }

    /// Whether links leave out all that it holds.
    package var takesNoPart: Bool { leaving != nil && !events.indices.contains { fold.takesPart($0) } }

    /// Whether another event of a person who counts may change of which events the others take part.
    var mayLoseMore: Bool { rules.isOfRecords && fold.created == nil }

    /// Whether anything of it may be left out, or come back, where other events of some persons are left out.
    func mayBeLeftOut(_ persons: Set<PrincipalID>) -> Bool {
        // The least link of the ledger may be another one now.
        if !persons.isEmpty, leaving != nil { return true }
        guard mayLoseEvents, !persons.isEmpty else { return false }
        return mayLoseMore || events.contains { persons.contains($0.actor) }
    }
}

extension Shadows {
    /// The link that leaves an event out, at its place; nil where none does. O(entries of cuts · paths).
    func leftOut(
        _ person: PrincipalID, _ place: EventPlace, _ paths: () throws -> LogPaths
    ) throws -> LeavingOut.Cause? {
        if let end = ends.persons[person], try !end.keeps(place, paths) { return LeavingOut.Cause(.ended, by: end.by) }
        let link = try link(settingAside: person) { try paths().isBefore($0, place) }
        return link.map { LeavingOut.Cause(.setAside, by: $0) }
    }
}

extension EndedLinks.End {
    /// Whether an event of the other person keeps its effect. O(entries of cuts without roots · paths).
    fileprivate func keeps(_ place: EventPlace, _ paths: () throws -> LogPaths) throws -> Bool {
        try kept.allSatisfy { kept in
            switch kept {
            case .named(let cut): try paths().isBefore(cut, place)
            case .places(let places): places.contains(place.inLog)
            }
        }
    }
}
