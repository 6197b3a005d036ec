import DaybookKit

/// The result of an export of alarms.
public struct CalendarExport: Hashable, Sendable {
    /// A property of an alarm that a calendar cannot hold.
    public enum Lack: String, Hashable, Sendable, CaseIterable {
        /// Alarms that are off.
        case off
        /// Alarms that fire no more.
        case ended
        /// That an alarm sounds until someone answers.
        case persistent
        case photos
        /// The snooze in force.
        case snooze
        /// Occurrences that are left out, past the first thousand.
        case omissions
    }

    /// Something that the calendar is without, and of how many alarms.
    public struct LeftOut: Hashable, Sendable {
        public let what: Lack
        public let alarms: Int
    }

    /// The most occurrences that an alarm leaves out.
    static let omittedMaximum = 1_000

    public let text: String
    public let alarms: Int
    public let events: Int
    public let leftOut: [LeftOut]
}
