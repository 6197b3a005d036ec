import Engine
public import EventModel
import EventStore
import TransparencyLog

/// A position together with the history up to it: where a reader that follows the log goes on.
///
/// Two ledgers have one cursor at a position only where the same commits brought the same events in the same order
/// until then.
public struct LedgerCursor: Hashable, Sendable, CustomStringConvertible {
    public let position: Position
    /// The first half of SHA-256("daybook/cursor/1" ‖ arrival chain of the commit that holds the position ‖ content id
    /// there); nil: not stated.
    public let chain: Bytes16?

    public init(_ position: Position, chain: Bytes16? = nil) {
        self.position = position
        self.chain = chain
    }

    /// Reads `POSITION` or `POSITION@CHAIN`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = UInt64(parts[0]), parts[0].utf8.first != UInt8(ascii: "+") else { return nil }
        position = Position(value)
        guard parts.count == 2 else {
            self.chain = nil
            return
        }
        guard parts[1].utf8.count == 32, let chain = Bytes16(hex: String(parts[1])) else { return nil }
        self.chain = chain
    }

    public var description: String { "\(position)" + (chain.map { "@" + $0.hex } ?? "") }
}

extension Ledger {
    /// The cursor at a position of this ledger; nil past its end. O(log).
    public func cursor(at position: Position) throws -> LedgerCursor? {
        try translated { try engine.read { try LedgerCursor(at: position, $0) } }
    }

    /// Holds a cursor against this ledger.
    ///
    /// - Throws: `Rejection` `position.past` past its end, `position.otherHistory` where another history leads to the
    ///   position.
    public func check(_ cursor: LedgerCursor) throws {
        guard let own = try self.cursor(at: cursor.position) else {
            throw Ledger.past(cursor.position, try position)
        }
        guard cursor.chain == nil || cursor.chain == own.chain else {
            throw Rejection(
                code: "position.otherHistory",
                message: "Another history leads to position \(cursor.position) here than the one that was read.",
                hint: "This ledger is another one, or was restored from a backup. Read again from position 0.")
        }
    }

    /// A reader that follows the log has read more than this ledger holds: after a restore it would miss what comes
    /// next.
    public static func past(_ after: Position, _ last: Position) -> Rejection {
        Rejection(
            code: "position.past", message: "Position \(after) lies past the end of the ledger: the newest is \(last).",
            hint: "Read again from an earlier position: this ledger is another one, or was restored from a backup.")
    }
}

extension LedgerCursor {
    init?(at position: Position, _ transaction: borrowing StoreRead) throws {
        guard position > .start else {
            self.init(position, chain: Bytes16(high: 0, low: 0))
            return
        }
        guard position <= (try transaction.storeRecord().position), let row = try transaction.journalRow(at: position),
            let place = try transaction.place(at: position)
        else { return nil }
        var chain: Bytes32?
        try transaction.forEachCommit(from: row.first) { _, found in
            chain = found
            return false
        }
        let id = try transaction.withEvent(at: place) { SHA256Hasher.leafHash(envelope: $0.envelope) }
        self.init(position, chain: chain.map { SHA256Hasher.labelled("daybook/cursor/1", $0.bytes, id.bytes).first })
    }
}
