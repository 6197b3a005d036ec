import EventCodec
import EventModel
import LedgerTestSupport
import Testing

@Suite struct EnvelopeTests {
    private static let plain = Envelope(
        origin: OriginID(hex: hex("01", times: 16))!, sequence: LogSequence(7), flags: [.lastOfUnit],
        stream: StreamID("flight/a")!, type: "flight.logged",
        schemaVersion: 1, actor: PrincipalID(hex: hex("02", times: 16))!, validTime: .date(CivilDate("2026-02-10")!),
        recorded: Instant("2026-02-10T13:00:00Z")!, basis: [], bodyDigest: Bytes32(hex: hex("03", times: 32))!)

    /// The fields of `plain` as they are written, by key.
    private static let fields: [(key: Int, item: String)] = [
        (1, "01"), (2, "50" + hex("01", times: 16)), (3, "07"), (4, "01"), (5, "68666c696768742f61"),
        (6, "6d666c696768742e6c6f67676564"), (7, "01"),
        (8, "50" + hex("02", times: 16)), (9, "19500e"), (10, "1b0000019c47a32480"), (11, "80"), (14, "00"),
        (15, "5820" + hex("03", times: 32)),
    ]

    /// `plain` with some fields replaced, added or (empty) left out.
    private func encoded(_ changes: [Int: String] = [:]) -> [UInt8] {
        var items = Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.key, $0.item) })
        for (key, item) in changes { items[key] = item.isEmpty ? nil : item }
        let pairs = items.sorted { $0.key < $1.key }
        return [0xA0 | UInt8(pairs.count)]
            + pairs.flatMap { pair in written { $0.unsigned(UInt64(pair.key)) } + bytes(pair.value) }
    }

    private func view(_ bytes: [UInt8]) -> Reading<Envelope> {
        do throws(CBORError) { return .value(try EnvelopeView(bytes.span.bytes).envelope) } catch {
            return .refused(error.reason, at: error.offset)
        }
    }

    private func reason(_ changes: [Int: String]) -> CBORError.Reason? {
        if case .refused(let reason, _) = view(encoded(changes)) { reason } else { nil }
    }

    @Test func anEnvelopeIsWrittenAsDocumented() {
        #expect(written { Self.plain.encode(into: &$0) } == encoded())
        #expect(view(encoded()) == .value(Self.plain))
    }

    @Test func everyFieldComesBack() {
        let seed: UInt64 = 103
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let envelope = any(&random)
            let bytes = written { envelope.encode(into: &$0) }
            #expect(view(bytes) == .value(envelope), "seed \(seed): \(Hex.encode(bytes))")
        }
    }

    private func any(_ random: inout SeededRandom) -> Envelope {
        let ids = Set((0..<random.below(64)).map { _ in EventID(bytes: random.bytes(32))! }).sorted()
        let span = UInt64(Instant.latest.milliseconds - Instant.earliest.milliseconds)
        func instant(_ random: inout SeededRandom) -> Instant {
            Instant(milliseconds: Instant.earliest.milliseconds + Int64(random.next() % (span + 1)))
        }
        let isDate = random.oneIn(2)
        let zone = ["UTC", "America/Argentina/Buenos_Aires", String(repeating: "z", count: 64)][random.below(3)]
        return Envelope(
            origin: OriginID(bytes: random.bytes(16))!,
            sequence: LogSequence(random.next() >> UInt64(1 + random.below(63))),
            flags: EventFlags(rawValue: UInt8(random.below(4))),
            stream: StreamID(kind: "flight", id: "A-z_9.\(random.below(1000))"), type: "flight.logged",
            schemaVersion: 1 + random.below(65_535), actor: PrincipalID(bytes: random.bytes(16))!,
            validTime: isDate
                ? ValidTime.date(CivilDate(day: CivilDate.earliest.day + Int32(random.below(3_652_059))))
                : .instant(instant(&random), offsetSeconds: random.below(172_799) - 86_399, zone: zone),
            recorded: instant(&random), basis: ids, causation: random.oneIn(2) ? eventID(9) : nil,
            correlation: random.oneIn(2) ? "Zürich" : nil,
            bodyDigest: Bytes32(bytes: random.bytes(32))!)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15])
    func noFieldMayBeMissing(key: Int) {
        #expect(reason([key: ""]) == .fieldMissing)
    }

    @Test func noFieldMayBeAdded() {
        #expect(reason([16: "00"]) != nil)
        #expect(reason([0: "00"]) == .fieldMissing)
        #expect(reason([12: "5820" + hex("09", times: 32), 13: "6161", 16: "00"]) == .fieldUnknown)
        #expect(fault(encoded() + [0])?.reason == .trailingBytes)
        #expect(view(encoded() + [0]) == .refused(.trailingBytes, at: encoded().count))
    }

    @Test(arguments: [
        (1, "02", CBORError.Reason.fieldValue), (1, "00", .fieldValue), (1, "6131", .typeExpected),
        (2, "4f" + hex("01", times: 15), .fieldValue),
        (3, "20", .typeExpected), (3, "1b8000000000000000", .integerRange), (4, "04", .fieldValue),
        (4, "1818", .fieldValue), (5, "66666c69676874", .fieldValue),
        (5, "672f666c69676874", .fieldValue), (5, "67666c696768742f", .fieldValue),
        (5, "68466c696768742f61", .fieldValue), (5, "68666c696768742fc3", .textNotUTF8),
        (5, "69666c696768742fc3a9", .fieldValue), (5, "69666c696768742f6120", .fieldValue),
        (5, "69666c696768742f612f", .fieldValue), (6, "60", .fieldValue), (6, "61 5f", .fieldValue),
        (6, "7841" + hex("61", times: 65), .fieldValue), (6, "62c3a9", .fieldValue), (7, "00", .fieldValue),
        (7, "1a00010000", .fieldValue), (8, "51" + hex("01", times: 17), .fieldValue),
        (9, "3a000af93a", .fieldValue), (9, "1a002cc0a1", .fieldValue), (9, "80", .fieldValue),
        (9, "820000", .fieldValue), (9, "6161", .typeExpected),
        (9, "8300 00 60", .fieldValue), (9, "8300 1a00015180 63555443", .fieldValue),
        (9, "8300 3a0001517f 63555443", .fieldValue), (9, "8300 00 7841" + hex("61", times: 65), .fieldValue),
        (10, "1b0000e677d21fdc00", .fieldValue), (10, "3b00003883122cd800", .fieldValue), (11, "81 00", .typeExpected),
        (14, "01", .fieldValue), (15, "40", .fieldValue),
    ])
    func everyFieldHasItsRule(key: Int, item: String, expected: CBORError.Reason) {
        #expect(reason([key: item]) == expected)
    }

    @Test func theLastAllowedValuesAreRead() {
        #expect(reason([7: "19ffff"]) == nil)
        #expect(reason([6: "7840" + hex("61", times: 64)]) == nil)
        #expect(reason([9: "3a000af939"]) == nil, "0001-01-01")
        #expect(reason([9: "1a002cc0a0"]) == nil, "9999-12-31")
        #expect(reason([9: "8300 1a0001517f 6155"]) == nil)
        #expect(reason([9: "8300 3a0001517e 7840" + hex("61", times: 64)]) == nil)
        #expect(reason([10: "1b0000e677d21fdbff"]) == nil, "9999-12-31T23:59:59.999Z")
        #expect(reason([10: "3b00003883122cd7ff"]) == nil, "0001-01-01T00:00:00Z")
        #expect(reason([13: "7840" + hex("61", times: 64)]) == nil)
        #expect(reason([13: "7841" + hex("61", times: 65)]) == .tooLong)
    }

    @Test func aBasisHasAtMost64IDs() {
        func basis(_ count: Int) -> String {
            "98" + Hex.encode([UInt8(count)])
                + (0..<count).map { "5820" + Hex.encode([UInt8($0)]) + hex("00", times: 31) }.joined()
        }
        #expect(reason([11: basis(64)]) == nil)
        #expect(reason([11: basis(65)]) == .tooLong)
        #expect(reason([11: "825820" + hex("02", times: 32) + "5820" + hex("01", times: 32)]) == .keyOrder)
    }

    @Test func anEnvelopeHasAtMost4096Bytes() {
        #expect(view([UInt8](repeating: 0, count: 4_097)) == .refused(.tooLong, at: 0))
        #expect(view([UInt8](repeating: 0, count: 4_096)) == .refused(.typeExpected, at: 0))
    }

    /// Cut anywhere, and with any one bit flipped: another envelope, or none; never the same.
    @Test func everyBitCounts() {
        let bytes = encoded([12: "5820" + hex("09", times: 32), 13: "6161"])
        for end in bytes.indices {
            if case .value = view(Array(bytes[..<end])) { Issue.record("the first \(end) bytes are an envelope") }
        }
        guard case .value(let envelope) = view(bytes) else {
            Issue.record("not read")
            return
        }
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(view(flipped) != .value(envelope), "bit \(bit)")
        }
    }
}
