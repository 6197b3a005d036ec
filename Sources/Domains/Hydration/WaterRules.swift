import EventCodec
public import EventModel
import EventSourcing

/// The rules of hydration besides the limits of its schemas.
public enum WaterRules {
    /// The volumes of one drink, in millilitres: the limits of its schema.
    public static let volumes = 1...1_000_000

    /// Refuses a drink of a day that has not begun. A rule of the clock: for deciding only, never for folding.
    public static func futureRefusal(date: CivilDate, today: CivilDate) -> Rejection? {
        Rejection.future(date, today: today)
    }

    /// Refuses a drink at an instant that has not come.
    public static func futureRefusal(at instant: Instant, now: Instant) -> Rejection? {
        guard instant > now else { return nil }
        return Rejection(
            code: "date.future", message: "\(instant) is in the future; it is \(now).",
            hint: "Look at the time and its zone again.")
    }

    /// Refuses ounces that do not give the millilitres beside them.
    static func refusal(ofVolumeIn fields: FieldScan) -> Rejection? {
        guard let ounces = fields.integer(DrinkAddedKey.ounces), let ml = fields.integer(DrinkAddedKey.volumeMl),
            WaterUnits.ml(ofHundredthsOfOunces: ounces) != ml
        else { return nil }
        return mismatch(Volume(ounces: ounces), ml: ml)
    }

    /// Of ounces beside millilitres that they do not give.
    package static func mismatch(_ volume: Volume, ml: Int) -> Rejection {
        Rejection(
            code: "volume.mismatch", message: "\(volume.text(in: .oz)) are \(volume.ml) mL, not \(ml) mL.",
            hint: "Leave \"ounces\" out, or state the millilitres that they give.")
    }

    /// Refuses a goal in ounces that is out of its range; one in millilitres is held against its schema.
    public static func goalRefusal(_ goal: Volume) -> Rejection? {
        guard goal.ounces != nil, !WaterGoal.range.contains(goal.ml) else { return nil }
        return Rejection(
            code: "goal.range",
            message: "A goal of \(goal.text(in: .oz)) is \(goal.ml) mL, and a goal is from "
                + "\(WaterGoal.range.lowerBound) to \(WaterGoal.range.upperBound) mL.",
            hint: "Give from 51 to 152 oz.")
    }

    /// A person does not wake and go to sleep at one time.
    static func refusal(ofProfileEvent event: EventContent) -> Rejection? {
        guard event.type == "sleep.imported",
            let wake = RecordFields.integer(of: SleepImportedKey.wake, inBody: event.body),
            let sleep = RecordFields.integer(of: SleepImportedKey.sleep, inBody: event.body), wake == sleep
        else { return nil }
        return windowInvalid(wake: Int(wake), sleep: Int(sleep))
    }

    package static func windowInvalid(wake: Int, sleep: Int) -> Rejection {
        Rejection(
            code: "window.invalid",
            message: "The wake time \(TimeOfDay.text(wake)) and the sleep time \(TimeOfDay.text(sleep)) are the same.",
            hint: "A sleep time before the wake time is one of the next day.")
    }

    public static let unknown = Rejection(
        code: "drink.notFound", message: "There is no such drink.",
        remedy: Remedy("drink.list", "The drinks of the day show them."))
    public static let removed = Rejection(
        code: "drink.notFound", message: "This drink was removed already.",
        remedy: Remedy("drink.restore", "Restore it."))
}

/// Minutes since midnight as a clock shows them.
public enum TimeOfDay {
    /// `07:05`.
    package static func text(_ minutes: Int) -> String {
        Digits.text(minutes / 60, width: 2) + ":" + Digits.text(minutes % 60, width: 2)
    }

    /// From `HH:MM`, 00:00 to 23:59; nil for anything else.
    public static func minutes(_ text: some StringProtocol) -> Int? {
        let utf8 = Array(text.utf8)
        guard utf8.count == 5, utf8[2] == UInt8(ascii: ":"), let hours = Digits.value(utf8[0..<2]), hours < 24,
            let minutes = Digits.value(utf8[3..<5]), minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }
}
