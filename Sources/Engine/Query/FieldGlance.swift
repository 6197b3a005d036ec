import EventCodec
import EventModel
import EventSourcing
import EventStore

/// Finds in place the records of which no event has one of some fields, so that they need not be folded.
///
/// For kinds whose records hold what their events say by the same keys.
struct FieldGlance {
    private let keys: [UInt64]
    private let registry: Registry
    private let scan = FieldScan()
    /// Of the streams that came last, which share their kind with their neighbours.
    private var types: [KnownType] = []
    private var places: [EventPlace] = []

    init(_ keys: [UInt64], _ registry: Registry) { (self.keys, self.registry) = (keys, registry) }

    /// Whether the body that was looked at has one of the fields.
    func isTold(in scan: FieldScan) -> Bool {
        let keys = keys.span
        for index in keys.indices where scan.contains(keys[index]) { return true }
        return false
    }

    /// Whether an event of a stream may have one of the fields; true also where only its fold decides.
    mutating func mayTell(_ name: RawSpan, _ stream: borrowing StreamRow, _ rows: inout EventCursor) throws -> Bool {
        if stream.hasChunks { return true }
        places.removeAll(keepingCapacity: true)
        try stream.forEachNewest { places.append($0) }
        for index in places.indices {
            var mayTell = true
            try rows.visitEvent(at: places[index]) { row in mayTell = self.mayTell(row, of: name) }
            if mayTell { return true }
        }
        return false
    }

    /// True for an event of an older version too, because upcasting may add a field.
    private mutating func mayTell(_ row: borrowing LogRow, of name: RawSpan) -> Bool {
        guard let link = EnvelopeGlance.link(row.envelope, stream: name),
            isNewest(row.envelope.extracting(link.type), link.version, name), scan.read(row.body)
        else { return true }
        return isTold(in: scan)
    }

    private mutating func isNewest(_ type: RawSpan, _ version: UInt64, _ name: RawSpan) -> Bool {
        for known in types where known.isOf(name) && known.matches(type: type, version: version) { return true }
        guard
            let found = KnownType(
                type.text, StreamID(unchecked: name.text), registry, version: version, ownsSchema: true)
        else { return false }
        if types.first.map({ !$0.isOf(name) }) ?? false { types = [] }
        types.append(found)
        return true
    }
}
