import Engine
public import EventCodec
public import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// An instructor's own signature in a `flight.signed`: by the instructor's key, over the content that is locked and over how far a log
/// had come, so that the instructor is a witness of all that the log held then (docs/format.md §3).
struct InstructorSignature: Equatable, Sendable {
    let key: VerifyingKey
    let log: OriginID
    let size: UInt64
    let root: Bytes32
    let signature: Signature

    /// Signs a content at the state of a log. Throws `KeyError` `library` only.
    init(content: Bytes32, log: OriginID, size: UInt64, root: Bytes32, by key: SigningKey) throws(KeyError) {
        self.key = key.publicKey
        self.log = log
        self.size = size
        self.root = root
        signature = try key.sign(InstructorSignature.message(content, log, size, root))
    }

    /// From the data of an event that its schema allows; nil without one, and for a key that is none.
    init?(data: JSONValue) {
        guard let fields = data["instructor"], let key = fields["key"]?.stringValue.flatMap(Bytes32.init(hex:)),
            let log = fields["log"]?.stringValue.flatMap(OriginID.init(hex:)), let size = fields["size"]?.integerValue,
            let root = fields["root"]?.stringValue.flatMap(Bytes32.init(hex:)),
            let signature = fields["signature"]?.stringValue.flatMap(Hex.decode).flatMap(Signature.init(bytes:))
        else { return nil }
        // A key of small order or in another spelling signs for nobody.
        guard let verifying = try? VerifyingKey(key) else { return nil }
        self.key = verifying
        self.log = log
        self.size = UInt64(size)
        self.root = root
        self.signature = signature
    }

    /// Whether the key's owner signed this content with this state of the log. About 0.1 ms.
    func holds(for content: Bytes32) throws -> Bool {
        try key.isValid(signature: signature, for: InstructorSignature.message(content, log, size, root))
    }

    /// As the event's data has it.
    var json: JSONValue {
        .object(pairs: [
            "key": .string(key.hex), "log": .string(log.hex), "size": .integer(size), "root": .string(root.hex),
            "signature": .string(Hex.encode(signature.bytes)),
        ])
    }

    /// "daybook/instructor/1" ‖ content (32) ‖ log (16) ‖ size (8, big-endian) ‖ root (32).
    static func message(_ content: Bytes32, _ log: OriginID, _ size: UInt64, _ root: Bytes32) -> [UInt8] {
        var result = Array("daybook/instructor/1".utf8) + content.bytes + log.bytes
        for shift in stride(from: 56, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: size >> UInt64(shift))) }
        return result + root.bytes
    }
}

/// What is known of an instructor's signature from its event alone.
public enum InstructorCheck: Hashable, Sendable {
    case holds(key: String)
    /// It is not by that key, or over something else.
    case broken(key: String)

    /// Nil for data without an instructor's signature.
    public init?(data: JSONValue?) throws {
        guard let data, let fields = data["instructor"], fields != .null else { return nil }
        let key = fields["key"]?.stringValue ?? ""
        guard let signature = InstructorSignature(data: data), let content = data["content"]?.stringValue.flatMap(Bytes32.init(hex:)),
            try signature.holds(for: content)
        else {
            self = .broken(key: key)
            return
        }
        self = .holds(key: key)
    }
}

extension Ledger {
    // MARK: - Signing

    /// What an instructor gives with a signature.
    public struct SigningInstructor: Sendable {
        public var cfiNumber: String
        public var name: String?
        /// The last day of the certificate or of recent experience.
        public var certificateThrough: CivilDate?
        /// A picture of the signature, kept with the ledger: at most 10 MiB.
        public var image: [UInt8]?
        /// The seed of the instructor's own key, 32 bytes: it signs the content and the state of the log.
        public var key: [UInt8]?

        public init(
            cfiNumber: String, name: String? = nil, certificateThrough: CivilDate? = nil, image: [UInt8]? = nil, key: [UInt8]? = nil
        ) {
            self.cfiNumber = cfiNumber
            self.name = name
            self.certificateThrough = certificateThrough
            self.image = image
            self.key = key
        }
    }

    /// Signs an entry: locks what counts of it now.
    ///
    /// Throws `DraftRefusal` (nothing was written, not the picture either), `Fault` `key.unreadable` for a key that is none and
    /// `image.unknownType` for a picture that is none.
    @discardableResult @available(*, noasync)
    public func signFlight(_ stream: StreamID, by instructor: SigningInstructor) throws -> AppendReceipt {
        if let image = instructor.image { _ = try PictureType.held(image, for: .signature) }
        let (version, witness) = try translated { try testimony(on: stream, of: instructor) }
        let data = JSONValue.object(pairs: [
            "cfiNumber": .string(instructor.cfiNumber), "signerName": instructor.name.map { .string($0) },
            "imageDigest": instructor.image.map { .string(SHA256Hasher.hash($0).hex) },
            "certificateThrough": instructor.certificateThrough.map { .string($0.description) }, "instructor": witness?.json,
        ])
        // The content that was signed is that of the version it was read at.
        let draft = EventDraft(
            stream: stream, type: "flight.signed", data: .json(data), intent: .computed(), expectedVersion: witness == nil ? nil : version)
        if let image = instructor.image {
            // A refused signature keeps no picture.
            try withView(.now) { known, _, transaction in _ = try engine.supposing([draft], told: [.none], at: now, known, transaction) }
            _ = try keepAttachment(image)
        }
        return try appendToEntry(draft)
    }

