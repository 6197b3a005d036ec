public import EventModel

/// An event of a calendar that recurs as an alarm does.
public struct CalendarAlarm: Sendable {
    /// Where it begins in the file.
    public let line: Int
    /// Its name in its calendar.
    public let uid: String
    /// Whether the calendar names it; else its content does.
    public let hasUID: Bool
    /// The id of the alarm that it was written from; nil of another program's.
    public let ownID: String?
    public internal(set) var alarm: Alarm
    public let isEnabled: Bool
    /// `1h`, `1d`, `3d`, `7d`.
    public let warnings: [String]
    /// The occurrences that the calendar leaves out or moves.
    public internal(set) var omissions: [CalendarOmission]
}

/// The components of a calendar that can be alarms; the others are named.
public struct CalendarReading: Sendable {
    public struct Note: Hashable, Sendable {
        public let line: Int
        public let code: String
        public let text: String
        public let remedy: Remedy?

        public init(line: Int, code: String, text: String, remedy: Remedy? = nil) {
            self.line = line
            self.code = code
            self.text = text
            self.remedy = remedy
        }
    }

    /// Of one alarm all times and days, where this program wrote the calendar.
    public private(set) var alarms: [CalendarAlarm] = []
    public private(set) var skipped: [Note] = []
    public internal(set) var assumed: [Note] = []

    /// The most characters of a title, and of a note.
    private static let titleMaximum = 60, noteMaximum = 500

    /// The zones that the names of its times mean.
    private var zones: CalendarZoneNames
    /// The zone of times without one.
    private let here: any ZoneRules
    /// The occurrences that another event of the same UID changes.
    private var changed: [(uid: String, omission: CalendarOmission, line: Int)] = []

    /// Reads the bytes of an iCalendar file; `zone` gives the zones of the tz database that the reader has, `here` is
    /// that of times without a zone, `normalize` gives a text in Form C.
    ///
    /// - Returns: Nil for bytes that are no calendar, or not UTF-8.
    /// - Complexity: O(bytes).
    public init?(
        _ bytes: [UInt8], zone: @escaping @Sendable (String) -> (any ZoneRules)?, here: any ZoneRules,
        normalize: (String) -> String
    ) {
        guard let lines = CalendarLine.lines(bytes, normalize: normalize), let first = lines.first,
            first.name == "BEGIN", first.value.uppercased() == "VCALENDAR"
        else { return nil }
        zones = CalendarZoneNames(zone: zone)
        self.here = here
        // A file may hold several calendars, each with zones of its own (RFC 5545 §3.4).
        let starts = lines.indices.filter { $0 == 0 || lines[$0].begins("VCALENDAR") }
        for (start, end) in zip(starts, starts.dropFirst() + [lines.count]) {
            let components = CalendarComponents(Array(lines[start..<end]))
            zones = CalendarZoneNames(zone: zone)
            for definition in components.zones { zones.add(definition) }
            for item in components.items { read(item) }
            for first in components.cut {
                // Components lost from a truncated file would be read as absent.
                let text = "It has no END:\(first.value.uppercased()); the file may have been cut."
                skipped.append(Note(line: first.number, code: "event.cut", text: text))
            }
        }
        omitChanged()
        skipped.sort { $0.line < $1.line }
        if let last = lines.last, last.name != "END" || last.value.uppercased() != "VCALENDAR" {
            let text = "The file ends here, without END:VCALENDAR; it may have been cut, and have held more events."
            assumed.append(Note(line: last.number, code: "calendar.cut", text: text))
        }
    }

    /// Why an event is no alarm, by code and in words.
    private struct Skipped: Error {
        let code: String
        let text: String
    }

    private mutating func read(_ item: CalendarItem) {
        let line = item.lines[0].number
        do throws(Skipped) {
            let found = try alarm(item, line)
            if let own = found.ownID, let index = alarms.firstIndex(where: { $0.ownID == own }) {
                alarms[index].alarm.schedule.unite(with: found.alarm.schedule)
                alarms[index].omissions += found.omissions
            } else {
                alarms.append(found)
            }
        } catch { skipped.append(Note(line: line, code: error.code, text: error.text)) }
    }

