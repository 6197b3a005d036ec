extension Schedule {
    /// `Weekly`, `Every 3 Months`, `Daily`: what the card's badge says.
    public var badge: String {
        switch rule {
        case .weekly: interval == 1 ? "Weekly" : "Every \(interval) Weeks"
        case .monthlyDate, .monthlyRelative: interval == 1 ? "Monthly" : "Every \(interval) Months"
        case .annual: interval == 1 ? "Annual" : "Every \(interval) Years"
        case .customDays: interval == 1 ? "Daily" : "Every \(interval) Days"
        }
    }

    /// `1 week`, `3 months`, `10 years`, `1 day`: how the interval reads.
    public var intervalText: String {
        let unit =
            switch rule {
            case .weekly: "week"
            case .monthlyDate, .monthlyRelative: "month"
            case .annual: "year"
            case .customDays: "day"
            }
        return interval == 1 ? "1 \(unit)" : "\(interval) \(unit)s"
    }

    /// `9:00 AM`, of several times `9:00 AM, 9:00 PM`.
    public var timeText: String { times.map(Schedule.clockText).joined(separator: ", ") }

    private static func clockText(_ second: Int) -> String {
        let (hour, minute) = (second / 3600, second / 60 % 60)
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute < 10 ? "0" : "")\(minute) \(hour < 12 ? "AM" : "PM")"
    }
}
