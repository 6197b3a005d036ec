import EventCodec
import EventModel
import LedgerTestSupport

/// Texts that mean something in JSON.
enum JSONPieces {
    static let all: [[UInt8]] =
        [
            "null", "true", "false", "{}", "[]", "\"", "\\", "\\u0000", "\\ud83d\\ude00", "\\ud83d", "\\udc00",
            "\\u00e9", "e\u{301}", "\u{212A}", ",", ":",
            "{", "}", "[", "]", "0", "-0", "01", "1.", ".5", "1.5", "1.55", "-1", "1e3", "1E-2", "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808", "999999999999.9", "NaN", "Infinity", "\u{FEFF}", "\t", "\n", "\u{0}", "\u{1F}",
            "\u{7F}", "/", "\\/", "\\x", "\u{10FFFF}",
            "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\"a\":1,\"a\":2", "//", "/**/", "'",
        ].map { Array($0.utf8) } + [[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0xF4, 0x90, 0x80, 0x80]]
}

/// Changes JSON values so that they stay JSON.
enum JSONMutator {
    static let texts = [
        "", "a", "é", "e\u{301}", "\u{212A}", "\u{0}", "a\u{0}b", "2026-02-10", "2026-02-30", "0001-01-01",
        "9999-12-31", "10000-01-01", "2026-02-10T08:00:00Z",
        "2026-02-10T08:00:00.5+05:45", "2026-02-10T08:00:60Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00Z",
        "ABCDEF", "abc", "00", String(repeating: "0", count: 32), String(repeating: "ab", count: 32),
        String(repeating: "0", count: 128),
        String(repeating: "x", count: 64), String(repeating: "x", count: 65), String(repeating: "ü", count: 1024),
        String(repeating: "x", count: 1025),
        String(repeating: "\u{1F6E9}\u{FE0F}", count: 2000), "true", "granted", "ipc", "\u{AC00}", "q\u{301}\u{327}",
    ]
    static let numbers = [
        "0", "-0", "1", "-1", "0.0", "-0.0", "1.0", "1.5", "1.50", "1.55", "0.05", "99", "100", "999", "1000", "65535",
        "65536", "9999", "99999.9", "999999999999.9",
        "1000000000000", "1e3", "1E2", "-1.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
    ]

    static func change(_ data: JSONValue, schema: EventSchema, _ random: inout SeededRandom) -> JSONValue {
        guard case .object(var members) = data else { return any(depth: 2, &random) }
        switch random.below(8) {
        case 0 where !members.isEmpty: members.remove(at: random.below(members.count))
        case 1: members.append(.init(texts[random.below(texts.count)], any(depth: 2, &random)))
        case 2, 3:
            guard let field = schema.fields.randomElement(using: &random) else { return data }
            members.removeAll { $0.name == field.name }
            members.append(.init(field.name, value(like: field.kind, &random)))
        case 4:
            guard let field = EngineField.allCases.randomElement(using: &random) else { return data }
            members.removeAll { $0.name == field.name }
            members.append(.init(field.name, engineValue(field, &random)))
        case 5 where members.count > 1: members.swapAt(0, 1 + random.below(members.count - 1))
        default:
            guard !members.isEmpty else { return data }
            let at = random.below(members.count)
            members[at] = .init(members[at].name, replace(members[at].value, &random))
        }
        // A name twice is a fault of the text, which the parser's own target looks for.
        var seen: Set<String> = []
        return .object(members.filter { seen.insert($0.name).inserted })
    }

    /// A value of a field's kind, in its range or just beyond.
    private static func value(like kind: FieldKind, _ random: inout SeededRandom) -> JSONValue {
        if random.oneIn(8) { return any(depth: 2, &random) }
        switch kind {
        case .date, .instant: return .string(texts[7 + random.below(11)])
        case .tenths(let range):
            let tenths = edge(range, &random)
            return .number("\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)")
        case .hours(let range):
            // Beyond the range a negative number, which no text of hours and minutes is.
            let seconds = edge(range, &random)
            return seconds < 0 || random.oneIn(4)
                ? .number("\(seconds / 3_600)") : .hours(exactly: Hours(seconds: seconds))
        case .integer(let range): return .integer(edge(range, &random))
        case .boolean: return .bool(random.oneIn(2))
        case .text(let maximum), .scalar(let maximum):
            let piece = ["x", "é", "e\u{301}", "\u{1F6E9}"][random.below(4)]
            return .string(String(repeating: piece, count: max(0, min(maximum, 2_000) - 1 + random.below(3))))
        case .choice(let choices): return .string(choices[random.below(choices.count)])
        case .bytes(let count): return .string(hex(count + (random.oneIn(8) ? 1 : 0), &random))
        case .contentIds(let maximum):
            return ids(random.oneIn(64) ? min(maximum, 1_000) + random.below(2) : random.below(4), &random)
        case .textMap, .object: return object(&random)
        case .texts(let maximum, _):
            return .array(
                (0..<random.below(min(maximum, 8) + 2)).map { _ in .string(texts[random.below(texts.count)]) })
        case .integers(let maximum, let range):
            return .array((0..<random.below(min(maximum, 8) + 2)).map { _ in .integer(edge(range, &random)) })
        case .cut: return cut(&random)
        }
    }

