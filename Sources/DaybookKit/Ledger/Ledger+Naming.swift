import Engine
import EventCodec
public import EventModel
import EventStore
import TransparencyLog

extension Ledger {
    /// The stream of a new record: of the id that a caller gives, else of a new one.
    ///
    /// - Throws: `Fault` `stream.unreadable` for a text that is no id.
    package func stream(ofNew id: String?, kind: String) throws(Fault) -> StreamID {
        let text = "\(kind)/\(id ?? newID())"
        guard let stream = StreamID(text) else {
            throw Fault(
                .usage, code: "stream.unreadable", message: "\"\(text)\" is not the name of a stream.",
                hint: "Write kind/id; the id is 1 to 64 of A–Z a–z 0–9 - _ and the point.")
        }
        return stream
    }

    /// The stream of a kind by its id, with or without the kind, or by a beginning of the id that only one stream has.
    ///
    /// Streams that links leave out are found where no other begins so and the id is given whole. A text that names
    /// nothing here is taken as it is, so that the rules can say so; nil when it could not be an id at all. Throws
    /// `Rejection` `<kind>.ambiguous` when several streams begin so.
    public func stream(named text: String, kind: String) throws -> StreamID? {
        guard let exact = StreamID(text.contains("/") ? text : "\(kind)/\(text)"), exact.kind == kind else {
            return nil
        }
        var found: [StreamID] = []
        try translated {
            try engine.read { transaction in
                let known = try KnownStreams(engine, knownAt: nil, transaction)
                if try transaction.streamRecord(exact) != nil, try !known.isLeftOut(exact, transaction) {
                    found = [exact]
                } else {
                    try transaction.forEachStream(prefix: exact.text) { stream, _ in
                        if try !known.isLeftOut(stream, transaction) { found.append(stream) }
                        return found.count < 2
                    }
                }
            }
        }
        if found.count > 1 {
            throw Rejection(
                code: "\(kind).ambiguous", message: "More than one \(kind) has an id that begins with \"\(exact.id)\".",
                hint: "Give more of the id.")
        }
        return found.first ?? exact
    }

    /// The ids of all streams of a kind, without folding any.
    public func streamNames(kind: String) throws -> [String] {
        var names: [String] = []
        try translated {
            try engine.read { transaction in
                try transaction.forEachStream(prefix: kind + "/") { stream, _ in
                    names.append(stream.id)
                    return true
                }
            }
        }
        return names
    }

    /// The number of characters of an id, at least `least`, that distinguishes each stream of a kind. O(streams).
    public func idLength(kind: String, least: Int) throws -> Int {
        let prefix = Array((kind + "/").utf8)
        let common = try translated { try engine.read { try $0.longestCommonStart(prefix: prefix) } }
        return max(least, common - prefix.count + 1)
    }

    /// The number of events that the ledger holds: the newest position.
    public var position: Position {
        get throws { try translated { try engine.read { try $0.storeRecord().position } } }
    }

    /// The times and position that a question with these times uses.
    public func answered(_ asOf: AsOf) throws -> AnsweredAsOf { try withView(asOf) { _, answered, _ in answered } }

    /// The SHA-256 of a file's bytes in hexadecimal: what an event names a picture by.
    public static func digest(ofFile bytes: [UInt8]) -> String { SHA256Hasher.hash(bytes).hex }

    /// A text file's bytes in Unicode Normalization Form C; bytes that are not UTF-8 stay as they are, for the reader
    /// to refuse.
    public static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        return Array(Text.normalize(text).utf8)
    }
}
