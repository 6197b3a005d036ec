public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore
import Logbook
import TransparencyLog

extension Ledger {
    // MARK: - Signing

    /// The instructor's part of a signature.
    public struct SigningInstructor: Sendable {
        public var cfiNumber: String
        public var name: String?
        /// The last day of the certificate or of recent experience.
        public var certificateThrough: CivilDate?
        /// A picture of the signature, kept with the ledger: at most 10 MiB.
        public var image: [UInt8]?
        /// The seed of the instructor's own key, 32 bytes: it signs the entry and the frontier of all logs.
        public var key: [UInt8]?

        public init(
            cfiNumber: String, name: String? = nil, certificateThrough: CivilDate? = nil, image: [UInt8]? = nil,
            key: [UInt8]? = nil
        ) {
            self.cfiNumber = CertificateNumber.trimmed(cfiNumber)
            self.name = name
            self.certificateThrough = certificateThrough
            self.image = image
            self.key = key
        }
    }

    /// Signs an entry: locks what counts of it now.
    ///
    /// Throws `DraftRefusal` (nothing was written, not the picture either), `Fault` `key.unreadable` for a key that is
    /// none and `image.unknownType` for a picture that is none.
    @discardableResult @available(*, noasync)
    public func signFlight(_ stream: StreamID, by instructor: SigningInstructor) throws -> AppendReceipt {
        try sign([stream], by: instructor)
    }

    /// `signFlight` for several entries, in one unit: all are signed, or none. The index of a refusal is that of its
    /// entry.
    @discardableResult @available(*, noasync)
    public func signFlights(_ streams: [StreamID], by instructor: SigningInstructor) throws -> AppendReceipt {
        try sign(streams, by: instructor)
    }

    /// `signFlights` for any records that an instructor signs.
    func sign(_ streams: [StreamID], by instructor: SigningInstructor) throws -> AppendReceipt {
        if let image = instructor.image { _ = try PictureType.held(image, for: .signature) }
        let key = try instructor.key.map(Ledger.instructorKey)
        if let key { try refuseOwnKey(key.publicKey.words) }
        let drafts = streams.map { stream in
            var draft = EventDraft(
                stream: stream, type: SignedKind(stream).lockType, data: .json(instructor.data), intent: .computed())
            // Without a number the rules refuse the draft; a key signs none.
            if let key, !instructor.cfiNumber.isEmpty {
                draft.testimony = .key(key, certificate: Text.normalize(instructor.cfiNumber))
            }
            return draft
        }
        return try appendToEntries(drafts, attachments: instructor.image.map { [$0] } ?? [])
    }

    /// Signs an entry: locks what counts of it now. `imageDigest` names a picture that was kept before.
    @discardableResult @available(*, noasync)
    public func signFlight(_ stream: StreamID, cfiNumber: String, signerName: String? = nil, imageDigest: String? = nil)
        throws -> AppendReceipt
    {
        let data = JSONValue.object(pairs: [
            "cfiNumber": .string(CertificateNumber.trimmed(cfiNumber)), "signerName": signerName.map { .string($0) },
            "imageDigest": imageDigest.map { .string($0) },
        ])
        return try appendToEntry(
            EventDraft(stream: stream, type: "flight.signed", data: .json(data), intent: .computed()))
    }

    /// The public key, in hexadecimal, of a key's 32 bytes. Throws `Fault` `key.unreadable`.
    public static func publicKey(ofSeed seed: [UInt8]) throws -> String { try instructorKey(seed).publicKey.hex }

    static func instructorKey(_ seed: [UInt8]) throws -> SigningKey {
        guard seed.count == 32 else {
            throw Fault(
                .unreadable, code: "key.unreadable",
                message: "This is not a key: it has \(seed.count) bytes, and a key has 32.",
                remedy: Remedy("key.new", "Make a key."))
        }
        return try translated { try SigningKey(seed: seed) }
    }
}

extension Ledger.SigningInstructor {
    /// The body of the signature.
    var data: JSONValue {
        .object(pairs: [
            "cfiNumber": .string(cfiNumber), "signerName": name.map { .string($0) },
            "imageDigest": image.map { .string(SHA256Hasher.hash($0).hex) },
            "certificateThrough": certificateThrough.map { .string($0.description) },
        ])
    }
}

// MARK: - Remote signing

extension Ledger {
    private static let restateFirst = Rejection(
        code: "signature.restate",
        message:
            "What another person entered counts in this flight, and a signature covers its author's entries alone.",
        remedy: Remedy("flight.amendOwn", "Change the flight to what you mean to sign."))

