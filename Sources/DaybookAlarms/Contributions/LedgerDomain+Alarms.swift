// The ledger and the domain come with the answers.
@_exported public import Alarms
@_exported public import DaybookKit
import EventModel

extension LedgerDomain {
    /// Alarms, their occurrences and calendars.
    public static let alarms: LedgerDomain = {
        var domain = LedgerDomain(AlarmsDomain.domain { SystemZone($0) })
        domain.sharedIDs = ["alarms"]
        domain.answers = [
            FiguredAnswer(.alarms) { ledger, asked in
                try ledger.alarms(asked.asOf, at: asked.morning).value.map { .alarm($0, on: asked.on) }
            }
        ]
        domain.notices = .alarms
        domain.due = .alarms
        domain.undo = .alarms
        domain.automaticTypes = ["alarm.fired", "alarm.missed"]
        // An alarm that was never switched is on.
        domain.typesOfDefaults = ["alarm.enabled"]
        return domain
    }()
}

extension AnswerScope {
    public static let alarms = AnswerScope.domains(["alarms"])
}

extension NoticeSource {
    /// Warnings ahead of alarms; that an alarm fires is a fact of its own and no notice.
    fileprivate static let alarms = NoticeSource(
        domain: "alarms", permission: StreamID(kind: "settings", id: "alarms"),
        example: "alarm.rent.2026-03-01T14:00:00Z.1d",
        candidates: { ledger, question in try ledger.alarmWarnings(at: question.moment, question.asOf).map(\.candidate)
        },
        grounds: { _, subject, _ in (.alarms, subject.stream.map { [.alarm($0, on: subject.on)] } ?? []) })
}

extension DueSource {
    /// Alarms that have come and wait for an answer.
    fileprivate static let alarms = DueSource(
        kind: "alarm",
        waiting: { ledger, asOf in
            let found = try ledger.waitingAlarms(asOf)
            return (found.things, found.ahead.map { $0.fact })
        },
        process: { ledger in
            let tick = try ledger.tickAlarms()
            return (tick.fired.map(\.thing), tick.ahead.map { $0.fact })
        },
        next: { try $0.pendingFires().value.first?.instant })
}

extension AheadFact {
    fileprivate var fact: DueAhead.Fact {
        DueAhead.Fact(event: event, type: type, occurrence: occurrence, from: from)
    }
}

extension DueAhead {
    /// The facts about alarms.
    public var alarms: [AheadFact] {
        facts.map { AheadFact(event: $0.event, type: $0.type, occurrence: $0.occurrence, from: $0.from) }
    }
}
