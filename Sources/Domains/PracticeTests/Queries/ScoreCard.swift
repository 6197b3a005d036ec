public import EventModel

/// The results of a finished attempt as a text that can be handed on: each line states one thing, and the last one
/// signs all before it.
public enum ScoreCard {
    /// The proof that the last line of a card gives for the lines before it.
    public enum Proof: Hashable, Sendable {
        /// SHA-256, as cards of version 1 have: it proves no author.
        case checksum(Bytes32)
        /// Ed25519, by the key of the person that the card names.
        case signature(key: [UInt8], bytes: [UInt8])
    }

    static let title = "Daybook score card "
    static let keyLine = "Person's key: "
    static let hashLine = "SHA-256 of the lines above: "
    static let signatureLine = "Signature of the lines above: "

    /// The lines that are signed, each with its end. `events` are those of the attempt that have effect, in their
    /// order.
    ///
    /// - Parameter key: the public key of the person who signs, 64 hexadecimal digits.
    public static func text(of attempt: Attempt, events: [(id: EventID, type: String)], key: String) -> String {
        let state = attempt.state.start.state
        var lines = [
            title + "2", "State: \(state.map { "\($0.name) (\($0.code))" } ?? "unknown")",
            "Test: \(attempt.test), attempt \(attempt.number)",
            "Started: \(attempt.started)", "Completed: \(attempt.completed.map { "\($0)" } ?? "not yet")",
            "Score: \(attempt.score) of \(TestSlices.size), \(attempt.percent) %", "Mark: \(attempt.markPercent) %",
            "Result: \(attempt.isPassed ? "passed" : "failed")",
            "Stream: \(attempt.stream.text)", keyLine + key, "Events:",
        ]
        lines += events.map { "\($0.id.hex) \($0.type)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The message that the person's key signs for a text (docs/format.md §3).
    public static func message(_ text: [UInt8]) -> [UInt8] { Array("daybook/score-card/1".utf8) + text }

    /// The whole card, with the signature of its text.
    public static func whole(_ text: String, signature: [UInt8]) -> String {
        text + signatureLine + Hex.encode(signature) + "\n"
    }

    /// The lines that a card proves, as bytes, and its proof; nil where it is no card.
    public static func parts(of card: [UInt8]) -> (text: [UInt8], proof: Proof)? {
        let end = card.last == UInt8(ascii: "\n") ? card.count - 1 : card.count
        guard let start = card[..<end].lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        let last = String(decoding: card[(start + 1)..<end], as: UTF8.self)
        let text = Array(card[...start])
        guard let first = lines(text).first, first.hasPrefix(title),
            let proof = proof(last, version: first.dropFirst(title.count), text)
        else { return nil }
        return (text, proof)
    }

    private static func lines(_ text: [UInt8]) -> [Substring] {
        String(decoding: text, as: UTF8.self).split(separator: "\n")
    }

    private static func proof(_ last: String, version: Substring, _ text: [UInt8]) -> Proof? {
        switch version {
        case "1":
            guard last.hasPrefix(hashLine), let hash = Bytes32(hex: String(last.dropFirst(hashLine.count))) else {
                return nil
            }
            return .checksum(hash)
        case "2":
            guard last.hasPrefix(signatureLine), let bytes = Hex.decode(String(last.dropFirst(signatureLine.count))),
                bytes.count == 64
            else { return nil }
            let keys = lines(text).filter { $0.hasPrefix(keyLine) }
            guard keys.count == 1, let key = Hex.decode(String(keys[0].dropFirst(keyLine.count))), key.count == 32
            else { return nil }
            return .signature(key: key, bytes: bytes)
        default: return nil
        }
    }
}
