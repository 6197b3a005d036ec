import Engine
import EventModel
import EventSourcing
import EventStore

/// Events of one whose progress a link set aside as far as it was known, which the link did not know of: they count
/// (`link.uncovered`).
extension Ledger {
    /// The links that set aside up to a cut.
    struct LinkCut {
        let link: EventID
        let principal: PrincipalID
        let cut: Cut
    }

    func linkCuts(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [LinkCut] {
        var cuts: [LinkCut] = []
        try engine.forEachStream(kind: "link", knownAt: known, transaction) { loaded in
            if let link = loaded.principalLink, let event = link.effective,
                case .before(let cut, let principal) = link.choice
            {
                cuts.append(LinkCut(link: event, principal: principal, cut: cut))
            }
            return true
        }
        return cuts
    }

    /// How many events of a principal lie outside a cut and could have been masked by it.
    func uncoveredCount(_ principal: PrincipalID, _ cut: Cut, _ known: KnownAt, _ transaction: borrowing StoreRead)
        throws -> Int
    {
        var count = 0
        try engine.forEachStream(kind: nil, knownAt: known, transaction) { loaded in
            count += try uncovered(in: loaded, principal, cut, known, transaction).count
            return true
        }
        return count
    }

    /// The indices of those in one stream.
    func uncovered(
        in loaded: LoadedStream, _ principal: PrincipalID, _ cut: Cut, _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws -> [Int] {
        mayBeSetAside(loaded.stream)
            ? try engine.events(of: principal, outside: cut, in: loaded, known, transaction) : []
    }
}
