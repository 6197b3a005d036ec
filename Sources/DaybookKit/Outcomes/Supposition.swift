package import Engine
import EventCodec
public import EventModel
import EventSourcing
import EventStore

/// Events that a question supposes to have been appended after what was known ("what if"); nothing of them is written.
///
/// Each is held against the same schema and the same rules as an append would, on the state that those before it leave.
/// Signatures, voids and settles may be among them. Decided once a question: O(events of the streams touched).
public final class Supposition: Sendable, Hashable {
    /// When they are supposed to be appended.
    public let moment: Instant
    private let drafts: [EventDraft]
    /// The engine fields that lines named by hand, one a draft.
    private let stated: [EngineFields]
    /// The line of each draft.
    private let lines: [Int]

    /// The streams that it names, some of them several times.
    public var streams: [StreamID] { drafts.map(\.stream) }

    private init(moment: Instant, drafts: [EventDraft], stated: [EngineFields], lines: [Int]) {
        self.moment = moment
        self.drafts = drafts
        self.stated = stated
        self.lines = lines
    }

    /// Of events that were not written as lines; the first has the line 1.
    package convenience init(moment: Instant, drafts: [EventDraft]) {
        self.init(
            moment: moment, drafts: drafts, stated: drafts.map { _ in EngineFields() },
            lines: drafts.indices.map { $0 + 1 })
    }

    /// Reads lines in the form that `append` takes, without line ends; skips blank lines. Throws `LineRefusal`.
    package static func read(
        zone: any ZoneRules, at moment: Instant, registry: Registry, _ next: () throws -> [UInt8]?
    ) throws -> Supposition {
        var (drafts, stated, lines): ([EventDraft], [EngineFields], [Int]) = ([], [], [])
        var number = 0
        while let line = try next() {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            do {
                var draft = try EventLine.draft(line, zone: zone)
                stated.append(try computing(&draft, registry))
                drafts.append(draft)
                lines.append(number)
            } catch { throw LineRefusal(line: number, reason: error) }
        }
        return Supposition(moment: moment, drafts: drafts, stated: stated, lines: lines)
    }

    /// Two suppositions are one when they are the same object: they are made once and handed on.
    public static func == (left: Supposition, right: Supposition) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    // MARK: - Computed types

    private static let engineFields: Set<String> = ["covers", "content", "form", "voids", "keeps"]

    /// Lets the engine compute what a signature, a void or a settle says, but for the engine fields that its line
    /// names.
    private static func computing(_ draft: inout EventDraft, _ registry: Registry) throws -> EngineFields {
        guard case .json(.object(let members)) = draft.data, let schema = registry.schema(draft.type), schema.computed
        else { return .none }
        let isSettle = schema.role == .settle
        guard isSettle || schema.role == .lock || schema.role == .unlock else { return .none }
        let given = JSONValue.object(members)
        draft.data = .json(.object(members.filter { !engineFields.contains($0.name) }))
        var stated = EngineFields()
        stated.covers = try ids("covers", given)
        stated.keeps = try ids("keeps", given)
        stated.content = try content(given)
        stated.form = try form(given)
        draft.intent = isSettle ? try decision(given) : .computed(voiding: try ids("voids", given))
        return stated
    }

    private static func decision(_ given: JSONValue) throws -> EventDraft.Intent {
        guard let event = given["event"]?.stringValue.flatMap(EventID.init(hex:)) else {
            throw mistyped("event", "an event's id")
        }
        switch given["decision"]?.stringValue {
        case "apply"?: return .apply(event)
        case "dismiss"?: return .dismiss(event)
        default: throw mistyped("decision", "apply or dismiss")
        }
    }

    private static func ids(_ name: String, _ given: JSONValue) throws -> [EventID]? {
        guard let value = given[name] else { return nil }
        guard case .array(let values) = value else { throw mistyped(name, "a list of event ids") }
        return try Set(
            values.map { value in
                guard let id = value.stringValue.flatMap(EventID.init(hex:)) else {
                    throw mistyped(name, "a list of event ids")
                }
                return id
            }
        ).sorted()
    }

    private static func content(_ given: JSONValue) throws -> Bytes32? {
        guard let value = given["content"] else { return nil }
        guard let content = value.stringValue.flatMap(Bytes32.init(hex:)) else {
            throw mistyped("content", "64 hexadecimal digits")
        }
        return content
    }

    private static func form(_ given: JSONValue) throws -> UInt64? {
        guard let value = given["form"] else { return nil }
        guard let form = value.integerValue.flatMap(UInt64.init(exactly:)) else {
            throw mistyped("form", "a whole number")
        }
        return form
    }

    private static func mistyped(_ name: String, _ kind: String) -> Fault {
        Fault(.unreadable, code: "field.type", message: "\"\(name)\" is not \(kind).")
    }

    // MARK: - Deciding

    func decided(_ engine: EngineCore, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> KnownAt {
        do { return try engine.supposing(drafts, stated: stated, at: moment, known, transaction) } catch let refusal
            as DraftRefusal
        {
            throw LineRefusal(line: lines[refusal.index], reason: refusal.reason)
        }
    }
}

extension Ledger {
    func suppose(_ supposition: Supposition, _ known: KnownAt, _ transaction: borrowing StoreRead) throws -> KnownAt {
        try supposition.decided(engine, known, transaction)
    }
}
