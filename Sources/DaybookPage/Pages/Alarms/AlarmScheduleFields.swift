import DaybookDomains

/// The fields of a schedule: its kind, its interval, its days, its times and its end.
enum AlarmScheduleFields {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    static func add(_ parts: FormParts, to content: inout HTML) {
        let form = parts.form
        for (name, field) in [("was", AlarmForm.Field.kind), ("had", .interval)] {
            content.element(
                .input, .named("type", "hidden"), .named("name", name), .named("value", form.text(field) ?? ""))
        }
        addKinds(parts, to: &content)
        parts.addNumber(.interval, "Every", maximum: Schedule.intervalMaximum, to: &content) { content in
            content.element(.output, .id("interval-text"), .named("for", "interval"), text: intervalText(form))
        }
        addDays(parts, to: &content)
        addFirst(parts, to: &content)
        addTimes(parts, to: &content)
        addEnd(parts, to: &content)
        let zones = [("", "As the settings say"), ("floating", "Follows my time zone"), ("fixed", "Stays in its own")]
        parts.addChoice(.zone, "Time zone", zones, to: &content)
    }

    /// `3 months`.
    private static func intervalText(_ form: AlarmForm) -> String {
        let count = form.text(.interval) ?? ""
        return "\(count) \(form.kind.unit)\(count == "1" ? "" : "s")"
    }

    private static func addKinds(_ parts: FormParts, to content: inout HTML) {
        parts.addGroup(.kind, "Repeats", to: &content) { content in
            for kind in ScheduleFields.Kind.allCases {
                content.element(.label, .class("box")) { content in
                    content.element(
                        .input, .named("type", "radio"), .named("name", "kind"), .id("kind-\(kind.rawValue)"),
                        .named("value", kind.rawValue), .named("data-unit", kind.unit),
                        .flag("checked", kind == parts.form.kind))
                    content.text(" \(kind.title)")
                }
            }
        }
    }

    private static func addDays(_ parts: FormParts, to content: inout HTML) {
        parts.addGroup(.weekdays, "Days of the week", of: [.weekly], to: &content) { content in
            for (index, name) in weekdays.enumerated() {
                FormParts.addBox(
                    "weekdays", "\(index + 1)", name, isOn: parts.form.weekdays.contains(index + 1), to: &content)
            }
        }
        parts.addGroup(.monthdays, "Days of the month", of: [.monthlyDate], more: " monthdays", to: &content) {
            content in
            for day in 1...31 {
                FormParts.addBox(
                    "monthdays", "\(day)", "\(day)", isOn: parts.form.monthdays.contains(day), to: &content)
            }
        }
        let weeks = [("1", "First"), ("2", "Second"), ("3", "Third"), ("4", "Fourth"), ("-1", "Last")]
        parts.addChoice(.week, "Week of the month", weeks, of: [.monthlyRelative], to: &content)
        parts.addChoice(.weekday, "Weekday", numbered(weekdays), of: [.monthlyRelative], to: &content)
    }

    private static func numbered(_ names: [String]) -> [(String, String)] {
        names.enumerated().map { ("\($0.offset + 1)", $0.element) }
    }

    /// The first occurrence of a year, the first month of months, the first day of weeks and days.
    private static func addFirst(_ parts: FormParts, to content: inout HTML) {
        content.element(.fieldset, .class("group of of-annual"), .id("first")) { content in
            content.element(.legend, text: "First occurrence")
            parts.addChoice(.month, "Month", numbered(months), to: &content)
            parts.addChoice(.day, "Day", (1...31).map { ("\($0)", "\($0)") }, to: &content)
            parts.addNumber(.year, "Year", maximum: 9999, to: &content)
        }
        content.element(.fieldset, .class("group counted of of-monthlyDate of-monthlyRelative"), .id("begins")) {
            content in
            content.element(.legend, text: "First month")
            parts.addChoice(.startMonth, "Month", numbered(months), to: &content)
            parts.addNumber(.startYear, "Year", maximum: 9999, to: &content)
            content.element(.p, .class("faint"), text: "An interval of 1 has no first month.")
        }
        parts.addDate(.start, "First day (empty: today)", of: [.weekly, .customDays], to: &content)
    }

    private static func addTimes(_ parts: FormParts, to content: inout HTML) {
        parts.addGroup(.time, "Times of day", more: " times-of-day", to: &content) { content in
            for (index, time) in (parts.form.times + [""]).enumerated() {
                content.element(
                    .input, .named("type", "time"), .named("name", "time"), .named("value", time),
                    .label(time.isEmpty ? "Another time" : "Time \(index + 1)"))
            }
        }
    }

    private static func addEnd(_ parts: FormParts, to content: inout HTML) {
        parts.addDate(.until, "Last day (empty: no end)", to: &content)
        parts.addNumber(
            .timesInAll, "Times in all (empty: no end)", maximum: Schedule.countMaximum, to: &content)
    }
}
