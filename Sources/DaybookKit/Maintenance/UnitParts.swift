import EventCodec
import EventModel

/// Divides what does not fit into one unit.
package enum UnitParts {
    /// Runs of items, each with at most 4,000 events and half of a unit's bytes, so that what goes before them fits,
    /// too.
    ///
    /// - Parameter bytes: What an item takes at most in a unit. An item that is larger stands alone.
    package static func parts<Item>(of items: [Item], bytes: (Item) -> Int) -> [ArraySlice<Item>] {
        var parts: [ArraySlice<Item>] = []
        var (first, byteCount) = (0, 0)
        for (index, item) in items.enumerated() {
            byteCount += bytes(item)
            if index - first == 4_000 || byteCount > Limits.unitBytesMaximum / 2 {
                if index > first { parts.append(items[first..<index]) }
                (first, byteCount) = (index, bytes(item))
            }
        }
        parts.append(items[first...])
        return parts
    }
}
