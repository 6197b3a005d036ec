import EventModel

/// An event of a calendar that recurs as an alarm does.
public struct CalendarAlarm: Sendable {
    /// Where it begins in the file.
    public let line: Int
    /// What names it in its calendar.
    public let uid: String
    /// The id of the alarm that it was written from; nil of another program's.
    public let ownID: String?
    public internal(set) var alarm: Alarm
    public let isEnabled: Bool
    /// `1h`, `1d`, `3d`, `7d`.
    public let warnings: [String]
}

/// What a calendar holds that can be an alarm; what cannot is named.
public struct CalendarReading: Sendable {
    public struct Note: Hashable, Sendable {
        public let line: Int
        public let code: String
        public let text: String

        public init(line: Int, code: String, text: String) {
            self.line = line
            self.code = code
            self.text = text
        }
    }

    /// Of one alarm all times and days, where this program wrote the calendar.
    public private(set) var alarms: [CalendarAlarm] = []
    public private(set) var skipped: [Note] = []
    public private(set) var assumed: [Note] = []

    /// The most characters of a title, and of a note.
    private static let titleMaximum = 60, noteMaximum = 500

    /// Nil for a text that is no calendar. O(text).
    public init?(_ text: String, knowsZone: (String) -> Bool) {
        let lines = CalendarLine.lines(text)
        guard lines.first.map({ $0.name == "BEGIN" && $0.value.uppercased() == "VCALENDAR" }) ?? false else {
            return nil
        }
        var open: [String] = []
        var event: [CalendarLine] = []
        for line in lines {
            switch line.name {
            case "BEGIN":
                open.append(line.value.uppercased())
                if open.last == "VEVENT" {
                    skipCut(event)
                    event = [line]
                }
            case "END":
                // It ends what has no end of its own within, too, such as an alarm of an event.
                let name = line.value.uppercased()
                guard let begun = open.lastIndex(of: name) else { continue }
                let holdsEvent = open[begun...].contains("VEVENT")
                open.removeSubrange(begun...)
                guard holdsEvent, !event.isEmpty else { continue }
                if name == "VEVENT" { read(event, knowsZone) } else { skipCut(event) }
                event = []
            case "TRIGGER" where open.last == "VALARM": event.append(line)
            default: if open.last == "VEVENT" { event.append(line) }
            }
        }
        skipCut(event)
        skipped.sort { $0.line < $1.line }
        if let last = lines.last, last.name != "END" || last.value.uppercased() != "VCALENDAR" {
            assumed.append(
                Note(
                    line: last.number, code: "calendar.cut",
                    text: "The file ends here, without END:VCALENDAR; it may have been cut, and have held more events.")
            )
        }
    }

    /// Names an event that has begun and has no end: what a file that was cut short lost of it would be read as not
    /// told.
    private mutating func skipCut(_ event: [CalendarLine]) {
        guard let first = event.first else { return }
        skipped.append(
            Note(line: first.number, code: "event.cut", text: "It has no END:VEVENT; the file may have been cut."))
    }

    /// Why an event is no alarm, by code and in words.
    private struct Skipped: Error {
        let code: String
        let text: String
    }

    private mutating func read(_ event: [CalendarLine], _ knowsZone: (String) -> Bool) {
        let line = event[0].number
        do throws(Skipped) {
            let found = try alarm(event, line, knowsZone)
            if let own = found.ownID, let index = alarms.firstIndex(where: { $0.ownID == own }) {
                alarms[index].alarm.schedule.unite(with: found.alarm.schedule)
            } else {
                alarms.append(found)
            }
        } catch { skipped.append(Note(line: line, code: error.code, text: error.text)) }
    }

    private mutating func alarm(_ event: [CalendarLine], _ line: Int, _ knowsZone: (String) -> Bool) throws(Skipped)
        -> CalendarAlarm
    {
        func told(_ name: String) -> CalendarLine? { event.first { $0.name == name } }
        if told("RECURRENCE-ID") != nil {
            throw Skipped(code: "event.exception", text: "It changes one occurrence of another event.")
        }
        guard let rule = told("RRULE") else { throw Skipped(code: "event.once", text: "It does not recur.") }
        guard let start = told("DTSTART") else { throw Skipped(code: "event.unreadable", text: "It has no start.") }
        let uid = told("UID")?.text ?? ""
        let ownID = CalendarReading.ownID(uid)
        var alarm = Alarm()
        alarm.schedule = try schedule(start, rule, line, isOwn: ownID != nil, knowsZone)
        alarm.title = cut(
            told("SUMMARY")?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? "",
            CalendarReading.titleMaximum, "title", line)
        alarm.note = told("DESCRIPTION").map { cut($0.text, CalendarReading.noteMaximum, "note", line) }
        alarm.category = told("CATEGORIES").flatMap { Alarm.Category(rawValue: $0.text.lowercased()) }
        if told("EXDATE") != nil || told("RDATE") != nil {
            assumed.append(
                Note(
                    line: line, code: "event.exceptions",
                    text: "Dates that it leaves out or adds (EXDATE, RDATE) are not taken."))
        }
        return CalendarAlarm(
            line: line, uid: uid, ownID: ownID, alarm: alarm,
            isEnabled: told("STATUS")?.value.uppercased() != "CANCELLED", warnings: warnings(event, line))
    }

