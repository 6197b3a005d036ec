package import EventModel

/// The one row that says what the whole store holds; written in every commit. Key: byte 0 of table `heads`.
///
/// In order: format, commit counter, position, arrival chain, next log number, own log (0: none yet), whether it is
/// retired (1), principal, principal's public key, secret, fingerprint, zone, name, flagged streams, key runs; see
/// `row`. Format 2 is a store with links: it ends in `LinkCounts`. Format 3 is one with links between ledgers, which a
/// program that does not know them would count wrong.
package struct StoreRecord: Hashable, Sendable {
    package static let formatKnown: UInt64 = 3
    static let formatWithoutLedgers: UInt64 = 2
    static let formatWithoutLinks: UInt64 = 1
    package static let key: [UInt8] = [0]

    /// Counts our commits; LMDB's own number restarts after a compacting copy.
    package var commit: UInt64 = 0
    /// The number of events held, and the position of the newest.
    package var position = Position.start
    package var arrivalChain = Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))
    package var nextLog: UInt32 = 1
    /// The log that local commands write; 0 before the first write.
    package var ownLog: UInt32 = 0
    /// The own log must not be continued: someone else has proved more or other of it.
    package var ownRetired = false
    /// Made as a device of a person who is known, or its key has signed an offer: an import leaves it that person's.
    /// Counts, and is kept, while
    /// there are no events.
    package var isJoined = false
    package var principal: PrincipalID
    package var principalKey: Bytes32
    /// Keys the 64-bit hashes of idempotency keys, so that the index reveals nothing of them.
    package var secret: Bytes32
    package var fingerprint: Fingerprint
    package var zone: String
    package var name: String
    /// Streams with an event that is not effective.
    package var flaggedStreams: UInt64 = 0
    package var keyRuns: [KeyRun] = []
    package var links = LinkCounts()

    package init(
        principal: PrincipalID, principalKey: Bytes32, secret: Bytes32, fingerprint: Fingerprint, zone: String,
        name: String
    ) {
        self.principal = principal
        self.principalKey = principalKey
        self.secret = secret
        self.fingerprint = fingerprint
        self.zone = zone
        self.name = name
    }

    package var row: [UInt8] {
        var writer = RowWriter(capacity: 400)
        writer.variable(
            links.isEmpty
                ? StoreRecord.formatWithoutLinks
                : links.ledgers == 0 ? StoreRecord.formatWithoutLedgers : StoreRecord.formatKnown)
        writer.word64(commit)
        writer.word64(position.value)
        writer.append(arrivalChain)
        writer.word32(nextLog)
        writer.word32(ownLog)
        writer.byte(ownRetired ? 1 : isJoined && position == .start ? 2 : 0)
        writer.append(principal.words)
        writer.append(principalKey)
        writer.append(secret)
        fingerprint.write(into: &writer)
        writer.text(zone)
        writer.text(name)
        writer.variable(flaggedStreams)
        writer.variable(UInt64(keyRuns.count))
        for run in keyRuns { run.write(into: &writer) }
        if !links.isEmpty { links.write(into: &writer) }
        writer.seal(table: .heads, key: StoreRecord.key)
        return writer.bytes
    }

    package init(row: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: StoreRecord.key.span.bytes, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of the store's head row is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        let format = try reader.variable()
        guard format <= StoreRecord.formatKnown else {
            throw .newerFormat(found: format, known: StoreRecord.formatKnown)
        }
        commit = try reader.word64()
        position = Position(try reader.word64())
        arrivalChain = try reader.bytes32()
        nextLog = try reader.word32()
        ownLog = try reader.word32()
        let state = try reader.byte()
        (ownRetired, isJoined) = (state == 1, state == 2)
        principal = PrincipalID(try reader.bytes16())
        principalKey = try reader.bytes32()
        secret = try reader.bytes32()
        fingerprint = try Fingerprint(&reader)
        zone = try reader.text()
        name = try reader.text()
        flaggedStreams = try reader.variable()
        for _ in 0..<(try reader.count(itemBytesMinimum: 3)) { keyRuns.append(try KeyRun(&reader)) }
        if format > StoreRecord.formatWithoutLinks {
            links = try LinkCounts(&reader, withLedgers: format > StoreRecord.formatWithoutLedgers)
        }
        try reader.finish()
    }
}

/// The identity of this copy of a store: the nonce of the token file, the inodes, and when the token file was made.
///
/// `cp`, `rsync` and `tar` make other files; `chown`, `chmod`, hard links and attributes change none of this. It lowers
/// the rate of forks and nothing rests on it: a copy that goes unnoticed is seen at the first exchange (docs/format.md
/// §5).
package struct Fingerprint: Hashable, Sendable {
    package var token: Bytes32
    package var storeInode: UInt64
    package var tokenInode: UInt64
    /// Nil where the file system does not record it, and in rows of earlier programs.
    package var tokenBirthNanoseconds: UInt64?

    package init(token: Bytes32, storeInode: UInt64, tokenInode: UInt64, tokenBirthNanoseconds: UInt64?) {
        self.token = token
        self.storeInode = storeInode
        self.tokenInode = tokenInode
        self.tokenBirthNanoseconds = tokenBirthNanoseconds
    }

    /// Whether both are of the same files: birth times count where both are known.
    package func isSameCopy(as other: Fingerprint) -> Bool {
        guard token == other.token, storeInode == other.storeInode, tokenInode == other.tokenInode else { return false }
        guard let birth = tokenBirthNanoseconds, let otherBirth = other.tokenBirthNanoseconds else { return true }
        return birth == otherBirth
    }

    /// In the place of the machine's name, which earlier programs wrote: the time before it is that of birth.
    private static let birthMark = "birth"

    func write(into writer: inout RowWriter) {
        writer.append(token)
        writer.word64(storeInode)
        writer.word64(tokenInode)
        writer.word64(tokenBirthNanoseconds ?? 0)
        writer.text(tokenBirthNanoseconds == nil ? "" : Fingerprint.birthMark)
    }

    init(_ reader: inout RowReader) throws(StoreError) {
        token = try reader.bytes32()
        storeInode = try reader.word64()
        tokenInode = try reader.word64()
        let time = try reader.word64()
        tokenBirthNanoseconds = try reader.text() == Fingerprint.birthMark ? time : nil
    }
}

/// One sorted run of the index of idempotency keys.
package struct KeyRun: Hashable, Sendable {
    package let level: UInt8
    package let number: UInt64
    package let entries: UInt64

    package init(level: UInt8, number: UInt64, entries: UInt64) {
        self.level = level
        self.number = number
        self.entries = entries
    }

    func write(into writer: inout RowWriter) {
        writer.byte(level)
        writer.variable(number)
        writer.variable(entries)
    }

    init(_ reader: inout RowReader) throws(StoreError) {
        level = try reader.byte()
        number = try reader.variable()
        entries = try reader.variable()
    }
}