    /// The request to an instructor: the fields that count of the flight or the endorsement now, and the size of every
    /// log.
    ///
    /// A signature covers its author's entries alone. Other persons' entries are restated first, by one change in a
    /// unit of its own.
    ///
    /// - Returns: The request, and the change that restates; nil where none was needed.
    /// - Throws: `DraftRefusal` for an entry that cannot be signed; nothing was written then.
    @available(*, noasync)
    public func signRequest(for stream: StreamID) throws -> (request: SignRequest, restated: EventID?) {
        let restatement = try withView(.now) { known, _, transaction in
            try requireSignable(stream, known, transaction)
            return try restatingDraft(of: stream, known, transaction)
        }
        let restated = try restatement.flatMap { try append([$0]).ids.first }
        return (try request(for: stream), restated)
    }

    /// Whatever would refuse a signature refuses the request.
    private func requireSignable(_ stream: StreamID, _ known: KnownAt, _ transaction: borrowing StoreRead) throws {
        // An endorsement is signed under its own number; a flight under any.
        let isEndorsement = SignedKind(stream) == .endorsement
        let loaded = isEndorsement ? try engine.stream(stream, knownAt: known, transaction) : nil
        let number = try loaded?.record(Endorsement.self)?.cfiNumber
        let signed = SigningInstructor(cfiNumber: number ?? "1").data
        let trial = EventDraft(
            stream: stream, type: SignedKind(stream).lockType, data: .json(signed), intent: .computed())
        _ = try engine.supposing([trial], stated: [.none], at: now, known, transaction)
    }

