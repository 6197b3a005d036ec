public import DaybookKit
import Engine
import EventModel
import EventSourcing
import EventStore
import Logbook

/// The evidence of sums of the flights and of the hours of months. It is found while the flights are read for another
/// answer, so that each is folded once for both.
///
/// The months are not known before, so all of the sixty years up to the day are looked for. For figures of other months
/// the flights are read again.
public struct GatheredEvidence: Sendable {
    /// The figures but for those of months; what they come to is not known yet.
    private let sums: [Figure]
    private let months: Range<Int>
    /// Entries in training devices: no flights.
    private let sessions: Set<StreamID>
    /// The question, of one position.
    let asOf: AsOf
    private let limit: Int
    /// Writes the evidence of a figure; nil where no caller needs it as bytes.
    private let writer: (@Sendable (Evidence) -> [UInt8])?
    /// Nil where nothing was gathered.
    var shares: [EvidenceShare]?
    /// The written evidence of figures, by their numbers in the plan.
    private var written: [Int: [UInt8]] = [:]

    init(
        _ sums: [Figure], withMonths: Bool, without sessions: Set<StreamID> = [], _ asOf: AsOf, on day: CivilDate,
        limit: Int, writing writer: (@Sendable (Evidence) -> [UInt8])?
    ) {
        var asOf = asOf
        asOf.on = day
        self.sessions = sessions
        (self.sums, self.asOf, self.limit, self.writer) = (sums, asOf, limit, writer)
        let end = GatheredEvidence.month(of: day) + 1
        let first = withMonths ? max(end - 720, GatheredEvidence.month(of: .earliest)) : end
        months = first..<max(first, end)
    }

    /// Months since the year 0.
    private static func month(of day: CivilDate) -> Int { day.components.year * 12 + day.components.month - 1 }

    /// The initial share of a thread.
    func empty(in zone: any ZoneRules, _ registry: Registry) -> EvidenceShare {
        let day = asOf.on ?? .latest
        let plan = EvidencePlan(
            sums, on: day, moment: asOf.moment,
            more: months.map { .month($0 / 12, $0 % 12 + 1, through: day).without(sessions) }, in: registry
        ) { zone.date(at: $0) }
        precondition(plan.kinds == ["flight"] && plan.streams.isEmpty, "figures of the flights alone")
        var empty = EvidenceShare(plan, limit: limit)
        empty.reading = 0
        return empty
    }

    /// The numbers of figures in the plan: of the sums by their order, of months by their days. Nil for those that were
    /// not looked for.
    private func numbers(of figures: [Figure]) -> [Int?] {
        guard shares != nil else { return figures.map { _ in nil } }
        return figures.enumerated().map { index, figure in
            if index < sums.count { return sums[index].id == figure.id ? index : nil }
            guard case .days(let source)? = figure.sources.first, !source.listsOtherDays else { return nil }
            let month = GatheredEvidence.month(of: source.days.lowerBound)
            return months.contains(month) ? sums.count + month - months.lowerBound : nil
        }
    }

    /// The evidence of some figures: the sums in their order, and months.
    fileprivate func evidence(_ figures: [Figure], _ ledger: Ledger) throws -> [Evidence] {
        let numbers = numbers(of: figures)
        return GatheredEvidence.joined(
            numbers, try assembled(numbers.compactMap(\.self), ledger), try others(figures, numbers, ledger))
    }

    /// The evidence of figures that were not looked for.
    private func others(_ figures: [Figure], _ numbers: [Int?], _ ledger: Ledger) throws -> [Evidence] {
        let others = figures.indices.filter { numbers[$0] == nil }.map { figures[$0] }
        return others.isEmpty ? [] : try ledger.evidence(others, asOf, limit: limit)
    }

    /// In the order of the figures what was looked for, and all others.
    private static func joined<Part>(_ numbers: [Int?], _ known: [Part], _ others: [Part]) -> [Part] {
        var (known, others) = (known[...], others[...])
        return numbers.map { $0 == nil ? others.removeFirst() : known.removeFirst() }
    }

