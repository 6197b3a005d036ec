extension CalendarReading {
    /// The texts that programs give each reminder.
    private static let stockTexts: Set = [
        "", "reminder", "event reminder", "this is an event reminder", "alarm", "default mozilla description",
        "mozilla standard description", "display reminder", "todo reminder",
    ]

    /// The warnings of an event; what its reminders (RFC 5545 §3.6.6) hold besides is named.
    mutating func warnings(_ item: CalendarItem, title: String) -> [String] {
        let names = [3_600: "1h", 86_400: "1d", 259_200: "3d", 604_800: "7d"]
        // Without a length the end is the start (RFC 5545 §3.6.1); a task may have its end alone.
        let hasLength =
            item.lines.contains { $0.name == "DTSTART" }
            && item.lines.contains { ["DTEND", "DUE", "DURATION"].contains($0.name) }
        var warnings: [String] = []
        for reminder in item.reminders {
            let triggers = reminder.filter { $0.name == "TRIGGER" }
            if triggers.isEmpty { note("unsaid", "A reminder of it has no TRIGGER and is left out.", item) }
            for trigger in triggers {
                if hasLength, trigger.parameters["RELATED"]?.uppercased() == "END" {
                    leaveOut(trigger, "it counts from the end of the event.", item)
                    continue
                }
                guard let seconds = trigger.secondsBefore, seconds == 0 || names[seconds] != nil else {
                    leaveOut(trigger, "an alarm warns 1h, 1d, 3d or 7d before.", item)
                    continue
                }
                if let name = names[seconds], !warnings.contains(name) { warnings.append(name) }
                nameParts(of: reminder, trigger, title, item)
            }
        }
        return warnings
    }

    /// Names the rest of a reminder besides its time: how often it comes, what it plays or sends, and its own text.
    private mutating func nameParts(
        of reminder: [CalendarLine], _ trigger: CalendarLine, _ title: String, _ item: CalendarItem
    ) {
        let left = reminder.filter { line in
            switch line.name {
            case "REPEAT": line.value != "0"
            case "ATTACH": true
            case "ACTION": !["DISPLAY", "AUDIO"].contains(line.value.uppercased())
            case "DESCRIPTION", "SUMMARY":
                line.text != title && !CalendarReading.stockTexts.contains(line.text.lowercased())
            default: false
            }
        }
        if left.isEmpty { return }
        let parts = left.map { "\($0.name):\($0.value.prefix(60))" }.joined(separator: ", ")
        note("partly", "Of its reminder \(trigger.value) is left out: \(parts).", item)
    }

    private mutating func leaveOut(_ trigger: CalendarLine, _ why: String, _ item: CalendarItem) {
        note("unsaid", "Its reminder \(trigger.value) is left out: \(why)", item)
    }

    private mutating func note(_ code: String, _ text: String, _ item: CalendarItem) {
        assumed.append(Note(line: item.lines[0].number, code: "warning.\(code)", text: text))
    }
}
