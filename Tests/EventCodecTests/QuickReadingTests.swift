import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import Logbook
import Testing

/// The quick readers of bodies, envelopes and texts take nothing that the careful ones refuse, and give the same
/// values.
@Suite struct QuickReadingTests {
    private func quick(_ body: [UInt8], _ schema: EventSchema, _ scan: FieldScan) -> EngineFields? {
        try? BodyCheck.check(body, schema, into: scan)
    }
    private func careful(_ body: [UInt8], _ schema: EventSchema) -> EngineFields? {
        try? BodyCheck.slowCheck(body.span.bytes, schema)
    }

    /// The content of a scan, key by key; where an item of another kind stands, by its offset.
    private func described(_ scan: FieldScan) -> [String] {
        (1...63 as ClosedRange<UInt64>).compactMap { key in
            if let number = scan.integer(key) { return "\(key)=\(number)" }
            return scan.offset(key).map { "\(key)@\($0)" }
        }
    }

    /// A body of the schema with every required field and some others, some of them at their limits.
    private func body(_ schema: EventSchema, _ random: inout SeededRandom) -> [UInt8] {
        let fields = schema.fields.filter { $0.required || !random.oneIn(3) }
        var writer = CBORWriter()
        let hasKey = random.oneIn(2)
        writer.map(count: fields.count + (hasKey ? 1 : 0))
        if hasKey {
            var engine = EngineFields.none
            engine.key = "key-\(random.below(100))"
            engine.encode(into: &writer)
        }
        for field in fields {
            writer.unsigned(field.key)
            write(field, &writer, &random)
        }
        return writer.bytes
    }

    private func write(_ field: FieldSchema, _ writer: inout CBORWriter, _ random: inout SeededRandom) {
        if field.nullable, random.oneIn(4) { return writer.null() }
        switch field.kind {
        case .date: writer.integer(Int64(random.below(40_000)) - 10_000)
        case .instant: writer.integer(Int64(random.below(1 << 40)))
        case .tenths(let range), .hours(let range), .integer(let range):
            writer.integer(
                Int64(
                    [range.lowerBound, range.upperBound, min(range.upperBound, range.lowerBound + random.below(300))][
                        random.below(3)]))
        case .boolean: writer.bool(random.oneIn(2))
        case .text: writer.text(["", "KSJC", "Café — très bien", "Ω dés 日本", "ffff eight!"][random.below(5)])
        case .choice(let choices): writer.text(choices[random.below(choices.count)])
        case .bytes(let count): writer.data(random.bytes(count))
        case .texts:
            writer.array(count: 1)
            writer.text("hobbs.over12")
        case .textMap:
            writer.map(count: 1)
            writer.text("name")
            writer.text("text")
        case .scalar: random.oneIn(2) ? writer.integer(7) : writer.text("on")
        default: writer.null()
        }
    }

