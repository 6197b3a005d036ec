import EventCodec
import EventModel
import EventSourcing

/// The newest schema of a type and the rules of a kind of stream, looked up once for neighbours that share them.
final class KnownType {
    let schema: EventSchema
    let schemaID: ObjectIdentifier
    let rules: KindRules
    /// The dated rows of a record of the kind. The kind looked into once: `rules.kind` is copied whenever it is asked.
    let contribute: (FieldScan, RawSpan, inout ContributionSink) -> Void
    /// As of the kind, which is copied whenever it is asked.
    let timesItsRecords: Bool
    /// The part of a stream's name through the slash.
    private let prefix: [UInt8]
    private let type: [UInt8]

    /// Nil if the registry does not know the type or the kind, or the kind does not allow the type. Nil, too, if the
    /// newest version is not `version`.
    ///
    /// - Parameter ownsSchema: Pass `true` on worker threads: a shared schema makes threads contend for its reference
    ///   count.
    init?(_ type: String, _ stream: StreamID, _ registry: Registry, version: UInt64? = nil, ownsSchema: Bool) {
        let name = stream.kind
        guard let shared = registry.schema(type), let kind = registry.kind(name), shared.allows(kind: name),
            version.map({ Int(clamping: $0) == shared.version }) ?? true
        else { return nil }
        let schema = ownsSchema ? shared.copied : shared
        self.schema = schema
        schemaID = ObjectIdentifier(schema)
        rules = KindRules(kind, registry)
        timesItsRecords = kind.timesItsRecords
        contribute = KnownType.contribution(of: kind, registry.ledgers(ofKind: name), registry.widths(ofKind: name))
        prefix = Array((name + "/").utf8)
        self.type = Array(type.utf8)
    }

    private static func contribution(of kind: some StreamKind, _ ledgers: Range<Int>, _ widths: [Int]) -> (
        FieldScan, RawSpan, inout ContributionSink
    ) -> Void {
        { fields, map, sink in KindRules.contribute(kind, fields, of: map, ledgers, widths, to: &sink) }
    }

    /// Whether it is the one for an event of the type in the stream.
    func matches(_ type: String, _ stream: StreamID) -> Bool {
        type.utf8.span.bytes.elementsEqual(self.type) && stream.text.utf8.span.bytes.starts(with: prefix)
    }

    /// Whether a stream is of its kind.
    func isOf(_ stream: RawSpan) -> Bool { stream.starts(with: prefix) }

    /// Whether it is the one for an event of a type, by the bytes of its name, in a version of it.
    func matches(type name: RawSpan, version: UInt64) -> Bool {
        schema.version == Int(clamping: version) && name.elementsEqual(type)
    }

    /// How many events a stored one builds on; nil when it is not of this type in its newest version, or not of the
    /// stream.
    func basisCount(of envelope: RawSpan, in stream: RawSpan) -> Int? {
        guard stream.starts(with: prefix) else { return nil }
        return EnvelopeGlance.basisCount(envelope, stream: stream, type: type, version: schema.version)
    }
}
