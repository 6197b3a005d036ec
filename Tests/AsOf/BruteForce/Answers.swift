/// The answers of a logbook and a list of drinks, by looking at every entry and every day. Answers are texts, to be
/// compared with the ledger's.
package struct Answers {
    private let listed: [Entry]
    private let drunk: [(stream: String, figures: DrinkFigures)]
    private let mistake: Mistake?

    package init(_ prefix: Prefix) {
        listed = prefix.entries
        drunk = prefix.drinks
        mistake = prefix.mistake
    }

    /// The entries that count on or before a day.
    private func counting(on: Int) -> [Entry] {
        listed.filter { $0.mask == nil && (day(of: $0) <= on || mistake == .countsLaterFlights) }
    }

    private func day(of entry: Entry) -> Int {
        mistake == .readsTheFirstDate ? Reading.day(entry.created.fields["date"]) ?? 0 : entry.figures.day
    }

    // MARK: - Currency

    /// Of each of the three readings: state, last day, days left and the days that it rests on; then the entries of
    /// those days, in the order of the days, of their logs and in these.
    package func currency(on: Int) -> [[String]] {
        let known = counting(on: on)
        return [
            reading(known.map { ($0, $0.figures.all) }, on), reading(known.map { ($0, $0.figures.landingsByDay) }, on),
            reading(known.map { ($0, $0.figures.nightLandings) }, on),
        ]
    }

    /// The rule as the regulation says it, asked of every day: current is who made three landings within it and the 90
    /// days before.
    private func reading(_ all: [(entry: Entry, landings: Int)], _ on: Int) -> [String] {
        let known = all.filter { $0.landings > 0 }
        guard let first = known.map({ day(of: $0.entry) }).min(), let newest = known.map({ day(of: $0.entry) }).max()
        else { return ["never"] }
        var landings = [Int](repeating: 0, count: newest - first + 1)
        for (entry, count) in known { landings[day(of: entry) - first] += count }
        var within = 0
        var last: Int?
        var wasCurrent = false
        for day in first...max(newest, on) + 91 {
            if day <= newest { within += landings[day - first] }
            if day - 91 >= first, day - 91 <= newest { within -= landings[day - 91 - first] }
            let isCurrent = within >= 3
            // A period that begins after the day asked about is none of it.
            if isCurrent, !wasCurrent, day > on { break }
            if isCurrent { last = day }
            wasCurrent = isCurrent
        }
        guard let last else { return ["never"] }
        let left = last - on
        let days = evidence(landings, first, last)
        let events = days.flatMap { day in
            known.map(\.entry).filter { self.day(of: $0) == day }.sorted {
                ($0.log, $0.created.sequence) < ($1.log, $1.created.sequence)
            }.map(\.created.id)
        }
        return ["\(left < 0 ? "expired" : left <= 30 ? "caution" : "valid") \(last) \(left) \(days)"] + events
    }

    /// Every unbroken period in which each day was current, by all landings of the flights up to a day.
    package func periods(on: Int) -> [String] {
        let known = counting(on: on)
        guard let first = known.map({ day(of: $0) }).min(), let newest = known.map({ day(of: $0) }).max() else {
            return []
        }
        var landings = [Int](repeating: 0, count: max(on, newest) - first + 1)
        for entry in known { landings[day(of: entry) - first] += entry.figures.all }
        var periods: [String] = []
        var start: Int?
        for day in first...on + 91 {
            let within = (max(first, day - 90)...max(first, day)).reduce(0) {
                $0 + ($1 <= on ? landings[$1 - first] : 0)
            }
            if within >= 3, start == nil { start = day }
            if within < 3, let from = start {
                periods.append("\(from) \(day - 1)")
                start = nil
            }
        }
        return periods
    }

    /// The days of the three landings that a last day rests on, newest first: the one 90 days before it, and the next
    /// two.
    private func evidence(_ landings: [Int], _ first: Int, _ last: Int) -> [Int] {
        let each = landings.indices.flatMap { index in Array(repeating: first + index, count: landings[index]) }
        guard let oldest = each.indices.last(where: { $0 + 2 < each.count && each[$0 + 2] - each[$0] <= 90 }),
            each[oldest] + 90 == last
        else {
            return [-1]
        }
        return Set(each[oldest...oldest + 2]).sorted(by: >)
    }

    // MARK: - Sums

    private func sum(_ entries: [Entry], _ figure: KeyPath<Figures, Int>) -> Int {
        entries.reduce(0) { $0 + $1.figures[keyPath: figure] }
    }

    /// Hours, percent and whether it is met, of each of the six; then the mean percent and how many are met.
    package func progress(on: Int) -> String {
        let known = counting(on: on)
        let goals = [40, 20, 10, 5, 3, 3].map { $0 * 3_600 }
        let hours = [
            sum(known, \.total), sum(known, \.dual), sum(known, \.solo), sum(known, \.soloCrossCountry),
            sum(known, \.night), sum(known, \.instrument),
        ]
        let each = zip(hours, goals).map { hours, goal in "\(hours)/\(min(100, hours * 100 / goal))" }
        // The mean of six fractions, over the least number that every goal divides.
        let overall =
            zip(hours, goals).reduce(0) { $0 + min($1.0, $1.1) * 120 * 3_600 / $1.1 } * 100 / (6 * 120 * 3_600)
        return each.joined(separator: " ") + " overall \(overall) met \(zip(hours, goals).count { $0.0 >= $0.1 })"
    }

    package func summary(on: Int) -> String {
        let known = counting(on: on)
        let first = Day.firstOfMonth(on)
        let month = mistake == .forgetsTheMonth ? known : known.filter { day(of: $0) >= first }
        let figures = [
            sum(known, \.total), sum(known, \.dual), sum(known, \.solo), sum(known, \.night),
            sum(known, \.crossCountry), sum(known, \.instrument),
            sum(known, \.pic), sum(known, \.all), sum(known, \.dayLandings), sum(known, \.nightLandings),
            sum(month, \.total),
        ]
        return "\(known.count) \(figures)"
    }

    // MARK: - Lists

    /// How many entries that are listed lie after a day.
    package func later(than on: Int) -> String { "\(listed.count { day(of: $0) > on })" }

    /// The entries that are listed, newest first: by date, then by the order in which they arrived; at most so many.
    package func list(on: Int?, limit: Int) -> [String] {
        let known = on.map { on in listed.filter { day(of: $0) <= on } } ?? listed
        let ordered = known.sorted { (day(of: $0), $0.created.position) > (day(of: $1), $1.created.position) }
        return ordered.prefix(limit).map { entry in
            let record = entry.record
            let fields = record.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            let lock = record.isDisputed ? "disputed" : record.isLocked ? "locked" : "open"
            let mask = entry.mask.map { "\($0.reason) \($0.by)" } ?? "counts"
            return
                "\(record.stream) \(entry.created.id) \(entry.created.position) \(lock) \(record.standing.first?.id ?? "-") \(mask) \(fields)"
        }
    }

    /// The drinks of a day: counted, in all, how many, and which.
    package func drinks(on: Int) -> String {
        let known = drunk.filter { $0.figures.day == on }
        let (effective, volume) = known.reduce((0, 0)) { ($0.0 + $1.figures.effective, $0.1 + $1.figures.volume) }
        return "\(effective) \(volume) \(known.count) \(known.map(\.stream).sorted())"
    }

    /// The counted sum on each of seven days, the one asked about last.
    package func week(endingOn last: Int) -> [Int] {
        (last - 6...last).map { day in drunk.reduce(0) { $0 + ($1.figures.day == day ? $1.figures.effective : 0) } }
    }
}
