import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Testing
import TransparencyLog

/// Input that a ledger must refuse: each with its code and its sentence, and nothing changed.
@Suite struct BadInputTests {
    private let ledger: StoreLedger
    private let person = [UInt8](repeating: 7, count: 32)

    init() throws {
        ledger = try StoreLedger(seed: 1, person: [UInt8](repeating: 7, count: 32))
        _ = try ledger.append(Draft.log("a", key: "k"), Draft.log("b"))
    }

    /// The error, as `code at index (exit): message`; checks that nothing changed.
    private func said(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) throws -> String {
        let digest = try ledger.ledger.digest()
        let before = try ledger.observe()
        do { try body() } catch {
            #expect(try ledger.ledger.digest() == digest, sourceLocation: location)
            #expect(try ledger.observe() == before, sourceLocation: location)
            return text(error)
        }
        return "taken"
    }

    private func text(_ error: any Error) -> String {
        switch error {
        case let error as DraftRefusal: "\(error.index): \(text(error.reason))"
        case let error as LineRefusal: "line \(error.line): \(text(error.reason))"
        case let error as Rejection: "1 \(error.code): \(error.message)"
        case let error as Fault: "\(error.kind.rawValue) \(error.code): \(error.message)"
        default: "\(error)"
        }
    }

    private func appending(_ drafts: EventDraft..., at location: SourceLocation = #_sourceLocation) throws -> String {
        try said({ _ = try ledger.append(drafts, condition: nil) }, location)
    }

    private func event(_ stream: String, _ type: String, _ fields: KeyValuePairs<String, JSONValue?> = [:])
        -> EventDraft
    {
        EventDraft(stream: Draft.stream(stream), type: type, data: .json(Draft.object(fields)))
    }