    // MARK: - When

    private mutating func schedule(
        _ start: CalendarLine, _ rule: CalendarLine, _ line: Int, isOwn: Bool, _ knowsZone: (String) -> Bool
    ) throws(Skipped) -> ScheduleFields {
        guard start.value.contains("T") else {
            throw Skipped(code: "event.wholeDay", text: "It is of whole days and has no time.")
        }
        guard let (date, time) = CalendarReading.time(start.value) else {
            throw Skipped(code: "event.unreadable", text: "Its start cannot be read.")
        }
        let read: CalendarRule
        do throws(CalendarRule.Left) { read = try CalendarRule(rule.value, first: date) } catch {
            throw Skipped(code: "rule.unsaid", text: error.text)
        }
        if read.clamps, !isOwn {
            assumed.append(
                Note(
                    line: line, code: "rule.shortMonths",
                    text: "Where a month is too short for its day, the alarm fires on the month's last."))
        }
        var fields = read.fields
        fields.start = date
        fields.times = [time]
        if start.value.hasSuffix("Z") {
            (fields.zone, fields.floating) = ("UTC", false)
        } else if let zone = start.parameters["TZID"] {
            guard knowsZone(zone) else {
                throw Skipped(code: "zone.unknown", text: "\"\(zone)\" is not a zone of the tz database.")
            }
            (fields.zone, fields.floating) = (zone, false)
        } else {
            fields.floating = true
        }
        return fields
    }

    /// `20260210T090000` as its date and `09:00`; seconds are left out.
    private static func time(_ value: String) -> (CivilDate, String)? {
        let utf8 = Array(value.utf8)
        guard utf8.count >= 15, utf8[8] == UInt8(ascii: "T"), let year = Digits.value(utf8[0..<4]),
            let month = Digits.value(utf8[4..<6]),
            let day = Digits.value(utf8[6..<8]), let hour = Digits.value(utf8[9..<11]),
            let minute = Digits.value(utf8[11..<13]), hour < 24, minute < 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return (date, "\(Digits.text(hour, width: 2)):\(Digits.text(minute, width: 2))")
    }

    // MARK: - What

    /// `a` of `a-0900@daybook` and `a-0900-d31@daybook`.
    private static func ownID(_ uid: String) -> String? {
        guard uid.hasSuffix("@daybook") else { return nil }
        var parts = uid.dropLast(8).split(separator: "-", omittingEmptySubsequences: false)
        if let last = parts.last, ["d29", "d30", "d31"].contains(last) { parts.removeLast() }
        guard parts.count > 1, let time = parts.popLast(), time.utf8.count == 4,
            Digits.value(Array(time.utf8)[...]) != nil
        else { return nil }
        return StreamID("alarm/\(parts.joined(separator: "-"))")?.id
    }

    private mutating func cut(_ text: String, _ maximum: Int, _ name: String, _ line: Int) -> String {
        guard text.unicodeScalars.count > maximum else { return text }
        assumed.append(Note(line: line, code: "\(name).tooLong", text: "Its \(name) is cut to \(maximum) characters."))
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximum)))
    }

    private mutating func warnings(_ event: [CalendarLine], _ line: Int) -> [String] {
        let names = [3_600: "1h", 86_400: "1d", 259_200: "3d", 604_800: "7d"]
        var warnings: [String] = []
        for trigger in event where trigger.name == "TRIGGER" {
            let seconds = trigger.secondsBefore
            if seconds == 0 { continue }
            if let name = seconds.flatMap({ names[$0] }) {
                if !warnings.contains(name) { warnings.append(name) }
            } else {
                assumed.append(
                    Note(
                        line: line, code: "warning.unsaid",
                        text: "Its reminder \(trigger.value) is left out: an alarm warns 1h, 1d, 3d or 7d before."))
            }
        }
        return warnings
    }
}

extension ScheduleFields {
    /// Adds the days and times of another rule of the same alarm.
    fileprivate mutating func unite(with other: ScheduleFields) {
        days = Set(days + other.days).sorted()
        times = Set(times + other.times).sorted()
        start = [start, other.start].compactMap { $0 }.min()
    }
}
