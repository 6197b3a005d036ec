public import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
public import Logbook

/// Which notices are due, and what holds the others.
public struct NoticesAnswer: Sendable {
    public struct Held: Hashable, Sendable {
        public let notice: Notice
        public let gate: NoticeGate
    }

    public let due: [Notice]
    public let held: [Held]
    /// What was sent, oldest first.
    public let sent: [SentNotice]
    /// The paragraphs of the milestones that were sent or seen, each once, ascending.
    public let acknowledged: [String]
}

extension Ledger {
    private static let noticeStream = StreamID(kind: "notices", id: "logbook")

    /// The notices of the logbook at the clock; on another day than today, at its noon.
    public func notices(_ asOf: AsOf = .now) throws -> Answer<NoticesAnswer> {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let moment = answered.on == today ? now : zone.instant(of: answered.on, secondOfDay: 43_200)
        let log = try noticeLog(pinned)
        let stage = try profile(pinned).value.stage
        let reasons = try noticeReasons(on: answered.on, stage: stage, pinned)
        let zone = zone
        var gates = NoticeGates(now: moment, isPermitted: try mayNotify(pinned), sent: log.sent) { zone.date(at: $0) }
        let sorted = gates.sort(reasons.notices(acknowledged: log.acknowledged))
        return Answer(
            asOf: answered,
            value: NoticesAnswer(
                due: sorted.due, held: sorted.held.map { NoticesAnswer.Held(notice: $0.notice, gate: $0.gate) }, sent: log.sent,
                acknowledged: Set(log.acknowledged.compactMap(Notice.paragraph)).sorted()))
    }

    /// Sends what is due and notes what is held, one event each; a notice that the same gate held on the same day already is not noted again.
    ///
    /// One unit, decided on the notices that were there: two programs that evaluate at once do not send twice.
    @available(*, noasync)
    public func evaluateNotices() throws -> (answer: Answer<NoticesAnswer>, receipt: AppendReceipt) {
        for _ in 0..<16 {
            let answer = try notices()
            let version = try noticeVersion(answer.asOf.position)
            let noted = try noticeLog(AsOf(known: .position(answer.asOf.position))).heldToday(zone, today)
            let due = answer.value.due.map { draft($0, gate: nil) }
            let held = answer.value.held.filter { !noted.contains("\($0.gate.rawValue) \($0.notice.key)") }.map { draft($0.notice, gate: $0.gate) }
            var drafts = due + held
            guard !drafts.isEmpty else {
                var receipt = AppendReceipt()
                receipt.position = answer.asOf.position
                return (answer, receipt)
            }
            drafts[0].expectedVersion = version
            do { return (answer, try append(drafts)) } catch let refusal as DraftRefusal {
                guard let rejection = refusal.reason as? Rejection, rejection.code == "version.conflict" else { throw refusal }
            }
        }
        throw Fault(.busy, code: "notices.busy", message: "Other programs kept writing notices at the same time.", hint: "Try again.")
    }

    /// Remembers that the person has seen a notice; one that comes once only does not come again.
    ///
    /// Throws `Rejection` `notice.required`, `notice.unknown` for a key that neither comes once only nor is due, held or noted here.
    @discardableResult @available(*, noasync)
    public func acknowledgeNotice(_ key: String) throws -> AppendReceipt {
        guard !key.allSatisfy(\.isWhitespace) else {
            throw Rejection(code: "notice.required", message: "A notice is named by its key, such as milestone.solo.", hint: "\"daybook notices --json\" shows the keys.")
        }
        let (answer, log) = (try notices().value, try noticeLog(.now))
        let current = answer.due.map(\.key) + answer.held.map(\.notice.key)
        guard Notice.keysOfOnceOnly.contains(key) || current.contains(key) || log.holds(key) else {
            let keys = Notice.keysOfOnceOnly + current.filter { !Notice.keysOfOnceOnly.contains($0) }
            throw Rejection(code: "notice.unknown", message: "There is no notice \"\(key)\".", hint: "The notices are \(keys.joined(separator: ", ")).")
        }
        return try append([EventDraft(stream: Ledger.noticeStream, type: "notice.acknowledged", data: .json(.object(pairs: ["key": .string(key)])))])
    }

    private func draft(_ notice: Notice, gate: NoticeGate?) -> EventDraft {
        let data = JSONValue.object(pairs: [
            "kind": .string(notice.kind.rawValue), "key": .string(notice.key), "category": .string(notice.category),
            "score": .integer(notice.score), "title": .string(notice.title), "gate": gate.map { .string($0.rawValue) },
        ])
        return EventDraft(stream: Ledger.noticeStream, type: gate == nil ? "notice.sent" : "notice.suppressed", data: .json(data))
    }

    private func noticeVersion(_ position: Position) throws -> Int {
        try withView(AsOf(known: .position(position))) { known, _, transaction in
            try engine.stream(Ledger.noticeStream, knownAt: known, transaction)?.events.count ?? 0
        }
    }

    /// Granted, and not switched off by the setting.
    private func mayNotify(_ asOf: AsOf) throws -> Bool {
        let record = try record(StreamID(kind: "settings", id: "notices"), asOf: asOf)
        return record?.register("permission")?["permission"]?.stringValue == "granted" && record?.register("notices")?["value"] != .bool(false)
    }

    private func profile(_ asOf: AsOf) throws -> Answer<LogbookProfile> { try profile(domain: "logbook", asOf) }

    private func noticeLog(_ asOf: AsOf) throws -> NoticeLog {
        var log = NoticeLog()
        try events(EventFilter(stream: Ledger.noticeStream), asOf: asOf) { event in
            log.take(event)
            return true
        }
        return log
    }
}

/// What the notices' stream holds.
private struct NoticeLog {
    private(set) var sent: [SentNotice] = []
    /// Keys that were sent or seen.
    private(set) var acknowledged: Set<String> = []
    private var held: [(at: Instant, gate: String, key: String)] = []

    mutating func take(_ event: EventView) {
        guard let data = event.data, let key = data["key"]?.stringValue else { return }
        let at: Instant =
            switch event.envelope.validTime {
            case .instant(let instant, _, _): instant
            case .date: event.envelope.recorded
            }
        switch event.envelope.type {
        case "notice.sent":
            sent.append(SentNotice(at: at, category: data["category"]?.stringValue ?? "", key: key))
            acknowledged.insert(key)
        case "notice.acknowledged": acknowledged.insert(key)
        case "notice.suppressed": held.append((at, data["gate"]?.stringValue ?? "", key))
        default: break
        }
    }

    /// Whether a notice was sent, seen or held.
    func holds(_ key: String) -> Bool { acknowledged.contains(key) || held.contains { $0.key == key } }

    func heldToday(_ zone: any ZoneRules, _ today: CivilDate) -> Set<String> {
        Set(held.filter { zone.date(at: $0.at) == today }.map { "\($0.gate) \($0.key)" })
    }
}
