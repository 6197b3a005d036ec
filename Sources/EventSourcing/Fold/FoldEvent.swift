public import EventModel

/// How much of an event this program can read. An event that is not understood is kept and shown, and has no effect.
public enum Understanding: UInt8, Hashable, Sendable, CaseIterable {
    case understood
    /// No domain of this program declares the type.
    case unknownType
    /// The type is known, the schema version is newer than any this program knows.
    case newerSchema
    /// Type and version are known, the body is not of that schema.
    case invalidBody
    /// The body is gone because its author erased it; only the envelope is left.
    case erased
}

/// One event of a stream as the fold sees it: the facts of its envelope, its links, and what its domain made of the
/// body.
public struct FoldEvent<Payload: Sendable>: Sendable {
    public var id: EventID
    /// The events of this stream that its author had seen: the ids it builds on.
    public var basis: [EventID]
    /// The author's raw clock, claimed; milliseconds since 1970-01-01T00:00Z.
    public var recordedMilliseconds: Int64
    /// When it happened, of a note or a set, and of what its kind times; nil: when it was recorded.
    public var happenedMilliseconds: Int64?
    public var actor: PrincipalID
    /// Unless understood, the role of its type, which the envelope names; a note where the type is unknown.
    public var role: EventRole
    /// The idempotency key, in the scope of the actor.
    public var key: String?
    public var understanding: Understanding
    /// Whether an erasure that names single events reaches it; a function of the envelope, because the body may be
    /// gone.
    public var mayBeErasedAlone: Bool
    /// Flag bit 1 of the envelope: who does not know the type may not write to the stream.
    public var isCritical: Bool
    public var links: EngineLinks
    /// Nil when the body was not understood, or when the role needs none.
    public var payload: Payload?

    @inlinable public init(
        id: EventID, basis: [EventID], recordedMilliseconds: Int64, happenedMilliseconds: Int64? = nil,
        actor: PrincipalID, role: EventRole,
        key: String? = nil, understanding: Understanding = .understood, isCritical: Bool = false,
        mayBeErasedAlone: Bool? = nil, links: EngineLinks = EngineLinks(), payload: Payload?
    ) {
        self.id = id
        self.basis = basis
        self.recordedMilliseconds = recordedMilliseconds
        self.happenedMilliseconds = happenedMilliseconds
        self.actor = actor
        self.role = role
        self.key = key
        self.understanding = understanding
        self.isCritical = isCritical
        self.mayBeErasedAlone = mayBeErasedAlone ?? (role == .set || role == .note)
        self.links = links
        self.payload = payload
    }
}

/// The name of a field that an edit writes, or of the register that a `set` writes; compared byte for byte within its
/// stream.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    @inlinable public init(_ text: String) { self.text = text }
    @inlinable public init(stringLiteral text: String) { self.text = text }
    public var description: String { text }
}
