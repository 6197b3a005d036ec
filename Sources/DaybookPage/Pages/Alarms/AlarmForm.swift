import DaybookDomains

/// The fields of an alarm as a form has them: what was typed, until all of it can be read.
struct AlarmForm {
    /// A field of the form that is one text.
    enum Field: String, CaseIterable {
        case title, kind, interval, weekdays, monthdays, week, weekday, month, day, year, startMonth, startYear, start
        case time, until, timesInAll, note, category, zone, leads
    }

    private(set) var texts: [Field: String] = [:]
    /// Times of day as a browser sends them.
    private(set) var times: [String] = []
    /// 1 (Sunday) to 7.
    private(set) var weekdays: Set<Int> = []
    /// Days of the month.
    private(set) var monthdays: Set<Int> = []
    private(set) var leads: Set<String> = []
    private(set) var isPersistent = false

    var kind: ScheduleFields.Kind { texts[.kind].flatMap(ScheduleFields.Kind.init) ?? .weekly }

    /// The defaults of a new alarm: weekly, at the current minute.
    init(beginning ledger: Ledger) {
        let fields = JSONValue.object(ledger.startingFields(of: []))
        let (year, month, day) = ledger.today.components
        texts = [
            .kind: fields["kind"]?.stringValue ?? "", .interval: "1", .month: "\(month)", .day: "\(day)",
            .year: "\(year)", .startMonth: "\(month)", .startYear: "\(year)", .week: "1", .weekday: "2",
        ]
        if case .array(let all)? = fields["times"] { times = all.compactMap(\.stringValue) }
    }

    /// An alarm as it stands.
    init(_ detail: AlarmDetail, _ ledger: Ledger) {
        self.init(beginning: ledger)
        let (alarm, schedule) = (detail.alarm, detail.alarm.schedule)
        texts[.title] = alarm.title
        texts[.note] = alarm.note
        texts[.category] = alarm.category?.rawValue
        texts[.kind] = schedule.kind.rawValue
        texts[.interval] = "\(schedule.interval)"
        texts[.start] = schedule.start.map { "\($0)" }
        texts[.until] = schedule.until.map { "\($0)" }
        texts[.timesInAll] = schedule.timesInAll.map { "\($0)" }
        texts[.zone] = schedule.floating.map { $0 ? "floating" : "fixed" }
        let first = (detail.firstOccurrence ?? schedule.start ?? ledger.today).components
        switch schedule.kind {
        case .weekly: weekdays = Set(schedule.days)
        case .monthlyDate: monthdays = Set(schedule.days)
        case .monthlyRelative:
            texts[.week] = "\(schedule.week)"
            texts[.weekday] = "\(schedule.weekday)"
        case .annual:
            texts[.month] = "\(schedule.month)"
            texts[.day] = "\(schedule.day)"
            texts[.year] = "\(first.year)"
        case .customDays: break
        }
        if schedule.start != nil {
            texts[.startMonth] = "\(first.month)"
            texts[.startYear] = "\(first.year)"
        }
        times = schedule.times
        leads = Set(alarm.preAlarms)
        isPersistent = alarm.persistent
    }

    /// The form that a browser sent. A kind other than the shown one begins with an interval of 1.
    init(_ items: [PageAddress.Item]) {
        for item in items {
            let number = Digits.value(Array(item.value.utf8)[...])
            switch item.name {
            case "time": if !item.value.isEmpty, times.count < 32 { times.append(item.value) }
            case "weekdays": if let number { weekdays.insert(number) }
            case "monthdays": if let number { monthdays.insert(number) }
            case "leads": leads.insert(item.value)
            case "persistent": isPersistent = item.value == "on"
            default:
                // A browser ends the lines of a text area as a form of the web does.
                if let field = Field(rawValue: item.name) {
                    texts[field] = item.value.split(separator: "\r\n", omittingEmptySubsequences: false)
                        .joined(separator: "\n")
                }
            }
        }
        let (shown, interval) = (items.last { $0.name == "was" }?.value, items.last { $0.name == "had" }?.value)
        if let shown, shown != texts[.kind], interval == texts[.interval] { texts[.interval] = "1" }
    }

    func text(_ field: Field) -> String? {
        guard let text = texts[field], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// Of everything that a person enters: equal for a form that is sent again unchanged.
    var digest: String {
        let fields = Field.allCases.map { "\($0.rawValue)=\(texts[$0] ?? "")" }
        let sets = [weekdays.sorted().map(String.init), monthdays.sorted().map(String.init), leads.sorted(), times]
        let all = fields + sets.map { $0.joined(separator: ",") } + ["\(isPersistent)"]
        return Ledger.digest(ofFile: Array(all.joined(separator: "\0").utf8))
    }
}

extension ScheduleFields.Kind {
    /// As a form names it.
    var title: String {
        switch self {
        case .weekly: "Weekly"
        case .monthlyDate: "Monthly"
        case .monthlyRelative: "Monthly on a weekday"
        case .annual: "Annual"
        case .customDays: "Every so many days"
        }
    }

    /// The unit that its interval counts.
    var unit: String {
        switch self {
        case .weekly: "week"
        case .monthlyDate, .monthlyRelative: "month"
        case .annual: "year"
        case .customDays: "day"
        }
    }
}
