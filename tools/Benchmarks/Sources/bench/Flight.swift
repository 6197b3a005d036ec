/// One generated entry of a logbook: a pure function of the seed and its number, so that every side of a benchmark can
/// make the same events without sharing memory. Hours are tenths; `day` counts from 1970-01-01.
struct Flight {
    let index: Int
    let streamID: String
    let recordedMilliseconds: Int64
    let key: String?
    let day: Int64
    let from: String
    let to: String
    let hobbs: Int64
    let hobbsStart: Int64
    let dayLandings: Int64
    let nightLandings: Int64
    let isSolo: Bool
    let isCrossCountry: Bool
    let instrumentHours: Int64
    let nightHours: Int64
    let aircraft: String
    let remarks: String
    let salt: [UInt8]

    var stream: String { "flight/\(streamID)" }
    var date: String { Flight.civil(day) }
}

/// How many events, from which seed.
struct Shape {
    var count: Int
    var seed: UInt64 = 20_260_210
    /// One event in this many carries an idempotency key.
    var keyEvery = 4
    /// The days that the entries spread over, oldest first: 24 years from 2002-01-01.
    var firstDay: Int64 = 11_688
    var days: Int64 = 8_766

    func flight(_ index: Int) -> Flight {
        var random = SplitMix(state: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03)
        let recorded = 1_600_000_000_000 + Int64(index) * 1_250
        let isSolo = random.below(3) == 0
        let isNight = random.below(6) == 0
        let hobbs = Int64(5 + random.below(30))
        let landings = Int64(1 + random.below(5))
        return Flight(
            index: index,
            streamID: Self.timeOrderedID(milliseconds: recorded, random: &random),
            recordedMilliseconds: recorded,
            key: index % keyEvery == 0 ? "req-" + Self.padded(Int64(index), 8) : nil,
            // In order as most people write their logbook, one entry in sixteen up to 40 days late.
            day: firstDay + Int64(index) * days / Int64(max(count, 1))
                - (random.below(16) == 0 ? Int64(random.below(40)) : 0),
            from: Self.airports[random.below(Self.airports.count)],
            to: Self.airports[random.below(Self.airports.count)],
            hobbs: hobbs,
            hobbsStart: 12_345 + Int64(index % 50_000),
            dayLandings: isNight ? 0 : landings,
            nightLandings: isNight ? landings : 0,
            isSolo: isSolo,
            isCrossCountry: random.below(4) == 0,
            instrumentHours: random.below(8) == 0 ? min(hobbs, 4) : 0,
            nightHours: isNight ? hobbs : 0,
            aircraft: "N" + Self.padded(Int64(10_000 + random.below(40)), 5),
            remarks: Self.remarks[random.below(Self.remarks.count)],
            salt: (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next() >> 29) })
    }

    private static let airports = [
        "KSJC", "KRHV", "KPAO", "KHWD", "KLVK", "KSQL", "KOAK", "KMRY", "KSNS", "KWVI", "E16", "KTCY",
    ]
    private static let remarks = [
        "Steep turns, slow flight, power-off stalls; crosswind work and short field",
        "Pattern work: short and soft field, go-arounds, simulated engine failure",
        "Cross-country with flight following, diversion to the alternate airport",
        "Hood work: VOR tracking, unusual attitudes, partial panel, holding pattern",
        "Ground reference maneuvers, emergency procedures, S-turns along the road",
        "Checkout flight. Café stop — très bien; winds 240 at 12, light chop below",
    ]

    /// A UUID of version 7: the time first, so that streams sort in the order they were made.
    private static func timeOrderedID(milliseconds: Int64, random: inout SplitMix) -> String {
        let high = UInt64(milliseconds) << 16 | 0x7000 | random.next() >> 52
        let low = random.next() >> 2 | 0x8000_0000_0000_0000
        let digits = hexadecimal(high) + hexadecimal(low)
        let cuts = [0, 8, 12, 16, 20, 32].map { digits.index(digits.startIndex, offsetBy: $0) }
        return zip(cuts, cuts.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    static func padded(_ value: Int64, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

/// SplitMix64.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

extension Flight {
    /// The envelope's bytes around the digest of the body (docs/format.md §2).
    func envelope(origin: [UInt8], actor: [UInt8], bodyDigest: [UInt8]) -> [UInt8] {
        var cbor = CanonicalCBOR()
        cbor.map(13)
        cbor.key(1); cbor.integer(1)
        cbor.key(2); cbor.byteString(origin)
        cbor.key(3); cbor.integer(Int64(index))
        cbor.key(4); cbor.integer(1)
        cbor.key(5); cbor.text(stream)
        cbor.key(6); cbor.text("flight.logged")
        cbor.key(7); cbor.integer(2)
        cbor.key(8); cbor.byteString(actor)
        cbor.key(9); cbor.integer(day)
        cbor.key(10); cbor.integer(recordedMilliseconds)
        cbor.key(11); cbor.array(0)
        cbor.key(14); cbor.integer(0)
        cbor.key(15); cbor.byteString(bodyDigest)
        return cbor.bytes
    }

    /// The body of a `flight.logged` of version 2.
    ///
    /// Without the key it holds the fields alone, as a caller of the engine gives them.
    func body(withKey: Bool = true) -> [UInt8] {
        var fields = CanonicalCBOR()
        var count = 0
        func field(_ number: UInt64, _ write: (inout CanonicalCBOR) -> Void) {
            fields.key(number)
            write(&fields)
            count += 1
        }
        if let key, withKey {
            field(0) {
                $0.map(1); $0.key(1); $0.text(key)
            }
        }
        field(1) { $0.integer(day) }
        field(2) { $0.text(from) }
        field(3) { $0.text(to) }
        field(8) { $0.integer(dayLandings) }
        field(9) { $0.integer(nightLandings) }
        field(isSolo ? 10 : 11) { $0.boolean(true) }
        if isCrossCountry { field(12) { $0.boolean(true) } }
        if instrumentHours > 0 { field(13) { $0.boolean(true) } }
        field(23) { $0.text(aircraft) }
        field(25) { $0.text(remarks) }
        field(40) { $0.integer(Self.seconds(hobbs)) }
        field(41) { $0.integer(Self.seconds(hobbs)) }
        field(42) { $0.integer(Self.seconds(hobbsStart)) }
        field(43) { $0.integer(Self.seconds(hobbsStart + hobbs)) }
        if instrumentHours > 0 { field(44) { $0.integer(Self.seconds(instrumentHours)) } }
        if nightHours > 0 { field(45) { $0.integer(Self.seconds(nightHours)) } }
        var whole = CanonicalCBOR()
        whole.map(count)
        return whole.bytes + fields.bytes
    }

    /// The same event as a line that `append` takes.
    func line() -> String {
        var data =
            #""date":"\#(date)","from":"\#(from)","to":"\#(to)","hobbs":\#(Self.tenths(hobbs)),"tach":\#(Self.tenths(hobbs))"#
        data += #","hobbsStart":\#(Self.tenths(hobbsStart)),"hobbsEnd":\#(Self.tenths(hobbsStart + hobbs))"#
        data += #","dayLandings":\#(dayLandings),"nightLandings":\#(nightLandings),"\#(isSolo ? "solo" : "dual")":true"#
        if isCrossCountry { data += #","crossCountry":true"# }
        if instrumentHours > 0 { data += #","instrument":true,"instrumentHours":\#(Self.tenths(instrumentHours))"# }
        if nightHours > 0 { data += #","nightHours":\#(Self.tenths(nightHours))"# }
        data += #","aircraft":"\#(aircraft)","remarks":"\#(remarks)""#
        let keyed = key.map { #","key":"\#($0)""# } ?? ""
        return #"{"stream":"\#(stream)","type":"flight.logged","data":{\#(data)}\#(keyed)}"#
    }

    private static func seconds(_ tenths: Int64) -> Int64 { tenths * 360 }

    private static func tenths(_ value: Int64) -> String { "\(value / 10).\(value % 10)" }

    /// YYYY-MM-DD of a day since 1970-01-01 (Hinnant, "chrono-compatible low-level date algorithms", days after year
    /// 0).
    static func civil(_ day: Int64) -> String {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return
            "\(Shape.padded(year, 4))-\(Shape.padded(month, 2))-\(Shape.padded(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2))"
    }
}
