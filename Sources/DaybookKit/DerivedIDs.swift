import Engine
import EventModel
import EventStore
import TransparencyLog

/// Ids that follow from what they name, under a secret of the person: equal on every device of the person, and no hash that another can try guesses on.
struct DerivedIDs: Sendable {
    private let code: HMACSHA256

    init(secret: [UInt8]) { code = HMACSHA256(key: secret) }

    /// - Parameter content: what is named, after a domain of its own.
    func id(of content: [UInt8]) -> Bytes32 { code.code(of: content) }
    func id(_ domain: StaticString, _ text: String) -> Bytes32 { id(of: Array("\(domain)".utf8) + Array(text.utf8)) }
}

/// Where something that was imported is, or goes.
struct DerivedStream: Hashable, Sendable {
    let stream: StreamID
    /// Under which versions before 0.2 made it: a hash without a secret.
    let old: StreamID
}

extension Ledger {
    /// - Parameter keeps: whether a secret that is derived here is kept as a file.
    func derivedIDs(keeps: Bool) throws -> DerivedIDs {
        try translated { DerivedIDs(secret: try engine.read { try engine.idSecret($0.storeRecord(), keeps: keeps) }) }
    }

    /// As `found`, of many at once, in their order.
    func found(_ derived: [DerivedStream]) throws -> [StreamID] {
        try withView(.now) { known, _, transaction in
            var streams = derived.map(\.stream)
            let (isNew, isOld) = (try areHere(streams, known, transaction), try areHere(derived.map(\.old), known, transaction))
            for index in derived.indices where isOld[index] && !isNew[index] { streams[index] = derived[index].old }
            return streams
        }
    }

    private func areHere(_ streams: [StreamID], _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [Bool] {
        var found: [Bool] = []
        found.reserveCapacity(streams.count)
        try engine.streams(streams, knownAt: known, transaction) { found.append($0 != nil) }
        return found
    }

    /// The stream that is here under its new id, else under its old one; the new one where neither is.
    func found(_ derived: DerivedStream) throws -> StreamID {
        if try record(derived.stream) != nil { return derived.stream }
        return try record(derived.old) != nil ? derived.old : derived.stream
    }
}
