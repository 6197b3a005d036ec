import DaybookKit
public import EventModel

/// A kind of record that an instructor signs: its event types, and how messages name it.
public enum SignedKind: String, Sendable {
    case flight, endorsement

    /// Everything that is no endorsement is named as a flight.
    public init(_ stream: StreamID) { self = SignedKind(rawValue: stream.kind) ?? .flight }

    public var noun: String { rawValue }
    public var lockType: String { "\(rawValue).signed" }
    public var voidType: String { self == .flight ? "signature.voided" : "endorsement.voided" }
    var askOwner: Remedy { Remedy("\(rawValue).askOwner", "Ask the owner for a new one.") }

    func askAnew(_ stream: StreamID) -> Remedy {
        Remedy("\(rawValue).askAnew", "Ask for a new signature.", record: stream)
    }
}
