import EventModel

/// A witness as answers and schemas show it.
extension Witness {
    func write(to sink: inout some JSONSink) {
        sink.beginObject()
        sink.name("key")
        sink.hex(key)
        sink.name("logs")
        sink.beginArray()
        for log in signed.frontier.logs {
            sink.beginObject()
            sink.name("origin")
            sink.hex(log.origin.words)
            sink.name("size")
            sink.unsigned(log.size)
            sink.name("root")
            sink.hex(log.root)
            sink.endObject()
        }
        sink.endArray()
        if let closed = signed.frontier.closed {
            sink.name("closed")
            sink.beginObject()
            sink.name("count")
            sink.unsigned(closed.count)
            sink.name("digest")
            sink.hex(closed.digest)
            sink.endObject()
        }
        sink.name("certificate")
        sink.text(signed.certificate)
        sink.name("at")
        sink.instant(signed.instant)
        sink.name("signature")
        sink.hex(signature.span.bytes)
        sink.endObject()
    }

    /// The witness as a JSON object.
    public var json: JSONValue {
        var tree = JSONTree()
        write(to: &tree)
        return tree.value
    }

    /// The witness that such an object describes; nil for any other value.
    public init?(json: JSONValue) {
        guard case .object(let members) = json, Set(members.map(\.name)).isSubset(of: Witness.members),
            let key = json["key"]?.stringValue.flatMap(Bytes32.init(hex:)),
            let frontier = SignedFrontier(logs: json["logs"], closed: json["closed"]),
            let certificate = json["certificate"]?.stringValue,
            (1...Witness.certificateMaximum).contains(certificate.unicodeScalars.count),
            let instant = json["at"]?.stringValue.flatMap(Instant.init),
            let signature = json["signature"]?.stringValue.flatMap(Hex.decode), signature.count == 64
        else { return nil }
        self.init(
            key: key, signed: Signed(frontier: frontier, certificate: certificate, instant: instant),
            signature: signature)
    }

    private static let members: Set<String> = ["key", "logs", "closed", "certificate", "at", "signature"]
}

extension SignedFrontier {
    /// From the members of a witness; nil for anything else. The logs may stand in any order.
    public init?(logs: JSONValue?, closed: JSONValue?) {
        guard case .array(let values)? = logs, (1...SignedFrontier.logsMaximum).contains(values.count) else {
            return nil
        }
        var read: Set<Log> = []
        for value in values {
            guard let origin = value["origin"]?.stringValue.flatMap(OriginID.init(hex:)),
                let size = value["size"]?.integerValue, size >= 0,
                let root = value["root"]?.stringValue.flatMap(Bytes32.init(hex:))
            else { return nil }
            read.insert(Log(origin: origin, size: UInt64(size), root: root))
        }
        self.init(logs: read.sorted(), closed: nil)
        guard let closed else { return }
        guard let count = closed["count"]?.integerValue, count > 0,
            let digest = closed["digest"]?.stringValue.flatMap(Bytes32.init(hex:))
        else { return nil }
        self.closed = Closed(count: UInt64(count), digest: digest)
    }
}
