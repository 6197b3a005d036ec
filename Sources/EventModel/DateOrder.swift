/// The order of day, month and year in the dates of a file; the raw value is its name on the command line.
public enum DateOrder: String, CaseIterable, Sendable {
    case monthDayYear = "mdy"
    case dayMonthYear = "dmy"
    case yearMonthDay = "ymd"
}
