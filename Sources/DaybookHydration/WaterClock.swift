import EventModel

/// The times of other programs: instants as counts, in UTC, and offsets in the place of zones.
enum WaterClock {
    /// From seconds, milliseconds, microseconds or nanoseconds since 1970; with `isUTC` also from
    /// `2026-11-27 13:05:00.000`. Nil for another text.
    static func instant(_ text: String, isUTC: Bool) -> Instant? {
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(text) {
            // Each length is that of the years 2001 to 2286.
            switch text.utf8.count {
            case 10: return Instant(milliseconds: count * 1000)
            case 13: return Instant(milliseconds: count)
            case 16: return Instant(milliseconds: count / 1000)
            case 19: return Instant(milliseconds: count / 1_000_000)
            default: return nil
            }
        }
        guard isUTC else { return nil }
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        return RFC3339.parse(Array("\(parts[0])T\(parts[1])Z".utf8))?.instant
    }

    /// The seconds of `UTC-0500`, `GMT+5:30` and `+01:00`, or of a count of seconds or milliseconds; nil for other
    /// texts.
    static func offset(_ text: String) -> Int? {
        let upper = text.uppercased()
        let isNamed = upper.hasPrefix("UTC") || upper.hasPrefix("GMT")
        let rest = isNamed ? upper.dropFirst(3) : upper[...]
        guard let first = rest.first else { return nil }
        let isSigned = first == "+" || first == "-"
        let digits = (isSigned ? rest.dropFirst() : rest).filter { $0 != ":" }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits), digits.utf8.count <= 8
        else { return nil }
        let clock = digits.utf8.count <= 2 ? count * 3600 : count / 100 * 3600 + count % 100 * 60
        let isClock = digits.utf8.count <= 4 && clock <= 14 * 3600 && (digits.utf8.count <= 2 || count % 100 < 60)
        let seconds = isClock ? clock : count < 100_000 ? count : count / 1000
        return seconds <= 14 * 3600 ? (first == "-" ? -seconds : seconds) : nil
    }
}