    /// Signs an entry: locks what counts of it now. `imageDigest` names a picture that was kept before.
    @discardableResult @available(*, noasync)
    public func signFlight(_ stream: StreamID, cfiNumber: String, signerName: String? = nil, imageDigest: String? = nil) throws -> AppendReceipt {
        let data = JSONValue.object(pairs: [
            "cfiNumber": .string(cfiNumber), "signerName": signerName.map { .string($0) }, "imageDigest": imageDigest.map { .string($0) },
        ])
        return try appendToEntry(EventDraft(stream: stream, type: "flight.signed", data: .json(data), intent: .computed()))
    }

    /// The public key, in hexadecimal, of a key's 32 bytes. Throws `Fault` `key.unreadable`.
    public static func publicKey(ofSeed seed: [UInt8]) throws -> String { try instructorKey(seed).publicKey.hex }

    private static func instructorKey(_ seed: [UInt8]) throws -> SigningKey {
        guard seed.count == 32 else {
            throw Fault(
                .unreadable, code: "key.unreadable", message: "This is not a key: it has \(seed.count) bytes, and a key has 32.",
                hint: "\"daybook key new FILE\" makes one.")
        }
        return try translated { try SigningKey(seed: seed) }
    }

    /// The version of the entry, and the instructor's signature over its content now; nil where nothing can be signed, as the append will say.
    private func testimony(on stream: StreamID, of instructor: SigningInstructor) throws -> (version: Int, signature: InstructorSignature?) {
        guard let seed = instructor.key else { return (0, nil) }
        let key = try Ledger.instructorKey(seed)
        return try engine.read { transaction in
            guard let loaded = try engine.stream(stream, knownAt: try engine.latest(transaction), transaction),
                case .success(let links) = loaded.fold.linksOfLock(over: loaded.events, rules: loaded.rules, form: KindRules.form),
                let content = links.content, let newest = loaded.places.last
            else { return (0, nil) }
            // The own log says most: it is the one that goes on. A ledger that never wrote witnesses the log that the entry lies in.
            let own = try transaction.storeRecord().ownLog
            let log = try transaction.logRecord(own == 0 ? newest.log : own)
            let signature = try InstructorSignature(
                content: content, log: log.origin, size: log.size, root: log.edge.root, by: key)
            return (loaded.events.count, signature)
        }
    }

    // MARK: - Verifying

    /// Checks every instructor's signature, and the state of the log that it is a witness of, against what is held here; warns of pictures
    /// that are not here.
    func checkSignatures(
        _ found: Verification, _ names: [UInt32: LogName], _ transaction: borrowing StoreRead
    ) throws -> (count: Int, damage: [Damage], warnings: [String]) {
        var witnesses: [(signature: InstructorSignature, event: EventRecord)] = []
        var damage: [Damage] = []
        var count = 0
        var pictures = NamedPictures()
        func report(_ event: EventRecord, _ reason: String) {
            damage.append(
                Damage(
                    log: names[event.log], sequence: event.envelope.sequence.value, position: event.position, stream: event.envelope.stream,
                    version: event.version, reason: reason))
        }
        for place in found.critical {
            let event = try engine.event(at: place, transaction)
            guard event.envelope.type == "flight.signed", let data = EventView(event, .effective, registry).data else { continue }
            pictures.note(event.envelope, event.id, data)
            guard let check = try InstructorCheck(data: data) else { continue }
            count += 1
            if case .holds = check, let signature = InstructorSignature(data: data) {
                witnesses.append((signature, event))
            } else {
                report(event, "the instructor's signature is not by its key over what was signed")
            }
        }
        let wanted = Dictionary(grouping: witnesses, by: \.signature.log)
        for (origin, witnesses) in wanted {
            let sizes = Set(witnesses.map(\.signature.size))
            let paths = try found.logs.filter { $0.origin == origin }.map { try engine.roots(of: $0, sizes: sizes, transaction) }
            for (signature, event) in witnesses {
                let held = paths.compactMap { $0[signature.size] }
                // A log that has not come here so far cannot speak against it.
                if !held.isEmpty, !held.contains(signature.root) {
                    report(event, "the log that the instructor signed had other events than the one held here")
                }
            }
        }
        return (count, damage.sorted { ($0.position ?? .start) < ($1.position ?? .start) }, try pictures.missing(transaction))
    }
}
