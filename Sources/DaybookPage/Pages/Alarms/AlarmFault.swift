import DaybookDomains

/// Why a form of an alarm was not taken, and at which of its fields.
struct AlarmFault {
    let message: String
    let field: AlarmForm.Field?

    init(_ refusal: FormRefusal, _ form: AlarmForm) {
        message =
            switch refusal.code {
            case "key.conflict":
                "This form was saved before, with other values. Discard it, and change the alarm that it saved."
            case "version.conflict":
                "This alarm was changed after this form was opened. Look at the values again, and save once more."
            case "title.tooLong": "The name of an alarm has at most 60 characters."
            case "note.tooLong": "The note of an alarm has at most 500 characters."
            case "interval.range": ScheduleRules.intervalRange.message
            case "timesInAll.range": "An alarm fires 1 to \(Schedule.countMaximum) times in all."
            default: refusal.message
            }
        field = AlarmFault.field(refusal.code, form)
    }

    private static func field(_ code: String, _ form: AlarmForm) -> AlarmForm.Field? {
        let part = String(code.prefix { $0 != "." })
        switch part {
        case "days": return form.kind == .weekly ? .weekdays : .monthdays
        case "times": return .time
        case "end": return .until
        case "year": return form.kind == .annual ? .year : .startYear
        default: return AlarmForm.Field(rawValue: part)
        }
    }

    /// The message above the form; it leads to the field.
    func addMessage(to content: inout HTML) {
        content.element(.div, .class("refusal"), .named("role", "alert")) { content in
            content.element(.p, .class("warning")) { content in
                if let field {
                    content.element(.a, .named("href", "#\(field.rawValue)")) { $0.isolated(message) }
                } else {
                    content.isolated(message)
                }
            }
            content.element(.p, text: "Nothing was written.")
        }
    }
}
