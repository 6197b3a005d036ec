import EventModel

/// The zones that the names of a calendar's times mean.
struct CalendarZoneNames: Sendable {
    /// A zone of the tz database, and whether the calendar gave it another name.
    struct Meaning: Equatable {
        let name: String
        let isOtherName: Bool
    }

    /// The zones of the tz database that the reader has.
    let zone: @Sendable (String) -> (any ZoneRules)?
    /// The zones that the calendar defines, by their names in it.
    private var definitions: [String: CalendarZoneDefinition] = [:]

    init(zone: @escaping @Sendable (String) -> (any ZoneRules)?) { self.zone = zone }

    /// Adds a VTIMEZONE, from its BEGIN on.
    mutating func add(_ lines: [CalendarLine]) {
        guard let definition = CalendarZoneDefinition(lines) else { return }
        definitions[definition.name] = definition
    }

    /// The zone that a TZID names; nil for one that nothing explains. `year` is one in which the times lie.
    ///
    /// The name of a VTIMEZONE is a text, in which commas are escaped; a parameter has none escaped, but programs write
    /// them so (RFC 5545 §3.2, §3.8.3.1). Quotes and line ends in a parameter are written with a caret (RFC 6868).
    func meaning(of name: String, year: Int) -> Meaning? {
        let plain = name.replacing("^'", with: "\"").replacing("^n", with: "\n").replacing("^^", with: "^")
        for spelling in [name, CalendarLine.unescaped(name), plain] {
            if let found = meaning(ofPlain: spelling, year: year) { return found }
        }
        return nil
    }

    /// A name that begins with a slash is that of a registry, and ends with the zone's (RFC 5545 §3.2.19).
    private func meaning(ofPlain name: String, year: Int) -> Meaning? {
        if zone(name) != nil { return Meaning(name: name, isOtherName: false) }
        let parts = name.split(separator: "/")
        for count in [3, 2] where parts.count > count || parts.count == count && name.hasPrefix("/") {
            let end = parts.suffix(count).joined(separator: "/")
            if zone(end) != nil { return Meaning(name: end, isOtherName: false) }
        }
        let definition = definitions[name]
        let title = name.hasPrefix("tzone://Microsoft/") ? String(name.dropFirst(18)) : name
        let candidates = [
            definition?.location, WindowsZones.names[title], WindowsZones.zone(titled: title),
            CalendarZoneNames.capitalised(title), title.uppercased(),
        ]
        let found = candidates.compactMap(\.self).first { zone($0) != nil }
        // A calendar's own words about its zones decide, also for a name that others use (RFC 5545 §3.6.5).
        if let found, definition?.agrees(with: found, year: year, zone) ?? true {
            return Meaning(name: found, isOtherName: true)
        }
        let names = Set(WindowsZones.names.values).sorted()
        let own = definition ?? CalendarZoneDefinition(offsetNamed: name)
        return (own?.zone(among: names, year: year, zone) ?? found).map { Meaning(name: $0, isOtherName: true) }
    }

    /// `Europe/Berlin` of `europe/berlin`.
    private static func capitalised(_ name: String) -> String {
        var isFirst = true
        return String(
            name.map { character in
                defer { isFirst = !character.isLetter }
                return Character(isFirst ? character.uppercased() : character.lowercased())
            })
    }
}

/// A zone that a calendar defines itself (VTIMEZONE, RFC 5545 §3.6.5).
private struct CalendarZoneDefinition: Sendable {
    /// An offset from UTC, and when it begins.
    private struct Observance: Sendable {
        var offset: Int?
        var start: (date: CivilDate, minute: Int)?
        var rule: String?

        /// The instants at which it begins, up to the end of a year, as if its local times were those of UTC: a sample
        /// in the middle of a month notices no error of hours.
        func onsets(through year: Int) -> [Instant] {
            guard let start else { return [] }
            func instant(_ date: CivilDate) -> Instant {
                UniversalTime().instant(of: date, secondOfDay: start.minute * 60)
            }
            var onsets = [instant(start.date)]
            // A rule that no schedule expresses leaves its first day.
            guard let rule, var dated = try? CalendarRule(rule, first: start.date).fields else { return onsets }
            dated.start = dated.start ?? start.date
            dated.times = ["00:00"]
            guard case .success(let schedule) = dated.schedule(today: start.date),
                let from = CivilDate(year: max(year - 2, 1), month: 1, day: 1)
            else { return onsets }
            var day = schedule.day(onOrAfter: max(from, start.date))
            while let found = day, found.components.year <= year {
                onsets.append(instant(found))
                day = schedule.day(onOrAfter: found.adding(days: 1))
            }
            return onsets
        }
    }

