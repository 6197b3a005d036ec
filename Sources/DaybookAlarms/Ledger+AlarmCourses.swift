public import Alarms
public import DaybookKit
import Engine
public import EventModel
public import EventSourcing
import EventStore

/// An alarm with what became of its occurrences.
public struct FollowedAlarm: Sendable {
    public let course: AlarmCourse
    /// Its events that count.
    public let chronicle: Chronicle
    /// How many events its stream holds here.
    public let version: Int
    /// As this person's clocks have fired it: that a program of another person did, silences no device of this one.
    let ownCourse: AlarmCourse
    public var stream: StreamID { course.stream }

    fileprivate func switchedOffByTier() -> FollowedAlarm {
        FollowedAlarm(
            course: course.switchedOffByTier(), chronicle: chronicle, version: version,
            ownCourse: ownCourse.switchedOffByTier())
    }
}

/// The alarms of a ledger, from one reading.
public struct AlarmBoard: Sendable {
    public let asOf: AnsweredAsOf
    public let settings: AlarmSettings
    public let tier: AlarmTier
    /// Switches that follow from the tier and that no event records yet.
    let unannounced: [(stream: StreamID, isOn: Bool)]
    public let reader: AlarmReader
    /// Those that were ever created, in the order of their names; some may be removed or set aside.
    public let alarms: [FollowedAlarm]
}

extension Ledger {
    /// All alarms as one reading finds them, or one of them; with a moment, as they were then by their events' own
    /// times. Settings are as they are known. O(events of the alarms).
    public func alarmBoard(_ asOf: AsOf = .now, only stream: StreamID? = nil, at moment: Instant? = nil) throws
        -> AlarmBoard
    {
        let moment = moment?.inYears
        let look = moment ?? now
        return try withView(asOf) { known, answered, transaction in
            let settings = AlarmSettings(
                try engine.stream(AlarmSettings.stream, knownAt: known, transaction)?.fold.state?.registers ?? [])
            let profile = try engine.stream(AlarmTier.stream, knownAt: known, transaction)
            let tier = AlarmTier((moment.map { profile?.asOf($0) } ?? profile)?.chronicle.state)
            let person = try transaction.storeRecord().principal
            var read: [Reading]
            // The effect of the tier on one alarm depends on the others.
            if let stream, tier.limit == nil {
                let loaded = try engine.stream(stream, knownAt: known, transaction)
                read = loaded.flatMap { Reading($0, at: moment, look: look, person) }.map { [$0] } ?? []
            } else {
                read = try readings(known, at: moment, person, transaction)
            }
            let alarms = read.compactMap(\.tiered)
            let verdict = TierVerdict(tier, alarms)
            if let stream { read.removeAll { $0.followed.stream != stream } }
            let found = read.map {
                verdict.off.contains($0.followed.stream) ? $0.followed.switchedOffByTier() : $0.followed
            }
            let zones = ZoneCache()
            let reader = AlarmReader(zone: zone, floatsByDefault: !settings.isFixed) { zones.zone($0) }
            return AlarmBoard(
                asOf: answered, settings: settings, tier: tier, unannounced: verdict.unannounced(alarms),
                reader: reader, alarms: found)
        }
    }

    /// One alarm as it is read, with what the tier asks of it.
    private struct Reading: Sendable {
        let followed: FollowedAlarm
        let tiered: TieredAlarm?

        /// Nil for one that was never created, or not by the moment.
        init?(_ loaded: LoadedStream, at moment: Instant?, look: Instant, _ person: PrincipalID) {
            guard let then = moment.map({ loaded.asOf($0) }) ?? loaded else { return nil }
            let chronicle = then.chronicle
            guard let course = AlarmCourse(chronicle, at: look) else { return nil }
            let others = Set(loaded.events.lazy.filter { $0.actor != person }.map(\.id))
            let own = others.isEmpty ? course : AlarmCourse(chronicle.withoutFires(in: others), at: look) ?? course
            followed = FollowedAlarm(course: course, chronicle: chronicle, version: loaded.events.count, ownCourse: own)
            tiered = TieredAlarm(chronicle)
        }
    }

    /// In the order of their names; on two threads where there are many and none is supposed.
    private func readings(
        _ known: KnownAt, at moment: Instant?, _ person: PrincipalID, _ transaction: borrowing StoreRead
    ) throws -> [Reading] {
        let look = moment ?? now
        if known.supposed != nil {
            var found: [Reading] = []
            try engine.forEachStream(kind: "alarm", knownAt: known, transaction) { loaded in
                if let reading = Reading(loaded, at: moment, look: look, person) { found.append(reading) }
                return true
            }
            return found
        }
        let (engine, limit) = (engine, known.limit)
        let parts = try engine.inShares(transaction, of: ["alarm"], worthAThread: 512) { share, transaction in
            var found: [Reading] = []
            try engine.forEachStream(kind: "alarm", knownAt: limit, share: share, transaction) { loaded in
                if let reading = Reading(loaded, at: moment, look: look, person) { found.append(reading) }
                return true
            }
            return found
        }
        return parts.count == 1 ? parts[0] : parts.joined().sorted { $0.followed.stream < $1.followed.stream }
    }

    /// Decides on one alarm as it is, and appends what the closure makes of it where nothing was written to it
    /// meanwhile; else it looks again.
    ///
    /// - Parameters:
    ///   - key: Of the last event that the closure makes.
    ///   - version: The number of events that the stream must hold; nil for any.
    /// - Throws: `Rejection` `version.conflict` where it holds another number.
    func decided<Result>(
        on stream: StreamID, key: String? = nil, version: Int? = nil,
        _ body: (AlarmBoard, FollowedAlarm) throws -> ([EventDraft], Result)
    ) throws -> (result: Result, receipt: AppendReceipt) {
        try retryingAlarms {
            let board = try alarmBoard(only: stream)
            guard let alarm = board.alarms.first else { throw AlarmRules.unknown }
            if let version, version != alarm.version { throw AlarmRules.changed }
            var (unit, result) = try body(board, alarm)
            unit[0].expectedVersion = alarm.version
            unit[unit.count - 1].key = key
            return (result, try append(unit))
        }
    }

    /// - Throws: `Fault` `alarms.busy` (75) after sixteen conflicts.
    func retryingAlarms<Result>(_ body: () throws -> Result) throws -> Result {
        try retryingConflicts(busy: "alarms.busy", "writing to the alarms", body)
    }
}
