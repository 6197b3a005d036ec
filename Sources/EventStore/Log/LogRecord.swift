package import EventModel
package import TransparencyLog

/// One origin log, or one branch of a forked one, as this store keeps it. Key: 1 ‖ log number (4) in table `heads`.
///
/// A branch holds its events from `start`; those before lie in its parent. The edge is of the whole path from sequence
/// 0.
package struct LogRecord: Hashable, Sendable {
    package let number: UInt32
    package let origin: OriginID
    package let publicKey: Bytes32
    package let principal: PrincipalID
    /// The log that holds the events before `start`; 0 for an origin's first log.
    package let parent: UInt32
    package let start: UInt64
    /// The commit that wrote this row last.
    package var commit: UInt64
    package var edge: MerkleEdge
    /// Where other branches leave this one: sequence and the leaf that this log has there, ascending.
    package var forks: [Fork]
    /// The signature of the head of this size: the origin's (64 bytes), or the person's with the person's key behind it
    /// (96 bytes); empty while a key is here and can sign when it is asked for.
    package var signature: [UInt8] = []

    package struct Fork: Hashable, Sendable {
        package let sequence: UInt64
        package let leaf: EventID
        package init(sequence: UInt64, leaf: EventID) {
            self.sequence = sequence
            self.leaf = leaf
        }
    }

    package init(
        number: UInt32, origin: OriginID, publicKey: Bytes32, principal: PrincipalID, parent: UInt32 = 0,
        start: UInt64 = 0,
        commit: UInt64, edge: MerkleEdge, forks: [Fork] = []
    ) {
        self.number = number
        self.origin = origin
        self.publicKey = publicKey
        self.principal = principal
        self.parent = parent
        self.start = start
        self.commit = commit
        self.edge = edge
        self.forks = forks
    }

    /// Events of the whole path.
    package var size: UInt64 { edge.size }

    /// The leaf at the deepest fork of this path: its name among the branches; nil for a log that never forked.
    package var branch: EventID? { forks.last?.leaf }

    package static func key(_ number: UInt32) -> [UInt8] {
        var writer = RowWriter(capacity: 5)
        writer.byte(1)
        writer.word32(number)
        return writer.bytes
    }

    package var row: [UInt8] {
        var writer = RowWriter(capacity: 200 + MerkleEdge.byteCount(size: edge.size))
        writer.word32(number)
        writer.append(origin.words)
        writer.append(publicKey)
        writer.append(principal.words)
        writer.word32(parent)
        writer.word64(start)
        writer.word64(commit)
        let edgeBytes = edge.bytes
        writer.variable(UInt64(edgeBytes.count))
        writer.append(edgeBytes)
        writer.variable(UInt64(forks.count))
        for fork in forks {
            writer.word64(fork.sequence)
            writer.append(fork.leaf.words)
        }
        writer.variable(UInt64(signature.count))
        writer.append(signature)
        writer.seal(table: .heads, key: LogRecord.key(number))
        return writer.bytes
    }

    package init(row: RawSpan, key: RawSpan) throws(StoreError) {
        guard RowChecksum.isValid(table: StoreTable.heads.number, key: key, row: row) else {
            throw .damagedRow(table: .heads, reason: "the checksum of a log's head row is wrong")
        }
        var reader = RowReader(row.extracting(0..<row.byteCount - RowChecksum.bytes), table: .heads)
        number = try reader.word32()
        origin = OriginID(try reader.bytes16())
        publicKey = try reader.bytes32()
        principal = PrincipalID(try reader.bytes16())
        parent = try reader.word32()
        start = try reader.word64()
        commit = try reader.word64()
        let edgeBytes = try reader.array(try reader.count(itemBytesMinimum: 1))
        do { edge = try MerkleEdge(bytes: edgeBytes.span.bytes) } catch { throw reader.damaged }
        forks = []
        for _ in 0..<(try reader.count(itemBytesMinimum: 40)) {
            forks.append(Fork(sequence: try reader.word64(), leaf: EventID(try reader.bytes32())))
        }
        signature = try reader.array(try reader.count(itemBytesMinimum: 1))
        guard [0, 64, 96].contains(signature.count) else { throw reader.damaged }
        try reader.finish()
    }
}