    let name: String
    /// The zone of the tz database that libical and Google write beside it.
    let location: String?
    private var observances: [Observance] = []

    init?(_ lines: [CalendarLine]) {
        guard let name = lines.first(where: { $0.name == "TZID" })?.text else { return nil }
        self.name = name
        location = lines.first { $0.name == "X-LIC-LOCATION" }?.text
        for line in lines {
            switch line.name {
            case "BEGIN" where ["STANDARD", "DAYLIGHT"].contains(line.value.uppercased()):
                observances.append(Observance())
            case _ where observances.isEmpty: break
            case "TZOFFSETTO":
                observances[observances.count - 1].offset = CalendarZoneDefinition.offset(line.value)
            case "DTSTART":
                observances[observances.count - 1].start = CalendarTime(line.value).map { ($0.date, $0.minute) }
            // A rule that has ended holds no more.
            case "RRULE" where !line.value.uppercased().contains("UNTIL="):
                observances[observances.count - 1].rule = line.value
            default: break
            }
        }
    }

    /// A zone whose name is its offset: `GMT+0100`, `UTC-5`, `+05:30`.
    init?(offsetNamed name: String) {
        var rest = name.uppercased().filter { !$0.isWhitespace }[...]
        if rest.hasPrefix("UTC") || rest.hasPrefix("GMT") { rest = rest.dropFirst(3) }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let digits = rest.dropFirst().filter { $0 != ":" }
        let padded = (digits.count % 2 == 1 ? "0" : "") + digits + (digits.count < 3 ? "00" : "")
        guard padded.count == 4, let seconds = CalendarZoneDefinition.offset("\(sign)\(padded)"),
            abs(seconds) <= 14 * 3_600, let start = CivilDate(year: 1, month: 1, day: 1)
        else { return nil }
        (self.name, location) = (name, nil)
        observances = [Observance(offset: seconds, start: (start, 0), rule: nil)]
    }

    /// Whether a zone has the same offsets in the middle of each month of a year and of the next; true where the
    /// calendar states none.
    func agrees(with name: String, year: Int, _ zone: (String) -> (any ZoneRules)?) -> Bool {
        guard let samples = samples(year), let rules = zone(name) else { return true }
        return samples.allSatisfy { rules.offsetSeconds(at: $0.instant) == $0.offset }
    }

    /// The first of these zones that agrees; of one offset alone the zone that always has it. Nil where none agrees.
    func zone(among names: [String], year: Int, _ zone: (String) -> (any ZoneRules)?) -> String? {
        guard let samples = samples(year) else { return nil }
        var fixed: [String] = []
        if let offset = samples.first?.offset, samples.allSatisfy({ $0.offset == offset }), offset % 3_600 == 0 {
            // The sign of these names is that of POSIX.
            fixed = [offset == 0 ? "UTC" : "Etc/GMT\(offset < 0 ? "+" : "-")\(abs(offset) / 3_600)"]
        }
        return (fixed + names).first { zone($0) != nil && agrees(with: $0, year: year, zone) }
    }

    /// Its offsets in the middle of each month of two years; nil where it states none.
    private func samples(_ year: Int) -> [(instant: Instant, offset: Int)]? {
        var onsets: [(onset: Instant, offset: Int)] = []
        for observance in observances {
            guard let offset = observance.offset else { continue }
            onsets += observance.onsets(through: year + 1).map { ($0, offset) }
        }
        onsets.sort { $0.onset < $1.onset }
        guard let earliest = onsets.first else { return nil }
        let days = (0..<24).compactMap { CivilDate(year: year + $0 / 12, month: $0 % 12 + 1, day: 15) }
        guard days.count == 24 else { return nil }
        return days.map { day in
            let sample = UniversalTime().instant(of: day, secondOfDay: 43_200)
            return (sample, (onsets.last { $0.onset <= sample } ?? earliest).offset)
        }
    }

    /// `+0100` or `-053000` in seconds.
    private static func offset(_ text: String) -> Int? {
        let utf8 = Array(text.utf8)
        guard utf8.count == 5 || utf8.count == 7, let hours = Digits.value(utf8[1..<3]),
            let minutes = Digits.value(utf8[3..<5])
        else { return nil }
        let seconds = utf8.count == 7 ? Digits.value(utf8[5..<7]) ?? 0 : 0
        return (hours * 3600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
    }
}
