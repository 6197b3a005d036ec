public import Alarms
public import DaybookKit
public import Engine
import EventCodec
public import EventModel
import EventSourcing

/// The tier with what it does to the alarms that there are.
public struct TierAnswer: Hashable, Sendable {
    public let tier: AlarmTier
    /// The alarms that stand, and those of them that are on.
    public let alarms: Int
    public let enabled: Int
    /// `Your subscription has ended. …`, while there are more alarms than the tier allows.
    public let banner: String?
    /// The price of the plan, as the settings state it.
    public let price: String?
}

extension Ledger {
    /// The tier; at a moment, as it was then. O(alarms).
    public func alarmTier(_ asOf: AsOf = .now, at moment: Instant? = nil) throws -> Answer<TierAnswer> {
        let moment = moment?.inYears
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let (tier, alarms) = try tiered(pinned, at: moment)
        let off = TierVerdict(tier, alarms).off
        let price = try tier.plan.flatMap { plan in
            try settings(pinned).value.first { $0.name == "alarms.\(plan.rawValue)Price" }?.value.stringValue
        }
        return Answer(
            asOf: answered,
            value: TierAnswer(
                tier: tier, alarms: alarms.count, enabled: alarms.count { $0.isOn && !off.contains($0.stream) },
                banner: TierVerdict.banner(tier, count: alarms.count), price: price))
    }

    /// Takes a tier, or leaves it; recorded also where it is so already. Events of the same unit announce the effect on
    /// alarms. On the free tier the two oldest that are on stay on. With Plus the alarms come back that the tier had
    /// switched off, and none that its person did.
    ///
    /// `receipt` runs before anything is written: its error is thrown on, and nothing has changed. `key` makes the
    /// change idempotent.
    @discardableResult @available(*, noasync)
    public func changeTier(_ tier: AlarmTier, key: String? = nil, receipt: () throws -> Void = {}) throws
        -> AppendReceipt
    {
        try receipt()
        return try retryingTier {
            let position = try answered(.now).position
            let (before, alarms) = try tiered(AsOf(known: .position(position)), at: nil)
            // The unit first announces the effect of the earlier tier, as after a merge: an alarm that comes on again
            // has nothing due from then.
            let earlier = TierVerdict(before, alarms)
            let stated = earlier.unannounced(alarms).map(Ledger.announcement)
            let announced = TierVerdict(tier, alarms).unannounced(
                alarms.map { $0.announced(isOn: !earlier.off.contains($0.stream)) }
            ).map(Ledger.announcement)
            let data = JSONValue.object(pairs: [
                "tier": .string(tier.name.rawValue), "plan": tier.plan.map { .string($0.rawValue) },
                "through": tier.through.map { .string($0.description) },
            ])
            let change = EventDraft(stream: AlarmTier.stream, type: "tier.changed", data: .json(data), key: key)
            return try appended(stated + [change] + announced, after: position)
        }
    }

    /// Announces what the tier has done to alarms since the last announcement; nil where that is nothing. O(alarms).
    @discardableResult @available(*, noasync)
    func announceTier() throws -> AppendReceipt? {
        try retryingTier {
            let position = try answered(.now).position
            let (tier, alarms) = try tiered(AsOf(known: .position(position)), at: nil)
            let drafts = TierVerdict(tier, alarms).unannounced(alarms).map(Ledger.announcement)
            if drafts.isEmpty { return nil }
            return try appended(drafts, after: position)
        }
    }

    /// Runs an act that may let another alarm come on, and announces the tier's effect around it. Without a limit there
    /// is none, and the alarms are not read.
    @available(*, noasync)
    func announcingTier(_ body: () throws -> AppendReceipt) throws -> AppendReceipt {
        guard try tierNow().limit != nil else { return try body() }
        try announceTier()
        let receipt = try body()
        try announceTier()
        return receipt
    }

    private func tierNow() throws -> AlarmTier { AlarmTier(try chronicle(AlarmTier.stream)?.state) }

    /// The tier and the alarms that stand, as they are, or were at a moment.
    func tiered(_ asOf: AsOf, at moment: Instant?) throws -> (tier: AlarmTier, alarms: [TieredAlarm]) {
        let tier = AlarmTier(try chronicle(AlarmTier.stream, asOf: asOf, at: moment)?.state)
        var alarms: [TieredAlarm] = []
        try chronicles(kind: "alarm", asOf: asOf, at: moment) { chronicle in
            if let alarm = TieredAlarm(chronicle) { alarms.append(alarm) }
            return true
        }
        return (tier, alarms)
    }

    /// Appends unless another program changed an alarm or the tier after the position.
    private func appended(_ drafts: [EventDraft], after position: Position) throws -> AppendReceipt {
        let changes = [
            "alarm.created", "alarm.removed", "alarm.restored", "alarm.enabled", "alarm.disabled", "alarm.paused",
            "tier.changed",
        ]
        return try append(drafts, condition: AppendCondition(after: position, types: changes))
    }

    private static func announcement(_ stream: StreamID, _ isOn: Bool) -> EventDraft {
        let data = JSONValue.object(pairs: ["cause": .string(AlarmState.Cause.tier.rawValue)])
        return EventDraft(stream: stream, type: isOn ? "alarm.enabled" : "alarm.disabled", data: .json(data))
    }

    private func retryingTier<Result>(_ body: () throws -> Result) throws -> Result {
        try retryingConflicts(busy: "tier.busy", "changing alarms", body)
    }
}
