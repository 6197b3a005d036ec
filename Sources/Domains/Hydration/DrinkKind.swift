public import EventCodec
public import EventModel
public import EventSourcing

/// Hydration as the engine takes it.
public enum HydrationDomain {
    /// The dated rows of drinks; the measures are those of `WaterMeasure`.
    public static let drinks = DayLedgerDefinition(name: "hydration.drinks", version: 2, measures: WaterMeasure.names)

    public static let domain = Domain(
        evaluator: "hydration/1", kinds: [DrinkKind()], schemas: schemas, ledgers: [drinks])

    /// The types, with the way from each version to the next.
    private static let schemas = HydrationSchemas.all.map { schema in
        switch (schema.type, schema.version) {
        // Version 2 adds the ounces that were entered; version 1 has none.
        case ("drink.added", 2): schema.upcasting { _ in }
        case ("goal.set", 2): schema.upcasting { _ in }.worded(goal)
        case ("goal.set", _): schema.worded(goal)
        case ("goal.cleared", _):
            schema.worded(EventWording { "the goal was cleared from \($1?["from"]?.stringValue ?? "?")" })
        case ("profile.set", _):
            schema.worded(EventWording { "the profile was set from \($1?["from"]?.stringValue ?? "?")" })
        default: schema
        }
    }

    private static let goal = EventWording {
        "a goal of \($1?["ml"]?.text ?? "?") mL was set from \($1?["from"]?.stringValue ?? "?")"
    }

    /// The rules of `profile/water`.
    public static let profile = ProfileRules(
        id: "water", types: ["profile.set", "goal.set", "goal.cleared", "sleep.imported"],
        refuse: { event, _, _ in WaterRules.refusal(ofProfileEvent: event) })
}

/// The kind of `drink/…` streams.
public struct DrinkKind: StreamKind {
    public let name = "drink"

    public init() {}

    /// `drink.added` records the amount that counts, so that a later change of the factors changes no drink.
    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        if let refusal = WaterRules.refusal(ofVolumeIn: scan) { return refusal }
        guard event.schema.role == .create || event.schema.role == .edit, let date = Drink.date(scan) else {
            return nil
        }
        if case .instant(let instant, _, _)? = context.occurred,
            let refusal = WaterRules.futureRefusal(at: instant, now: context.now)
        {
            return refusal
        }
        return WaterRules.futureRefusal(date: date, today: context.today)
    }

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection { Drink.explain(rejection) }

    public func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        guard let date = Drink.date(fields), let volume = fields.integer(DrinkAddedKey.volumeMl),
            let effective = fields.integer(DrinkAddedKey.effectiveMl)
        else { return }
        let ounces = fields.integer(DrinkAddedKey.ounces)
        let rest = Volume(ml: volume, recordedOunces: ounces).rest(ofEffectiveMl: effective)
        // In the order of `WaterMeasure`.
        sink.add(day: date) {
            $0.append(Int64(effective))
            $0.append(Int64(volume))
            $0.append(1)
            $0.append(Int64(rest))
        }
    }
}
