import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import TransparencyLog

/// Any value of an answer as text, without what depends on how many events are held: positions, sizes of logs, versions
/// of streams. Content ids are named by who wrote them, so that they are the same in both plays.
struct PlainText {
    /// By hexadecimal digits: of an event its author's name and number, of a log or a person its name.
    let names: [String: String]

    /// Fields that count events, that hold where in a log an event stands, or bytes with ids in them.
    private static let skipped: Set<String> = [
        "asOf", "version", "trainingVersion", "position", "positions", "place", "places", "before", "logs", "sources",
        "registry", "context",
    ]

    func text(_ value: Any) -> String {
        var result = ""
        write(value, 0, &result)
        return result
    }

    private func write(_ value: Any, _ depth: Int, _ text: inout String) {
        guard depth < 24 else { return text += "…" }
        switch value {
        case let value as EventID: return text += names[value.hex] ?? "not here"
        case let value as OriginID: return text += names[value.hex] ?? "another log"
        case let value as PrincipalID: return text += names[value.hex] ?? "another person"
        case let value as String: return text += "\"\(renamed(value))\""
        case let value as JSONValue: return text += renamed(value.text)
        case let value as StreamID: return text += value.text
        case is Position, is StreamVersion, is LogSequence, is EventPlace, is HeldLogs, is Cut, is AnsweredAsOf: return
        case let value as any BinaryInteger: return text += "\(value)"
        case let value as Bool: return text += value ? "true" : "false"
        case is CivilDate, is Instant, is Hours, is Bytes32: return text += "\(value)"
        case let value as [UInt8] where !value.isEmpty: return text += "\(value.count) bytes \(value.hashed)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let child = mirror.children.first else { return text += "nil" }
            write(child.value, depth, &text)
        case .collection:
            let parts = mirror.children.map { child in part(child.value, depth) }
            // Ids are listed in the order of their digits.
            let isOfIDs = mirror.children.first.map { $0.value is EventID } ?? false
            let listed = isOfIDs ? parts.filter { $0 != Names.restated }.sorted() : parts
            text += "[" + listed.joined(separator: ", ") + "]"
        case .set, .dictionary:
            text += "{" + mirror.children.map { part($0.value, depth) }.sorted().joined(separator: ", ") + "}"
        case .enum where mirror.children.isEmpty: text += "\(value)"
        default: writeFields(value, mirror, depth, &text)
        }
    }

    private func writeFields(_ value: Any, _ mirror: Mirror, _ depth: Int, _ text: inout String) {
        var current: Mirror? = mirror
        text += "("
        while let one = current {
            for child in one.children where !PlainText.skipped.contains(child.label ?? "") {
                if let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
                write(child.value, depth + 1, &text)
                text += "; "
            }
            current = one.superclassMirror
        }
        text += ")"
    }

    private func part(_ value: Any, _ depth: Int) -> String {
        var text = ""
        write(value, depth + 1, &text)
        return text
    }

    /// The text with each run of 64 or 32 hexadecimal digits named.
    func renamed(_ text: String) -> String {
        guard text.utf8.count >= 32 else { return text }
        var result = ""
        var run = ""
        func flush() {
            result += run.utf8.count == 64 || run.utf8.count == 32 ? names[run] ?? run : run
            run = ""
        }
        for character in text {
            if character.isHexDigit, !character.isUppercase {
                run.append(character)
            } else {
                flush()
                result.append(character)
            }
        }
        flush()
        return result
    }
}

extension [UInt8] {
    /// A short text that is the same for equal bytes.
    fileprivate var hashed: String { String(SHA256Hasher.hash(self).hex.prefix(12)) }
}
