/// The texts of fields as numbers.
enum Reading {
    static func whole(_ text: String?) -> Int? { text.flatMap { Int($0) } }

    /// `12`, `12.5`, `12.25`, `"12:15"` and `"12:15:30"`, the marks with them, as seconds.
    static func seconds(_ text: String?) -> Int? {
        guard let text else { return nil }
        if text.hasPrefix("\"") {
            let parts = text.dropFirst().dropLast().split(separator: ":").map { Int($0) ?? 0 }
            return parts[0] * 3_600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
        }
        let parts = text.split(separator: ".")
        guard let whole = parts.first.flatMap({ Int($0) }) else { return nil }
        guard parts.count > 1, let decimals = Int(parts[1]) else { return whole * 3_600 }
        return whole * 3_600 + decimals * (parts[1].count == 1 ? 360 : 36)
    }

    static func flag(_ text: String?) -> Bool { text == "true" }

    /// `"2026-02-01"`, its marks with it, as days since 1970-01-01.
    static func day(_ text: String?) -> Int? {
        guard let parts = text?.dropFirst().dropLast().split(separator: "-").map({ Int($0) ?? 0 }), parts.count == 3
        else { return nil }
        return Day.number(year: parts[0], month: parts[1], day: parts[2])
    }
}

/// Days counted from 1970-01-01, by going through the calendar year by year.
package enum Day {
    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    private static func length(_ month: Int, _ year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    package static func number(year: Int, month: Int, day: Int) -> Int {
        var number = day - 1
        for earlier in stride(from: 1970, to: year, by: 1) { number += isLeap(earlier) ? 366 : 365 }
        for later in stride(from: year, to: 1970, by: 1) { number -= isLeap(later) ? 366 : 365 }
        for before in stride(from: 1, to: month, by: 1) { number += length(before, year) }
        return number
    }

    /// The first day of a day's month.
    package static func firstOfMonth(_ day: Int) -> Int {
        var year = 1970
        while number(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        while number(year: year, month: 1, day: 1) > day { year -= 1 }
        var month = 1
        while month < 12, number(year: year, month: month + 1, day: 1) <= day { month += 1 }
        return number(year: year, month: month, day: 1)
    }
}

/// The figures that a logbook sums of one entry; hours in seconds.
package struct Figures {
    package var day = 0
    var total = 0
    var dual = 0
    var solo = 0
    var soloCrossCountry = 0
    var night = 0
    var instrument = 0
    var crossCountry = 0
    var pic = 0
    var all = 0
    var dayLandings = 0
    var nightLandings = 0
    /// All landings less those by night.
    var landingsByDay = 0

    /// Nil for what has no date.
    init?(_ fields: [String: String]) {
        guard let date = Reading.day(fields["date"]), fields["volumeMl"] == nil else { return nil }
        day = date
        total = Reading.seconds(fields["hobbs"]) ?? 0
        dayLandings = Reading.whole(fields["dayLandings"]) ?? 0
        nightLandings = Reading.whole(fields["nightLandings"]) ?? 0
        // A full stop is a landing, too.
        all = max(Reading.whole(fields["allLandings"]) ?? 0, dayLandings + nightLandings)
        landingsByDay = all - nightLandings
        dual = Reading.seconds(fields["dualHours"]) ?? (Reading.flag(fields["dual"]) ? total : 0)
        solo = Reading.seconds(fields["soloHours"]) ?? (Reading.flag(fields["solo"]) ? total : 0)
        crossCountry =
            Reading.seconds(fields["crossCountryHours"]) ?? (Reading.flag(fields["crossCountry"]) ? total : 0)
        night = Reading.seconds(fields["nightHours"]) ?? (nightLandings > 0 ? total : 0)
        instrument = Reading.seconds(fields["instrumentHours"]) ?? (Reading.flag(fields["instrument"]) ? total : 0)
        pic = Reading.seconds(fields["picHours"]) ?? 0
        if fields["hobbs"] != nil {
            // A part that is longer than its flight contradicts it, and counts nowhere.
            let parts: [WritableKeyPath<Figures, Int>] = [\.dual, \.solo, \.crossCountry, \.night, \.instrument, \.pic]
            for part in parts where self[keyPath: part] > total { self[keyPath: part] = 0 }
        }
        soloCrossCountry = min(solo, crossCountry)
    }
}

/// The figures summed of one drink; millilitres.
package struct DrinkFigures {
    let day: Int
    let volume: Int
    let effective: Int

    init?(_ fields: [String: String]) {
        guard let day = Reading.day(fields["date"]), let volume = Reading.whole(fields["volumeMl"]),
            let effective = Reading.whole(fields["effectiveMl"])
        else { return nil }
        (self.day, self.volume, self.effective) = (day, volume, effective)
    }
}

/// The static rules of an entry, from the texts of its fields.
enum LogbookRules {
    /// The code of the first rule that fields break and do not accept.
    static func refusal(of fields: [String: String]) -> String? {
        if fields["date"] == nil { return "date.required" }
        let (start, end) = (Reading.seconds(fields["hobbsStart"]), Reading.seconds(fields["hobbsEnd"]))
        let span = start.flatMap { start in end.map { $0 - start } }
        let hours = Reading.seconds(fields["hobbs"])
        let stops = (Reading.whole(fields["dayLandings"]) ?? 0) + (Reading.whole(fields["nightLandings"]) ?? 0)
        let isTaken = fields["batch"] != nil || fields["copiedFrom"] != nil
        func accepts(_ code: String) -> Bool { fields["accepted"]?.contains("\"\(code)\"") ?? false }
        if let span, span < 0 { return "hobbs.range" }
        guard let hours else { return "hobbs.required" }
        let isOnGround =
            max(Reading.whole(fields["allLandings"]) ?? stops, stops) <= 0
            && ["dayTakeoffs", "nightTakeoffs"].allSatisfy { (Reading.whole(fields[$0]) ?? 0) == 0 }
        let isLesson = hours == 0 && isOnGround && (Reading.seconds(fields["groundHours"]) ?? 0) > 0
        let isSession = hours > 0 && isOnGround && fields["extra"]?.contains("SimulatedFlight") ?? false
        if hours <= 0 || span == 0, !((isTaken || isLesson) && accepts("hobbs.positive")) { return "hobbs.positive" }
        if max(Reading.whole(fields["allLandings"]) ?? stops, stops) <= 0,
            !((isTaken || isLesson || isSession) && accepts("landings.required"))
        {
            return "landings.required"
        }
        if Reading.flag(fields["solo"]), Reading.flag(fields["dual"]) { return "category.exclusive" }
        if hours > 12 * 3_600, !accepts("hobbs.over12") { return "hobbs.over12" }
        return nil
    }
}
