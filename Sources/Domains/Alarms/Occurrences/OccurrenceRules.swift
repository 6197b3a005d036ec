import EventCodec
public import EventModel
import EventSourcing

/// The rules for local commands that report on an occurrence. Events from other devices are accepted as they are.
public enum OccurrenceRules {
    /// The settings: they state what is forbidden, and how a time is read.
    static func request(for event: EventContent, having seen: Surroundings) -> Surroundings.Request? {
        let asks = OccurrenceNote(event) != nil || event.type == "alarm.paused"
        return asks && seen.others[AlarmSettings.stream] == nil ? .stream(AlarmSettings.stream) : nil
    }

    /// The first rule that an event about the alarm breaks; nil when there is none.
    static func refusal(
        of event: EventContent, in surroundings: Surroundings, _ context: DecideContext,
        zone: @escaping @Sendable (String) -> (any ZoneRules)?
    ) -> Rejection? {
        let own = surroundings.own
        guard let note = OccurrenceNote(event) else {
            guard event.schema.role == .set else { return nil }
            return refusalToSwitch(own) ?? refusal(ofPause: event, in: surroundings, context, zone)
        }
        guard let state = AlarmState(own) else { return AlarmRules.unknown }
        if own.isRemoved { return AlarmRules.removed }
        let settings = AlarmSettings(surroundings.others[AlarmSettings.stream]?.state?.registers ?? [])
        let reader = AlarmReader(zone: context.zone, floatsByDefault: !settings.isFixed, ownZone: zone)
        // A schedule that breaks a rule has no occurrences that could be held against it.
        let isOfSeries = reader.series(of: state.alarm.schedule)?.contains(note.occurrence) ?? true
        return own.reading(CourseWalk(look: context.now)) { walk in
            switch note.kind {
            case .completed:
                refusalToAnswer(note, walk, isOfSeries, context) ?? refusal(ofHolding: note.heldTenths, settings)
            case .snoozed:
                settings.isSnoozeAllowed ? refusalToAnswer(note, walk, isOfSeries, context) : snoozeDisabled
            case .missed: note.occurrence > context.now ? future(note.occurrence) : nil
            case .fired: refusal(ofFire: note, walk, isOfSeries, context)
            case .skipped: isOfSeries ? nil : unknown(note.occurrence)
            case .reopened: refusalToReopen(note.occurrence, walk)
            }
        }
    }

    private static func refusalToSwitch(_ own: Chronicle) -> Rejection? {
        guard own.created != nil else { return AlarmRules.unknown }
        return own.isRemoved ? AlarmRules.removed : nil
    }

    /// A pause ends on a day to come by the alarm's clock.
    private static func refusal(
        ofPause event: EventContent, in surroundings: Surroundings, _ context: DecideContext,
        _ zone: @escaping @Sendable (String) -> (any ZoneRules)?
    ) -> Rejection? {
        guard event.type == "alarm.paused", let until = AlarmPause.until(event.body),
            let state = AlarmState(surroundings.own)
        else { return nil }
        let settings = AlarmSettings(surroundings.others[AlarmSettings.stream]?.state?.registers ?? [])
        let reader = AlarmReader(zone: context.zone, floatsByDefault: !settings.isFixed, ownZone: zone)
        let today = (reader.fixedZone(of: state.alarm.schedule) ?? context.zone).date(at: context.now)
        return until > today ? nil : pauseInPast(until, today)
    }

    private static func pauseInPast(_ until: CivilDate, _ today: CivilDate) -> Rejection {
        Rejection(
            code: "pause.past", message: "A pause ends on a day after today, \(today), not on \(until).",
            hint: "Give the first day on which the alarm fires again.")
    }

    private static func refusalToAnswer(
        _ note: OccurrenceNote, _ walk: CourseWalk, _ isOfSeries: Bool, _ context: DecideContext
    ) -> Rejection? {
        // Of what was missed a person may still say that it was done.
        if walk.isAnsweredByPerson(note.occurrence) { return answered }
        if walk.hasFired(note.occurrence) { return nil }
        if note.occurrence > context.now { return future(note.occurrence) }
        return walk.isPutOff(note.occurrence) || isOfSeries ? nil : unknown(note.occurrence)
    }

    private static func refusal(
        ofFire note: OccurrenceNote, _ walk: CourseWalk, _ isOfSeries: Bool, _ context: DecideContext
    ) -> Rejection? {
        // A snoozed occurrence may have fired where the clock is ahead.
        let due = note.other ?? note.occurrence
        if due > context.now { return future(due) }
        if let until = note.other { return walk.isPutOff(note.occurrence, until: until) ? nil : unknown(until) }
        return isOfSeries ? nil : unknown(note.occurrence)
    }

    private static func refusalToReopen(_ occurrence: Instant, _ walk: CourseWalk) -> Rejection? {
        walk.hasAnswer(occurrence) || walk.isPutOff(occurrence)
            ? nil
            : Rejection(
                code: "reopen.nothing", message: "Nothing was answered at \(occurrence): there is nothing to take back."
            )
    }

    private static let holding = Remedy("alarm.hold", "Hold for 3 seconds.")

    /// The shortest time that a button is held, in tenths of a second.
    public static let holdTenths = 30

    private static func refusal(ofHolding tenths: Int?, _ settings: AlarmSettings) -> Rejection? {
        guard settings.slideToStop else { return nil }
        guard let tenths else {
            return Rejection(
                code: "hold.required", message: "An alarm is answered by holding for 3 seconds: slide to stop is on.",
                remedy: holding)
        }
        return tenths >= holdTenths
            ? nil
            : Rejection(
                code: "hold.tooShort", message: "It was let go too early: hold for 3 seconds.",
                remedy: holding)
    }

    /// The shortest and the longest snooze, in seconds.
    public static let snoozeSeconds = 300...2_595_540

    public static let snoozeRange = Rejection(
        code: "snooze.range", message: "A snooze is 5 minutes to 720 hours 59 minutes.",
        hint: "Write it like 1h, 1d, 1w or 2h30m.")
    static let snoozeDisabled = Rejection(
        code: "snooze.disabled", message: "Snoozing is switched off.",
        remedy: Remedy("alarm.allowSnooze", "Switch it on in the settings."))
    static let answered = Rejection(
        code: "occurrence.answered", message: "This occurrence was answered already.",
        remedy: Remedy("event.undo", "Take that back first."))
    /// Nothing to answer.
    public static let none = Rejection(
        code: "occurrence.none", message: "Nothing of this alarm waits for an answer.",
        remedy: Remedy("alarm.times", "The list of alarms shows when it fires."))
    /// Nothing to leave out.
    public static let noneToSkip = Rejection(
        code: "occurrence.none", message: "Nothing of this alarm is still to come.",
        hint: "It is off, or its schedule has come to its end.")

    static func future(_ instant: Instant) -> Rejection {
        Rejection(code: "occurrence.future", message: "The alarm has not fired yet: that is at \(instant).")
    }

    static func unknown(_ instant: Instant) -> Rejection {
        Rejection(
            code: "occurrence.unknown", message: "The alarm has no occurrence at \(instant).",
            remedy: Remedy("alarm.show", "The alarm shows when it fires."))
    }
}
