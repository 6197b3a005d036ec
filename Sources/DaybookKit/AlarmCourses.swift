public import Alarms
import Engine
public import EventModel
public import EventSourcing
import EventStore

/// An alarm with what became of its occurrences.
public struct FollowedAlarm: Sendable {
    public fileprivate(set) var course: AlarmCourse
    /// Its events that count.
    public let chronicle: Chronicle
    /// How many events its stream holds here.
    public let version: Int
    public var stream: StreamID { course.stream }
}

/// What one reading of the ledger tells of its alarms.
public struct AlarmBoard: Sendable {
    public let asOf: AnsweredAsOf
    public let settings: AlarmSettings
    public let tier: AlarmTier
    public let reader: AlarmReader
    /// Those that were ever created, in the order of their names; some may be removed or set aside.
    public let alarms: [FollowedAlarm]
}

extension Ledger {
    /// All alarms as one reading finds them, or one of them; with a moment, as they were then by their events' own times. Settings are as they are
    /// known. O(events of the alarms).
    public func alarmBoard(_ asOf: AsOf = .now, only stream: StreamID? = nil, at moment: Instant? = nil) throws -> AlarmBoard {
        try withView(asOf) { known, answered, transaction in
            let settings = AlarmSettings(try engine.stream(AlarmSettings.stream, knownAt: known, transaction)?.state?.registers ?? [])
            let profile = try engine.stream(AlarmTier.stream, knownAt: known, transaction)
            let tier = AlarmTier((moment.map { profile?.asOf($0) } ?? profile)?.chronicle.state)
            var found: [FollowedAlarm] = []
            var tiered: [TieredAlarm] = []
            let take = { (loaded: LoadedStream) in
                guard let then = moment.map({ loaded.asOf($0) }) ?? loaded else { return true }
                let chronicle = then.chronicle
                if tier.limit != nil, let alarm = TieredAlarm(chronicle) { tiered.append(alarm) }
                guard stream == nil || stream == loaded.stream, let course = AlarmCourse(chronicle) else { return true }
                found.append(FollowedAlarm(course: course, chronicle: chronicle, version: loaded.events.count))
                return true
            }
            // What the tier makes of one alarm depends on the others.
            if let stream, tier.limit == nil {
                _ = try engine.stream(stream, knownAt: known, transaction).map(take)
            } else {
                try engine.forEachStream(kind: "alarm", knownAt: known, transaction, take)
            }
            let off = TierVerdict(tier, tiered).off
            if !off.isEmpty { for index in found.indices where off.contains(found[index].stream) { found[index].course = found[index].course.switchedOffByTier() } }
            let zones = ZoneCache()
            let reader = AlarmReader(zone: zone, floatsByDefault: !settings.isFixed) { zones.zone($0) }
            return AlarmBoard(asOf: answered, settings: settings, tier: tier, reader: reader, alarms: found)
        }
    }

    /// Decides on one alarm as it is, and appends what the closure makes of it where nothing was written to it meanwhile; else it looks again.
    func decided<Result>(on stream: StreamID, _ body: (AlarmBoard, FollowedAlarm) throws -> (EventDraft, Result)) throws -> (result: Result, receipt: AppendReceipt) {
        try lookingAgain {
            let board = try alarmBoard(only: stream)
            guard let alarm = board.alarms.first else { throw AlarmRules.unknown }
            var (draft, result) = try body(board, alarm)
            draft.expectedVersion = alarm.version
            return (result, try append([draft]))
        }
    }

    /// What the closure gives; it is asked again where another program wrote in between, sixteen times at the most.
    func lookingAgain<Result>(_ body: () throws -> Result) throws -> Result {
        for _ in 0..<16 {
            do { return try body() } catch let refusal as DraftRefusal where refusal.isConflict { continue } catch is LookAgain { continue }
        }
        throw Fault(.busy, code: "alarms.busy", message: "Other programs kept writing to the alarms at the same time.", hint: "Try again.")
    }
}

/// Something else than the events was another by the time of writing.
struct LookAgain: Error {}

extension DraftRefusal {
    /// Whether its stream had another event by the time of writing.
    var isConflict: Bool { (reason as? Rejection)?.code == "version.conflict" }
}
