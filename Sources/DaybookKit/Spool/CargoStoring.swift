import Engine
import EventModel
import EventStore
import TransparencyLog

/// Stores a cargo: a short one in one commit, a long one in pieces, so that memory does not grow with it
/// (docs/decisions/0045-long-logs-in-pieces.md).
struct CargoStoring {
    private let engine: EngineCore
    private let cargo: SpooledCargo
    private let giver: PrincipalID?
    private let adopted: PrincipalID?
    private let progress: (ExchangeStep) -> Void
    /// Of each tail the first piece that is not stored.
    private(set) var next: [Int]
    /// Of each tail the number of its events that are new here.
    private(set) var received: [Int]
    /// Why of a long tail the next piece was not taken, as far as is known.
    private(set) var errors: [Int: any Error] = [:]
    private var hasGivenBlobs = false
    private(set) var receipt = ReceiveReceipt()
    /// That of the last commit alone.
    private var last = ReceiveReceipt()

    init(
        _ engine: EngineCore, _ cargo: SpooledCargo, from giver: PrincipalID?, adopting adopted: PrincipalID?,
        _ progress: @escaping (ExchangeStep) -> Void
    ) {
        (self.engine, self.cargo, self.giver, self.adopted) = (engine, cargo, giver, adopted)
        self.progress = progress
        next = cargo.tails.map { _ in 0 }
        received = next
    }

    /// Throws what the engine throws; `receipt` has what was stored before that.
    @available(*, noasync)
    mutating func run() throws {
        if cargo.isLong { try checkGaps() }
        repeat { try runPieces() } while try storeRest()
    }

    /// Stores what can be stored in pieces.
    @available(*, noasync)
    mutating func runPieces() throws {
        // A tail refused for want of another log is tried again after that one, and only then with more of its own log.
        while cargo.isLong, try storeLong(grows: false) || storeShort() || storeLong(grows: true) {}
    }

    /// Refuses a tail behind the end of its log before anything is stored. Throws `Fault` `tail.gap`.
    private func checkGaps() throws {
        let (person, held) = try engine.read { transaction in
            let head = try transaction.storeRecord()
            let sizes = try transaction.logRecords(head).map { ($0.origin, $0.size) }
            return (adopted ?? head.principal, Dictionary(sizes, uniquingKeysWith: max))
        }
        let given = Dictionary(
            grouping: cargo.tails.map { (origin: $0.head.head.origin, range: $0.range) }, by: \.origin)
        for tail in cargo.tails where held[tail.head.head.origin] != nil || tail.author == person {
            let origin = tail.head.head.origin
            let reached = (given[origin] ?? []).contains {
                $0.range.lowerBound < tail.range.lowerBound && $0.range.upperBound >= tail.range.lowerBound
            }
            guard reached || tail.range.lowerBound <= held[origin] ?? 0 else { throw ReceiveFaults.gap }
        }
    }

    // MARK: - In pieces

    /// Stores what can be stored of the tails of several pieces; whether that was something.
    ///
    /// - Parameter grows: Whether a piece that lacks something is stored together with those behind it. The first tail
    ///   of which one is ends the round.
    private mutating func storeLong(grows: Bool) throws -> Bool {
        var isNew = false
        for number in cargo.tails.indices where cargo.tails[number].pieces.count > 1 {
            isNew = try storePieces(of: number, grows: grows) || isNew
            if grows, isNew { break }
        }
        return isNew
    }

    private mutating func storePieces(of number: Int, grows: Bool) throws -> Bool {
        let tail = cargo.tails[number]
        var (count, isNew) = (1, false)
        while next[number] < tail.pieces.count {
            let pieces = next[number]..<min(next[number] + count, tail.pieces.count)
            do {
                try store([(number, pieces)])
                (count, isNew) = (last.piecesNext(after: count), true)
                errors[number] = nil
            } catch let error where CargoStoring.isOfTheCargo(error) {
                // Tails refused together may be taken piece by piece.
                if isNew, count > 1 {
                    count = 1
                    continue
                }
                let mayGrow = grows && !isNew && pieces.upperBound < tail.pieces.count
                guard mayGrow, mayNeedMore(error, tail) else {
                    errors[number] = error
                    break
                }
                count *= 2
            }
        }
        return isNew
    }

    /// Whether what is lacking may come later in the same log: the erasure of a body, or the link that admits its
    /// person. Both are stored in one commit with what needs them.
    private func mayNeedMore(_ error: any Error, _ tail: SpooledTail) -> Bool {
        (error as? Fault)?.code == "body.missing" || (tail.hasLinks && error is Rejection)
    }