    @Test("unknown fields, types, kinds; types in the wrong stream; bodies that only their command makes")
    func unknown() throws {
        #expect(
            try appending(event("flight/c", "flight.painted"))
                == "0: 65 type.unknown: \"flight.painted\" is not an event type that this program knows.")
        #expect(
            try appending(event("boat/c", "flight.logged", ["date": .string("2026-02-01")]))
                == "0: 65 stream.unknownKind: \"boat\" is not a kind of stream that this program knows.")
        #expect(
            try appending(event("aircraft/c", "flight.removed"))
                == "0: 1 type.wrongStream: A flight.removed cannot stand in the stream aircraft/c.")
        #expect(
            try appending(Draft.amend("a", ["colour": .string("red")]))
                == "0: 65 field.unknown: \"colour\" is not a field of flight.amended.")
        for (article, type) in [
            ("a", "flight.signed"), ("a", "signature.voided"), ("an", "outcome.settled"), ("an", "origin.started"),
        ] {
            #expect(
                try appending(event("flight/a", type))
                    == "0: 1 type.computed: The body of \(article) \(type) is computed from the ledger: it cannot be appended as it is."
            )
        }
    }

    @Test("a broken line in a batch: the line is named, the whole batch is dropped")
    func brokenLine() throws {
        let said = try appending(Draft.log("c"), Draft.log("d", hobbs: "abc"), Draft.log("e"))
        #expect(
            said
                == "1: 65 hobbs.notANumber: \"hobbs\" is not a number with at most two digits after the point, or a text such as 1:15."
        )
        #expect(
            try appending(Draft.log("c"), Draft.log("a"))
                == "1: 1 record.exists: There is a flight with this id already.")
        #expect(
            try appending(Draft.log("c"), Draft.log("d", date: "2027-01-01"))
                == "1: 1 date.future: The date 2027-01-01 is in the future; today is 2026-03-01.")
    }

    @Test("a key with other content; a key that is none; a wrong version")
    func keys() throws {
        #expect(
            try appending(Draft.log("a", remarks: "other", key: "k"))
                == "0: 1 key.conflict: The key \"k\" was used before, with other content.")
        let unreadable = "0: 65 key.unreadable: A key is a text of 1 to 128 bytes without U+0000."
        for key in ["", String(repeating: "k", count: 129), "a\u{0}b"] {
            #expect(try appending(Draft.log("c", key: key)) == unreadable)
        }
        #expect(
            try appending(Draft.log("a", expecting: 0))
                == "0: 1 version.conflict: The stream flight/a holds 1 event, not 0.")
        var draft = Draft.log("c")
        draft.correlation = String(repeating: "c", count: 65)
        #expect(try appending(draft) == "0: 65 correlation.unreadable: A correlation is a text of at most 64 bytes.")
        draft.correlation = nil
        draft.occurred = .date(CivilDate(day: 0))
        #expect(
            try appending(draft)
                == "0: 1 occurred.mismatch: \"occurred\" says 1970-01-01, the event's own date says 2026-02-01.")
    }

    @Test("a key in another normalization form is the same key")
    func keyForms() throws {
        _ = try ledger.append([Draft.log("n", key: "caf\u{E9} \u{1112}\u{1161}\u{11AB}")], condition: nil)
        let again = try ledger.append([Draft.log("n", key: "cafe\u{301} \u{D55C}")], condition: nil)
        #expect(again.appended == 0 && again.duplicates == 1)
    }

    @Test("an event of more than 65,535 bytes")
    func eventTooLarge() throws {
        let texts = (0..<128).map { JSONValue.Member("column\($0)", .string(String(repeating: "x", count: 1_000))) }
        let draft = EventDraft(
            stream: Draft.stream("flight/c"), type: "flight.logged",
            data: .json(
                .object([
                    .init("date", .string("2026-02-01")), .init("hobbs", .number("1.0")),
                    .init("dayLandings", .integer(1)), .init("extra", .object(texts)),
                ])))
        let said = try said { _ = try ledger.append([draft], condition: nil) }
        #expect(said.hasPrefix("0: 1 event.tooLarge: The event would take 12"), "\(said)")
        #expect(said.hasSuffix("bytes; an event takes at most 65535."), "\(said)")
    }

    @Test("a unit of more than 8,192 events is refused whole, by the first that is too much; one of 8,192 is taken")
    func unitTooLarge() throws {
        let drafts = (0...8_200).map { Draft.log("f\($0)") }
        #expect(
            try said { _ = try ledger.append(drafts, condition: nil) }
                == "8192: 1 unit.tooLarge: What is appended together would be more than 8192 events or 8 MiB.")
        #expect(try ledger.append(Array(drafts.prefix(8_192)), condition: nil).appended == 8_192)
    }

    @Test("a lock over more than 1,000 events is refused, one over 1,000 stands")
    func covers() throws {
        var drafts = (1..<1_000).map { Draft.amend("a", remarks: "amended \($0)") }
        _ = try ledger.append(drafts, condition: nil)
        #expect(try ledger.append(Draft.sign("a"), Draft.void("a")).appended == 2)
        drafts = [Draft.amend("a", remarks: "one more")]
        _ = try ledger.append(drafts, condition: nil)
        #expect(try appending(Draft.sign("a")) == "0: 1 links.tooMany: The event would name more than 1000 others.")
    }

    @Test("a blob of 10 MiB and one byte is refused, one of 10 MiB is kept")
    func blob() throws {
        let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let bytes = image + [UInt8](repeating: 1, count: 10 << 20 | 1 - image.count)
        let draft = Draft.log("pictured")
        #expect(
            try said { _ = try ledger.ledger.append([draft], attachments: [image + bytes]) }
                == "1 blob.tooLarge: The attachment has \(bytes.count + 8) bytes; at most 10 MiB are kept.")
        try ledger.ledger.setProfilePhoto(Array(bytes.prefix(10 << 20)))
        #expect(
            try said { _ = try ledger.ledger.append([draft], attachments: [image]) }
                == "1 blob.unnamed: No event that is appended with it names the attachment (sha256:\(SHA256Hasher.hash(image).hex.prefix(12)))."
        )
        #expect(try ledger.ledger.attachment(SHA256Hasher.hash(image)) == nil)
        #expect(try ledger.ledger.verify().isSound)
    }

    @Test(
        "names that are no streams",
        arguments: [
            "", "flight", "flight/", "/a", "Flight/a", "flight/a/b", "flight/a b", "flight/é",
            "flight/" + String(repeating: "a", count: 65), "f1/a", "flight/a\u{0}",
        ])
    func streams(name: String) { #expect(StreamID(name) == nil) }

    // MARK: - Received

    /// A log of another device, its key, and what of it can be forged.
    private func other() throws -> (tail: ReceivedTail, key: SigningKey) {
        let device = try StoreLedger(seed: 2, person: person)
        _ = try device.append(Draft.log("c"), Draft.amend("c", remarks: "x"))
        let tail = try device.tails()[0]
        guard let key = try device.key(of: tail.head.head.origin) else { throw Violation("no key") }
        return (tail, key)
    }

    private func receiving(_ tail: ReceivedTail, at location: SourceLocation = #_sourceLocation) throws -> String {
        try said({ _ = try ledger.receive([tail]) }, location)
    }

    private let forged = "65 head.forged: The signed head does not agree with the events that come with it."

    @Test("forged heads: another key, another root, another size, another origin")
    func forgedHeads() throws {
        let (tail, key) = try other()
        let head = tail.head.head
        let thief = try SigningKey(seed: [UInt8](repeating: 3, count: 32))
        // Signed by another's key, for the origin's name.
        let byThief = SignedHead(head: head, signature: try thief.sign(head.message))
        #expect(try receiving(ReceivedTail(head: byThief, start: 0, events: tail.events)) == forged)
        // A head of the thief's own origin over the other's events.
        let own = try Head(publicKey: thief.publicKey, size: head.size, root: head.root).signed(by: thief)
        #expect(
            try receiving(ReceivedTail(head: own, start: 0, events: tail.events))
                == "65 event.unreadable: An event cannot be read: its sequence is not that of its place.")
        let root = try Head(publicKey: key.publicKey, size: head.size, root: SHA256Hasher.hash([1])).signed(by: key)
        #expect(try receiving(ReceivedTail(head: root, start: 0, events: tail.events)) == forged)
        let size = try Head(publicKey: key.publicKey, size: head.size + 1, root: head.root).signed(by: key)
        #expect(
            try receiving(ReceivedTail(head: size, start: 0, events: tail.events))
                == "65 tail.cut: The events do not reach up to their signed head.")
        let unsigned = SignedHead(
            head: Head(publicKey: key.publicKey, size: head.size + 1, root: head.root), signature: tail.head.signature)
        #expect(try receiving(ReceivedTail(head: unsigned, start: 0, events: tail.events)) == forged)
        #expect(throws: HeadError.self) {
            try Head(origin: head.origin, publicKey: thief.publicKey, size: 1, root: head.root)
        }
        #expect(try ledger.receive([tail]).received == 3)
    }

    @Test("a head is certified by the key of the log's person, over exactly that head, or not at all")
    func certifiedHeads() throws {
        let (tail, key) = try other()
        let head = tail.head.head
        let (own, thief) = (try SigningKey(seed: person), try SigningKey(seed: [UInt8](repeating: 3, count: 32)))
        let byThief = try head.certified(by: thief)
        #expect(try receiving(ReceivedTail(head: byThief, start: 0, events: tail.events)) == forged)
        // The origin's key is no person's, and a signature of one kind is none of the other.
        #expect(try receiving(ReceivedTail(head: head.certified(by: key), start: 0, events: tail.events)) == forged)
        let swapped = SignedHead(head: head, signature: try own.sign(head.message), certifier: own.publicKey)
        #expect(try receiving(ReceivedTail(head: swapped, start: 0, events: tail.events)) == forged)
        let bare = SignedHead(head: head, signature: try own.sign(head.certifiedMessage))
        #expect(try receiving(ReceivedTail(head: bare, start: 0, events: tail.events)) == forged)
        #expect(
            try ledger.receive([ReceivedTail(head: head.certified(by: own), start: 0, events: tail.events)]).received
                == 3)
        // Of a log that is held, too.
        let longer = Head(publicKey: key.publicKey, size: head.size, root: SHA256Hasher.hash([1]))
        #expect(try receiving(ReceivedTail(head: longer.certified(by: own), start: 0, events: tail.events)) == forged)
        #expect(try receiving(ReceivedTail(head: byThief, start: 0, events: tail.events)) == forged)
        #expect(try ledger.receive([tail]).received == 0)
    }

    @Test("gaps, cut units, logs without a certificate, another person's log")
    func incomplete() throws {
        let (tail, key) = try other()
        func signed(_ events: [StoredEvent], from start: Int = 0, to end: Int) throws -> ReceivedTail {
            let leaves = tail.events[..<end].map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
            return ReceivedTail(
                head: try Head(publicKey: key.publicKey, size: UInt64(end), root: ModelLedger.root(leaves)).signed(
                    by: key), start: UInt64(start), events: events)
        }
        #expect(
            try receiving(signed(Array(tail.events[1...]), from: 1, to: 3))
                == "65 tail.gap: Events are missing between what is here and what was given.")
        #expect(
            try receiving(signed(Array(tail.events[..<2]), to: 2))
                == "65 unit.cut: The events end in the middle of what was committed together.")
        let stranger = try StoreLedger(seed: 3, person: [UInt8](repeating: 8, count: 32))
        _ = try stranger.append(Draft.log("z"))
        let theirs = try stranger.tails()[0]
        #expect(
            try receiving(theirs)
                == "1 origin.unknown: The events come from another person's ledger (person \(stranger.ledger.principal.hex.prefix(12)))."
        )
        // A log that begins with anything else than its certificate.
        let flight = try rewritten(tail.events[1], key, sequence: 0, lastOfUnit: true)
        #expect(
            try receiving(alone(flight, key))
                == "65 origin.uncertified: The log does not begin with a certificate of its origin by a person's key.")
        // A certificate whose signature was not made by the person's key.
        var body = tail.events[0].body
        body[body.count - 1] ^= 1
        let uncertified = try rewritten(tail.events[0], key, sequence: 0, lastOfUnit: true, body: body)
        #expect(
            try receiving(alone(uncertified, key))
                == "65 origin.uncertified: The log does not begin with a certificate of its origin by a person's key.")
    }

    /// An event with another place, flag or body, and with the digest that belongs to it.
    private func rewritten(
        _ event: StoredEvent, _ key: SigningKey, sequence: UInt64, lastOfUnit: Bool, body: [UInt8]? = nil
    ) throws -> StoredEvent {
        let bytes = event.envelope.span.bytes
        var envelope = try EnvelopeView(bytes).envelope
        let body = body ?? event.body
        envelope.sequence = LogSequence(sequence)
        if lastOfUnit { envelope.flags.insert(.lastOfUnit) }
        envelope.bodyDigest = SHA256Hasher.bodyDigest(salt: event.salt, body: body)
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        return StoredEvent(envelope: writer.bytes, salt: event.salt, body: body)
    }

    private func alone(_ event: StoredEvent, _ key: SigningKey) throws -> ReceivedTail {
        let root = SHA256Hasher.leafHash(envelope: event.envelope)
        return ReceivedTail(
            head: try Head(publicKey: key.publicKey, size: 1, root: root).signed(by: key), start: 0, events: [event])
    }

    @Test(
        "bytes that are not of the form: bodies and envelopes that are not deterministic CBOR, other salts, other bodies"
    )
    func notCanonical() throws {
        let (tail, key) = try other()
        func with(_ change: (StoredEvent) throws -> StoredEvent) throws -> ReceivedTail {
            let events = try Array(tail.events.dropLast()) + [change(tail.events[2])]
            let leaves = events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
            return ReceivedTail(
                head: try Head(publicKey: key.publicKey, size: 3, root: ModelLedger.root(leaves)).signed(by: key),
                start: 0, events: events)
        }
        func body(_ bytes: [UInt8]) throws -> String {
            try receiving(with { try rewritten($0, key, sequence: 2, lastOfUnit: true, body: bytes) })
        }
        let unreadable = "65 event.unreadable: An event cannot be read: "
        #expect(try body([0xA1, 0x01, 0x18, 0x05]) == unreadable + "a head is longer than it need be at byte 2.")
        #expect(try body([0xA2, 0x02, 0x01, 0x01, 0x01]) == unreadable + "map keys out of order or twice at byte 3.")
        #expect(try body([0xBF, 0xFF]) == unreadable + "an indefinite length at byte 0.")
        #expect(try body([0xA1, 0x01, 0xF9, 0x3C, 0x00]) == unreadable + "a floating point number at byte 2.")
        #expect(try body([0xA0, 0x00]) == unreadable + "bytes follow the item at byte 1.")
        #expect(try body([]) == unreadable + "its body is not the one its envelope names.")
        let longer = try receiving(with { StoredEvent(envelope: $0.envelope + [0], salt: $0.salt, body: $0.body) })
        #expect(longer.hasPrefix(unreadable + "bytes follow the item"), "\(longer)")
        let another = unreadable + "its body is not the one its envelope names."
        #expect(
            try receiving(
                with { StoredEvent(envelope: $0.envelope, salt: [UInt8](repeating: 0, count: 16), body: $0.body) })
                == another)
        #expect(try receiving(with { StoredEvent(envelope: $0.envelope, salt: $0.salt, body: [0xA0]) }) == another)
        #expect(
            try receiving(with { StoredEvent(envelope: $0.envelope, salt: $0.salt + [0], body: $0.body) }) == unreadable
                + "it is too large.")
        #expect(
            try receiving(with { try rewritten($0, key, sequence: 5, lastOfUnit: true) }) == unreadable
                + "its sequence is not that of its place.")
    }

    @Test("an event of a type or with a body that this program cannot read is kept, and has no effect")
    func unreadableButSound() throws {
        let (tail, key) = try other()
        let strange = try rewritten(tail.events[2], key, sequence: 2, lastOfUnit: true, body: [0xA1, 0x18, 0x63, 0x01])
        let events = Array(tail.events.dropLast()) + [strange]
        let leaves = events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        let head = try Head(publicKey: key.publicKey, size: 3, root: ModelLedger.root(leaves)).signed(by: key)
        #expect(try ledger.receive([ReceivedTail(head: head, start: 0, events: events)]).received == 3)
        let outcome = try ledger.observe().records[Draft.stream("flight/c")]?.outcomes[leaves[2]]
        #expect(outcome == EventOutcome(.quarantined, reason: "body.invalid"))
        #expect(try ledger.ledger.verify().isSound && ledger.ledger.replay().isEqual)
    }
    @Test("an audit tells what a refused change would have changed, as the history of the entry does")
    func auditOfTheUnreadable() throws {
        let (tail, key) = try other()
        let schema = try #require(Registry.daybook.schema("flight.amended"))
        var body = CBORWriter(capacity: 32)
        body.map(count: 2)
        body.unsigned(schema.field(named: "date")!.key)
        body.integer(Int64(CivilDate("1990-01-01")!.day))
        body.unsigned(schema.field(named: "hobbs")!.key)
        // More hours than the schema lets anybody fly.
        body.integer(9_999_999)
        let strange = try rewritten(tail.events[2], key, sequence: 2, lastOfUnit: true, body: body.bytes)
        let events = Array(tail.events.dropLast()) + [strange]
        let leaves = events.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        let head = try Head(publicKey: key.publicKey, size: 3, root: ModelLedger.root(leaves)).signed(by: key)
        _ = try ledger.receive([ReceivedTail(head: head, start: 0, events: events)])
        let stream = Draft.stream("flight/c")
        let steps = try #require(try ledger.ledger.history(of: stream)).value.steps.filter {
            $0.event.envelope.type == "flight.amended"
        }
        #expect(
            steps.map { $0.changes.map { "\($0.field) \($0.new?.text ?? "")" } } == [
                [#"date "1990-01-01""#, #"hobbs "2777:46:39""#]
            ])
        // The day in the refused change is one up to the day asked about.
        for asOf in [AsOf.now, AsOf(on: CivilDate("2000-01-01")!)] {
            let audit = try ledger.ledger.auditLogbook(asOf).value
            #expect(audit.changes.filter { $0.stream == stream }.map(\.changes) == steps.map(\.changes))
            #expect(audit.names[stream] != nil)
        }
        #expect(try ledger.ledger.auditLogbook(AsOf(on: CivilDate("1980-01-01")!)).value.names[stream] == nil)
    }
}