    private func assembled(_ numbers: [Int], _ ledger: Ledger) throws -> [Evidence] {
        guard let shares, !numbers.isEmpty else { return [] }
        return try ledger.withView(asOf) { known, _, transaction in
            try ledger.assembled(numbers, shares, known, limit, transaction)
        }
    }

    /// Runs the body while another thread begins to write the evidence of each figure. Without a writer it only runs
    /// the body.
    ///
    /// - Returns: The result of the body.
    mutating func write<Result>(_ ledger: Ledger, while body: () throws -> Result) throws -> Result {
        guard let writer, let shares else { return try body() }
        // Which months will be asked for is not known yet: those that hold anything.
        let months = (sums.count..<sums.count + months.count).filter { number in
            shares.contains { !$0.tallies[number].isEmpty }
        }
        let (asOf, limit, numbers) = (asOf, limit, Array(sums.indices) + months)
        var result: Result?
        var written: [Int: [UInt8]] = [:]
        try inPieces(
            of: numbers.count, .ofListedFigures, weight: { $0.reduce(0) { $0 + $1.bytes.count } },
            before: { result = try body() },
            { some -> [(number: Int, bytes: [UInt8])] in
                try ledger.withView(asOf) { _, _, transaction in
                    var listing = EvidenceListing(ledger.engine, nil, shares)
                    return try some.map {
                        (numbers[$0], writer(try listing.evidence(of: numbers[$0], limit, transaction)))
                    }
                }
            }, receive: { for (number, bytes) in $0 { written[number] = bytes } })
        self.written = written
        guard let result else { preconditionFailure("the body ran") }
        return result
    }

    /// The evidence of figures as bytes. Figures that were not written during the reading are written now.
    fileprivate func written(_ figures: [Figure], _ ledger: Ledger) throws -> [[UInt8]] {
        guard let writer else { preconditionFailure("nobody writes this evidence") }
        let numbers = numbers(of: figures)
        var listed = try assembled(numbers.compactMap(\.self).filter { written[$0] == nil }, ledger)[...]
        let known = numbers.compactMap(\.self).map { written[$0] ?? writer(listed.removeFirst()) }
        return GatheredEvidence.joined(numbers, known, try others(figures, numbers, ledger).written(with: writer))
    }
}

extension Ledger {
    /// The evidence of figures: the gathered ones in their order, and months.
    ///
    /// - Complexity: O(listed events); where nothing was gathered, O(flights).
    public func evidence(_ figures: [Figure], _ gathered: GatheredEvidence) throws -> [Evidence] {
        try gathered.evidence(figures, self)
    }

    /// The evidence of figures, in the form of the closure that it was gathered with (a `precondition`). Written
    /// figures are not written again.
    public func writtenEvidence(_ figures: [Figure], _ gathered: GatheredEvidence) throws -> [[UInt8]] {
        try gathered.written(figures, self)
    }
}

extension EngineCore {
    /// Calls with every flight of a share, like `forEachRecord`; where evidence is asked for, it is gathered beside.
    func forEachFlight(
        knownAt limit: Position?, except: Set<StreamID> = [], share: StreamShare, into evidence: inout EvidenceShare?,
        _ transaction: borrowing StoreRead,
        single: (RawSpan, borrowing LogRow) throws -> Void, folded: (LoadedStream) throws -> Void
    ) throws {
        guard var found = evidence.take() else {
            return try forEachRecord(
                kind: "flight", knownAt: limit, except: except, share: share, transaction,
                single: { name, row, _ in
                    try single(name, row)
                    return true
                },
                folded: { loaded in
                    try folded(loaded)
                    return true
                })
        }
        let reading = try EvidenceReading(self, transaction)
        try forEachRecord(
            kind: "flight", knownAndLater: limit, except: except, share: share, transaction,
            single: { number, name, place, row, event, isLater in
                guard try found.add(number, "flight", name, place, row, event, isLater: isLater) else { return false }
                if !isLater { try single(name, row) }
                return true
            },
            folded: { number, known, later in
                try found.add(number, known: known, later: later, knownAt: limit, reading, transaction)
                if let known { try folded(known) }
            })
        found.trim()
        evidence = found
    }
}
