import Alarms
import EventCodec
public import EventModel
import EventSourcing
import Hydration
import Logbook
import PracticeTests

/// What notices, reminders and other things that are due rest on.
extension Ledger {
    /// A figure of each notice, of those that are due and then of those that are held: what gives reason to say it, and
    /// what holds it.
    public func figures(_ notices: NoticesAnswer, of domain: String, _ asOf: AsOf = .now) throws -> [Figure] {
        let (due, held) = (
            notices.due.map { ($0, nil as NoticeGate?) }, notices.held.map { ($0.notice, Optional($0.gate)) }
        )
        return try figures(due + held, of: domain, asOf)
    }

    /// A figure of each thing that is due.
    public func figures(_ things: [DueThing], _ asOf: AsOf = .now) throws -> [Figure] {
        let on = try answered(asOf).on
        return try things.map { thing in
            if thing.kind == "alarm", let stream = thing.stream {
                return Figure(
                    .alarms, thing.key, thing.title, .string(thing.at.description), "due since \(thing.at)",
                    from: [.alarm(stream, on: on)])
            }
            return try figure(
                key: thing.key, kind: thing.kind, title: thing.title, stream: thing.stream, words: "due", [],
                of: thing.domain, asOf)
        }
    }

    private func figures(_ notices: [(NoticeCandidate, NoticeGate?)], of domain: String, _ asOf: AsOf) throws
        -> [Figure]
    {
        try notices.map { notice, gate in
            try figure(
                key: notice.key, kind: notice.kind, title: notice.title, stream: notice.stream,
                words: gate.map { "held by \($0.rawValue)" } ?? "due",
                gateSources(gate, notice, NoticeSource.named(domain), asOf), of: domain, asOf)
        }
    }

    private func figure(
        key: String, kind: String, title: String, stream: StreamID?, words: String, _ holding: [FigureSource],
        of domain: String, _ asOf: AsOf
    ) throws -> Figure {
        let on = try answered(asOf).on
        let (projection, reason): (Projection, [FigureSource]) =
            switch domain {
            case "alarms": (.alarms, stream.map { [.alarm($0, on: on)] } ?? [])
            case "water": (.water, FigureSource.reminders(on: on) + [.drinks(since: on, on: on)])
            case "quiz": (.quiz, [.settings(QuizSettings.stream, on: on)])
            default: (.currency, try logbookReason(key: key, kind: kind, asOf, on: on))
            }
        return Figure(projection, key, title, .string(words), words, from: reason + holding)
    }

    /// The flights that give reason to say something.
    private func logbookReason(key: String, kind: String, _ asOf: AsOf, on: CivilDate) throws -> [FigureSource] {
        switch Notice.Kind(rawValue: kind) {
        case .currencyCliff?:
            let kind: LandingsKind = key.hasPrefix("currencyCliff.night.") ? .night : .day
            return Figure.currency(try currency(asOf).value.answer, on: on).first { $0.id == kind.rawValue }?.sources
                ?? []
        case .momentumStall?:
            // The latest flight, by whose day the notice is named.
            let latest = key.split(separator: ".").last.flatMap { CivilDate(String($0)) } ?? on
            return [Figure.flights([.total], min(latest, on)...on, .seconds)]
        case .milestone?:
            return Figure.progress(try progress(asOf).value, on: on).first { Notice.milestoneKey($0) == key }?.sources
                ?? []
        case .checkrideReady?, nil:
            return [Figure.flights([.total], Figure.upTo(on), .seconds), Figure.forwarded(.total, on, .seconds)]
        }
    }

