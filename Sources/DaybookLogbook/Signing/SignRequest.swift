import DaybookKit
import Engine
public import EventCodec
public import EventModel
import EventSourcing
import Logbook
import TransparencyLog

/// An owner's request to an instructor, in a file: the text to be signed as far as the owner knows it, the entry, and
/// its content in words.
public struct SignRequest: Sendable {
    /// The statement; its certificate and instant are the signer's and not yet there.
    let stream: StreamID
    let principal: PrincipalID
    let form: UInt64
    let content: Bytes32
    let covers: [EventID]
    let frontier: SignedFrontier
    /// The canonical fields whose hash is the content.
    let record: [UInt8]
    /// The entry in words, made of `record`.
    public let says: JSONValue

    /// How many logs the frontier lists, and how many events they hold together.
    public var listed: (logs: Int, events: UInt64) {
        (
            frontier.logs.count,
            frontier.logs.reduce(0) { $0.addingReportingOverflow($1.size).overflow ? .max : $0 + $1.size }
        )
    }

    /// How many closed logs the frontier names by one digest, without a list.
    public var closedLogs: UInt64 { frontier.closed?.count ?? 0 }

    static let name = "sign-request/2"

    /// Throws `Fault` `request.unreadable` for a record that is none of a flight or an endorsement.
    init(
        stream: StreamID, principal: PrincipalID, form: UInt64, content: Bytes32, covers: [EventID],
        frontier: SignedFrontier, record: [UInt8]
    ) throws {
        (self.stream, self.principal, self.form, self.content) = (stream, principal, form, content)
        (self.covers, self.frontier, self.record) = (covers, frontier, record)
        says = try SignRequest.words(record, stream, principal)
    }

    /// The statement that the key signs.
    func statement(certificate: String, at instant: Instant) -> WitnessStatement {
        WitnessStatement(
            stream: stream, principal: principal, form: form, content: content, covers: covers,
            signed: .init(frontier: frontier, certificate: certificate, instant: instant))
    }

    // MARK: - The file

