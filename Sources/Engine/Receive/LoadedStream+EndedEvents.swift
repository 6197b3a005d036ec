import EventModel
import EventSourcing
import EventStore

/// Events that have no effect here, because this ledger's person ended the link with their author and they lie beyond
/// the cut.
extension LoadedStream {
    /// Whether the end of a link may reach its events: what states who wrote what (certificates, links) keeps its
    /// effect.
    var mayBeEnded: Bool { !stream.isOfLinks && stream.kind != "origin" }

    /// Folds the stream as ends of links leave it: an event beyond a cut is quarantined, as an event of an unknown type
    /// is. Erasures keep their effect.
    ///
    /// O(events of the ended persons) where nothing changes, else a fold.
    func keepOut(_ ends: EndedLinks, paths: () throws -> LogPaths) throws {
        if ends.isEmpty, keptOut.isEmpty || !mayBeEnded { return }
        guard mayBeEnded else { return }
        var out: [Int: EventID] = [:]
        if !ends.isEmpty {
            for index in events.indices {
                guard let end = ends.persons[events[index].actor], !isErasure(index) else { continue }
                if try !end.keeps(places[index], paths) { out[index] = end.by }
            }
        }
        if out != keptOut.mapValues(\.by) { keepOut(out) }
    }

    /// An erasure, or an event of which an erasure left the envelope alone.
    private func isErasure(_ index: Int) -> Bool {
        events[index].links.isErasure || understanding(index) == .erased
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
