import EventCodec
public import EventModel
public import EventSourcing

/// The plan that a person pays for, and the number of alarms that it allows to be on.
public struct AlarmTier: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case free, plus

        /// As a badge says it.
        public var title: String { self == .free ? "Free" : "Plus" }
    }

    public enum Plan: String, Hashable, Sendable, CaseIterable { case monthly, annual }

    public let name: Name
    public let plan: Plan?
    /// The day on which it renews or ends, as recorded. Only an event ends the tier.
    public let through: CivilDate?

    public init(_ name: Name, plan: Plan? = nil, through: CivilDate? = nil) {
        self.name = name
        self.plan = plan
        self.through = through
    }

    /// How many alarms there may be, and be on, without paying.
    public static let freeLimit = 2
    /// Nil: as many as one likes.
    public var limit: Int? { name == .free ? AlarmTier.freeLimit : nil }

    /// Where its events stand.
    public static let stream = StreamID(kind: "profile", id: "alarms")

    /// The tier in the folded state of the stream; free where none was recorded.
    ///
    /// No link between ledgers masks a tier (semantics §5).
    public init(_ state: RecordState?) {
        let body = state?[register: "tier"]?.body
        let date = body.flatMap { RecordFields.integer(of: TierChangedKey.through, inBody: $0) }.flatMap {
            Int32(exactly: $0)
        }
        self.init(
            body.flatMap { RecordFields.text(of: TierChangedKey.tier, inBody: $0) }.flatMap(Name.init) ?? .free,
            plan: body.flatMap { RecordFields.text(of: TierChangedKey.plan, inBody: $0) }.flatMap(Plan.init),
            through: date.map { CivilDate(day: $0) })
    }
}

/// An alarm as a tier judges it.
public struct TieredAlarm: Hashable, Sendable {
    public let stream: StreamID
    /// The moment of its create.
    public let created: Instant
    /// Whether its person has it on.
    public let isOn: Bool
    /// Whether the last announcement said that the tier leaves it on, as before any.
    public private(set) var isAnnouncedOn: Bool

    /// The same after such an announcement.
    public func announced(isOn: Bool) -> TieredAlarm {
        var alarm = self
        alarm.isAnnouncedOn = isOn
        return alarm
    }

    /// Nil for an alarm that does not stand.
    public init?(_ chronicle: Chronicle) {
        guard chronicle.stands, let created = chronicle.createdAt else { return nil }
        stream = chronicle.stream
        self.created = created
        isOn = chronicle.state?[register: AlarmState.Cause.user.rawValue]?.type != "alarm.disabled"
        isAnnouncedOn = chronicle.state?[register: AlarmState.Cause.tier.rawValue]?.type != "alarm.disabled"
    }
}

/// Which alarms a tier leaves on: a function of the alarms there are, whatever was announced.
public struct TierVerdict: Sendable {
    /// Those that the tier switches off although their person has them on.
    public let off: Set<StreamID>

    /// Of those that are on, the oldest so many stay; of equals the one whose id comes first. O(alarms · log alarms).
    public init(_ tier: AlarmTier, _ alarms: [TieredAlarm]) {
        guard let limit = tier.limit else {
            off = []
            return
        }
        let on = alarms.filter(\.isOn).sorted { ($0.created, $0.stream) < ($1.created, $1.stream) }
        off = Set(on.dropFirst(limit).map(\.stream))
    }

    /// The changes not announced yet: for each such alarm whether it is on now. In the order of the alarms.
    public func unannounced(_ alarms: [TieredAlarm]) -> [(stream: StreamID, isOn: Bool)] {
        alarms.filter { $0.isAnnouncedOn == off.contains($0.stream) }.map { ($0.stream, !off.contains($0.stream)) }
    }

    /// The banner while there are more alarms than the tier allows; nil otherwise.
    package static func banner(_ tier: AlarmTier, count: Int) -> String? {
        tier.limit.flatMap {
            count > $0 ? "Your subscription has ended. Only your \($0) oldest alarms remain active." : nil
        }
    }
}
