import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport

/// The owner's acts: decided by the engine, from what the owner sees.
extension OwnDevice {
    /// Does one act and returns its result in words. A plain one depends on the stream's own record alone.
    func act(_ seed: UInt64, _ subjects: Subjects, isPlain: Bool, names: () throws -> Names) throws -> String {
        var random = SeededRandom(seed: seed)
        let stream = subjects.any(&random)
        if isPlain { return try change(stream, isPlain: true, &random) }
        switch random.below(24) {
        case 0: return try settle(stream, &random, try names())
        case 1: return try attempt("undo \(Subjects.batch)") { try $0.undoBatch(Subjects.batch) }
        case 2: return try attempt("undo the last act") { try $0.undoLastAct() }
        case 3: return try importing(&random)
        case 4: return try attempt("look at the clock") { try $0.processDue { _ in } as Any }
        case 5, 6: return try answer(subjects.alarm(&random), &random)
        case 7, 8: return try practise(&random)
        case 9: return try supersede(stream, by: subjects.flight(&random), &random)
        case 10: return try notices(&random)
        default: return try change(stream, isPlain: false, &random)
        }
    }

    private func draft(_ stream: StreamID, _ schema: EventSchema, _ random: inout SeededRandom) -> EventDraft {
        var bodies = RandomBody(random: random)
        let members = bodies.members(schema)
        random = bodies.random
        var draft = EventDraft(
            stream: stream, type: schema.type, data: .json(.object(members)),
            intent: schema.computed || schema.role == .restore ? .computed() : .plain)
        if random.oneIn(16) { draft.key = "k\(random.below(3))" }
        return draft
    }

    /// Any event of the stream's kind that fits what its record is now.
    func change(_ stream: StreamID, isPlain: Bool, _ random: inout SeededRandom) throws -> String {
        let registry = ledger.registry
        let record = try ledger.record(stream)
        let isThere = record?.fields != nil && record?.mask == nil
        let types = registry.types.compactMap { registry.schema($0) }.filter { schema in
            guard schema.kinds.contains(stream.kind), schema.type != "photo.changed" else { return false }
            switch schema.role {
            case .create: return !isThere
            case .edit, .remove: return isThere && record?.isRemoved == false
            case .restore: return record?.isRemoved == true
            case .lock: return !isPlain && isThere && record?.isLocked == false
            case .unlock: return !isPlain && record?.isLocked == true
            case .set, .note: return !isPlain || stream.kind != "alarm"
            case .settle: return false
            }
        }
        let weighted = types.flatMap { schema in
            Array(
                repeating: schema,
                count: [.edit, .restore, .unlock].contains(schema.role) ? 3 : schema.role == .lock ? 2 : 1)
        }
        guard let schema = weighted.randomElement(using: &random) else { return "nothing to do in \(stream)" }
        let draft = draft(stream, schema, &random)
        return try attempt("\(schema.type) in \(stream)") { ledger in
            if schema.role == .lock, stream.kind == "flight" {
                return try ledger.signFlight(stream, cfiNumber: "1234567")
            }
            return try store.append([draft], condition: nil)
        }
    }

    /// Decides about an event that waits, or lost; only about one that takes part.
    private func settle(_ stream: StreamID, _ random: inout SeededRandom, _ names: Names) throws -> String {
        var waiting: [(name: String, id: EventID)] = []
        try ledger.events(.init(stream: stream)) { event in
            if event.outcome.status != .effective, event.outcome.reason != "link.setAside",
                let name = names.own[event.id.hex]
            {
                waiting.append((name, event.id))
            }
            return true
        }
        guard let event = waiting.sorted(by: { $0.name < $1.name }).randomElement(using: &random) else {
            return "nothing to decide in \(stream)"
        }
        let applies = random.oneIn(2)
        return try attempt("\(applies ? "apply" : "dismiss") \(event.name)") {
            applies ? try $0.settle(apply: event.id) : try $0.settle(dismiss: event.id)
        }
    }

    private func importing(_ random: inout SeededRandom) throws -> String {
        let registry = ledger.registry
        guard let note = registry.schema("batch.imported"), let log = registry.schema("flight.logged") else {
            return "no import"
        }
        var drafts = [draft(Subjects.batch, note, &random)]
        for id in ["i0", "i1"] where random.oneIn(2) || id == "i0" {
            var row = draft(Draft.stream("flight/\(id)"), log, &random)
            if case .json(.object(var members)) = row.data {
                members.removeAll { $0.name == "batch" }
                members.append(.init("batch", .string(Subjects.batch.text)))
                row.data = .json(.object(members))
            }
            drafts.append(row)
        }
        for index in drafts.indices { drafts[index].key = nil }
        return try attempt("import \(drafts.count - 1) rows") { _ in try store.append(drafts, condition: nil) }
    }

    private func supersede(_ old: StreamID, by new: StreamID, _ random: inout SeededRandom) throws -> String {
        guard let schema = ledger.registry.schema("flight.logged"), old.kind == "flight" else { return "no flight" }
        var draft = draft(new, schema, &random)
        guard new != old else { return "not itself" }
        draft.intent = .superseding([old])
        return try attempt("\(new) takes the place of \(old)") { _ in try store.append([draft], condition: nil) }
    }

    private func answer(_ stream: StreamID, _ random: inout SeededRandom) throws -> String {
        switch random.below(4) {
        case 0: try attempt("complete \(stream)") { try $0.completeAlarm(stream, heldTenths: 40) }
        case 1: try attempt("snooze \(stream)") { try $0.snoozeAlarm(stream, seconds: 600) }
        case 2: try attempt("skip \(stream)") { try $0.skipAlarm(stream) }
        default:
            try attempt("pause \(stream)") { try $0.pauseAlarm(stream, until: $0.today.adding(days: 1)) }
        }
    }

    private func practise(_ random: inout SeededRandom) throws -> String {
        let choice = random.below(4)
        switch random.below(6) {
        case 0: return try attempt("begin a test") { try $0.startTest(1, id: "t0") }
        case 1: return try attempt("answer \(choice) in a test") { try $0.answerTest(choice) }
        case 2: return try attempt("reset the practice") { try $0.resetProgress(of: nil) as Any }
        default: return try attempt("answer \(choice) in training") { try $0.train(choice: choice) }
        }
    }

    private func notices(_ random: inout SeededRandom) throws -> String {
        if random.oneIn(2) { return try attempt("evaluate notices") { try $0.evaluateNotices() } }
        return try attempt("acknowledge a milestone") { try $0.acknowledgeNotice("milestone.solo") }
    }
}
