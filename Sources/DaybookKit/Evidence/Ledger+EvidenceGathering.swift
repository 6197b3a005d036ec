package import Engine
import EventCodec
import EventModel
import EventSourcing
package import EventStore

extension Ledger {
    /// The events that each figure counts, and those it leaves out, at the times of the question: the newest of each,
    /// at most `limit`.
    ///
    /// O(records of the kinds that they read); on two threads where there are many.
    public func evidence(_ figures: [Figure], _ asOf: AsOf = .now, limit: Int = Evidence.limit) throws -> [Evidence] {
        try evidence(figures, asOf, limit: max(0, limit), foldsAll: false)
    }

    /// The evidence of figures, as the public function gives it.
    ///
    /// - Parameter foldsAll: Whether every record is folded and none is read in place. The result must be the same.
    package func evidence(_ figures: [Figure], _ asOf: AsOf, limit: Int, foldsAll: Bool) throws -> [Evidence] {
        let zone = zone
        return try withView(asOf) { known, _, transaction in
            var narrowed = figures
            for domain in environment.domains {
                narrowed = try domain.narrowing?(self, narrowed, known, transaction) ?? narrowed
            }
            let plan = EvidencePlan(narrowed, on: asOf.on, moment: asOf.moment, in: registry) { zone.date(at: $0) }
            var empty = EvidenceShare(plan, limit: limit)
            var shares: [EvidenceShare] = []
            for (reading, kind) in plan.kinds.enumerated() {
                empty.reading = reading
                shares +=
                    foldsAll
                    ? try folded(empty, kind, known, transaction) : try gathered(empty, kind, known, transaction)
            }
            empty.reading = nil
            shares += try singles(empty, known, transaction)
            return try assembled(Array(figures.indices), shares, known, limit, transaction)
        }
    }

    /// The evidence of figures by their numbers in a plan, on two threads where there are many of them.
    package func assembled(
        _ figures: [Int], _ shares: [EvidenceShare], _ known: KnownAt, _ limit: Int, _ transaction: borrowing StoreRead
    ) throws -> [Evidence] {
        guard known.supposed == nil, figures.count >= Ledger.figuresWorthAThread else {
            var listing = EvidenceListing(engine, known.supposed, shares)
            return try figures.map { try listing.evidence(of: $0, limit, transaction) }
        }
        let (engine, claims) = (engine, Claims(figures.count))
        let parts = try engine.inShares(transaction) { _, transaction in
            var listing = EvidenceListing(engine, nil, shares)
            var listed: [(index: Int, evidence: Evidence)] = []
            while let index = claims.claim() {
                listed.append((index, try listing.evidence(of: figures[index], limit, transaction)))
            }
            return listed
        }
        return parts.joined().sorted { $0.index < $1.index }.map(\.evidence)
    }

    private static let figuresWorthAThread = 32

    /// The records of a kind.
    private func gathered(_ empty: EvidenceShare, _ kind: String, _ known: KnownAt, _ transaction: borrowing StoreRead)
        throws -> [EvidenceShare]
    {
        let (engine, limit, supposed) = (engine, known.limit, known.supposed?.streams ?? [:])
        let except = Set(supposed.keys)
        let shares = try engine.inShares(transaction, of: [kind]) { share, transaction in
            let reading = try EvidenceReading(engine, transaction)
            var taken = empty
            try engine.forEachRecord(
                kind: kind, knownAndLater: limit, except: except, share: share, transaction,
                single: { try taken.add($0, kind, $1, $2, $3, $4, isLater: $5) },
                folded: { try taken.add($0, known: $1, later: $2, knownAt: limit, reading, transaction) })
            taken.trim()
            return taken
        }
        // Supposed events lie in records that no other reader sees.
        return try shares
            + gathered(
                supposed.values.filter { $0.stream.kind == kind && !$0.isNew }.sorted { $0.stream < $1.stream }, empty,
                known, transaction)
    }

    /// The records of a kind, each by its fold.
    private func folded(_ empty: EvidenceShare, _ kind: String, _ known: KnownAt, _ transaction: borrowing StoreRead)
        throws -> [EvidenceShare]
    {
        var all: [LoadedStream] = []
        try engine.forEachStream(kind: kind, knownAt: known, transaction) {
            all.append($0)
            return true
        }
        let shares = try gathered(all, empty, known, transaction)
        if known.isLatest { return shares }
        // The events of streams that were unknown before.
        let named = Set(all.map(\.stream))
        var (late, number) = (empty, 0)
        late.reading = nil
        try engine.forEachStream(kind: kind, knownAt: try engine.latest(transaction), transaction) {
            if !named.contains($0.stream) { try add(number, $0, into: &late, known, transaction) }
            number += 1
            return true
        }
        late.trim()
        return shares + [late]
    }

    /// Folded records, in the order of their names, with what came for them after what was known.
    private func gathered(
        _ records: [LoadedStream], _ empty: EvidenceShare, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> [EvidenceShare] {
        if records.isEmpty { return [] }
        let reading = try EvidenceReading(engine, transaction)
        var taken = empty
        taken.reading = nil
        for (number, record) in records.enumerated() {
            try taken.add(number, known: record, later: nil, knownAt: nil, reading, transaction)
            if known.isLatest { continue }
            if let latest = try engine.stream(record.stream, knownAt: try engine.latest(transaction), transaction) {
                try add(number, latest, into: &taken, known, transaction)
            }
        }
        taken.trim()
        return [taken]
    }

    /// Adds the events of a stream that came after the known ones.
    private func add(
        _ number: Int, _ latest: LoadedStream, into share: inout EvidenceShare, _ known: KnownAt,
        _ transaction: borrowing StoreRead
    ) throws {
        guard latest.positions.contains(where: { $0 > known.position }) else { return }
        let before = try engine.stream(latest.stream, knownAt: known, transaction)
        try share.add(
            number, later: latest, known: before, after: known.position, try EvidenceReading(engine, transaction),
            transaction)
    }

    /// The single streams that are asked for.
    private func singles(_ empty: EvidenceShare, _ known: KnownAt, _ transaction: borrowing StoreRead) throws
        -> [EvidenceShare]
    {
        let supposed = known.supposed?.streams ?? [:]
        let streams = empty.plan.streams.filter { supposed[$0] == nil }
        let asked = empty.plan.streams.compactMap { supposed[$0] }.filter { !$0.isNew }
        let others = try gathered(asked, empty, known, transaction)
        if streams.isEmpty { return others }
        let (engine, limit, claims) = (engine, known.limit, Claims(streams.count))
        return try others
            + engine.inShares(transaction) { _, transaction in
                let reading = try EvidenceReading(engine, transaction)
                var taken = empty
                // The last first: of what is asked for together the one with most events often bears the last name.
                while let number = claims.claim() {
                    let index = streams.count - 1 - number
                    let known = try engine.stream(streams[index], knownAt: limit, transaction)
                    var later = try limit == nil ? nil : engine.stream(streams[index], knownAt: nil, transaction)
                    if let limit, let found = later, !found.positions.contains(where: { $0 > limit }) { later = nil }
                    try taken.add(index, known: known, later: later, knownAt: limit, reading, transaction)
                }
                taken.trim()
                return taken
            }
    }
}
