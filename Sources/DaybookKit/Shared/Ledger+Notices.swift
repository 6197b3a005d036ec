public import Engine
import EventCodec
public import EventModel
public import EventSourcing
import EventStore

/// Which notices of a domain are due, and what holds the others.
public struct NoticesAnswer: Sendable {
    public let due: [NoticeCandidate]
    public let held: [HeldNotice]
    /// The notices sent, oldest first.
    public let sent: [SentNotice]
    /// The notices sent or seen by a clock ahead of the moment of this answer, oldest first: each counts when its time
    /// comes.
    public let ahead: [SentNotice]
    /// Of the logbook the paragraphs of the milestones that were sent or seen, of alarms the keys of their warnings;
    /// ascending.
    public let acknowledged: [String]
    /// When the next of them comes, as far as a domain can compute it.
    public let next: Instant?

    /// With at most so many that are due.
    fileprivate func beginning(_ count: Int) -> NoticesAnswer {
        NoticesAnswer(
            due: Array(due.prefix(count)), held: held, sent: sent, ahead: ahead, acknowledged: acknowledged, next: next)
    }
}

extension Ledger {
    /// The domains that send notices.
    public var noticeDomains: [String] { environment.domains.noticeDomains }

    /// The notices of a domain at the clock, or at the instant asked about; on another day than today, at its noon.
    /// Throws `Fault` `domain.unknown`.
    public func notices(_ asOf: AsOf = .now, domain: String = "logbook") throws -> Answer<NoticesAnswer> {
        let source = try environment.domains.notices(of: domain)
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let moment = asOf.moment ?? (answered.on == today ? now : zone.instant(of: answered.on, secondOfDay: 43_200))
        let history = try noticeHistory(source, pinned, until: moment)
        let candidates = try source.candidates(
            self, .init(asOf: pinned, on: answered.on, moment: moment, history: history))
        let zone = zone
        var gates = NoticeGates(
            source.policy, now: moment, isPermitted: try mayNotify(source, pinned), sent: history.sent
        ) { zone.date(at: $0) }
        let sorted = gates.sort(history.open(candidates))
        return Answer(
            asOf: answered,
            value: NoticesAnswer(
                due: sorted.due, held: sorted.held, sent: history.sent, ahead: history.ahead,
                acknowledged: source.acknowledged(candidates, history),
                next: candidates.compactMap(\.notBefore).filter { $0 > moment }.min()))
    }

    /// Sends what is due and notes what is held, one event each; a notice that the same gate held on the same day
    /// already is not noted again.
    ///
    /// One unit, decided on the notices that were there: two programs that evaluate at once do not send twice. What is
    /// more than a unit holds is left to the next time, and out of the answer.
    @available(*, noasync)
    public func evaluateNotices(domain: String = "logbook") throws -> (
        answer: Answer<NoticesAnswer>, receipt: AppendReceipt
    ) {
        let source = try environment.domains.notices(of: domain)
        return try retryingConflicts(busy: "notices.busy", "writing notices") {
            let all = try notices(domain: domain)
            let answer = Answer(asOf: all.asOf, value: all.value.beginning(Limits.unitEventsMaximum))
            let version = try noticeVersion(source, answer.asOf.position)
            let history = try noticeHistory(source, AsOf(known: .position(answer.asOf.position)))
            let zone = zone
            let unnoted = history.unnoted(answer.value.held, on: today) { zone.date(at: $0) }
            var drafts =
                answer.value.due.map { source.draft($0, gate: nil) }
                + unnoted.map { source.draft($0.notice, gate: $0.gate) }
            drafts = Array(drafts.prefix(Limits.unitEventsMaximum))
            guard !drafts.isEmpty else {
                var receipt = AppendReceipt()
                receipt.position = answer.asOf.position
                return (answer, receipt)
            }
            drafts[0].expectedVersion = version
            return (answer, try append(drafts))
        }
    }

    /// Remembers that the person has seen a notice; one that comes once only does not come again.
    ///
    /// Throws `Rejection` `notice.required`, `notice.unknown` for a key that neither comes once only nor is due, held
    /// or noted here.
    @discardableResult @available(*, noasync)
    public func acknowledgeNotice(_ key: String, domain: String = "logbook") throws -> AppendReceipt {
        let source = try environment.domains.notices(of: domain)
        guard !key.allSatisfy(\.isWhitespace) else {
            let command = domain == "logbook" ? "daybook notices --json" : "daybook notices --domain \(domain) --json"
            throw Rejection(
                code: "notice.required", message: "A notice is named by its key, such as \(source.example).",
                hint: "\"\(command)\" shows the keys.")
        }
        let (answer, history) = (try notices(domain: domain).value, try noticeHistory(source, .now))
        let current = answer.due.map(\.key) + answer.held.map(\.notice.key)
        guard source.keys.contains(key) || current.contains(key) || history.contains(key) else {
            let keys = source.keys + current.filter { !source.keys.contains($0) }
            let hint =
                keys.isEmpty
                ? "There is none that is due or held now." : "The notices are \(keys.joined(separator: ", "))."
            throw Rejection(code: "notice.unknown", message: "There is no notice \"\(key)\".", hint: hint)
        }
        return try append([
            EventDraft(
                stream: source.stream, type: "notice.acknowledged", data: .json(.object(pairs: ["key": .string(key)])))
        ])
    }

