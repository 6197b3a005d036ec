public import EventModel

/// The outcome of an event in the fold of its stream.
public enum Outcome: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Counts, or is part of the history that led here.
    case effective = 0
    /// Something else counts in its place.
    case shadowed = 1
    /// Waits for a person.
    case pending = 2
    /// Signed against another signature over other content.
    case disputed = 3
    /// Cannot be checked here; without effect.
    case quarantined = 4
    /// Its author erased it.
    case erased = 5
    /// It takes no part, because a link sets its author, or its record, aside.
    case masked = 6

    /// As answers name it.
    public var description: String {
        switch self {
        case .effective: "effective"
        case .shadowed: "shadowed"
        case .pending: "pending"
        case .disputed: "disputed"
        case .quarantined: "quarantined"
        case .erased: "erased"
        case .masked: "masked"
        }
    }
}

/// An outcome with its reason code and the event that caused it. An effective event has neither.
public struct EventOutcome: Hashable, Sendable, CustomStringConvertible {
    public let status: Outcome
    /// Dotted lowerCamelCase, one of `OutcomeReason` or the code of a domain's rule.
    public let reason: String?
    public let because: EventID?

    @inlinable public init(_ status: Outcome, reason: String? = nil, because: EventID? = nil) {
        self.status = status
        self.reason = reason
        self.because = because
    }

    @inlinable public static var effective: EventOutcome { EventOutcome(.effective) }

    /// Whether an erasure by its author reaches the event: its body is not kept, and needed by no check.
    @inlinable public var isByErasure: Bool { status == .erased && because != nil }

    public var description: String {
        "\(status)" + (reason.map { " \($0)" } ?? "") + (because.map { " because \($0.short)" } ?? "")
    }
}

/// The reason codes that the fold itself gives.
public enum OutcomeReason {
    // Quarantined.
    public static let basisMissing = "basis.missing"
    public static let typeUnknown = "type.unknown"
    public static let schemaNewer = "schema.newer"
    public static let bodyInvalid = "body.invalid"
    /// The body went with an erasure by its author that does not count any more.
    public static let bodyLost = "body.lost"
    /// A link whose keys, stream and choice do not go together.
    public static let linkInvalid = "link.invalid"
    /// A link with a signature that is not by the key it names.
    public static let linkForged = "link.forged"
    /// A link that does not build on what its signers followed; shadowed: an offer that another link overtook.
    public static let linkStale = "link.stale"
    /// An event of a person beyond the cut with which the link with that person ended.
    public static let linkEnded = "link.ended"
    public static let voidUnseen = "void.unseen"
    public static let settleUnseen = "settle.unseen"
    public static let signatureMismatch = "signature.mismatch"
    /// A lock with a signature that is not by its key over exactly that lock.
    public static let signatureForged = "signature.forged"
    // Masked.
    /// An event that takes no part in the fold of its stream, because of a link.
    public static let linkSetAside = "link.setAside"
    // Erased.
    public static let streamErased = "stream.erased"
    /// An erasure that names single events.
    public static let eventErased = "event.erased"
    // Pending.
    /// A standing lock that had not seen the event.
    public static let signatureLocked = "signature.locked"
    public static let recordExists = "record.exists"
    public static let recordMissing = "record.missing"
    /// A lock that stands on a record this one replaces, and that its author had not seen.
    public static let signatureUnseen = "signature.unseen"
    /// Another record replaces the same one.
    public static let recordSuperseded = "record.superseded"
    /// A link that only one of the two has signed, or neither.
    public static let linkConsent = "link.consent"
    /// An erasure in whose reach other persons' events stand.
    public static let authorityOtherPerson = "authority.otherPerson"
    // Disputed.
    public static let signatureDisputed = "signature.disputed"
    /// Links that did not know of each other and choose otherwise.
    public static let linkDisputed = "link.disputed"
    // Shadowed.
    /// The standing lock had seen the event and does not cover it.
    public static let signatureUncovered = "signature.uncovered"
    /// A lock that covers an erased event.
    public static let signatureErased = "signature.erased"
    /// An edit of a record whose create was erased.
    public static let recordErased = "record.erased"
    /// The unlock had seen the event and does not keep it.
    public static let voidDropped = "void.dropped"
    /// The settle had seen the event and does not keep it.
    public static let settleDropped = "settle.dropped"
    public static let recordDuplicate = "record.duplicate"
    /// A standing remove that had not seen the edit.
    public static let recordRemoved = "record.removed"
    public static let keyDuplicate = "key.duplicate"
    /// Another link says the same.
    public static let linkDuplicate = "link.duplicate"
    /// All it wrote was overwritten by what had not seen it.
    public static let fieldOverwritten = "field.overwritten"
}

/// The outcomes of a stream's events by their index in the input. Nothing is stored while all are effective.
public struct Outcomes: RandomAccessCollection, Sendable {
    @usableFromInline var countOfAll: Int
    @usableFromInline var listed: [EventOutcome]

    @inlinable public init(effective count: Int) {
        countOfAll = count
        listed = []
    }

    @inlinable public init(_ listed: [EventOutcome]) {
        countOfAll = listed.count
        self.listed = listed
    }

    @inlinable public var count: Int { countOfAll }

    /// Appends an effective one.
    @inlinable mutating func appendEffective() {
        if !listed.isEmpty { listed.append(.effective) }
        countOfAll += 1
    }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { count }
    @inlinable public subscript(index: Int) -> EventOutcome {
        precondition(index >= 0 && index < count)
        return listed.isEmpty ? .effective : listed[index]
    }

    /// True when every event counts. O(n) at most.
    @inlinable public var areAllEffective: Bool { listed.isEmpty || listed.allSatisfy { $0.status == .effective } }
}
