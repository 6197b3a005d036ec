import EventModel

/// The order in which people read entries.
enum EntryOrder {
    typealias Key = (day: Int32, position: UInt64)

    /// Of two entries the one of the later date, then the one that arrived later.
    @inline(__always) static func isNewer(_ one: Key, than other: Key) -> Bool {
        one.day != other.day ? one.day > other.day : one.position > other.position
    }

    /// Where the entries of all parts stand, newest first.
    static func newestFirst(_ parts: [[Key]]) -> [(part: Int, index: Int)] {
        var places: [(day: Int32, position: UInt64, part: Int, index: Int)] = []
        places.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for (part, keys) in parts.enumerated() {
            for (index, key) in keys.enumerated() { places.append((key.day, key.position, part, index)) }
        }
        places.sort { isNewer(($0.day, $0.position), than: ($1.day, $1.position)) }
        return places.map { ($0.part, $0.index) }
    }
}
