import DaybookKit
public import EventModel

/// A kind of record that an instructor signs: its event types, and how messages name it.
public enum SignedKind: String, Sendable {
    case flight, endorsement

    /// Everything that is no endorsement is named as a flight.
    public init(_ stream: StreamID) { self = SignedKind(rawValue: stream.kind) ?? .flight }

    public var noun: String { rawValue }
    /// The command whose subcommands sign, ask and void.
    public var command: String { self == .flight ? "daybook flight" : "daybook endorse" }
    public var lockType: String { "\(rawValue).signed" }
    public var voidType: String { self == .flight ? "signature.voided" : "endorsement.voided" }
    var askAgain: String { "\(command) sign-request ID FILE" }
}