    /// The fields of the text to be signed that are known, as the beginning of the bytes that the key signs.
    private var text: [UInt8] {
        let whole = statement(certificate: "", at: .earliest).message(InstructorStatement.label)
        var tail = CBORWriter(capacity: 16)
        tail.text("")
        tail.integer(Instant.earliest.milliseconds)
        return Array(whole.dropLast(tail.bytes.count))
    }

    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(SignRequest.name), "text": .string(Base64.encode(text)),
            "record": .string(Base64.encode(record)), "says": says,
            "digest": .string(SignRequest.digest(text, record)),
        ])
    }

    private static func digest(_ text: [UInt8], _ record: [UInt8]) -> String { SHA256Hasher.hash(text + record).hex }

    /// Reads a request.
    ///
    /// - Throws: `Fault` `request.unreadable`; `request.noEvents` for a frontier without logs or with a log of size 0;
    ///   `request.coversNothing` for a text that covers no event; `request.altered` where the words, the record and the
    ///   text do not belong together.
    public init(_ bytes: [UInt8]) throws {
        // Why it is no JSON does not matter: the message says what was expected.
        guard let json = try? JSONParser.parse(bytes), json["daybook"]?.stringValue == SignRequest.name,
            let text = json["text"]?.stringValue.flatMap(Base64.decode),
            let record = json["record"]?.stringValue.flatMap(Base64.decode)
        else { throw SignRequest.unreadable }
        let statement = try WitnessStatement(beginning: text)
        let kind = SignedKind(statement.stream)
        guard json["digest"]?.stringValue == SignRequest.digest(text, record),
            statement.form == KindRules.form, SHA256Hasher.labelled("daybook/content/1", record) == statement.content
        else { throw SignRequest.altered(kind) }
        if statement.covers.isEmpty { throw SignRequest.coversNothing(kind) }
        try self.init(
            stream: statement.stream, principal: statement.principal, form: statement.form, content: statement.content,
            covers: statement.covers,
            frontier: statement.signed.frontier, record: record)
        guard json["says"] == says else { throw SignRequest.altered(kind) }
    }

    /// The content of the record: person, date, all its fields, and of a flight its route and hours.
    private static func words(_ record: [UInt8], _ stream: StreamID, _ principal: PrincipalID) throws -> JSONValue {
        // Why the bytes are none does not matter: they are no entry.
        guard RecordFields.isMap(record), (try? CBORReader.validate(record.span.bytes)) != nil else { throw unreadable }
        let kind = SignedKind(rawValue: stream.kind)
        guard let kind, let entry = kind == .flight ? flight(record) : endorsement(record) else { throw unreadable }
        let places = [entry["from"]?.stringValue, entry["to"]?.stringValue].compactMap(\.self)
        return .object(pairs: [
            "person": .string(principal.hex), kind.rawValue: .string(stream.id), "date": entry["date"] ?? .null,
            "kind": kind == .endorsement ? entry["kind"] : nil,
            "route": kind == .flight ? .string(places.joined(separator: " to ")) : nil,
            "hours": kind == .flight ? entry["hobbs"] ?? .null : nil, "entry": entry,
        ])
    }

    private static func flight(_ record: [UInt8]) -> JSONValue? {
        // Here its keys are read, before the values of older versions are.
        guard (try? BodyView.json(record.span.bytes, LogbookSchemas.flightLogged2)) != nil else { return nil }
        // The check before read its keys.
        return try? BodyView.json(LogbookSchemas.newest(record).span.bytes, LogbookSchemas.flightLogged2).data
    }

    private static func endorsement(_ record: [UInt8]) -> JSONValue? {
        // Why the bytes are none does not matter: they are no endorsement.
        try? BodyView.json(record.span.bytes, LogbookSchemas.endorsementGiven1).data
    }

    static let unreadable = Fault(
        .unreadable, code: "request.unreadable", message: "This is not a request for a signature.",
        remedy: Remedy("request.write", "Write the request anew."))
    /// A signature over such a frontier could never be placed.
    static func noEvents(of log: OriginID?, _ kind: SignedKind) -> Fault {
        let what = log.map { "no event of the log \($0.hex.prefix(12))" } ?? "no log"
        return Fault(
            .unreadable, code: "request.noEvents",
            message: "This request names \(what), so a signature would not show what came before it.",
            remedy: kind.askOwner)
    }

    /// Such a signature would lock no event.
    static func coversNothing(_ kind: SignedKind) -> Fault {
        Fault(
            .unreadable, code: "request.coversNothing",
            message: "This request covers no event, so a signature would lock nothing.",
            remedy: kind.askOwner)
    }

    static func altered(_ kind: SignedKind) -> Fault {
        Fault(
            .unreadable, code: "request.altered",
            message: "This request was altered: its words, its entry and the text to be signed differ.",
            remedy: kind.askOwner)
    }
}

/// An instructor's answer to a request, in a file.
public struct SignResponse: Sendable {
    let receipt: SignatureReceipt
    /// The instructor's name; the signature of the record does not cover it.
    public let name: String?
    /// By the same key over the receipt and the name: a response that was altered on its way is refused.
    private let seal: [UInt8]

    /// No sync makes such a signature placed.
    static func noEvents(of log: OriginID, _ kind: SignedKind, _ stream: StreamID) -> Fault {
        Fault(
            .unreadable, code: "response.noEvents",
            message: "This response names no event of the log \(log.hex.prefix(12)), so its signature does not show "
                + "what came before it.",
            remedy: kind.askAnew(stream))
    }

    static let name = SignatureReceipt.responseName
    private static let sealLabel = "daybook/sign-response/2"

    private static func sealed(_ receipt: SignatureReceipt, _ name: String?) -> [UInt8] {
        Array("\(sealLabel)\n\(receipt.text)\n\(name ?? "")".utf8)
    }

    public var key: String { receipt.key.hex }
    public var certificate: String { receipt.statement.signed.certificate }

    /// Signs a request on the instructor's machine.
    ///
    /// - Throws: `Fault` `key.unreadable`; `Rejection` `cfi.required`, `certificate.characters`.
    public init(_ request: SignRequest, seed: [UInt8], certificate: String, name: String?, at instant: Instant) throws {
        let key = try Ledger.instructorKey(seed)
        let number = CertificateNumber.trimmed(Text.normalize(certificate))
        guard number.contains(where: { !$0.isWhitespace }) else {
            throw Rejection(
                code: "cfi.required", message: "A signature needs the instructor's certificate number.",
                remedy: Remedy("instructor.number", "Give the number."))
        }
        guard number.unicodeScalars.count <= Witness.certificateMaximum else {
            throw Fault(
                .usage, code: "field.range",
                message: "The certificate number is longer than \(Witness.certificateMaximum) characters.")
        }
        if let refusal = CertificateNumber.refusal(of: number) { throw refusal }
        if PrincipalID(publicKey: key.publicKey) == request.principal { throw Ledger.ownKeySigns }
        let statement = request.statement(certificate: number, at: instant)
        let signature = try translated { try key.sign(statement.message(InstructorStatement.label)).bytes }
        let receipt = SignatureReceipt(statement: statement, key: key.publicKey.words, signature: signature)
        self.receipt = receipt
        self.name = name
        seal = try translated { try key.sign(SignResponse.sealed(receipt, name)).bytes }
    }