    /// The notices of a domain with these keys that were sent after a moment and not seen since: the latest of
    /// each key, oldest first. Throws `Fault` `domain.unknown`. O(notices of the domain).
    public func sentNotices(_ keys: Set<String>, domain: String, after moment: Instant) throws -> [DueThing] {
        let source = try environment.domains.notices(of: domain)
        var latest: [String: DueThing] = [:]
        var seen: Set<String> = []
        try events(EventFilter(stream: source.stream)) { event in
            guard let data = event.data, let key = data["key"]?.stringValue, keys.contains(key) else { return true }
            if event.envelope.type == "notice.acknowledged" { seen.insert(key) }
            guard event.envelope.type == "notice.sent", let kind = data["kind"]?.stringValue, event.instant > moment,
                latest[key].map({ $0.at < event.instant }) ?? true
            else { return true }
            latest[key] = DueThing(
                domain: domain, kind: kind, key: key, title: data["title"]?.stringValue ?? key, at: event.instant,
                stream: nil)
            return true
        }
        return latest.values.filter { !seen.contains($0.key) }.sorted { ($0.at, $0.key) < ($1.at, $1.key) }
    }

    private func noticeVersion(_ source: NoticeSource, _ position: Position) throws -> Int {
        try withView(AsOf(known: .position(position))) { known, _, transaction in
            try engine.stream(source.stream, knownAt: known, transaction)?.events.count ?? 0
        }
    }

    /// Granted, and not switched off by the setting.
    private func mayNotify(_ source: NoticeSource, _ asOf: AsOf) throws -> Bool {
        let permission = try record(source.permission, asOf: asOf)?.register("permission")?["permission"]?.stringValue
        guard permission == "granted" else { return false }
        return try record(StreamID(kind: "settings", id: "notices"), asOf: asOf)?.register("notices")?["value"]
            != .bool(false)
    }

    /// The history of the notices of a domain on this person's devices; with a moment, as it was then by the events'
    /// times.
    ///
    /// Another person's notices hold back none of this person's.
    private func noticeHistory(_ source: NoticeSource, _ asOf: AsOf, until moment: Instant? = nil) throws
        -> NoticeHistory
    {
        var history = NoticeHistory()
        let person = try principal
        try events(EventFilter(stream: source.stream), asOf: asOf) { event in
            if event.envelope.actor == person { history.add(event, until: moment) }
            return true
        }
        return history
    }
}

extension NoticeSource {
    /// The stream of the notices sent, held and seen.
    package var stream: StreamID { StreamID(kind: "notices", id: domain) }

    fileprivate func draft(_ notice: NoticeCandidate, gate: NoticeGate?) -> EventDraft {
        let data = JSONValue.object(pairs: [
            "kind": .string(notice.kind), "key": .string(notice.key), "category": .string(notice.category),
            "score": .integer(notice.score),
            "title": .string(notice.title), "gate": gate.map { .string($0.rawValue) },
        ])
        return EventDraft(stream: stream, type: gate == nil ? "notice.sent" : "notice.suppressed", data: .json(data))
    }
}

extension NoticeHistory {
    fileprivate mutating func add(_ event: EventView, until moment: Instant?) {
        guard let data = event.data, let key = data["key"]?.stringValue else { return }
        let at = event.instant
        let sent = SentNotice(at: at, category: data["category"]?.stringValue ?? "", key: key)
        if let moment, at.milliseconds - moment.milliseconds > NoticeGates.skewMilliseconds {
            if event.envelope.type != "notice.suppressed" { addAhead(sent) }
            return
        }
        switch event.envelope.type {
        case "notice.sent": addSent(sent)
        case "notice.acknowledged": addAcknowledged(key)
        case "notice.suppressed": addHeld(key, gate: data["gate"]?.stringValue ?? "", at: at)
        default: break
        }
    }
}

extension EventView {
    /// When it happened; of an event with a date, when it was entered.
    fileprivate var instant: Instant {
        switch envelope.validTime {
        case .instant(let instant, _, _): instant
        case .date: envelope.recorded
        }
    }
}
