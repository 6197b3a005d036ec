import EventCodec
import EventModel
import LedgerTestSupport

/// Lines of an export: what is read can be written and read again as the same.
struct ExportLineTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let mutator = Mutator(
        pieces: JSONPieces.all + ["=", "==", "A===", "\"view\":", "\"daybook\":1,", "1.0", "~"].map { Array($0.utf8) })

    init(_ corpora: Corpora) {
        corpus =
            corpora.export + [
                Array(
                    ExportLine.text(
                        ofBlob: Bytes32(hex: String(repeating: "ab", count: 32))!, number: 0, isLast: true,
                        bytes: [1, 2, 3]
                    ).utf8)
            ]
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        mutator.change(corpus[random.below(corpus.count)], other: corpus[random.below(corpus.count)], &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let read = try? ExportLine.read(input) else { return .refused }
        let text: String
        switch read.line {
        case .event(let log, let event): text = ExportLine.text(of: event, log: log, view: read.view ?? .null)
        case .apart(let log, let event):
            var line = JSONBytes()
            ExportLine.write(
                envelope: event.envelope.span.bytes, salt: event.salt.span.bytes, body: event.body.span.bytes,
                log: log.description, isApart: true, to: &line
            ) { $0.value(read.view ?? .null) }
            text = String(decoding: line.bytes, as: UTF8.self)
        case .head(let bytes): text = ExportLine.text(ofHead: bytes)
        case .blob(let digest, let number, let isLast, let bytes):
            text = ExportLine.text(ofBlob: digest, number: number, isLast: isLast, bytes: bytes)
        }
        guard let again = try? ExportLine.read(Array(text.utf8)) else {
            return .violation("written again it cannot be read")
        }
        return "\(again.line)" == "\(read.line)" && again.view == read.view
            ? .accepted : .violation("written again it says other things")
    }
}

/// Any bytes as JSON: the text of what is read is read as the same, and is itself in the one form.
struct JSONTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let mutator = Mutator(pieces: JSONPieces.all)

    init(_ corpora: Corpora) throws {
        corpus =
            try corpora.lines("Tests/Fixtures/corpora/json-accepted.txt")
            + corpora.lines("Tests/Fixtures/corpora/json-refused.txt")
            + corpora.events.compactMap { $0["data"].map { Array($0.text.utf8) } }
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        if random.oneIn(4) { return Array(JSONMutator.any(depth: 5, &random).text.utf8) }
        return mutator.change(corpus[random.below(corpus.count)], other: corpus[random.below(corpus.count)], &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let value = try? JSONParser.parse(input) else { return .refused }
        let text = Array(value.text.utf8)
        guard let again = try? JSONParser.parse(text) else { return .violation("its own text cannot be read") }
        return Array(again.text.utf8) == text && again == value
            ? .accepted : .violation("its own text says other things")
    }
}

/// Any bytes as the short texts that people and peers write: dates, instants, ids, numbers, hexadecimal, base64. A
/// value that is read is written as the same text, or as one that reads as the same value.
struct TextTarget: FuzzTarget {
    private static let corpus = [
        "2026-02-10", "0001-01-01", "9999-12-31", "2000-02-29", "1900-02-28", "2026-02-10T08:00:00Z",
        "2026-02-10T08:00:00.123-05:00", "0001-01-01T00:00:00+23:59",
        "9999-12-31T23:59:59.999-23:59", "flight/0190-a_b.C", "a/b", "1.5", "-0.1", "999999999999.9", "00ff", "AAEC",
        "AA==", "AAA=",
        String(repeating: "0f", count: 16), String(repeating: "0f", count: 32),
        String(repeating: "0f", count: 16) + "~" + String(repeating: "a0", count: 32),
    ].map { Array($0.utf8) }
    private let mutator = Mutator(
        pieces: ["0", "9", "-", "+", ":", ".", "T", "Z", "/", "~", "=", "é", "\u{0}", " ", "f", "F"].map {
            Array($0.utf8)
        })

    func input(_ random: inout SeededRandom) -> [UInt8] {
        let start = Self.corpus[random.below(Self.corpus.count)]
        return random.oneIn(8)
            ? start : mutator.change(start, other: Self.corpus[random.below(Self.corpus.count)], &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        let text = String(decoding: input, as: UTF8.self)
        var isRead = false
        if let date = CivilDate(text) {
            isRead = true
            let parts = date.components
            guard date.description == text, CivilDate(year: parts.year, month: parts.month, day: parts.day) == date
            else { return .violation("a date with two texts") }
        }
        if let instant = Instant(text) {
            isRead = true
            guard (Instant.earliest...Instant.latest).contains(instant) else {
                return .violation("an instant outside the years 1 to 9999")
            }
            guard Instant(instant.description) == instant else {
                return .violation("an instant that is not read as it is written")
            }
        }
        if let stream = StreamID(text) {
            isRead = true
            guard "\(stream.kind)/\(stream.id)" == text else {
                return .violation("a stream that is not its kind and id")
            }
        }
        if let log = LogName(text) {
            isRead = true
            guard log.description == text else { return .violation("a log with two names") }
        }
        if let tenths = Tenths.parse(text) {
            isRead = true
            guard Tenths.parse(Digits.tenths(tenths)) == tenths else {
                return .violation("tenths that are not read as they are written")
            }
        }
        if let bytes = Hex.decode(text) {
            isRead = true
            guard Hex.encode(bytes) == text else { return .violation("bytes with two hexadecimal texts") }
        }
        if let bytes = Base64.decode(text) {
            isRead = true
            guard Base64.encode(bytes) == text else { return .violation("bytes with two base64 texts") }
        }
        return isRead ? .accepted : .refused
    }
}
