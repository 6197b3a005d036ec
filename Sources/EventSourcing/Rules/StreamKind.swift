public import EventCodec
public import EventModel

/// A domain's description of one kind of stream: the engine knows roles, the kind knows meanings.
///
/// A record's state is the deterministic CBOR map of its fields. Every function here is pure and total: no clock, no
/// randomness, no access to other streams.
public protocol StreamKind: Sendable {
    /// The part of a stream's name before the slash.
    var name: String { get }

    /// The keys of the fields that an event writes; by default those of its body.
    func keys(of event: EventContent) -> [UInt64]

    /// Whether `keys` and `apply` write what an edit holds under other keys than those of its body; by default not.
    /// Only then may a key stand for one kind of field in an edit, and for another one in the create.
    var movesKeys: Bool { get }

    /// Applies a create or an edit to the fields; by default those of a create are its body's, those of an edit
    /// overwrite, and null clears.
    ///
    /// It writes the fields that `keys` names and no others.
    func apply(_ event: EventContent, to fields: inout RecordFields)

    /// The code of the rule that an event would break on this state, nil when it may be applied.
    ///
    /// Clock-free and never tightened for a schema version that exists (a new rule is a new version): the fold asks it
    /// of edits that arrive from elsewhere, and decide asks it of every create and edit. `scan` holds the event's own
    /// fields.
    func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection?

    /// Applies an edit where `admit` has nothing against it; false where it has, and the fields are as they were. By
    /// default one after the other: a kind that looks at the fields as they would be has them already.
    func apply(_ edit: EventContent, ifAdmittedTo fields: inout RecordFields) -> Bool

    /// Rules of local commands only: clocks (`date.future`), limits (`tier.limit`), what a person may enter. `scan` as
    /// in `admit`.
    func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext) -> Rejection?

    /// Whether creates and edits, too, happened when their valid time says, where that is an instant; by default only
    /// notes and `set` events do, and the others when they were recorded.
    var timesItsRecords: Bool { get }

    /// Whether rules of its local commands look at more than the state of their record; `request` and `refuse(_:in:_:)`
    /// are asked only then.
    var looksAround: Bool { get }

    /// Whether those rules look at what happened to the record itself; where not, a long stream is not gone through for
    /// each of its events.
    var looksAtItself: Bool { get }

    /// The records that such a rule must see besides those it has; nil: enough to decide.
    func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request?

    /// As the other `refuse`, for rules about what happened to the record, and about other streams.
    func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection?

    /// The field in which a create names the stream whose notes may take the record back with others; nil when there is
    /// none.
    var batchKey: UInt64? { get }

    /// Whether a note takes back the records that name its stream as their batch and lie before its cut.
    func isUndo(_ note: EventContent) -> Bool

    /// The blobs that an event names; none for most.
    func blobs(namedBy event: EventContent) -> [Bytes32]

    /// Of the blobs that a record's events name, those that it needs no more; the others are kept for as long as its
    /// events are.
    ///
    /// The chronicle has each event that names a blob, unless it is erased: what links, rules and decisions leave out
    /// may come back. Of all others it has those that count.
    func blobsLetGo(_ named: Set<Bytes32>, _ chronicle: Chronicle) -> Set<Bytes32>

    /// The number of the signer's certificate as a lock's own body states it: a witness must name the same; nil where
    /// it states none.
    func certificate(of lock: EventContent) -> String?

    /// The label before the text that a witness key signs in its streams; nil: no lock of this kind has a witness.
    var witnessLabel: String? { get }

    /// A signature that a lock's own body holds beside the engine's witness; nil for most.
    func bodySignature(of lock: EventContent) -> BodySignature?

    /// Whether one of its streams can be erased as a whole, its id being used up; of the others, events are erased one
    /// by one.
    var mayBeErased: Bool { get }

    /// Whether an edit of the type adds an attachment, which can be erased by itself.
    func isAttachment(_ type: String) -> Bool

    /// Whether a note is a piece of a person's progress, as the create of a record is; by default none is.
    func isProgress(_ note: EventContent) -> Bool

    /// The edit that gives a record of these fields another's: what a signature restates of other persons' edits; nil
    /// where no edit can.
    func restatement(of fields: RecordFields, over covered: RecordFields) -> (type: String, body: [UInt8])?

    /// The words of the domain for a refusal of the engine, such as `signature.locked`; by default the engine's own.
    func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection

    /// The dated rows that a record adds to the day ledgers; `fields` holds the fields of its state.
    func contribute(_ fields: FieldScan, to sink: inout ContributionSink)

    /// The field by whose value the sums of a day are kept besides: a text, a number, a truth or a date; by default
    /// none. Another one needs a new version of the day ledger.
    var rowKey: UInt64? { get }

    /// The dated rows besides that have keys of their own; by default none. The fields were scanned in `map`.
    func contributeKeyed(_ fields: FieldScan, of map: RawSpan, to sink: inout ContributionSink)
}