    private static func edge(_ range: ClosedRange<Int>, _ random: inout SeededRandom) -> Int {
        switch random.below(5) {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: range.lowerBound > .min ? range.lowerBound - 1 : .min
        case 3: range.upperBound < .max ? range.upperBound + 1 : .max
        default: range.lowerBound < 0 ? 0 : range.lowerBound + random.below(max(1, min(range.count, 100)))
        }
    }

    private static func engineValue(_ field: EngineField, _ random: inout SeededRandom) -> JSONValue {
        if random.oneIn(8) { return any(depth: 2, &random) }
        switch field {
        case .key: return .string(texts[random.below(texts.count)])
        case .content: return .string(hex(32, &random))
        case .form: return .number(numbers[random.below(numbers.count)])
        case .cut: return cut(&random)
        default: return ids(random.below(4), &random)
        }
    }

    private static func hex(_ count: Int, _ random: inout SeededRandom) -> String {
        random.bytes(count).map { byte in
            let digits = Array("0123456789abcdef")
            return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }.joined()
    }

    private static func ids(_ count: Int, _ random: inout SeededRandom) -> JSONValue {
        var ids: [JSONValue] = (0..<count).map { _ in .string(hex(32, &random)) }
        if let first = ids.first, random.oneIn(4) { ids.append(first) }
        return .array(ids)
    }

    private static func cut(_ random: inout SeededRandom) -> JSONValue {
        let count = random.oneIn(200) ? 4_095 + random.below(3) : random.below(4)
        var members: [JSONValue.Member] = []
        for _ in 0..<count {
            let name = hex(16, &random) + (random.oneIn(3) ? "~" + hex(32, &random) : "")
            members.append(.init(name, .integer(random.below(1_000))))
        }
        return .object(members)
    }

    private static func object(_ random: inout SeededRandom) -> JSONValue {
        var seen: Set<String> = []
        return .object(
            (0..<random.below(4)).compactMap { _ in
                let name = texts[random.below(texts.count)]
                return seen.insert(name).inserted
                    ? .init(name, random.oneIn(6) ? any(depth: 1, &random) : .string(texts[random.below(texts.count)]))
                    : nil
            })
    }

    private static func replace(_ value: JSONValue, _ random: inout SeededRandom) -> JSONValue {
        switch value {
        case .number where random.below(4) > 0: return .number(numbers[random.below(numbers.count)])
        case .string(let text) where random.below(4) > 0:
            let piece = texts[random.below(texts.count)]
            return .string(random.oneIn(2) ? piece : text + piece)
        case .array(var values) where random.below(4) > 0 && !values.isEmpty:
            let at = random.below(values.count)
            switch random.below(3) {
            case 0: values.remove(at: at)
            case 1: values.append(values[at])
            default: values[at] = replace(values[at], &random)
            }
            return .array(values)
        case .object(var members) where random.below(4) > 0 && !members.isEmpty:
            let at = random.below(members.count)
            if random.oneIn(3) {
                members.remove(at: at)
            } else {
                members[at] = .init(members[at].name, replace(members[at].value, &random))
            }
            return .object(members)
        default: return any(depth: 2, &random)
        }
    }

    static func any(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch random.below(depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(random.oneIn(2))
        case 2, 3: return .number(numbers[random.below(numbers.count)])
        case 4, 5: return .string(texts[random.below(texts.count)])
        case 6: return .array((0..<random.below(4)).map { _ in any(depth: depth - 1, &random) })
        default: return object(&random)
        }
    }
}
