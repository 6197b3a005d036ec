public import EventModel

/// The ids and hashes in an event's engine part (docs/format.md §2, keys 2–8 and 10); sets, in whatever order they were
/// written.
///
/// Most events have none, so all of them together are one word beside the event: nil, or a shared box. Reading is O(1),
/// setting copies the box.
public struct EngineLinks: Hashable, Sendable {
    @usableFromInline var box: Box?

    @inlinable public init(
        covers: [EventID] = [], content: Bytes32? = nil, form: UInt64? = nil, voids: [EventID] = [],
        keeps: [EventID] = [], supersedes: [EventID] = [], undoes: [EventID] = [], erases: Bool = false,
        erasesEvents: [EventID] = [], isForged: Bool = false
    ) {
        let fields = Fields(
            covers: covers, content: content, form: form, voids: voids, keeps: keeps, supersedes: supersedes,
            undoes: undoes, erases: erases,
            erasesEvents: erasesEvents, isForged: isForged)
        box = fields.isEmpty ? nil : Box(fields)
    }

    /// No links, as most events have.
    @inlinable public init() { box = nil }

    /// lock: the events whose fold was signed.
    @inlinable public var covers: [EventID] {
        get { box?.fields.covers ?? [] }
        set { change { $0.covers = newValue } }
    }

    /// lock: hash of the canonical content of that fold.
    @inlinable public var content: Bytes32? {
        get { box?.fields.content }
        set { change { $0.content = newValue } }
    }

    /// lock: number of the canonical form that was hashed.
    @inlinable public var form: UInt64? {
        get { box?.fields.form }
        set { change { $0.form = newValue } }
    }

    /// unlock: the locks it lifts.
    @inlinable public var voids: [EventID] {
        get { box?.fields.voids ?? [] }
        set { change { $0.voids = newValue } }
    }

    /// unlock, settle: the events of its past that still count.
    @inlinable public var keeps: [EventID] {
        get { box?.fields.keeps ?? [] }
        set { change { $0.keeps = newValue } }
    }

    /// create: heads of another stream that this record replaces; not read by the fold of one stream.
    @inlinable public var supersedes: [EventID] {
        get { box?.fields.supersedes ?? [] }
        set { change { $0.supersedes = newValue } }
    }

    /// restore: the removes it undoes.
    @inlinable public var undoes: [EventID] {
        get { box?.fields.undoes ?? [] }
        set { change { $0.undoes = newValue } }
    }

    /// note: erases what its author wrote in the stream, earlier and later.
    @inlinable public var erases: Bool {
        get { box?.fields.erases ?? false }
        set { change { $0.erases = newValue } }
    }

    /// note: the events of the stream that are erased one by one.
    @inlinable public var erasesEvents: [EventID] {
        get { box?.fields.erasesEvents ?? [] }
        set { change { $0.erasesEvents = newValue } }
    }

    /// Whether the event is an erasure, of its stream or of single events; no erasure is ever erased.
    @inlinable public var isErasure: Bool { box.map { $0.fields.erases || !$0.fields.erasesEvents.isEmpty } ?? false }

    /// lock: a signature in it is not by its key over exactly this lock; checked before the fold, because it depends on
    /// the event alone.
    @inlinable public var isForged: Bool {
        get { box?.fields.isForged ?? false }
        set { change { $0.isForged = newValue } }
    }

    @inlinable public var isEmpty: Bool { box == nil }

    @inlinable mutating func change(_ body: (inout Fields) -> Void) {
        var fields = box?.fields ?? Fields()
        body(&fields)
        box = fields.isEmpty ? nil : Box(fields)
    }

    public static func == (left: EngineLinks, right: EngineLinks) -> Bool {
        left.box === right.box || left.box?.fields == right.box?.fields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(box?.fields) }

    @usableFromInline struct Fields: Hashable, Sendable {
        @usableFromInline var covers: [EventID] = []
        @usableFromInline var content: Bytes32?
        @usableFromInline var form: UInt64?
        @usableFromInline var voids: [EventID] = []
        @usableFromInline var keeps: [EventID] = []
        @usableFromInline var supersedes: [EventID] = []
        @usableFromInline var undoes: [EventID] = []
        @usableFromInline var erases = false
        @usableFromInline var erasesEvents: [EventID] = []
        @usableFromInline var isForged = false

        @usableFromInline init(
            covers: [EventID] = [], content: Bytes32? = nil, form: UInt64? = nil, voids: [EventID] = [],
            keeps: [EventID] = [], supersedes: [EventID] = [], undoes: [EventID] = [], erases: Bool = false,
            erasesEvents: [EventID] = [], isForged: Bool = false
        ) {
            self.covers = covers
            self.content = content
            self.form = form
            self.voids = voids
            self.keeps = keeps
            self.supersedes = supersedes
            self.undoes = undoes
            self.erases = erases
            self.erasesEvents = erasesEvents
            self.isForged = isForged
        }

        @usableFromInline var isEmpty: Bool {
            covers.isEmpty && content == nil && form == nil && voids.isEmpty && keeps.isEmpty && supersedes.isEmpty
                && undoes.isEmpty && !erases
                && erasesEvents.isEmpty && !isForged
        }
    }

    @usableFromInline final class Box: Sendable {
        @usableFromInline let fields: Fields
        @usableFromInline init(_ fields: Fields) { self.fields = fields }
    }
}