    /// The change that restates what other persons entered; nil where the owner's entries give the flight.
    private func restatingDraft(
        of stream: StreamID, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> EventDraft? {
        let owner = try transaction.storeRecord().principal
        guard let loaded = try engine.stream(stream, knownAt: known, transaction), let state = loaded.fold.state,
            let covered = loaded.fold.stateCovered(by: owner, over: loaded.events, rules: loaded.rules),
            loaded.rules.content(covered, form: KindRules.form) != loaded.rules.content(state, form: KindRules.form)
        else { return nil }
        guard let edit = loaded.rules.kind.restatement(of: state.fields, over: covered.fields) else {
            throw DraftRefusal(index: 0, reason: Ledger.restateFirst)
        }
        var draft = EventDraft(
            stream: stream, type: edit.type, data: .fields(edit.body), expectedVersion: loaded.events.count)
        draft.restates = true
        return draft
    }

    private func request(for stream: StreamID) throws -> SignRequest {
        try withView(.now) { known, _, transaction in
            try requireSignable(stream, known, transaction)
            let head = try transaction.storeRecord()
            guard let loaded = try engine.stream(stream, knownAt: known, transaction), let state = loaded.fold.state
            else {
                throw DraftRefusal(index: 0, reason: RoleRejection.recordMissing)
            }
            // Another person's change may have come meanwhile; a request names events that are here.
            guard
                case .success(let links) = loaded.fold.linksOfLock(
                    by: head.principal, over: loaded.events, rules: loaded.rules, form: KindRules.form),
                let content = links.content
            else { throw DraftRefusal(index: 0, reason: Ledger.restateFirst) }
            let logs = try transaction.logRecords(head)
            return try SignRequest(
                stream: stream, principal: head.principal, form: KindRules.form, content: content, covers: links.covers,
                frontier: SignedFrontier(
                    logs, of: head.principal,
                    needing: loaded.logNumbers(of: links.covers).union([head.ownLog]),
                    replaced: try transaction.replacedOrigins(logs)),
                record: (state.fieldsAsWritten ?? state.fields).canonical)
        }
    }

    /// Signs an entry with an instructor's response.
    ///
    /// - Throws: `Fault` `response.otherFlight` and `response.otherLedger` for a response that is not to a request of
    ///   this entry, `response.noEvents` for one that names a log of size 0, `response.ahead` for one that names events
    ///   that are not here yet;
    ///   `Rejection` `signature.stale` where the entry changed since the request; `DraftRefusal`.
    @discardableResult @available(*, noasync)
    public func signFlight(_ stream: StreamID, with response: SignResponse) throws -> AppendReceipt {
        try sign(stream, with: response)
    }

    /// `signFlight` for any record that an instructor signs.
    func sign(_ stream: StreamID, with response: SignResponse) throws -> AppendReceipt {
        let (receipt, statement) = (response.receipt, response.receipt.statement)
        let kind = SignedKind(stream)
        guard statement.stream == stream else { throw Ledger.other(statement.stream, than: stream) }
        let version = try withView(.now) { known, _, transaction -> Int in
            let head = try transaction.storeRecord()
            let signed = statement.signed
            guard statement.principal == head.principal else { throw Ledger.otherLedger(stream) }
            if let log = signed.frontier.logs.first(where: { $0.size == 0 }) {
                throw SignResponse.noEvents(of: log.origin, kind, stream)
            }
            let loaded = try engine.stream(stream, knownAt: known, transaction)
            // The statement names its stream, so that its signature can lie nowhere else.
            if loaded?.events.contains(where: { $0.payload?.engine.witness?.signature == receipt.signature }) == true {
                throw Ledger.usedResponse(stream)
            }
            let roots = try HeldRoots([signed.frontier], engine, transaction)
            let places = try engine.places(of: Set(statement.covers), in: stream, transaction)
            let placement = SignaturePlacement(signed.frontier, signedAt: signed.instant, covering: places, roots)
            switch placement {
            case .placed: break
            case .unplaced: throw Ledger.responseAhead
            case .otherClosedLogs, .otherBranch, .contradicted, .beforeEntry: throw Ledger.otherLedger(stream)
            }
            guard let loaded else { return 0 }
            let links = loaded.fold.linksOfLock(
                by: head.principal, over: loaded.events, rules: loaded.rules, form: KindRules.form)
            let isStale =
                switch links {
                case .success(let links): links.covers != statement.covers || links.content != statement.content
                case .failure(let rejection): rejection.code == RoleRejection.signatureMismatch.code
                }
            if isStale {
                throw Rejection(
                    code: "signature.stale",
                    message: "This \(kind.noun) was changed after the signature was asked for.",
                    remedy: Remedy("\(stream.kind).askAgain", "Ask again.", record: stream))
            }
            return loaded.events.count
        }
        try refuseOwnKey(receipt.key)
        let instructor = SigningInstructor(cfiNumber: statement.signed.certificate, name: response.name)
        var draft = EventDraft(
            stream: stream, type: kind.lockType, data: .json(instructor.data), intent: .computed(),
            expectedVersion: version)
        draft.testimony = .made(Witness(key: receipt.key, signed: statement.signed, signature: receipt.signature))
        return try appendToEntry(draft)
    }

    private static func other(_ other: StreamID, than stream: StreamID) -> Fault {
        let kind = SignedKind(stream)
        if kind == .flight, other.kind == kind.rawValue {
            return Fault(
                .unreadable, code: "response.otherFlight",
                message: "This response is for another flight: \(other.id).",
                remedy: Remedy(
                    "\(kind.rawValue).nameOrAsk", "Name that flight, or ask for a signature on this one.",
                    record: stream))
        }
        return Fault(
            .unreadable, code: "response.otherRecord",
            message: "This response is for \(other.text), not for this \(kind.noun).",
            remedy: Remedy(
                "\(kind.rawValue).nameThatOrAsk", "Name that one, or ask for a signature on this \(kind.noun).",
                record: stream))
    }

    private static func otherLedger(_ stream: StreamID) -> Fault {
        Fault(
            .unreadable, code: "response.otherLedger",
            message: "This response is to a request of another ledger: it names other logs than those held here.",
            remedy: SignedKind(stream).askAnew(stream))
    }

    private static let responseAhead = Fault(
        .unreadable, code: "response.ahead", message: "This response names events that are not here yet.",
        hint: "Sync with the device that wrote the request, then run the command again.")
    private static func usedResponse(_ stream: StreamID) -> Rejection {
        let kind = SignedKind(stream)
        return Rejection(
            code: "signature.used",
            message: "This response was used before: its signature is in the history of this \(kind.noun).",
            remedy: kind.askAnew(stream))
    }

    /// The receipt that the signer of a lock keeps; nil for a lock without a signature of version 2.
    package func signatureReceipt(of event: EventID, in stream: StreamID) throws -> SignatureReceipt? {
        try withView(.now) { known, _, transaction in
            guard let loaded = try engine.stream(stream, knownAt: known, transaction),
                let lock = loaded.events.first(where: { $0.id == event }), let fields = lock.payload?.engine,
                let witness = fields.witness,
                let statement = LockSignature.statement(fields, witness.signed, in: stream, by: lock.actor)
            else { return nil }
            return SignatureReceipt(statement: statement, key: witness.key, signature: witness.signature)
        }
    }

    /// Throws `Rejection` `signature.ownKey` for the person's key and for the key of a log: they vouch for the owner,
    /// not for an instructor.
    func refuseOwnKey(_ key: Bytes32) throws {
        try translated {
            try engine.read { transaction in
                let head = try transaction.storeRecord()
                let isOwn =
                    try head.principalKey == key || transaction.logRecords(head).contains { $0.publicKey == key }
                if isOwn { throw Ledger.ownKeySigns }
            }
        }
    }

    static let ownKeySigns = Rejection(
        code: "signature.ownKey",
        message: "This key is the owner's own, of the person or of a log; an instructor signs with another.",
        remedy: Remedy("key.newInstructor", "Make a key of the instructor."))
}
