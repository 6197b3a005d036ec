import Alarms
import DaybookDomains
import EventModel

/// The answers to an oracle's questions, and what each next fire cost.
struct ScheduleAnswers {
    private var costs: [Duration] = []
    private var zones: [Substring: SystemZone] = [:]

    /// The next fires that a line asks for; a `fatalError` for a line that is no question.
    mutating func answer(_ line: String) -> String {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 13, let zone = zone(fields[9]), let start = CivilDate(fields[7]),
            var now = Instant(fields[11]),
            let interval = Int(fields[1]), let count = Int(fields[12])
        else { fatalError("not a question: \(line)") }
        let schedule = Schedule(rule(fields), interval: interval, start: start, times: numbers(fields[8]))
        var fires: [String] = []
        while fires.count < count {
            var next: Instant?
            costs.append(ContinuousClock().measure { next = schedule.nextFire(after: now, in: zone) })
            guard let next else { break }
            fires.append(next.description)
            now = next
        }
        return fires.joined(separator: " ")
    }

    var cost: String {
        let sorted = costs.sorted()
        guard let slowest = sorted.last else { return "no next fires" }
        return
            "\(sorted.count) next fires, median \(sorted[sorted.count / 2]), 99 % within \(sorted[sorted.count * 99 / 100]), slowest \(slowest)"
    }

    private mutating func zone(_ name: Substring) -> SystemZone? {
        if zones[name] == nil { zones[name] = SystemZone(String(name)) }
        return zones[name]
    }

    private func numbers(_ text: Substring) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }

    private func rule(_ fields: [Substring]) -> Schedule.Rule {
        func number(_ index: Int) -> Int { Int(fields[index]) ?? 0 }
        switch fields[0] {
        case "weekly": return .weekly(DaySet(numbers(fields[2])), weekStart: number(10))
        case "monthlyDate": return .monthlyDate(DaySet(numbers(fields[2])))
        case "monthlyRelative": return .monthlyRelative(week: number(4), weekday: number(3))
        case "annual": return .annual(month: number(5), day: number(6))
        case "customDays": return .customDays
        default: fatalError("no kind of schedule: \(fields[0])")
        }
    }
}