    @Test(
        "bodies of every schema, whole and altered: the quick check takes what the careful one takes, with the same fields"
    )
    func bodies() {
        let seed: UInt64 = 20_261_121
        var random = SeededRandom(seed: seed)
        let scan = FieldScan()
        let (generic, plain) = (FieldScan(), FieldScan())
        var (taken, withoutLinks) = (0, 0)
        for round in 0..<60 {
            for schema in LogbookSchemas.all {
                let whole = body(schema, &random)
                for change in 0..<12 {
                    var altered = whole
                    if change > 0, !altered.isEmpty {
                        switch random.below(3) {
                        case 0: altered[random.below(altered.count)] ^= 1 << UInt8(random.below(8))
                        case 1: altered.removeLast(1 + random.below(min(3, altered.count)))
                        default: altered.insert(UInt8(random.below(256)), at: random.below(altered.count + 1))
                        }
                    }
                    let (ours, theirs) = (quick(altered, schema, scan), careful(altered, schema))
                    #expect(ours == theirs, "seed \(seed), round \(round): \(schema.type) \(Hex.encode(altered))")
                    if BodyCheck.isValidWithoutLinks(altered.span.bytes, schema, into: plain) {
                        withoutLinks += 1
                        #expect(
                            theirs?.hasNoLinks == true && described(plain) == described(scan),
                            "seed \(seed): \(schema.type) \(Hex.encode(altered))")
                    }
                    guard theirs != nil else { continue }
                    taken += 1
                    let isMap = generic.read(altered.span.bytes)
                    #expect(isMap, "seed \(seed): \(Hex.encode(altered))")
                    #expect(
                        described(scan) == described(generic), "seed \(seed): \(schema.type) \(Hex.encode(altered))")
                }
            }
        }
        #expect(taken > 1_000 && withoutLinks > 1_000, "\(taken) and \(withoutLinks) bodies taken prove little")
    }

    @Test("a scan tells numbers, truths and places, and passes over nulls and the engine's key")
    func scans() {
        let scan = FieldScan()
        // {0: {1: "k"}, 1: 7, 2: -1, 3: true, 4: null, 5: "ab", 63: 1000}
        let isMap = scan.read(bytes("a7 00a101616b 0107 0220 03f5 04f6 05626162 183f1903e8").span.bytes)
        #expect(isMap)
        #expect(described(scan) == ["1=7", "2=-1", "3=1", "5@15", "63=1000"])
        #expect(
            scan.bool(3) == true && scan.bool(4) == nil && !scan.contains(4) && scan.contains(5)
                && scan.integer(5) == nil)
        for broken in ["", "80", "a1", "a10000ff", "a1 1840 00", "a2 0101", "a1 01ff", "a1 01f7"] {
            let isTaken = scan.read(bytes(broken).span.bytes)
            #expect(!isTaken, "\(broken) is no map of fields")
        }
    }

    @Test("envelopes, whole and altered: the quick reading takes what the careful one takes, with the same values")
    func envelopes() {
        let seed: UInt64 = 20_261_122
        var random = SeededRandom(seed: seed)
        var (taken, linked) = (0, 0)
        for _ in 0..<3_000 {
            let ids = Set((0..<random.below(4)).map { _ in EventID(bytes: random.bytes(32))! }).sorted()
            let envelope = Envelope(
                origin: OriginID(bytes: random.bytes(16))!, sequence: LogSequence(UInt64(random.below(1 << 20))),
                flags: [.lastOfUnit],
                stream: StreamID(["flight/0192-a_b.C", "a/b", "endorsement/x"][random.below(3)])!,
                type: "flight.logged", schemaVersion: 1 + random.below(300),
                actor: PrincipalID(bytes: random.bytes(16))!,
                validTime: random.oneIn(4)
                    ? .instant(
                        Instant(milliseconds: Int64(random.below(1 << 40))), offsetSeconds: -28_800,
                        zone: "America/Los_Angeles")
                    : .date(CivilDate(day: Int32(random.below(30_000)))),
                recorded: Instant(milliseconds: Int64(random.below(1 << 41)) - (1 << 38)), basis: ids,
                correlation: random.oneIn(5) ? "batch" : nil,
                bodyDigest: Bytes32(bytes: random.bytes(32))!)
            var bytes = written { envelope.encode(into: &$0) }
            if random.oneIn(2) { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
            if random.oneIn(9) { bytes.removeLast() }
            if let link = EnvelopeGlance.link(bytes.span.bytes, stream: envelope.stream.text.utf8.span.bytes),
                let view = try? EnvelopeView(careful: bytes.span.bytes)
            {
                linked += 1
                #expect(described(link, of: bytes) == described(view.envelope), "seed \(seed): \(Hex.encode(bytes))")
            }
            let quick = (try? EnvelopeView(bytes.span.bytes))?.envelope
            let careful = (try? EnvelopeView(careful: bytes.span.bytes))?.envelope
            #expect(quick == careful, "seed \(seed): \(Hex.encode(bytes))")
            if quick != nil { taken += 1 }
        }
        #expect(taken > 500 && linked > 300, "\(taken) and \(linked) envelopes taken prove little")
    }

    /// The facts of an envelope for a reader of a stream event by event; nil for an envelope that only the careful
    /// reader accepts.
    private func described(_ envelope: Envelope) -> String? {
        guard envelope.basis.count <= 1, envelope.correlation == nil, envelope.causation == nil else { return nil }
        let happened: (milliseconds: Int64, isInstant: Bool) =
            switch envelope.validTime {
            case .date(let date): (Int64(date.day) * 86_400_000, false)
            case .instant(let instant, _, _): (instant.milliseconds, true)
            }
        return
            "\(envelope.type) \(envelope.schemaVersion) \(happened) \(envelope.recorded.milliseconds) \(envelope.basis)"
    }

    private func described(_ link: EnvelopeLink, of bytes: [UInt8]) -> String? {
        let basis = link.basis.map { [EventID($0)] } ?? []
        let happened = (milliseconds: link.happened, isInstant: link.isInstant)
        return
            "\(String(decoding: bytes[link.type], as: UTF8.self)) \(link.version) \(happened) \(link.recorded) \(basis)"
    }

    @Test("a field that is written where it stands makes the map that laying it over would") func fieldsInPlace() {
        var random = SeededRandom(seed: 20_261_123)
        for _ in 0..<4_000 {
            var fields = RecordFields()
            var laid = RecordFields()
            for _ in 0..<random.below(30) {
                let key = UInt64(1 + random.below(random.oneIn(3) ? 40 : 12))
                var value = CBORWriter()
                switch random.below(4) {
                case 0: value.null()
                case 1: value.data(random.bytes(random.below(60)))
                case 2: value.text("Café")
                default: value.integer(Int64(random.below(1 << 20)) - 5_000)
                }
                fields.set(key, value.bytes)
                laid.merge(
                    body: written {
                        $0.map(count: 1); $0.unsigned(key); $0.raw(value.bytes)
                    })
                #expect(fields.map == laid.map && fields.contains(key) == (fields[key] != nil))
                #expect(
                    fields.data(key)
                        == (value.bytes.first.map { $0 >> 5 == 2 } == true
                            ? Array(value.bytes.dropFirst(value.bytes.count > 24 ? 2 : 1)) : nil))
            }
        }
    }

    @Test(
        "names of streams and types in an envelope: every byte at every place is taken or refused as the names' own rules say"
    )
    func names() {
        func isTaken(stream: String, type: String) -> Bool {
            let envelope = Envelope(
                origin: OriginID(bytes: [UInt8](repeating: 1, count: 16))!, sequence: LogSequence(1),
                flags: [.lastOfUnit],
                stream: StreamID(unchecked: stream), type: type, schemaVersion: 1,
                actor: PrincipalID(bytes: [UInt8](repeating: 2, count: 16))!,
                validTime: .date(CivilDate(day: 1)), recorded: Instant(milliseconds: 1), basis: [],
                bodyDigest: Bytes32(bytes: [UInt8](repeating: 3, count: 32))!)
            return (try? EnvelopeView(written { envelope.encode(into: &$0) }.span.bytes)) != nil
        }
        let identifiers = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".unicodeScalars)
        let types = identifiers.subtracting(Set("-_".unicodeScalars))
        var wrong: [String] = []
        for count in [1, 2, 7, 8, 9, 15, 16, 17, 43, 64] {
            for place in [0, count / 2, count - 1] {
                for byte in 1...127 as ClosedRange<UInt8> {
                    var scalars = Array(repeating: Unicode.Scalar("k"), count: count)
                    scalars[place] = Unicode.Scalar(byte)
                    let name = String(String.UnicodeScalarView(scalars))
                    if isTaken(stream: "flight/" + name, type: "a") != identifiers.contains(Unicode.Scalar(byte)) {
                        wrong.append("stream \(name)")
                    }
                    if isTaken(stream: "a/b", type: name) != types.contains(Unicode.Scalar(byte)) {
                        wrong.append("type \(name)")
                    }
                }
            }
        }
        #expect(wrong == [])
        #expect(
            !isTaken(stream: "a/" + String(repeating: "k", count: 65), type: "a")
                && !isTaken(stream: "a/b", type: String(repeating: "k", count: 65)))
        #expect(
            !isTaken(stream: "a/kkkkkkké", type: "a") && !isTaken(stream: "a/b", type: "kkkkkkké")
                && !isTaken(stream: "a/", type: "a") && !isTaken(stream: "a/b", type: ""))
    }

    @Test("no two of the letters that texts are taken with at once combine, and none decomposes")
    func letters() {
        let plain = (0xA0...0x2FF).map { $0 } + Array(0x400...0x47F) + Array(0x2002...0x203F) + Array(0x2080...0x20BF)
        let scalars = plain.compactMap { Unicode.Scalar($0) }
        #expect(scalars.count == 608 + 128 + 62 + 64)
        var wrong: [String] = []
        for first in scalars {
            var text = "a"
            for second in scalars {
                text.unicodeScalars.append(first)
                text.unicodeScalars.append(second)
            }
            if !Array(text.precomposedStringWithCanonicalMapping.utf8).elementsEqual(text.utf8) {
                wrong.append("U+\(String(first.value, radix: 16))")
            }
        }
        #expect(wrong.isEmpty)
    }
}
