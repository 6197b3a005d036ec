import DaybookDomains

/// The content of a form of an alarm, in the form of its events.
extension AlarmForm {
    /// The data of alarm.created.
    ///
    /// - Throws: ``FormRefusal`` for what cannot be read.
    func data() throws -> JSONValue {
        let fields = Part.allCases.compactMap { part -> JSONValue.Member? in
            let value = value(part)
            return value == .null || value == .bool(false) ? nil : JSONValue.Member(part.rawValue, value)
        }
        return .object(fields + [.init("schedule", .object(try schedule()))])
    }

    /// The fields that differ from the form of the alarm. The schedule is whole, or empty if it does not change.
    ///
    /// - Parameter stated: The schedule as the alarm's events record it.
    /// - Throws: ``FormRefusal`` for what cannot be read, and where nothing differs.
    func changes(of old: AlarmForm, _ stated: JSONValue) throws -> (
        fields: [JSONValue.Member], schedule: [JSONValue.Member]
    ) {
        let fields = Part.allCases.compactMap { part -> JSONValue.Member? in
            let value = value(part)
            return value == old.value(part) ? nil : JSONValue.Member(part.rawValue, value)
        }
        let isSame = scheduleTexts == old.scheduleTexts
        if fields.isEmpty, isSame {
            throw FormRefusal(
                code: "edit.nothing", message: "Nothing to change: the alarm already has these values.", field: nil)
        }
        return (fields, isSame ? [] : try schedule(after: old, stated))
    }

    // MARK: - Fields

    private enum Part: String, CaseIterable { case title, note, persistent, category, preAlarms }

    private func value(_ part: Part) -> JSONValue {
        func text(_ field: Field) -> JSONValue { self.text(field).map { .string($0) } ?? .null }
        switch part {
        case .title: return .string(texts[.title] ?? "")
        case .note: return text(.note)
        case .persistent: return .bool(isPersistent)
        case .category: return text(.category)
        case .preAlarms:
            let all = PreAlarm.allCases.map(\.rawValue).filter(leads.contains)
            return all.isEmpty ? .null : .array(all.map { .string($0) })
        }
    }

    // MARK: - Schedule

    /// All that the schedule is made of.
    private var scheduleTexts: [String] {
        var fields: [Field] = [.kind, .interval, .until, .timesInAll, .zone]
        switch kind {
        case .weekly, .customDays: fields.append(.start)
        case .monthlyDate: break
        case .monthlyRelative: fields += [.week, .weekday]
        case .annual: fields += [.month, .day, .year]
        }
        if hasStartMonth { fields += [.startMonth, .startYear] }
        var texts = fields.map { text($0) ?? "" }
        let days: Set<Int> = kind == .weekly ? weekdays : kind == .monthlyDate ? monthdays : []
        texts.append(days.sorted().map(String.init).joined(separator: ","))
        return texts + times
    }

    /// Whether the form asks for the month in which the alarm begins.
    var hasStartMonth: Bool { kind.unit == "month" && text(.interval) != "1" }

    private func schedule(after old: AlarmForm? = nil, _ stated: JSONValue = .null) throws -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("kind", .string(kind.rawValue))]
        func add(_ name: String, _ value: JSONValue?) { if let value { members.append(.init(name, value)) } }
        func days(_ days: Set<Int>) -> JSONValue { .array(days.sorted().map { .integer($0) }) }
        add("interval", .integer(try number(.interval)))
        switch kind {
        case .weekly: add("days", days(weekdays))
        case .monthlyDate: add("days", days(monthdays))
        case .monthlyRelative:
            add("week", .integer(try number(.week)))
            add("weekday", .integer(try number(.weekday)))
        case .annual:
            add("month", .integer(try number(.month)))
            add("day", .integer(try number(.day)))
        case .customDays: break
        }
        add("times", .array(times.map { .string($0) }))
        add("until", try date(.until).map { .string("\($0)") })
        if text(.timesInAll) != nil { add("timesInAll", .integer(try number(.timesInAll))) }
        add("floating", text(.zone).map { .bool($0 == "floating") })
        add("zone", stated["zone"])
        add("weekStart", stated["weekStart"])
        if let old, isCountedAlike(old) {
            add("start", stated["start"])
            add("startAfter", stated["startAfter"])
        } else if let old, startTexts == old.startTexts, kind.unit != "month" || hasStartMonth {
            add("start", stated["start"])
        } else {
            add("start", try start().map { .string("\($0)") })
        }
        return members
    }

    /// Whether the same number of times goes on to be counted.
    private func isCountedAlike(_ old: AlarmForm) -> Bool {
        guard let count = text(.timesInAll), count == old.text(.timesInAll) else { return false }
        return startTexts == old.startTexts && text(.interval) == old.text(.interval)
    }

    private var startTexts: [String] {
        var fields: [Field] = [.kind]
        switch kind {
        case .weekly, .customDays: fields.append(.start)
        case .annual: fields += [.year, .month, .day]
        case .monthlyDate, .monthlyRelative: fields += [.startYear, .startMonth]
        }
        return fields.map { text($0) ?? "" }
    }

    /// The day from which it is counted; a day that its month lacks is the last of the month.
    private func start() throws -> CivilDate? {
        switch kind {
        case .weekly, .customDays: return try date(.start)
        case .annual: return try day(.year, .month, try number(.day))
        case .monthlyDate, .monthlyRelative: return hasStartMonth ? try day(.startYear, .startMonth, 1) : nil
        }
    }

    private func day(_ yearField: Field, _ monthField: Field, _ day: Int) throws -> CivilDate? {
        let (year, month) = (try number(yearField), try number(monthField))
        guard (1...9999).contains(year) else {
            throw FormRefusal(code: "year.range", message: "A year is 1 to 9999.", field: nil)
        }
        // The rules of schedules refuse another month.
        guard (1...12).contains(month), day >= 1 else { return nil }
        return CivilDate(year: year, month: month, day: min(day, CivilDate.daysInMonth(year: year, month: month)))
    }

    private func number(_ field: Field) throws -> Int {
        let text = text(field) ?? ""
        guard let number = Int(text) else {
            let what = FieldText.name(field.rawValue).lowercased()
            throw FormRefusal(
                code: "\(field.rawValue).unreadable",
                message: text.isEmpty ? "The \(what) is missing." : "The \(what) \"\(text)\" is no whole number.",
                field: nil)
        }
        return number
    }

    private func date(_ field: Field) throws -> CivilDate? {
        guard let text = text(field) else { return nil }
        guard let date = CivilDate(text) else {
            throw FormRefusal(
                code: "\(field.rawValue).unreadable", message: "\"\(text)\" is no date. Write it like 2026-02-10.",
                field: nil)
        }
        return date
    }
}
