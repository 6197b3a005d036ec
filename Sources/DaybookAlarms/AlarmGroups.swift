public import Alarms
public import DaybookKit
public import EventCodec
public import EventModel

/// The alarms as a list shows them that puts those of one category together.
public struct AlarmGroups: Hashable, Sendable {
    public struct Group: Hashable, Sendable {
        public let category: Alarm.Category
        /// The next to fire first.
        public let alarms: [ListedAlarm]
        public var title: String { category.title }
    }

    /// In the order of the categories.
    public let asOf: AnsweredAsOf
    public let groups: [Group]
    /// Those in no group, the next to fire first.
    public let others: [ListedAlarm]

    /// All of them as a flat list shows them.
    public let all: [ListedAlarm]

    /// How many alarms make a group.
    public static let alarmsMinimum = 2

    /// `alarms` in the order of a list; where grouping is off, all of them are in no group.
    public init(_ alarms: [ListedAlarm], isOn: Bool, asOf: AnsweredAsOf) {
        self.asOf = asOf
        let byCategory = Dictionary(grouping: isOn ? alarms : []) { $0.category }.filter {
            $0.key != nil && $0.value.count >= AlarmGroups.alarmsMinimum
        }
        groups = Alarm.Category.allCases.compactMap { category in
            byCategory[category].map { Group(category: category, alarms: $0) }
        }
        all = alarms
        others = alarms.filter { byCategory[$0.category] == nil }
    }

    /// `members` gives those of an alarm of a list; in a group it has a subtitle too, which is its badge.
    public func json(_ members: (ListedAlarm) -> [JSONValue.Member]) -> JSONValue {
        .object(pairs: [
            "asOf": asOf.json,
            "groups": .array(
                groups.map { group in
                    .object(pairs: [
                        "category": .string(group.category.rawValue), "title": .string(group.title),
                        "alarms": .array(
                            group.alarms.map { .object(members($0) + [.init("subtitle", .string($0.card.badge))]) }),
                    ])
                }),
            "alarms": .array(others.map { .object(members($0)) }),
        ])
    }
}

extension Alarm.Category {
    /// As a heading says it.
    public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension Ledger {
    /// The alarms in groups while the setting `alarms.groupByCategory` is on and the tier has groups; else all of them
    /// in none. Otherwise like `alarms`.
    public func alarmGroups(_ asOf: AsOf = .now, at moment: Instant? = nil) throws -> AlarmGroups {
        let moment = moment?.inYears
        let board = try alarmBoard(asOf, at: moment)
        return AlarmGroups(
            try listed(board, at: moment ?? now), isOn: board.settings.groupsByCategory && board.tier.name == .plus,
            asOf: board.asOf)
    }
}
