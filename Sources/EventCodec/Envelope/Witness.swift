public import EventModel

/// A signature by a signer's own key over a lock and over how far every log had come (docs/format.md §3).
public struct Witness: Hashable, Sendable {
    /// The content that the key signed, without the part that the lock itself states.
    public struct Signed: Hashable, Sendable {
        public var frontier: SignedFrontier
        /// The number of the signer's certificate, 1 to 64 characters.
        public var certificate: String
        /// When the signer signed, by the signer's clock.
        public var instant: Instant

        public init(frontier: SignedFrontier, certificate: String, instant: Instant) {
            self.frontier = frontier
            self.certificate = certificate
            self.instant = instant
        }
    }

    /// Ed25519 public key, 32 bytes.
    public var key: Bytes32
    public var signed: Signed
    /// Ed25519 signature, 64 bytes.
    public var signature: [UInt8]

    public init(key: Bytes32, signed: Signed, signature: [UInt8]) {
        self.key = key
        self.signed = signed
        self.signature = signature
    }

    /// The longest certificate number, in characters.
    public static let certificateMaximum = 64
}

/// How far every log had come when a key signed.
public struct SignedFrontier: Hashable, Sendable {
    /// A log: this many events with this Merkle root.
    public struct Log: Hashable, Sendable, Comparable {
        public let origin: OriginID
        public let size: UInt64
        public let root: Bytes32

        public init(origin: OriginID, size: UInt64, root: Bytes32) {
            self.origin = origin
            self.size = size
            self.root = root
        }

        public static func < (left: Log, right: Log) -> Bool {
            if left.origin != right.origin { return left.origin < right.origin }
            if left.size != right.size { return left.size < right.size }
            return left.root < right.root
        }
    }

    /// The logs that are folded into one digest.
    public struct Closed: Hashable, Sendable {
        /// At least 1.
        public let count: UInt64
        public let digest: Bytes32

        public init(count: UInt64, digest: Bytes32) {
            self.count = count
            self.digest = digest
        }
    }

    /// Ascending, 1 to `logsMaximum`.
    public var logs: [Log]
    /// Nil where every log is listed.
    public var closed: Closed?

    public init(logs: [Log], closed: Closed?) {
        self.logs = logs
        self.closed = closed
    }

    public static let logsMaximum = 64
}

/// Everything that a witness key signs.
public struct WitnessStatement: Hashable, Sendable {
    /// The stream of the lock; its kind is the kind of record.
    public var stream: StreamID
    /// Who wrote the lock.
    public var principal: PrincipalID
    public var form: UInt64
    public var content: Bytes32
    /// Ascending.
    public var covers: [EventID]
    public var signed: Witness.Signed

    public init(
        stream: StreamID, principal: PrincipalID, form: UInt64, content: Bytes32, covers: [EventID],
        signed: Witness.Signed
    ) {
        self.stream = stream
        self.principal = principal
        self.form = form
        self.content = content
        self.covers = covers
        self.signed = signed
    }

    /// The label ‖ the deterministic CBOR array of kind, principal, stream, form, content, covers, logs, closed logs,
    /// certificate number and instant.
    ///
    /// - Parameter label: Given by the domain, so that a signature for one purpose is none for another.
    public func message(_ label: String) -> [UInt8] {
        var writer = CBORWriter(capacity: 256 + covers.count * 34)
        writer.array(count: 10)
        writer.text(stream.kind)
        writer.data(principal.words)
        writer.text(stream.text)
        writer.unsigned(form)
        writer.data(content)
        writer.contentIDs(covers)
        signed.encode(into: &writer)
        return Array(label.utf8) + writer.bytes
    }
}

extension SignedFrontier {
    /// Two items: the logs, and an array of count and digest of the closed ones, empty where there are none.
    public func encode(into writer: inout CBORWriter) {
        writer.array(count: logs.count)
        for log in logs {
            writer.array(count: 3)
            writer.data(log.origin.words)
            writer.unsigned(log.size)
            writer.data(log.root)
        }
        writer.array(count: closed == nil ? 0 : 2)
        if let closed {
            writer.unsigned(closed.count)
            writer.data(closed.digest)
        }
    }

    /// Reads what `encode` wrote; its size is bounded.
    public init(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        let count = try reader.array()
        guard (1...SignedFrontier.logsMaximum).contains(count) else { throw CBORError(.fieldValue, at: start) }
        var logs: [Log] = []
        for _ in 0..<count {
            let at = reader.offset
            guard try reader.array() == 3 else { throw CBORError(.fieldValue, at: at) }
            let log = Log(
                origin: OriginID(try reader.bytes16()), size: try reader.unsigned(), root: try reader.bytes32())
            if let last = logs.last, !(last < log) { throw CBORError(.keyOrder, at: at) }
            logs.append(log)
        }
        self.logs = logs
        let at = reader.offset
        switch try reader.array() {
        case 0: closed = nil
        case 2:
            let count = try reader.unsigned()
            guard count > 0, count <= Int64.max else { throw CBORError(.fieldValue, at: at) }
            closed = Closed(count: count, digest: try reader.bytes32())
        default: throw CBORError(.fieldValue, at: at)
        }
    }
}

extension Witness.Signed {
    /// Four items: those of the frontier, the certificate number, the instant in milliseconds.
    public func encode(into writer: inout CBORWriter) {
        frontier.encode(into: &writer)
        writer.text(certificate)
        writer.integer(instant.milliseconds)
    }

    /// Reads what `encode` wrote.
    public init(_ reader: inout CBORReader) throws(CBORError) {
        frontier = try SignedFrontier(&reader)
        var start = reader.offset
        certificate = try reader.string()
        guard (1...Witness.certificateMaximum).contains(certificate.unicodeScalars.count) else {
            throw CBORError(.fieldValue, at: start)
        }
        start = reader.offset
        instant = Instant(milliseconds: try reader.integer())
        guard (Instant.earliest...Instant.latest).contains(instant) else { throw CBORError(.fieldValue, at: start) }
    }
}

extension Witness {
    /// An array of six: key, logs, closed logs, certificate number, instant, signature.
    public func encode(into writer: inout CBORWriter) {
        writer.array(count: 6)
        writer.data(key)
        signed.encode(into: &writer)
        writer.data(signature)
    }

    /// Reads what `encode` wrote.
    public init(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        guard try reader.array() == 6 else { throw CBORError(.fieldValue, at: start) }
        key = try reader.bytes32()
        signed = try Signed(&reader)
        signature = try reader.data(count: 64)
    }
}