extension StreamKind {
    public func apply(_ event: EventContent, to fields: inout RecordFields) {
        if event.schema.role == .create {
            fields = RecordFields(body: event.body)
        } else {
            fields.merge(body: event.body)
        }
    }

    public func apply(_ edit: EventContent, ifAdmittedTo fields: inout RecordFields) -> Bool {
        guard admit(fields, edit, edit.scan()) == nil else { return false }
        apply(edit, to: &fields)
        return true
    }

    public func keys(of event: EventContent) -> [UInt64] { RecordFields.keys(ofBody: event.body) }

    public func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? { nil }
    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    { nil }
    public var timesItsRecords: Bool { false }
    public var movesKeys: Bool { false }
    public var looksAround: Bool { false }
    public var looksAtItself: Bool { true }
    public func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? { nil }
    public func refuse(_ event: EventContent, in surroundings: Surroundings, _ context: DecideContext) -> Rejection? {
        nil
    }
    public var batchKey: UInt64? { nil }

    /// The stream whose notes may take a record back with others, as its create names it.
    public func batch(of create: EventContent) -> StreamID? {
        batchKey.flatMap { RecordFields.text(of: $0, inBody: create.body) }.flatMap(StreamID.init)
    }

    public func isUndo(_ note: EventContent) -> Bool { false }
    public func certificate(of lock: EventContent) -> String? { nil }
    public var witnessLabel: String? { nil }
    public func bodySignature(of lock: EventContent) -> BodySignature? { nil }
    public var mayBeErased: Bool { true }
    public func isAttachment(_ type: String) -> Bool { false }
    public func blobs(namedBy event: EventContent) -> [Bytes32] { [] }
    public func blobsLetGo(_ named: Set<Bytes32>, _ chronicle: Chronicle) -> Set<Bytes32> { [] }
    public func isProgress(_ note: EventContent) -> Bool { false }
    public func restatement(of fields: RecordFields, over covered: RecordFields) -> (type: String, body: [UInt8])? {
        nil
    }
    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection { rejection }
    public func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {}
    public var rowKey: UInt64? { nil }
    public func contributeKeyed(_ fields: FieldScan, of map: RawSpan, to sink: inout ContributionSink) {}
}

/// A signature that stands in the body of a lock: by that key, over that message.
public struct BodySignature: Hashable, Sendable {
    /// Ed25519 public key, 32 bytes.
    public let key: Bytes32
    public let message: [UInt8]
    /// Ed25519 signature, 64 bytes.
    public let signature: [UInt8]
    /// The logs that the message names.
    public let frontier: SignedFrontier

    public init(
        key: Bytes32, message: [UInt8], signature: [UInt8],
        frontier: SignedFrontier = SignedFrontier(logs: [], closed: nil)
    ) {
        self.key = key
        self.message = message
        self.signature = signature
        self.frontier = frontier
    }
}

/// A kind of stream without rules of its own: registers, notes.
public struct PlainKind: StreamKind {
    public let name: String
    /// One stream of each name, which everything of that name is written to.
    public var mayBeErased: Bool { false }

    public init(_ name: String) { self.name = name }
}
