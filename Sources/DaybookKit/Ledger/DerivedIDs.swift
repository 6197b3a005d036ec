import Engine
package import EventModel
import EventStore
import TransparencyLog

/// Ids that follow from what they name, under a secret of the person.
///
/// They are equal on every device of the person, and no hash that another can try guesses on.
package struct DerivedIDs: Sendable {
    private let code: HMACSHA256

    package init(secret: [UInt8]) { code = HMACSHA256(key: secret) }

    /// - Parameter content: what is named, after a domain of its own.
    package func id(of content: [UInt8]) -> Bytes32 { code.code(of: content) }
    package func id(_ domain: StaticString, _ text: String) -> Bytes32 {
        id(of: Array("\(domain)".utf8) + Array(text.utf8))
    }

    /// The id that a row goes under when another person holds the first ones: the same on every device of the person.
    /// - Parameter turn: from 1.
    package func next(_ turn: Int, after stream: StreamID) -> StreamID {
        StreamID(kind: stream.kind, id: id("daybook/next/1", "\(turn) \(stream.text)").first.hex)
    }
}

/// Where something that was imported is, or goes.
package struct DerivedStream: Hashable, Sendable {
    package let stream: StreamID
    /// The ids that earlier versions gave it: a hash without a secret, or another reading of the row. Newest first.
    package let earlier: [StreamID]

    package init(stream: StreamID, earlier: [StreamID]) { (self.stream, self.earlier) = (stream, earlier) }
}

extension Ledger {
    /// - Parameter keeps: whether a secret that is derived here is kept as a file.
    package func derivedIDs(keeps: Bool) throws -> DerivedIDs {
        try translated { DerivedIDs(secret: try engine.read { try engine.idSecret($0.storeRecord(), keeps: keeps) }) }
    }
}