    /// Stores the tails of one piece, as many in a commit as make a piece together.
    private mutating func storeShort() throws -> Bool {
        var (isNew, batch, count, byteCount) = (false, [Int](), 0, 0)
        let short = cargo.tails.indices.filter { cargo.tails[$0].pieces.count == 1 && next[$0] == 0 }
        for (index, number) in short.enumerated() {
            batch.append(number)
            count += cargo.tails[number].count
            byteCount += cargo.tails[number].byteCount
            let isLong = count >= EventPieces.eventsPerPiece || byteCount >= EventPieces.bytesPerPiece
            guard isLong || index == short.count - 1 else { continue }
            do {
                isNew = try store(batch.map { ($0, 0..<1) }) || isNew
            } catch let error where CargoStoring.isOfTheCargo(error) {}  // Tried again after others, and at the end.
            (batch, count, byteCount) = ([], 0, 0)
        }
        return isNew
    }

    // MARK: - In one commit

    /// Stores what is left of the tails, with the first attachments. Of a tail that was refused only the next piece is
    /// given; whether one of those was taken.
    private mutating func storeRest() throws -> Bool {
        let open = cargo.tails.indices.filter { next[$0] < max(1, cargo.tails[$0].pieces.count) }
        let blobs = hasGivenBlobs ? 0..<0 : cargo.blobsOfACommit(from: 0)
        // Those that an earlier round left out were tried again.
        receipt.leftOut = []
        if open.isEmpty, blobs.isEmpty, receipt.received + receipt.duplicates > 0 { return false }
        let shares = open.map { number in
            let end = cargo.tails[number].pieces.count
            return (tail: number, pieces: next[number]..<(errors[number] is Rejection ? next[number] + 1 : end))
        }
        do {
            try store(shares, blobs, isLast: true)
        } catch let rejection as Rejection where receipt.received + receipt.duplicates > 0 {
            // All that is left is of logs that are not taken.
            for number in open where !cargo.tails[number].pieces.isEmpty { leaveOut(number, rejection) }
            try store([], blobs, isLast: true)
        } catch let fault as Fault
            where fault.code == "body.missing" && errors.values.contains(where: { $0 is Rejection })
        {
            try store(open.map { ($0, next[$0]..<cargo.tails[$0].pieces.count) }, blobs, isLast: true)
        }
        let leftOut = Set(receipt.leftOut.map(\.tail))
        return open.contains { next[$0] < cargo.tails[$0].pieces.count && !leftOut.contains($0) }
    }

    private mutating func leaveOut(_ number: Int, _ why: Rejection) {
        let tail = cargo.tails[number]
        receipt.leftOut.append(
            .init(
                tail: number, origin: tail.head.head.origin, events: tail.count - tail.count(before: next[number]),
                why: why))
    }

    // MARK: - A commit

    /// Stores pieces of some tails in one commit; whether one of the tails was taken.
    ///
    /// - Parameter isLast: Whether a tail that is refused is not tried again.
    @discardableResult
    private mutating func store(
        _ shares: [(tail: Int, pieces: Range<Int>)], _ blobs: Range<Int> = 0..<0, isLast: Bool = false
    ) throws -> Bool {
        let tails = try shares.map { try cargo.tails[$0.tail].tail($0.pieces, in: cargo.spool) }
        let new = try engine.receive(
            tails, blobs: try cargo.blobs(blobs), adopting: adopted, from: giver, leavesOut: true)
        hasGivenBlobs = hasGivenBlobs || isLast
        last = new
        let leftOut = Dictionary(new.leftOut.map { ($0.tail, $0.why) }) { first, _ in first }
        for (index, share) in shares.enumerated() {
            guard let why = leftOut[index] else {
                next[share.tail] = share.pieces.upperBound
                continue
            }
            if isLast { leaveOut(share.tail, why) }
        }
        for (index, new) in new.receivedByTail.enumerated() { received[shares[index].tail] += new }
        receipt.received += new.received
        receipt.duplicates += new.duplicates
        receipt.blobs = receipt.blobs + new.blobs
        let total = cargo.tails.reduce(0) { $0 + $1.count }
        progress(.stored(min(receipt.received + receipt.duplicates, total), of: total))
        return leftOut.count < shares.count
    }

    private static func isOfTheCargo(_ error: any Error) -> Bool {
        error is Rejection || (error as? Fault)?.kind == .unreadable
    }
}
