import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// What each of some figures rests on, and what it leaves out, by the times that they were asked of: of each the newest, so many at the most.
    ///
    /// O(records of the kinds that they read); on two threads where there are many.
    public func evidence(_ figures: [Figure], _ asOf: AsOf = .now, limit: Int = Evidence.limit) throws -> [Evidence] {
        try evidence(figures, asOf, limit: limit, foldsAll: false)
    }

    /// As above; `foldsAll`: no record is read in place, which must come to the same.
    package func evidence(_ figures: [Figure], _ asOf: AsOf, limit: Int, foldsAll: Bool) throws -> [Evidence] {
        let zone = zone
        return try withView(asOf) { known, _, transaction in
            let plan = EvidencePlan(figures, on: asOf.on, moment: asOf.moment) { zone.date(at: $0) }
            let empty = EvidenceShare(plan, figures, limit: limit)
            var shares: [EvidenceShare] = []
            for kind in plan.kinds {
                shares += known.supposed == nil && !foldsAll ? try taken(empty, kind, known.limit, transaction) : try folded(empty, kind, known, transaction)
            }
            shares += try singles(empty, known, transaction)
            var telling = EvidenceTelling(engine, known, shares)
            return try figures.indices.map { try telling.evidence(of: $0, limit, transaction) }
        }
    }

    /// The records of a kind.
    private func taken(_ empty: EvidenceShare, _ kind: String, _ limit: Position?, _ transaction: borrowing StoreRead) throws -> [EvidenceShare] {
        let engine = engine
        return try engine.inShares(transaction) { share, transaction in
            var taken = empty
            try engine.forEachRecord(
                kind: kind, knownAndLater: limit, share: share, transaction,
                single: { try taken.take(kind, $0, $1, $2, $3, isLater: $4) },
                folded: { try taken.take(known: $0, later: $1, knownAt: limit, engine, transaction) })
            taken.trim()
            return taken
        }
    }

    /// As above, each by its fold: with what is only supposed.
    private func folded(_ empty: EvidenceShare, _ kind: String, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [EvidenceShare] {
        var (taken, late) = (empty, empty)
        try engine.forEachStream(kind: kind, knownAt: known, transaction) {
            try taken.take(known: $0, later: nil, knownAt: nil, engine, transaction)
            return true
        }
        taken.trim()
        if known.isLatest { return [taken] }
        try engine.forEachStream(kind: kind, knownAt: try engine.latest(transaction), transaction) {
            try take($0, into: &late, known, transaction)
            return true
        }
        late.trim()
        return [taken, late]
    }

    /// What came for a stream after what was known.
    private func take(_ latest: LoadedStream, into share: inout EvidenceShare, _ known: KnownAt, _ transaction: borrowing StoreRead) throws {
        guard latest.positions.contains(where: { $0 > known.position }) else { return }
        let before = try engine.stream(latest.stream, knownAt: known, transaction)
        try share.take(later: latest, known: before, after: known.position, engine, transaction)
    }

    /// The single streams that are asked for.
    private func singles(_ empty: EvidenceShare, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [EvidenceShare] {
        let streams = empty.plan.streams
        if streams.isEmpty { return [] }
        guard known.supposed == nil, streams.count > 1 else {
            var taken = empty
            for (index, stream) in streams.enumerated() {
                taken.begin(record: index)
                try taken.take(known: try engine.stream(stream, knownAt: known, transaction), later: nil, knownAt: nil, engine, transaction)
                if known.isLatest { continue }
                if let latest = try engine.stream(stream, knownAt: try engine.latest(transaction), transaction) { try take(latest, into: &taken, known, transaction) }
            }
            taken.trim()
            return [taken]
        }
        let (engine, limit, claims) = (engine, known.limit, Claims(streams.count))
        return try engine.inShares(transaction) { _, transaction in
            var taken = empty
            // The last first: of what is asked for together the one with most events often bears the last name.
            while let number = claims.claim() {
                let index = streams.count - 1 - number
                taken.begin(record: index)
                let known = try engine.stream(streams[index], knownAt: limit, transaction)
                var later = try limit == nil ? nil : engine.stream(streams[index], knownAt: nil, transaction)
                if let limit, let found = later, !found.positions.contains(where: { $0 > limit }) { later = nil }
                try taken.take(known: known, later: later, knownAt: limit, engine, transaction)
            }
            taken.trim()
            return taken
        }
    }
}
