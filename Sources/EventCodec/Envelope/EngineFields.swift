public import EventModel

/// The keys of a body's engine part (docs/format.md §2).
public enum EngineField: UInt64, Hashable, Sendable, CaseIterable {
    case key = 1
    case covers = 2
    case content = 3
    case form = 4
    case voids = 5
    case keeps = 6
    case supersedes = 7
    case undoes = 8
    case cut = 9
    case erases = 10
    case witness = 12

    /// The name in JSON.
    public var name: String {
        switch self {
        case .key: "key"
        case .covers: "covers"
        case .content: "content"
        case .form: "form"
        case .voids: "voids"
        case .keeps: "keeps"
        case .supersedes: "supersedes"
        case .undoes: "undoes"
        case .cut: "cut"
        case .erases: "erases"
        case .witness: "witness"
        }
    }
}

/// A log as every replica names it: its origin, and for a fork the leaf by which it differs first.
public struct LogName: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let origin: OriginID
    /// Nil for the trunk.
    public let branch: EventID?

    public init(origin: OriginID, branch: EventID? = nil) {
        self.origin = origin
        self.branch = branch
    }

    /// From `<origin hex>` or `<origin hex>~<leaf hex>`.
    public init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let origin = OriginID(hex: String(parts[0])) else { return nil }
        self.origin = origin
        if parts.count == 2 {
            guard let branch = EventID(hex: String(parts[1])) else { return nil }
            self.branch = branch
        } else {
            branch = nil
        }
    }

    public var description: String { branch.map { "\(origin.hex)~\($0.hex)" } ?? origin.hex }
    public static func < (left: LogName, right: LogName) -> Bool {
        if left.origin != right.origin { return left.origin < right.origin }
        guard let rightBranch = right.branch else { return false }
        return left.branch.map { $0 < rightBranch } ?? true
    }
}

/// One entry of a cut: the events of the log below `size` lie before it.
public struct CutEntry: Hashable, Sendable {
    public let log: LogName
    public let size: UInt64
    public init(log: LogName, size: UInt64) {
        self.log = log
        self.size = size
    }
}

/// The engine's part of a body: what a fold reads without knowing the domain.
///
/// Most events have a key or nothing, so the links together are one word beside it: nil, or a shared box. Setting one
/// copies the box.
public struct EngineFields: Hashable, Sendable {
    public var key: String?
    private var box: Box?

    public init() {}

    public static let none = EngineFields()

    /// Whether nothing but a key is there.
    public var hasNoLinks: Bool { box == nil }
    public var isEmpty: Bool { key == nil && box == nil }

    public var covers: [EventID]? {
        get { box?.links.covers }
        set { change { $0.covers = newValue } }
    }
    public var content: Bytes32? {
        get { box?.links.content }
        set { change { $0.content = newValue } }
    }
    public var form: UInt64? {
        get { box?.links.form }
        set { change { $0.form = newValue } }
    }
    public var voids: [EventID]? {
        get { box?.links.voids }
        set { change { $0.voids = newValue } }
    }
    public var keeps: [EventID]? {
        get { box?.links.keeps }
        set { change { $0.keeps = newValue } }
    }
    public var supersedes: [EventID]? {
        get { box?.links.supersedes }
        set { change { $0.supersedes = newValue } }
    }
    public var undoes: [EventID]? {
        get { box?.links.undoes }
        set { change { $0.undoes = newValue } }
    }
    public var cut: [CutEntry]? {
        get { box?.links.cut }
        set { change { $0.cut = newValue } }
    }
    public var erases: [EventID]? {
        get { box?.links.erases }
        set { change { $0.erases = newValue } }
    }
    public var witness: Witness? {
        get { box?.links.witness }
        set { change { $0.witness = newValue } }
    }

    private struct Links: Hashable, Sendable {
        var covers: [EventID]?
        var content: Bytes32?
        var form: UInt64?
        var voids: [EventID]?
        var keeps: [EventID]?
        var supersedes: [EventID]?
        var undoes: [EventID]?
        var cut: [CutEntry]?
        var erases: [EventID]?
        var witness: Witness?
    }

    private final class Box: Hashable, Sendable {
        let links: Links
        init(_ links: Links) { self.links = links }
        static func == (left: Box, right: Box) -> Bool { left.links == right.links }
        func hash(into hasher: inout Hasher) { hasher.combine(links) }
    }

    private mutating func change(_ body: (inout Links) -> Void) {
        var links = box?.links ?? Links()
        body(&links)
        box = links == Links() ? nil : Box(links)
    }