    private mutating func alarm(_ item: CalendarItem, _ line: Int) throws(Skipped) -> CalendarAlarm {
        let event = item.lines
        func property(_ name: String) -> CalendarLine? { event.first { $0.name == name } }
        let uid = property("UID")?.text ?? ""
        if let other = property("RECURRENCE-ID") {
            if !uid.isEmpty, let omission = omissions(other).first { changed.append((uid, omission, line)) }
            throw Skipped(code: "event.exception", text: "It changes one occurrence of another event.")
        }
        guard let rule = property("RRULE") else { throw Skipped(code: "event.once", text: "It does not recur.") }
        // A task may have the day when it is due alone.
        guard let start = property("DTSTART") ?? property("DUE") else {
            throw Skipped(code: "event.unreadable", text: "It has no start.")
        }
        let ownID = CalendarReading.ownID(uid)
        var alarm = Alarm()
        alarm.schedule = try schedule(start, rule, line, isOwn: ownID != nil)
        if ownID != nil { alarm.schedule.readEnd(property(CalendarEnd.countName), property(CalendarEnd.startName)) }
        let words = property("SUMMARY")?.text.split(whereSeparator: \.isWhitespace) ?? []
        alarm.title = cut(words.joined(separator: " "), CalendarReading.titleMaximum, "title", line)
        alarm.note = property("DESCRIPTION").map { cut($0.text, CalendarReading.noteMaximum, "note", line) }
        alarm.category = property("CATEGORIES").flatMap { Alarm.Category(rawValue: $0.text.lowercased()) }
        nameLeftOut(event, line)
        if uid.isEmpty {
            let text = "It has no UID; its title, start and rule name it."
            assumed.append(Note(line: line, code: "event.noUID", text: text))
        }
        let content = [alarm.title, start.value, start.parameters["TZID"] ?? "", rule.value].joined(separator: "\n")
        let status = property("STATUS")?.value.uppercased()
        if status == "COMPLETED" {
            assumed.append(Note(line: line, code: "event.completed", text: "It is completed, so its alarm is off."))
        }
        return CalendarAlarm(
            line: line, uid: uid.isEmpty ? content : uid, hasUID: !uid.isEmpty, ownID: ownID,
            alarm: alarm, isEnabled: status != "CANCELLED" && status != "COMPLETED",
            warnings: warnings(item, title: alarm.title),
            omissions: event.filter { $0.name == "EXDATE" }.flatMap(omissions))
    }

    /// Names what changes the occurrences of an event besides its rule and that no alarm holds.
    private mutating func nameLeftOut(_ event: [CalendarLine], _ line: Int) {
        func note(_ code: String, _ text: String) { assumed.append(Note(line: line, code: code, text: text)) }
        if event.contains(where: { $0.name == "RDATE" }) {
            note("event.additions", "The dates that it adds (RDATE) are left out.")
        }
        if event.contains(where: { $0.name == "EXRULE" }) {
            note(
                "event.exceptionRule",
                "Its EXRULE is left out: the alarm also fires on the days that this rule excludes.")
        }
        if event.count(where: { $0.name == "RRULE" }) > 1 {
            note("rule.further", "It has more than one rule; the alarm follows the first.")
        }
    }

    // MARK: - Occurrences that are left out

    /// The occurrences that an EXDATE or a RECURRENCE-ID names; values that cannot be read are none.
    private func omissions(_ line: CalendarLine) -> [CalendarOmission] {
        line.value.split(separator: ",").compactMap { value in
            guard let time = CalendarTime(String(value)) else {
                return CalendarTime.date(Array(value.utf8)[...]).map { .day($0) }
            }
            func instant(_ rules: any ZoneRules) -> CalendarOmission {
                .instant(rules.instant(of: time.date, secondOfDay: time.minute * 60))
            }
            if time.isUniversal { return instant(UniversalTime()) }
            guard let name = line.parameters["TZID"] else { return .local(time.date, minute: time.minute) }
            return zones.meaning(of: name, year: time.date.components.year).flatMap { zones.zone($0.name) }.map(instant)
        }
    }

