public import EventModel

/// Whose events a link between two principals masks.
public enum LinkedChoice: Hashable, Sendable {
    case nobody
    /// All of a principal's events, now and later.
    case everything(of: PrincipalID)
    /// Those that lie before a cut.
    case before(Cut, of: PrincipalID)

    public var shadowed: PrincipalID? {
        switch self {
        case .nobody: nil
        case .everything(let principal), .before(_, let principal): principal
        }
    }
}

/// The statement of one event of a link stream, as far as its own bytes show it.
public struct LinkStatement: Hashable, Sendable {
    public enum Standing: Hashable, Sendable {
        /// Keys, stream and choice do not go together.
        case invalid
        /// A signature is there and is not by that key over these bytes.
        case forged
        /// A principal has not signed.
        case unanswered
        /// Both have.
        case consented
        /// One of the two ends the link.
        case ended
    }

    public let standing: Standing
    public let choice: LinkedChoice
    /// The links and ends that a link follows; nil: version 1, which names none.
    public let follows: [EventID]?
    /// Of an end.
    public let end: LinkEnd?

    public init(_ standing: Standing, _ choice: LinkedChoice = .nobody, follows: [EventID]? = nil) {
        self.standing = standing
        self.choice = choice
        self.follows = follows
        end = nil
    }

    public init(_ end: LinkEnd) {
        standing = .ended
        choice = .nobody
        follows = nil
        self.end = end
    }
}

/// The end of a link: on the ledgers of `author` the events of `other` outside the cut have no effect.
public struct LinkEnd: Hashable, Sendable {
    public let author: PrincipalID
    public let other: PrincipalID
    /// The events of `other` that keep their effect.
    public let cut: Cut
    /// The roots of the logs of the cut at their sizes: a path without one of them is not meant. Nil: version 1, which
    /// names logs alone.
    public let roots: Set<Bytes32>?

    public init(by author: PrincipalID, of other: PrincipalID, cut: Cut, roots: Set<Bytes32>? = nil) {
        self.author = author
        self.other = other
        self.cut = cut
        self.roots = roots
    }
}