    /// The fields that are there, in the order of their keys.
    public var present: [EngineField] {
        var result: [EngineField] = []
        if key != nil { result.append(.key) }
        if covers != nil { result.append(.covers) }
        if content != nil { result.append(.content) }
        if form != nil { result.append(.form) }
        if voids != nil { result.append(.voids) }
        if keeps != nil { result.append(.keeps) }
        if supersedes != nil { result.append(.supersedes) }
        if undoes != nil { result.append(.undoes) }
        if cut != nil { result.append(.cut) }
        if erases != nil { result.append(.erases) }
        if witness != nil { result.append(.witness) }
        return result
    }

    /// Appends key 0 and the engine's map; nothing when no field is there. Lists must be sorted.
    public func encode(into writer: inout CBORWriter) {
        let fields = present
        if fields.isEmpty { return }
        writer.unsigned(0)
        writer.map(count: fields.count)
        for field in fields {
            writer.unsigned(field.rawValue)
            switch field {
            case .key: writer.text(key ?? "")
            case .covers: writer.contentIDs(covers ?? [])
            case .content: if let content { writer.data(content) }
            case .form: writer.unsigned(form ?? 0)
            case .voids: writer.contentIDs(voids ?? [])
            case .keeps: writer.contentIDs(keeps ?? [])
            case .supersedes: writer.contentIDs(supersedes ?? [])
            case .undoes: writer.contentIDs(undoes ?? [])
            case .cut: EngineFields.encode(cut ?? [], into: &writer)
            case .erases: writer.contentIDs(erases ?? [])
            case .witness: witness?.encode(into: &writer)
            }
        }
    }

    /// The engine's part of any body, whatever its schema. Throws where its beginning cannot be read.
    public init(ofBody body: RawSpan) throws(CBORError) {
        var reader = CBORReader(body)
        self = .none
        guard try reader.map() > 0, reader.isAtKeyZero else { return }
        _ = try reader.unsigned()
        self = try EngineFields(&reader)
    }

    /// Reads the engine's map, the reader standing at its value.
    public init(_ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        let count = try reader.map()
        guard count > 0 else { throw CBORError(.fieldMissing, at: start) }
        var previous: UInt64 = 0
        for _ in 0..<count {
            let at = reader.offset
            let number = try reader.unsigned()
            guard number > previous else { throw CBORError(.keyOrder, at: at) }
            guard let field = EngineField(rawValue: number) else { throw CBORError(.fieldUnknown, at: at) }
            previous = number
            try read(field, &reader)
        }
    }

    private mutating func read(_ field: EngineField, _ reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        switch field {
        case .key:
            let text = try reader.string()
            guard (1...Limits.keyBytesMaximum).contains(text.utf8.count) else { throw CBORError(.tooLong, at: start) }
            key = text
        case .covers: covers = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .content: content = try reader.bytes32()
        case .form: form = try reader.unsigned()
        case .voids: voids = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .keeps: keeps = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .supersedes: supersedes = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .undoes: undoes = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .cut: cut = try EngineFields.cut(&reader)
        case .erases: erases = try reader.contentIDs(maximum: Limits.idsMaximum)
        case .witness: witness = try Witness(&reader)
        }
    }

    private static func encode(_ cut: [CutEntry], into writer: inout CBORWriter) {
        writer.array(count: cut.count)
        for entry in cut {
            writer.array(count: 3)
            writer.data(entry.log.origin.words)
            writer.data(entry.log.branch?.bytes ?? [])
            writer.unsigned(entry.size)
        }
    }

    private static func cut(_ reader: inout CBORReader) throws(CBORError) -> [CutEntry] {
        let start = reader.offset
        let count = try reader.array()
        guard count <= Limits.cutLogsMaximum else { throw CBORError(.tooLong, at: start) }
        var result: [CutEntry] = []
        for _ in 0..<count {
            let at = reader.offset
            guard try reader.array() == 3 else { throw CBORError(.fieldValue, at: at) }
            let origin = OriginID(try reader.bytes16())
            let branchBytes = try reader.data()
            guard branchBytes.byteCount == 0 || branchBytes.byteCount == 32 else {
                throw CBORError(.fieldValue, at: at)
            }
            let branch = branchBytes.byteCount == 0 ? nil : EventID(Bytes32(branchBytes))
            let entry = CutEntry(log: LogName(origin: origin, branch: branch), size: try reader.unsigned())
            if let last = result.last, !(last.log < entry.log) { throw CBORError(.keyOrder, at: at) }
            result.append(entry)
        }
        return result
    }
}