    /// The receipt that the instructor keeps.
    package var kept: SignatureReceipt { receipt }

    public var json: JSONValue {
        .object(pairs: [
            "daybook": .string(SignResponse.name), "receipt": .string(receipt.text),
            "signerName": name.map { .string($0) }, "seal": .string(Base64.encode(seal)),
        ])
    }

    /// Throws `Fault` `response.unreadable`; also where a signature is not by the key, and for members that no response
    /// has.
    public init(_ bytes: [UInt8]) throws {
        // Why it is no JSON does not matter: the message says what was expected.
        guard let json = try? JSONParser.parse(bytes), case .object(let members) = json,
            json["daybook"]?.stringValue == SignResponse.name,
            Set(members.map(\.name)).isSubset(of: ["daybook", "receipt", "signerName", "seal"]),
            let receipt = json["receipt"]?.stringValue.flatMap(SignatureReceipt.init(text:)),
            let seal = json["seal"]?.stringValue.flatMap(Base64.decode),
            json["signerName"].map({ $0.stringValue != nil }) ?? true,
            LockSignature.isValid(
                BodySignature(
                    key: receipt.key, message: SignResponse.sealed(receipt, json["signerName"]?.stringValue),
                    signature: seal))
        else {
            throw Fault(
                .unreadable, code: "response.unreadable",
                message: "This is not an instructor's response, or it was altered.",
                remedy: Remedy("response.write", "The instructor signs the request anew."))
        }
        (self.receipt, self.seal) = (receipt, seal)
        name = json["signerName"]?.stringValue
    }
}

extension WitnessStatement {
    /// From the beginning of a message that ends before the certificate number.
    ///
    /// - Throws: `Fault` `request.unreadable` for anything else; `request.noEvents` for a frontier without logs or with
    ///   a log of size 0.
    fileprivate init(beginning text: [UInt8]) throws {
        let tag = Array(InstructorStatement.label.utf8)
        guard text.starts(with: tag) else { throw SignRequest.unreadable }
        let items = Array(text.dropFirst(tag.count))
        var reader = CBORReader(items.span.bytes)
        do {
            guard try reader.array(ofUnfinished: 10) else { throw SignRequest.unreadable }
            let kind = try reader.string()
            let principal = PrincipalID(try reader.bytes16())
            guard let stream = StreamID(try reader.string()), stream.kind == kind else { throw SignRequest.unreadable }
            let (form, content) = (try reader.unsigned(), try reader.bytes32())
            let covers = try reader.contentIDs(maximum: Limits.idsMaximum)
            var ahead = CBORReader(items.span.bytes, at: reader.offset)
            if try ahead.array() == 0 { throw SignRequest.noEvents(of: nil, SignedKind(stream)) }
            let frontier = try SignedFrontier(&reader)
            if let log = frontier.logs.first(where: { $0.size == 0 }) {
                throw SignRequest.noEvents(of: log.origin, SignedKind(stream))
            }
            try reader.finish()
            self.init(
                stream: stream, principal: principal, form: form, content: content, covers: covers,
                signed: .init(frontier: frontier, certificate: "", instant: .earliest))
        } catch is CBORError {
            throw SignRequest.unreadable
        }
    }
}

extension CBORReader {
    /// Passes over the head of an array of up to 23 items of which the last may not be there; false for another head.
    fileprivate mutating func array(ofUnfinished count: UInt8) throws(CBORError) -> Bool { try array() == Int(count) }
}

extension RecordFields {
    /// Whether bytes are one map.
    fileprivate static func isMap(_ bytes: [UInt8]) -> Bool { bytes.first.map { $0 >> 5 == 5 } ?? false }
}
