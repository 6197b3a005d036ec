import Alarms
import EventCodec
import EventModel
import Hydration
import LedgerTestSupport
import Logbook
import PracticeTests
import Shared

/// The schemas of this program, in the order in which the first byte of an input names them.
enum Schemas {
    static let all =
        SystemSchemas.all + LogbookSchemas.all + SharedSchemas.all + AlarmsSchemas.all + HydrationSchemas.all
        + PracticeTestsSchemas.all

    static func index(of event: JSONValue) -> Int {
        guard let index = all.firstIndex(where: { $0.type == event["type"]?.stringValue }) else {
            preconditionFailure("a vector of an unknown type")
        }
        return index
    }
}

/// A schema's number and bytes as a body: what the check lets pass is canonical, can be shown, and gives the same bytes
/// when what was shown is written again.
struct BodyTarget: FuzzTarget {
    private let corpus: [(schema: Int, body: [UInt8], tree: Tree)]

    init(_ corpora: Corpora) {
        corpus = corpora.events.compactMap { event in
            let body = event.bytes("body")
            return Tree(body).map { (Schemas.index(of: event), body, $0) }
        }
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        let start = corpus[random.below(corpus.count)]
        // A body of one type held against the schema of another, now and then.
        let schema = UInt8(random.oneIn(16) ? random.below(Schemas.all.count) : start.schema)
        if random.below(4) > 0 {
            var tree = start.tree
            for _ in 0...random.below(3) { tree = TreeMutator.change(tree, &random) }
            return [schema]
                + (random.below(4) > 0
                    ? tree.canonical : tree.bytes(widening: random.oneIn(4) ? random.below(tree.itemCount) : nil))
        }
        return [schema] + Mutator().change(start.body, other: corpus[random.below(corpus.count)].body, &random)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let first = input.first else { return .refused }
        let schema = Schemas.all[Int(first) % Schemas.all.count]
        let body = Array(input.dropFirst())
        let engine: EngineFields
        do throws(BodyProblem) { engine = try BodyCheck.check(body, schema) } catch { return .refused }
        guard let tree = Tree(body), tree.isAllowed(), tree.canonical == body else {
            return .violation("allowed, though it is not canonical")
        }
        do {
            return try again(body, schema, engine)
        } catch {
            return .violation("allowed, then: \(error)")
        }
    }

    private func again(_ body: [UInt8], _ schema: EventSchema, _ engine: EngineFields) throws -> Verdict {
        let bytes = body.span.bytes
        let shown = try BodyView.json(bytes, schema)
        guard shown.key == engine.key else { return .violation("the key shown is not the key read") }
        let text = try JSONParser.parse(Array(shown.data.text.utf8))
        guard text == shown.data else { return .violation("what is shown is not what its JSON text says") }
        var given = EngineFields.none
        given.key = engine.key
        let written = try BodyEncoder(schema: schema, normalize: Normal.formC).encode(shown.data, engine: given)
        guard written == body else { return .violation("what is shown gives other bytes") }
        // A body laid over itself is itself, without the engine's part and without what it clears.
        var record = RecordFields()
        record.merge(body: body)
        record.merge(body: body)
        let fields = Tree(body).map { $0.withoutEngineAndNulls.canonical }
        guard record.canonical == fields else { return .violation("the record's canonical content is another") }
        return .accepted
    }
}

/// A schema's number and a JSON text as the data of an event: a sentence that says what is wrong, or a body that the
/// check lets pass and that shows the data again.
struct BodyJSONTarget: FuzzTarget {
    private let corpus: [(schema: Int, data: JSONValue)]
    private let mutator: Mutator

