import Engine
public import EventModel
import EventSourcing
import EventStore

extension Ledger {
    /// The stream and id of an event by its content id or the beginning of it (at least eight digits), or a stream by
    /// its name, with or without its kind, or by a beginning of the name that only one stream has.
    ///
    /// Throws `Rejection` `stream.ambiguous` where several streams begin so.
    public func find(_ text: String, asOf: AsOf = .now) throws -> (stream: StreamID, event: EventID?)? {
        if let stream = StreamID(text), try record(stream, asOf: asOf) != nil { return (stream, nil) }
        if let event = try event(beginning: text, asOf) { return event }
        let streams = try streams(beginning: text, asOf)
        if streams.count > 1 {
            throw Rejection(
                code: "stream.ambiguous", message: "More than one stream has a name that begins with \"\(text)\".",
                hint: "Give more of it, or its kind, such as \(streams[0].text).")
        }
        return streams.first.map { ($0, nil) }
    }

    /// The streams of that name, with or without its kind; where there is none, at most two that begin so. Those that
    /// links leave out are found where there is no other.
    private func streams(beginning text: String, _ asOf: AsOf) throws -> [StreamID] {
        let kinds = registry.domains.flatMap { $0.kinds.map(\.name) } + ["origin", "link"]
        let prefixes = text.contains("/") ? [text] : kinds.sorted().map { "\($0)/\(text)" }
        return try withView(asOf) { known, _, transaction in
            var found: [StreamID] = []
            for isLeftOut in [false, true] where found.isEmpty {
                if !text.contains("/") {
                    found = try prefixes.compactMap(StreamID.init).filter {
                        try self.isLeftOut($0, known, transaction) == isLeftOut
                    }
                    if !found.isEmpty { break }
                }
                for prefix in prefixes where StreamID(prefix) != nil && found.count < 2 {
                    try transaction.forEachStream(prefix: prefix) { stream, _ in
                        if try self.isLeftOut(stream, known, transaction) == isLeftOut { found.append(stream) }
                        return found.count < 2
                    }
                }
            }
            return found
        }
    }

    /// Whether links leave out all that a stream holds; nil where it holds nothing.
    private func isLeftOut(_ stream: StreamID, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> Bool? {
        try engine.stream(stream, knownAt: known, transaction)?.takesNoPart
    }

    private func event(beginning text: String, _ asOf: AsOf) throws -> (stream: StreamID, event: EventID?)? {
        guard text.count >= 8, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        var found: (stream: StreamID, event: EventID?)?
        try withView(asOf) { known, _, transaction in
            try engine.forEachEvent(after: .start, through: known.position, transaction) { record in
                if record.id.hex.hasPrefix(text) { found = (record.envelope.stream, record.id) }
                return found == nil
            }
            if found == nil, let event = known.supposed?.events.first(where: { $0.id.hex.hasPrefix(text) }) {
                found = (event.envelope.stream, event.id)
            }
        }
        return found
    }
}
