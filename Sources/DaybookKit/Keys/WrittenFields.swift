package import EventCodec
import EventModel
package import EventSourcing

/// The fields that the events that count wrote; only the requested ones are read.
package struct WrittenFields: Sendable {
    private var written: [EventContent] = []
    /// The value found for a field, and how many had written then: none is searched twice for one field.
    private var known: [String: (value: JSONValue?, count: Int)] = [:]

    package init() {}

    package mutating func add(_ content: EventContent) { written.append(content) }

    /// The value after the last content that states the field; nil where none does, or it was cleared.
    package mutating func value(of field: String) -> JSONValue? {
        var (value, count) = known[field] ?? (nil, 0)
        // Backwards: the last content that states it decides, and earlier ones need not be read.
        for content in written[count...].reversed() {
            guard let stated = WrittenFields.value(of: field, in: content) else { continue }
            value = stated == .null ? nil : stated
            break
        }
        count = written.count
        known[field] = (value, count)
        return value
    }

    /// The fields that a content changes, compared with those written before it.
    package mutating func changes(by content: EventContent) -> [FieldChange] {
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        guard let fields = try? content.withBody({ try BodyView.fields(of: $0, content.schema) }) else { return [] }
        var changes: [FieldChange] = []
        for (field, stated) in fields {
            let (old, new) = (
                written.count <= WrittenFields.fewWritten ? newest(field) : value(of: field.name),
                stated == .null ? nil : stated
            )
            if old != new { changes.append(FieldChange(field: field.name, old: old, new: new)) }
        }
        return changes
    }

    /// So few are looked through sooner than what was found of them is kept.
    private static let fewWritten = 4

    /// `value(of:)` without caching.
    private func newest(_ field: FieldSchema) -> JSONValue? {
        for content in written.reversed() {
            if let own = content.schema.field(like: field),
                // A body that cannot be read states no value.
                let stated = try? content.withBody({ try BodyView.value(of: own, in: $0) })
            {
                return stated == .null ? nil : stated
            }
        }
        return nil
    }

    package static func value(of field: String, in content: EventContent) -> JSONValue? {
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        try? content.withBody { try BodyView.value(of: field, in: $0, content.schema) }
    }
}
