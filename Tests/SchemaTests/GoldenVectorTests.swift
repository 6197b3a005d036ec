import EventCodec
import EventModel
import Foundation
import Testing
import TransparencyLog

/// The ledger writes and reads the very bytes that the second reading of docs/format.md, in Python, made.
@Suite struct GoldenVectorTests {
    @Test func thereIsACaseOfEveryType() {
        let types = Set(Vectors.events.map { $0.text("type") })
        #expect(types == Set(Vectors.schemas.map(\.type)))
        #expect(types.count == 68)
    }

    @Test(arguments: Vectors.events)
    func bodiesAreWritten(event: JSONValue) throws {
        let encoder = BodyEncoder(schema: Vectors.schema(of: event)) { $0.precomposedStringWithCanonicalMapping }
        var engine = EngineFields.none
        engine.key = event["key"]?.stringValue?.precomposedStringWithCanonicalMapping
        let body = try encoder.encode(event["data"]!, engine: engine)
        #expect(Hex.encode(body) == event.text("body"), "\(event.text("name"))")
    }

    @Test("T-7.1d: every type of event is written, read and shown again without loss", arguments: Vectors.events)
    func bodiesAreAllowedAndShown(event: JSONValue) throws {
        let body = event.bytes("body")
        let schema = Vectors.schema(of: event)
        let engine = try BodyCheck.check(body.span.bytes, schema)
        let shown = try BodyView.json(body.span.bytes, schema)
        #expect(shown.data.settled == event["view"]!.settled, "\(event.text("name"))")
        #expect(shown.key == event["key"]?.stringValue?.precomposedStringWithCanonicalMapping)
        #expect(engine.key == shown.key)
        // As bytes, the same.
        var document = JSONBytes()
        document.beginObject()
        let stated = document.body(named: "data", body.span.bytes, schema)
        document.endObject()
        #expect(
            stated.isRead && stated.key == shown.key
                && String(decoding: document.bytes, as: UTF8.self) == JSONValue.object([.init("data", shown.data)]).text
        )
    }

    @Test(arguments: Vectors.events)
    func envelopesAreWrittenAndRead(event: JSONValue) throws {
        let envelope = try #require(Envelope(vector: event))
        var writer = CBORWriter()
        envelope.encode(into: &writer)
        #expect(Hex.encode(writer.bytes) == event.text("envelopeBytes"), "\(event.text("name"))")
        let bytes = event.bytes("envelopeBytes")
        #expect(try EnvelopeView(bytes.span.bytes).envelope == envelope)
    }

    @Test(arguments: Vectors.events)
    func hashesAgree(event: JSONValue) {
        let digest = SHA256Hasher.bodyDigest(salt: event.bytes("salt"), body: event.bytes("body"))
        #expect(digest.hex == event.text("bodyDigest"))
        #expect(SHA256Hasher.leafHash(envelope: event.bytes("envelopeBytes")).hex == event.text("contentId"))
    }

    @Test(arguments: Vectors.events)
    func flagsFollowTheSchema(event: JSONValue) throws {
        let schema = Vectors.schema(of: event)
        #expect(event["envelope"]!.flag("critical") == schema.critical)
        #expect(schema.allows(kind: StreamID(event["envelope"]!.text("stream"))!.kind))
    }

    @Test(arguments: Vectors.heads)
    func headsHold(head: JSONValue) throws {
        var edge = MerkleEdge()
        for event in Vectors.events where event["envelope"]!.text("origin") == head.text("origin") {
            edge.append(leaf: Bytes32(hex: event.text("contentId"))!)
        }
        #expect(edge.size == UInt64(head["size"]!.integerValue!))
        #expect(edge.root.hex == head.text("root"))
        let key = try VerifyingKey(bytes: head.bytes("publicKey"))
        let claimed = try Head(
            origin: OriginID(hex: head.text("origin"))!, publicKey: key, size: edge.size, root: edge.root)
        try SignedHead(head: claimed, signature: Signature(bytes: head.bytes("signature"))!).verify()
    }

    @Test(arguments: Vectors.keys)
    func keysHaveTheirNames(key: JSONValue) throws {
        let signing = try SigningKey(seed: key.bytes("seed"))
        #expect(signing.publicKey.hex == key.text("publicKey"))
        #expect(OriginID(publicKey: signing.publicKey).hex == key.text("originId"))
        #expect(PrincipalID(publicKey: signing.publicKey).hex == key.text("principalId"))
    }

    @Test func certificatesHold() throws {
        let starts = Vectors.events.filter { $0.text("type") == "origin.started" }
        #expect(starts.count == 2)
        for start in starts {
            let data = start["data"]!
            let certificate = OriginCertificate(
                originKey: try VerifyingKey(bytes: data.bytes("originKey")),
                principalKey: try VerifyingKey(bytes: data.bytes("principalKey")),
                replaced: data["replaces"]?.stringValue.flatMap { OriginID(hex: $0) },
                signature: Signature(bytes: data.bytes("signature"))!)
            #expect(try certificate.isValid())
        }
    }

    @Test func anEndOfVersion2NamesTheRootsOfItsCut() throws {
        let ends = Vectors.events.filter { $0.text("type") == "link.ended" && $0["version"]?.integerValue == 2 }
        #expect(ends.count == 2)
        for end in ends {
            guard case .object(let cut)? = end["data"]?["cut"], case .array(let roots)? = end["data"]?["roots"] else {
                preconditionFailure("an end has a cut, and one of version 2 has roots")
            }
            let expected = cut.map { entry in
                var edge = MerkleEdge()
                let log = Vectors.events.filter { $0["envelope"]!.text("origin") == entry.name }
                for event in log.prefix(Int(entry.value.integerValue!)) {
                    edge.append(leaf: Bytes32(hex: event.text("contentId"))!)
                }
                return JSONValue.string(edge.root.hex)
            }
            #expect(roots == expected)
        }
    }

    /// Each key of hours beside that of the other version: tenths, then seconds.
    private let keysOfHours: [(UInt64, UInt64)] = {
        let tenths: [UInt64] = [4, 5, 6, 7, 14, 15, 16, 17, 18, 19, 27, 28, 33]
        let seconds = Array<UInt64>(40...52)
        return zip(tenths, seconds).map { ($0, $1) } + zip(seconds, tenths).map { ($0, $1) }
    }()

    @Test(arguments: Vectors.events.filter { $0.text("type") == "flight.signed" })
    func aSignatureCoversTheCanonicalContent(signed: JSONValue) throws {
        guard case .array(let covers)? = signed["data"]!["covers"] else {
            preconditionFailure("a signature covers something")
        }
        var record = RecordFields()
        for event in Vectors.events where covers.contains(.string(event.text("contentId"))) {
            let body = event.bytes("body")
            // A write takes the other key of its field out.
            for (key, other) in keysOfHours where RecordFields.keys(ofBody: body).contains(key) {
                record.set(other, nil)
            }
            record.merge(body: body)
        }
        let content = SHA256Hasher.labelled("daybook/content/1", record.canonical)
        #expect(content.hex == signed["data"]!.text("content"))
    }

    @Test(arguments: Vectors.refused)
    func bytesAreRefused(refusal: JSONValue) {
        let bytes = refusal.bytes("bytes")
        do throws(CBORError) {
            try CBORReader.validate(bytes.span.bytes)
            Issue.record("read, though it is \(refusal.text("why"))")
        } catch {
            #expect("\(error.reason)" == "\(Reason.named(refusal.text("reason")))", "\(refusal.text("why"))")
        }
    }

    @Test(arguments: Vectors.accepted)
    func bytesAreRead(item: JSONValue) throws {
        let bytes = item.bytes("bytes")
        #expect(throws: Never.self, "\(item.text("is"))") { try CBORReader.validate(bytes.span.bytes) }
    }
}