    init(_ corpora: Corpora) {
        corpus = corpora.events.compactMap { event in event["data"].map { (Schemas.index(of: event), $0) } }
        mutator = Mutator(pieces: JSONPieces.all)
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        let start = corpus[random.below(corpus.count)]
        var data = start.data
        if random.below(8) > 0 {
            for _ in 0...random.below(3) { data = JSONMutator.change(data, schema: Schemas.all[start.schema], &random) }
        }
        let text = Array(data.text.utf8)
        return [UInt8(start.schema)] + (random.oneIn(6) ? mutator.change(text, other: text, &random) : text)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let first = input.first else { return .refused }
        let schema = Schemas.all[Int(first) % Schemas.all.count]
        guard let data = try? JSONParser.parse(Array(input.dropFirst())) else { return .refused }
        let body: [UInt8]
        do throws(BodyProblem) {
            body = try BodyEncoder(schema: schema, normalize: Normal.formC).encode(data)
        } catch {
            let isSentence = error.message.hasSuffix(".") && !error.code.isEmpty && !error.message.contains("Optional(")
            return isSentence ? .refused : .violation("its message is no sentence: \(error)")
        }
        do throws(BodyProblem) {
            _ = try BodyCheck.check(body, schema)
        } catch {
            // The links that a signature is nothing without are the engine's to compute; data that has none is no fault
            // of the encoder.
            return error.message.hasSuffix(": a field is missing at byte 0.")
                ? .refused : .violation("written, then refused: \(error.message)")
        }
        guard let shown = try? BodyView.json(body.span.bytes, schema) else {
            return .violation("written, then not shown")
        }
        let expected = Expectation.settled(data, schema)
        return shown.data.sorted == expected.sorted ? .accepted : .violation("shown as other data")
    }
}

/// The form that a view must show of written data: texts in Form C, lists of ids ascending, numbers and instants in
/// their one form.
enum Expectation {
    static func settled(_ data: JSONValue, _ schema: EventSchema) -> JSONValue {
        guard case .object(let members) = data else { return data }
        return .object(
            members.map { member in
                guard let field = schema.field(named: member.name) else {
                    return .init(member.name, engineValue(member.value))
                }
                return .init(field.name, settled(member.value, field))
            })
    }

    private static func settled(_ value: JSONValue, _ field: FieldSchema) -> JSONValue {
        switch (field.kind, value) {
        case (.tenths, .number(let text)): .number(Tenths.parse(text).map { Digits.tenths($0) } ?? text)
        case (.hours, .number(let text)), (.hours, .string(let text)):
            // Of the numbers below zero, none is taken but nothing written as -0.
            text.hasPrefix("-") ? .hours(exactly: .zero) : Hours(text).map { JSONValue.hours(exactly: $0) } ?? value
        case (.integer, .number(let text)), (.scalar, .number(let text)): .number(Int(text).map { String($0) } ?? text)
        case (.instant, .string(let text)): .string(Instant(text)?.description ?? text)
        case (.text, .string(let text)), (.scalar, .string(let text)): .string(Normal.formC(text))
        case (.texts, .array(let values)): .array(values.map { .string(Normal.formC($0.stringValue ?? "")) })
        case (.textMap, .object(let members)):
            .object(members.map { .init(Normal.formC($0.name), .string(Normal.formC($0.value.stringValue ?? ""))) })
        case (.contentIds, _): ids(value)
        case (.integers, .array(let values)):
            .array(Set(values.compactMap(\.integerValue)).sorted().map { .integer($0) })
        case (.object(let fields), .object(let members)):
            .object(
                members.map { member in
                    fields.first { $0.name == member.name }.map { .init($0.name, settled(member.value, $0)) } ?? member
                })
        default: value
        }
    }

    /// Of a field of the engine: ids ascending, numbers without a sign of zero.
    private static func engineValue(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let text): .number(Int(text).map { String($0) } ?? text)
        case .object(let members): .object(members.map { .init($0.name, engineValue($0.value)) })
        default: ids(value)
        }
    }

    private static func ids(_ value: JSONValue) -> JSONValue {
        guard case .array(let ids) = value else { return value }
        return .array(
            Set(ids.compactMap(\.stringValue)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .string($0) }
        )
    }
}

extension Tree {
    fileprivate var withoutEngineAndNulls: Tree {
        guard case .map(let pairs) = self else { return self }
        return .map(pairs.filter { $0.key != .unsigned(0) && $0.value != .null })
    }
}

extension JSONValue {
    /// With members in bytewise order of their names: objects have no order.
    var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.sorted) }.sorted {
                    $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
                })
        case .array(let values): .array(values.map(\.sorted))
        default: self
        }
    }
}