    /// What holds a notice: the permission, or what was sent before.
    private func gateSources(_ gate: NoticeGate?, _ notice: NoticeCandidate, _ source: NoticeSource, _ asOf: AsOf)
        throws
        -> [FigureSource]
    {
        let on = try answered(asOf).on
        var sent = EventSource(streams: [source.stream], types: ["notice.sent"], day: on)
        switch gate {
        case .permission?:
            var settings = EventSource(
                streams: [source.permission, StreamID(kind: "settings", id: "notices")],
                types: ["permission.changed", "setting.changed"], day: on)
            settings.part = {
                $0.type == "permission.changed" && $0.stream == source.permission || $0["name"] == .string("notices")
                    ? .counts : .unconcerned
            }
            return [.events(settings)]
        case .dailyCap?, .globalCooldown?: return [.events(sent)]
        case .categoryCooldown?:
            sent.matching = ("category", [.string(notice.category)])
            return [.events(sent)]
        case .onceOnly?:
            sent.types = ["notice.sent", "notice.acknowledged"]
            sent.matching = ("key", [.string(notice.key)])
            return [.events(sent)]
        case .threshold?, nil: return []
        }
    }
}

extension Notice {
    fileprivate static func milestoneKey(_ figure: Figure) -> String? {
        ExperienceRequirement(rawValue: figure.id).map { milestoneKey($0) }
    }
}

extension FigureSource {
    /// What an alarm is and what happened to it; of what says the same anew only the last.
    static func alarm(_ stream: StreamID, on day: CivilDate) -> FigureSource {
        .events(
            EventSource(
                streams: [stream],
                anew: [
                    "alarm.fired": .thing("fire"), "alarm.completed": .thing("completion"),
                    "alarm.missed": .thing("miss"), "alarm.snoozed": .thing("snooze"),
                    "alarm.enabled": .thing("switch"), "alarm.disabled": .thing("switch"),
                    "alarm.paused": .thing("switch"),
                ],
                day: day))
    }

    /// The settings of a stream, each as it was told last, and the permission.
    fileprivate static func settings(_ stream: StreamID, on day: CivilDate) -> FigureSource {
        .events(EventSource(streams: [stream], types: ["setting.changed", "permission.changed"], day: day))
    }

    /// What reminders to drink follow: the settings of them, and imported sleep.
    fileprivate static func reminders(on day: CivilDate) -> [FigureSource] {
        var settings = EventSource(
            streams: [WaterSettings.stream, WaterSettings.sleepStream],
            types: ["setting.changed", "permission.changed"], day: day)
        settings.part = { $0["name"] == .string("water.unit") ? .unconcerned : .counts }
        return [
            .events(settings), .events(EventSource(streams: [GoalHistory.stream], types: ["sleep.imported"], day: day)),
        ]
    }

    /// The drinks from a day on.
    fileprivate static func drinks(since first: CivilDate, on day: CivilDate) -> FigureSource {
        .events(
            EventSource(kinds: ["drink"], types: ["drink.added", "drink.amended"], day: day, since: min(first, day)))
    }
}

extension Figure {
    /// When to be reminded to drink on a day.
    public static func waterReminders(_ times: [Int], on day: CivilDate) -> Figure {
        let words = times.isEmpty ? "none" : times.map(TimeOfDay.text).joined(separator: " ")
        return Figure(
            .water, "reminders", "Reminders", .array(times.map { .string(TimeOfDay.text($0)) }), words,
            from: FigureSource.reminders(on: day))
    }

    /// Whether it is time to drink: the last drink, told on its day, and the settings; drinks of that day and after are
    /// told as left out.
    public static func waterSmart(isDue: Bool, lastDrink: (stream: StreamID, day: CivilDate)?, on day: CivilDate)
        -> Figure
    {
        let last = lastDrink?.stream
        var drinks = EventSource(
            kinds: ["drink"], types: ["drink.added", "drink.amended"], day: day, since: min(lastDrink?.day ?? day, day))
        drinks.part = { $0.stream == last ? .counts : .leftOut(.notLast) }
        return Figure(
            .water, "smart", "Smart reminder", .bool(isDue), isDue ? "due" : "not due",
            from: [.events(drinks)] + FigureSource.reminders(on: day))
    }
}
