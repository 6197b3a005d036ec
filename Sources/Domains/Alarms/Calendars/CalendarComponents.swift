import EventModel

/// The parts of a calendar that may recur, and the zones that it defines, each from its BEGIN on.
struct CalendarComponents {
    /// Events and tasks.
    private(set) var items: [[CalendarLine]] = []
    /// The first lines of those that have no end.
    private(set) var cut: [CalendarLine] = []
    private(set) var zones: [[CalendarLine]] = []

    private static let itemNames = ["VEVENT", "VTODO"]
    private var open: [String] = []
    private var item: [CalendarLine] = []
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
            item = [line]
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
        guard holdsItem, !item.isEmpty else { return }
        if CalendarComponents.itemNames.contains(name) {
            items.append(item)
            item = []
        } else {
            closeCut()
        }
    }

    private mutating func add(_ line: CalendarLine) {
        guard let name = open.last else { return }
        if CalendarComponents.itemNames.contains(name) {
            item.append(line)
        } else if name == "VALARM", open.dropLast().last.map({ CalendarComponents.itemNames.contains($0) }) ?? false {
            reminder.append(line)
        } else if open.contains("VTIMEZONE") {
            zone.append(line)
        }
    }

    /// Keeps the times of a reminder. A reminder whose action is NONE is silent (Apple's calendars hold such).
    private mutating func closeReminder(where isEnded: Bool) {
        guard isEnded else { return }
        let isSilent = reminder.contains { $0.name == "ACTION" && $0.value.uppercased() == "NONE" }
        if !isSilent { item += reminder.filter { $0.name == "TRIGGER" } }
        reminder = []
    }

    private mutating func closeCut() {
        if let first = item.first { cut.append(first) }
        (item, reminder) = ([], [])
    }
}
