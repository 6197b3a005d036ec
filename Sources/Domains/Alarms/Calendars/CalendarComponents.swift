/// An event or a task from its BEGIN on, and its reminders.
struct CalendarItem {
    var lines: [CalendarLine]
    var reminders: [[CalendarLine]] = []
}

/// The parts of a calendar that may recur, and the zones that it defines, each from its BEGIN on.
struct CalendarComponents {
    /// Events and tasks.
    private(set) var items: [CalendarItem] = []
    /// The first lines of those that have no end.
    private(set) var cut: [CalendarLine] = []
    private(set) var zones: [[CalendarLine]] = []

    private static let itemNames = ["VEVENT", "VTODO"]
    private var open: [String] = []
    private var item = CalendarItem(lines: [])
    private var zone: [CalendarLine] = []
    /// The reminder that is open, within an item.
    private var reminder: [CalendarLine] = []

    init(_ lines: [CalendarLine]) {
        for line in lines {
            switch line.name {
            case "BEGIN": begin(line)
            case "END": end(line.value.uppercased())
            default: add(line)
            }
        }
        closeCut()
    }

    private mutating func begin(_ line: CalendarLine) {
        open.append(line.value.uppercased())
        if let name = open.last, CalendarComponents.itemNames.contains(name) {
            closeCut()
            item = CalendarItem(lines: [line])
        } else if open.contains("VTIMEZONE") {
            zone.append(line)
        }
    }

    /// Ends also what has no end of its own within, such as a reminder of an event.
    private mutating func end(_ name: String) {
        guard let begun = open.lastIndex(of: name) else { return }
        let ended = open[begun...]
        closeReminder(where: ended.contains("VALARM"))
        let holdsItem = ended.contains { CalendarComponents.itemNames.contains($0) }
        if ended.contains("VTIMEZONE") {
            zones.append(zone)
            zone = []
        }
        open.removeSubrange(begun...)
        guard holdsItem, !item.lines.isEmpty else { return }
        if CalendarComponents.itemNames.contains(name) {
            items.append(item)
            item = CalendarItem(lines: [])
        } else {
            closeCut()
        }
    }

    private mutating func add(_ line: CalendarLine) {
        guard let name = open.last else { return }
        if CalendarComponents.itemNames.contains(name) {
            item.lines.append(line)
        } else if name == "VALARM", open.dropLast().last.map({ CalendarComponents.itemNames.contains($0) }) ?? false {
            reminder.append(line)
        } else if open.contains("VTIMEZONE") {
            zone.append(line)
        }
    }

    /// Keeps a reminder. A reminder whose action is NONE is silent (Apple's calendars hold such).
    private mutating func closeReminder(where isEnded: Bool) {
        guard isEnded else { return }
        let isSilent = reminder.contains { $0.name == "ACTION" && $0.value.uppercased() == "NONE" }
        if !isSilent { item.reminders.append(reminder) }
        reminder = []
    }

    private mutating func closeCut() {
        if let first = item.lines.first { cut.append(first) }
        (item, reminder) = (CalendarItem(lines: []), [])
    }
}
