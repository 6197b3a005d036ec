public import EventModel

/// The results of a finished attempt as a text that can be handed on: every line tells one thing, the last one hashes all before it.
public enum ScoreCard {
    static let title = "Daybook score card 1"
    static let hashLine = "SHA-256 of the lines above: "

    /// The lines that are hashed, each with its end. `events` are those of the attempt that have effect, in their order.
    public static func text(of attempt: Attempt, events: [(id: EventID, type: String)]) -> String {
        let state = attempt.state.start.state
        var lines = [
            title, "State: \(state.map { "\($0.name) (\($0.code))" } ?? "unknown")", "Test: \(attempt.test), attempt \(attempt.number)",
            "Started: \(attempt.started)", "Completed: \(attempt.completed.map { "\($0)" } ?? "not yet")",
            "Score: \(attempt.score) of \(TestSlices.size), \(attempt.percent) %", "Mark: \(attempt.markPercent) %", "Result: \(attempt.isPassed ? "passed" : "failed")",
            "Stream: \(attempt.stream.text)", "Events:",
        ]
        lines += events.map { "\($0.id.hex) \($0.type)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The whole card, by the SHA-256 of its text.
    public static func whole(_ text: String, digest: Bytes32) -> String { text + hashLine + digest.hex + "\n" }

    /// The lines that a card hashes, as bytes, and what its last line says they hash to; nil where it is no card.
    public static func parts(of card: [UInt8]) -> (text: [UInt8], told: Bytes32)? {
        let end = card.last == UInt8(ascii: "\n") ? card.count - 1 : card.count
        guard let start = card[..<end].lastIndex(of: UInt8(ascii: "\n")), card.starts(with: title.utf8) else { return nil }
        let last = String(decoding: card[(start + 1)..<end], as: UTF8.self)
        guard last.hasPrefix(hashLine), let told = Bytes32(hex: String(last.dropFirst(hashLine.count))) else { return nil }
        return (Array(card[...start]), told)
    }
}
