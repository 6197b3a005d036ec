public import EventModel

/// The identity of an imported entry. The same file gives the same entries when it is imported twice or on another
/// device. So does an export by a newer program with its columns in another order.
///
///     "daybook/import/1" ‖ principal (16 bytes) ‖ ordinal (8) ‖ date as days since 1970-01-01 (8)
///     ‖ from ‖ to ‖ aircraft ‖ remarks                            each: length in bytes (8) ‖ UTF-8
///     ‖ total, solo, dual, pic, night, cross-country, instrument, ground, actual instrument   tenths (8 each)
///     ‖ all landings, day full stops, night full stops                                        (8 each)
///
/// Hours are rounded to tenths, half up: earlier versions kept no more, and a file imported by them names its entries
/// alike. Integers are signed, big-endian. A missing text is empty; a missing figure has the value that counts for it.
public enum ImportIdentity {
    static let domain = "daybook/import/1"

    /// The bytes for one entry; the caller hashes them into the id of the stream. `ordinal` counts equal entries of
    /// one file, from 0.
    public static func bytes(of flight: Flight, ordinal: Int, principal: PrincipalID) -> [UInt8] {
        var bytes = Array(domain.utf8) + principal.bytes
        write(ordinal, into: &bytes)
        return bytes + fields(of: flight)
    }

    /// Numbers equal rows. Rows that differ in what does not name them are numbered by that, not by their place in the
    /// file, so that a file listed the other way round numbers them alike. `last` marks the rows that come behind the
    /// others: those whose designators were rewritten, so that the others keep the numbers that they had.
    static func ordinals(_ flights: [Flight], last: [Bool] = []) -> [Int] {
        var groups: [[UInt8]: [Int]] = [:]
        for (index, flight) in flights.enumerated() { groups[fields(of: flight), default: []].append(index) }
        var ordinals = Array(repeating: 0, count: flights.count)
        for group in groups.values where group.count > 1 {
            let keys = group.map { [!last.isEmpty && last[$0] ? 1 : 0] + rest(of: flights[$0]) }
            let ordered = group.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
            for (ordinal, place) in ordered.enumerated() { ordinals[group[place]] = ordinal }
        }
        return ordinals
    }

    static func isSame(_ one: Flight, _ other: Flight) -> Bool {
        fields(of: one.withFoldedDesignators()) == fields(of: other.withFoldedDesignators())
            && rest(of: one) == rest(of: other)
    }

    /// Whether two readings of one row have the same id, but for their ordinals.
    static func isNamedAlike(_ one: Flight, _ other: Flight) -> Bool {
        one.from == other.from && one.to == other.to && figures(of: one) == figures(of: other)
    }

    private static func fields(of flight: Flight) -> [UInt8] {
        var bytes: [UInt8] = []
        // All figures, and texts of a usual length.
        bytes.reserveCapacity(256)
        write(Int(flight.date.day), into: &bytes)
        for text in [flight.from, flight.to, flight.aircraft, flight.remarks] { write(text ?? "", into: &bytes) }
        for figure in figures(of: flight) { write(figure, into: &bytes) }
        return bytes
    }

    private static func figures(of flight: Flight) -> [Int] {
        [
            flight.totalHours, flight.statedHours(of: .solo), flight.statedHours(of: .dual),
            flight.statedHours(of: .pic), flight.statedHours(of: .night), flight.statedHours(of: .crossCountry),
            flight.statedHours(of: .instrument), flight.groundHours ?? .zero, flight.actualInstrumentHours ?? .zero,
        ].map(\.tenthsRounded) + [
            // As stated: what counts of it may change, the name of an entry may not.
            flight.allLandings ?? flight.fullStopLandings, flight.dayLandings ?? 0, flight.nightLandings ?? 0,
        ]
    }

    /// All other fields that can distinguish two rows.
    private static func rest(of flight: Flight) -> [UInt8] {
        let figures = [
            flight.hobbsStart?.seconds, flight.hobbsEnd?.seconds, flight.dayTakeoffs, flight.nightTakeoffs,
            flight.approaches,
            flight.holds,
            flight.distanceNm,
        ]
        let flags = [flight.flightReview, flight.instrumentCheck, flight.checkride]
        var bytes: [UInt8] = []
        for figure in figures { write(figure ?? -1, into: &bytes) }
        for flag in flags { bytes.append(flag == true ? 1 : 0) }
        for (name, value) in flight.extra.sorted(by: { $0.key < $1.key }) {
            write(name, into: &bytes)
            write(value, into: &bytes)
        }
        return bytes
    }

    private static func write(_ text: String, into bytes: inout [UInt8]) {
        write(text.utf8.count, into: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    private static func write(_ value: Int, into bytes: inout [UInt8]) {
        let word = UInt64(bitPattern: Int64(value))
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }
}

extension ImportedFlight {
    /// The canonical bytes that name this entry for a principal.
    public func identityBytes(principal: PrincipalID) -> [UInt8] {
        ImportIdentity.bytes(of: flight, ordinal: ordinal, principal: principal)
    }

    /// The bytes by which earlier versions of this program named the entry, where they read other figures from its row,
    /// or kept its designators as the file states them.
    public func earlierIdentityBytes(principal: PrincipalID) -> [[UInt8]] {
        earlier.map { ImportIdentity.bytes(of: $0.flight, ordinal: $0.ordinal, principal: principal) }
    }

    /// Whether an entry has the same identity, and the same values of the fields that distinguish equal rows.
    public func isSame(as other: Flight) -> Bool { ImportIdentity.isSame(flight, other) }
}