    /// An occurrence that another event changes does not fire at its old time.
    private mutating func omitChanged() {
        for change in changed {
            guard let index = alarms.firstIndex(where: { $0.uid == change.uid }) else { continue }
            alarms[index].omissions.append(change.omission)
            guard let note = skipped.firstIndex(where: { $0.line == change.line }) else { continue }
            let text = "It changes one occurrence of another event; the alarm leaves that occurrence out."
            skipped[note] = Note(line: change.line, code: "event.exception", text: text)
        }
    }

    // MARK: - When

    private mutating func schedule(
        _ start: CalendarLine, _ rule: CalendarLine, _ line: Int, isOwn: Bool
    ) throws(Skipped) -> ScheduleFields {
        guard start.value.contains("T") else {
            throw Skipped(code: "event.wholeDay", text: "It is of whole days and has no time.")
        }
        guard let time = CalendarTime(start.value) else {
            throw Skipped(code: "event.unreadable", text: "Its start cannot be read.")
        }
        let read: CalendarRule
        do throws(CalendarRule.Left) {
            read = try CalendarRule(rule.value, first: time.date, minute: time.minute)
        } catch { throw Skipped(code: "rule.unsaid", text: error.text(of: rule.value)) }
        func note(_ code: String, _ text: String) { assumed.append(Note(line: line, code: code, text: text)) }
        if read.clamps, !isOwn {
            note("rule.shortMonths", "Where a month is too short for its day, the alarm fires on the month's last.")
        }
        if read.lacksMonth {
            note(
                "rule.month",
                "Its yearly rule names a day and no month; the alarm fires once a year, in the month of its start.")
        }
        if time.seconds != 0 { note("start.seconds", "Its seconds are left out: an alarm fires on the minute.") }
        var fields = read.fields
        fields.start = read.fields.start ?? time.date
        if time.isUniversal {
            (fields.zone, fields.floating) = ("UTC", false)
        } else if let name = start.parameters["TZID"] {
            guard let meaning = zones.meaning(of: name, year: time.date.components.year) else {
                throw Skipped(code: "zone.unknown", text: "\"\(name)\" is not a zone of the tz database.")
            }
            if meaning.isOtherName {
                note("zone.otherName", "Its zone \"\(name)\" is \(meaning.name) in the tz database.")
            }
            (fields.zone, fields.floating) = (meaning.name, false)
        } else {
            fields.floating = true
        }
        if let until = read.until, !until.contains("T") {
            note("rule.lastDay", "Its rule ends with a day and no time; the alarm also fires on that day.")
        }
        let rules = fields.floating == true ? here : fields.zone.flatMap { zones.zone($0) } ?? here
        do throws(CalendarRule.Left) { return try read.ended(fields, minute: time.minute, in: rules) } catch {
            throw Skipped(code: "rule.unsaid", text: error.text(of: rule.value))
        }
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
}

extension ScheduleFields {
    /// Adds the days and times of another rule of the same alarm.
    fileprivate mutating func unite(with other: ScheduleFields) {
        days = Set(days + other.days).sorted()
        times = Set(times + other.times).sorted()
        start = [start, other.start].compactMap { $0 }.min()
        until = [until, other.until].compactMap { $0 }.max()
    }

    /// The number of times of an alarm that this program wrote as several events, and where its start day begins.
    fileprivate mutating func readEnd(_ count: CalendarLine?, _ startAfter: CalendarLine?) {
        if let startAfter { self.startAfter = startAfter.value }
        guard let count = count.flatMap({ Int($0.value) }) else { return }
        (timesInAll, until) = (count, nil)
    }
}
