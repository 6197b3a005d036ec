public import EventModel

/// What names an imported entry, so that the same file imported twice, on another device, or exported again by a newer
/// program with its columns in another order gives the same entries.
///
///     "daybook/import/1" ‖ principal (16 bytes) ‖ ordinal (8) ‖ date as days since 1970-01-01 (8)
///     ‖ from ‖ to ‖ aircraft ‖ remarks                            each: length in bytes (8) ‖ UTF-8
///     ‖ total, solo, dual, pic, night, cross-country, instrument, ground, actual instrument   tenths (8 each)
///     ‖ all landings, day full stops, night full stops                                        (8 each)
///
/// Integers are signed, big-endian. A text that is not told is empty, a figure that is not told is what it comes to.
public enum ImportIdentity {
    static let domain = "daybook/import/1"

    /// The bytes for one entry; whoever names the stream hashes them. `ordinal` counts equal entries of one file, from 0.
    public static func bytes(of flight: Flight, ordinal: Int, principal: PrincipalID) -> [UInt8] {
        Array(domain.utf8) + principal.bytes + integer(ordinal) + fields(of: flight)
    }

    /// Numbers equal rows. Rows that differ in what does not name them are numbered by that, not by their place in the
    /// file, so that a file listed the other way round numbers them alike.
    static func ordinals(_ flights: [Flight]) -> [Int] {
        var groups: [[UInt8]: [Int]] = [:]
        for (index, flight) in flights.enumerated() { groups[fields(of: flight), default: []].append(index) }
        var ordinals = Array(repeating: 0, count: flights.count)
        for group in groups.values where group.count > 1 {
            let keys = group.map { rest(of: flights[$0]) }
            let ordered = group.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
            for (ordinal, place) in ordered.enumerated() { ordinals[group[place]] = ordinal }
        }
        return ordinals
    }

    private static func fields(of flight: Flight) -> [UInt8] {
        var bytes = integer(Int(flight.date.day))
        for field in [flight.from, flight.to, flight.aircraft, flight.remarks] { bytes += text(field ?? "") }
        let kinds: [HourKind] = [.solo, .dual, .pic, .night, .crossCountry, .instrument]
        let hours = [flight.totalHours] + kinds.map(flight.hours(of:)) + [flight.groundHours ?? 0, flight.actualInstrumentHours ?? 0]
        let landings = [flight.landings, flight.dayLandings ?? 0, flight.nightLandings ?? 0]
        for figure in hours + landings { bytes += integer(figure) }
        return bytes
    }

    /// Everything else that can tell two rows apart.
    private static func rest(of flight: Flight) -> [UInt8] {
        let figures = [
            flight.hobbsStart, flight.hobbsEnd, flight.dayTakeoffs, flight.nightTakeoffs, flight.approaches, flight.holds,
            flight.distanceNm,
        ]
        let flags = [flight.flightReview, flight.instrumentCheck, flight.checkride]
        var bytes = figures.flatMap { integer($0 ?? -1) } + flags.map { $0 == true ? 1 : 0 }
        for (name, value) in flight.extra.sorted(by: { $0.key < $1.key }) { bytes += text(name) + text(value) }
        return bytes
    }

    private static func text(_ text: String) -> [UInt8] { integer(text.utf8.count) + Array(text.utf8) }

    private static func integer(_ value: Int) -> [UInt8] {
        let word = UInt64(bitPattern: Int64(value))
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
}

extension ImportedFlight {
    /// The canonical bytes that name this entry for a principal.
    public func identityBytes(principal: PrincipalID) -> [UInt8] {
        ImportIdentity.bytes(of: flight, ordinal: ordinal, principal: principal)
    }
}
