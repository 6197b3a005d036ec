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

    /// The streams of that name, with or without its kind; where there is none, at most two that begin so.
    private func streams(beginning text: String, _ asOf: AsOf) throws -> [StreamID] {
        let kinds = registry.domains.flatMap { $0.kinds.map(\.name) } + ["origin", "link"]
        let prefixes = text.contains("/") ? [text] : kinds.sorted().map { "\($0)/\(text)" }
        if !text.contains("/") {
            let exact = try prefixes.compactMap(StreamID.init).filter { try record($0, asOf: asOf) != nil }
            if !exact.isEmpty { return exact }
        }
        return try withView(asOf) { known, _, transaction in
            var found: [StreamID] = []
            for prefix in prefixes where StreamID(prefix) != nil {
                try transaction.forEachStream(prefix: prefix) { stream, _ in
                    if try engine.stream(stream, knownAt: known, transaction) != nil { found.append(stream) }
                    return found.count < 2
                }
                if found.count > 1 { break }
            }
            return found
        }
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
