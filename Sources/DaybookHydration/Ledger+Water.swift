import Daybook
public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing
public import Hydration

/// A drink that was noted, with what was written.
public struct AddedDrink: Sendable {
    public let stream: StreamID
    public let drink: Drink
    public let at: ValidTime
    public let receipt: AppendReceipt
}

extension Ledger {
    /// Notes a drink, now or at a time; what it counts for is fixed here. Its day is that of its time's own offset.
    ///
    /// Throws `Rejection` with `volume.positive`, `date.future`, `record.exists`.
    @discardableResult @available(*, noasync)
    public func addDrink(
        _ kind: Drink.Kind, _ volume: Volume, at time: ValidTime? = nil, id: String? = nil, key: String? = nil
    ) throws -> AddedDrink {
        let time = time ?? validTime(of: now)
        let drink = Drink(kind: kind, volume: volume, date: time.date)
        let stream = try stream(ofNew: id, kind: "drink")
        let written = try write { try $0.create(drink, id: RecordID(stream), key: key, at: time) }
        return AddedDrink(stream: stream, drink: drink, at: time, receipt: written.receipt)
    }

    /// Changes a drink: its kind, its volume or its time. A value that is not given stays.
    ///
    /// - Returns: The drink as it is then.
    /// - Throws: `Rejection` `drink.notFound`, `date.future`, `volume.positive`. Nothing is written then.
    @discardableResult @available(*, noasync)
    public func amendDrink(
        _ stream: StreamID, kind: Drink.Kind? = nil, volume: Volume? = nil, at time: ValidTime? = nil
    ) throws -> (drink: NotedDrink, receipt: AppendReceipt) {
        // A removed drink is named before what is wrong with its new content.
        if try record(stream)?.created != nil, try drink(stream) == nil { throw WaterRules.removed }
        let written = try write { unit in
            let stated: [Drink.CodingKeys] = kind == nil && volume == nil ? [] : [.kind]
            try unit.amend(RecordID<Drink>(stream), at: time, stating: stated) { drink in
                if let kind { drink.kind = kind }
                if let volume { drink.volume = volume }
                if let time { drink.date = time.date }
            }
        }
        guard let changed = try drink(stream) else { throw WaterRules.removed }
        return (changed, written.receipt)
    }

    /// An instant as the clock of the ledger's zone shows it.
    public func validTime(of instant: Instant) -> ValidTime {
        .instant(instant, offsetSeconds: zone.offsetSeconds(at: instant), zone: zone.name(at: instant))
    }

    /// An instant as a clock with that offset from UTC showed it.
    public func validTime(of instant: Instant, offsetSeconds: Int) -> ValidTime {
        .instant(instant, offsetSeconds: offsetSeconds, zone: EventLine.name(of: offsetSeconds, at: instant, zone))
    }

    /// Removes a drink; its history stays.
    @discardableResult @available(*, noasync)
    public func removeDrink(_ stream: StreamID) throws -> AppendReceipt {
        try write { try $0.remove(RecordID<Drink>(stream)) }.receipt
    }

    /// Takes all removals of a drink back.
    @discardableResult @available(*, noasync)
    public func restoreDrink(_ stream: StreamID) throws -> AppendReceipt {
        try write { try $0.restore(RecordID<Drink>(stream)) }.receipt
    }

    /// States age, weight and activity from a day on; today where none is given. Throws `DraftRefusal` `age.range`,
    /// `weight.range`, `activity.unknown`.
    @discardableResult @available(*, noasync)
    public func setWaterProfile(age: Int, weightTenths: Int, activity: String, from: CivilDate? = nil) throws
        -> AppendReceipt
    {
        try setWater(
            "profile.set",
            Ledger.profileData(age: age, weightTenths: weightTenths, activity: activity, from: from ?? today))
    }

    /// Sets a goal of one's own from a day on.
    ///
    /// - Throws: `DraftRefusal` `goal.range`, `Rejection` of that code for ounces. Nothing is written then.
    @discardableResult @available(*, noasync)
    public func setWaterGoal(_ goal: Volume, from: CivilDate? = nil) throws -> AppendReceipt {
        if let refusal = WaterRules.goalRefusal(goal) { throw refusal }
        return try setWater(
            "goal.set",
            .object(pairs: [
                "ml": .integer(goal.ml), "from": .string((from ?? today).description),
                "ounces": goal.ounces.map { .integer($0) },
            ]))
    }

    /// Lets the goal follow from the profile again, from a day on.
    @discardableResult @available(*, noasync)
    public func clearWaterGoal(from: CivilDate? = nil) throws -> AppendReceipt {
        try setWater("goal.cleared", .object(pairs: ["from": .string((from ?? today).description)]))
    }

    @available(*, noasync)
    func setWater(_ type: String, _ data: JSONValue) throws -> AppendReceipt {
        try append([EventDraft(stream: GoalHistory.stream, type: type, data: .json(data))])
    }

    private static func profileData(age: Int, weightTenths: Int, activity: String, from: CivilDate) -> JSONValue {
        .object(pairs: [
            "age": .integer(age), "weight": .number(Digits.tenths(weightTenths)), "activity": .string(activity),
            "from": .string(from.description),
        ])
    }

    /// The goal that a profile would give; nothing is written. Throws `Rejection` with the code of a limit.
    public static func waterGoal(age: Int, weightTenths: Int, activity: String) throws -> WaterGoal {
        let data = profileData(age: age, weightTenths: weightTenths, activity: activity, from: CivilDate(day: 0))
        do throws(BodyProblem) {
            _ = try BodyEncoder(schema: HydrationSchemas.profileSet1, normalize: Text.normalize).encode(data)
        } catch { throw error.error }
        guard let activity = WaterProfile.Activity(rawValue: activity) else {
            preconditionFailure("an activity that its schema took")
        }
        return WaterGoal(profile: WaterProfile(age: age, weightTenths: weightTenths, activity: activity))
    }
}