/// The reasons of the vectors carry the names of `CBORError.Reason`'s cases.
private enum Reason {
    static func named(_ name: String) -> String {
        CBORError.Reason.allCases.contains { "\($0)" == name } ? name : "no reason is called \(name)"
    }
}

extension Envelope {
    fileprivate init?(vector event: JSONValue) {
        guard let fields = event["envelope"], let valid = fields["valid"], case .array(let basis)? = fields["basis"]
        else { return nil }
        var flags: EventFlags = fields.flag("lastOfUnit") ? [.lastOfUnit] : []
        if fields.flag("critical") { flags.insert(.critical) }
        let validTime: ValidTime =
            if let date = valid["date"]?.stringValue {
                .date(CivilDate(date)!)
            } else {
                .instant(
                    Instant(valid.text("instant"))!, offsetSeconds: valid["offsetSeconds"]!.integerValue!,
                    zone: valid.text("zone"))
            }
        self.init(
            origin: OriginID(hex: fields.text("origin"))!,
            sequence: LogSequence(UInt64(fields["sequence"]!.integerValue!)),
            flags: flags, stream: StreamID(fields.text("stream"))!, type: event.text("type"),
            schemaVersion: event["version"]!.integerValue!,
            actor: PrincipalID(hex: fields.text("actor"))!, validTime: validTime,
            recorded: Instant(fields.text("recorded"))!,
            basis: basis.map { EventID(hex: $0.stringValue!)! },
            causation: fields["causation"]?.stringValue.flatMap { EventID(hex: $0) },
            correlation: fields["correlation"]?.stringValue, bodyDigest: Bytes32(hex: event.text("bodyDigest"))!)
    }
}
