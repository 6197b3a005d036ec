import BruteForce
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport
import Logbook

/// One question of a ledger: about a day, of what was known at a moment.
package struct Question {
    enum Kind {
        case currency, periods, progress, summary, later, list, newest(Int), drinks, week, outcomes(StreamID)

        var name: String {
            switch self {
            case .currency: "currency"
            case .periods: "periods"
            case .progress: "progress"
            case .summary: "summary"
            case .later: "later"
            case .list: "list"
            case .newest: "newest"
            case .drinks: "drinks"
            case .week: "week"
            case .outcomes: "outcomes"
            }
        }
    }

    let kind: Kind
    /// Days since 1970; nil: today.
    let on: Int?
    let known: AsOf.Known
    var supposing: Supposition?

    var asOf: AsOf { AsOf(on: on.map { CivilDate(day: Int32($0)) }, known: known, supposing: supposing) }
    var text: String { "\(kind) on \(on.map { CivilDate(day: Int32($0)).description } ?? "today"), known \(known)" }

    /// Of any of the kinds, days and moments; `raw` holds at least one event.
    static func random(_ random: inout SeededRandom, _ device: Device) -> Question {
        let raw = device.raw
        let kind: Kind
        switch random.below(22) {
        case 0..<7: kind = .currency
        case 7..<10: kind = .progress
        case 10..<14: kind = .summary
        case 14, 15: kind = .newest(random.below(12))
        case 16: kind = .list
        case 17: kind = .drinks
        case 18: kind = .week
        case 19: kind = .periods
        case 20: kind = .later
        default: kind = .outcomes(StreamID(raw[random.below(raw.count)].stream) ?? StreamID(kind: "flight", id: "f0"))
        }
        return Question(kind: kind, on: day(&random, device), known: moment(&random, device))
    }

    private static func day(_ random: inout SeededRandom, _ device: Device) -> Int? {
        switch random.below(12) {
        case 0: nil
        case 1: device.today + random.below(200)
        case 2: device.today - random.below(3_100)
        case 3..<6: device.today - random.below(14)
        default: device.today - random.below(400)
        }
    }

    private static func moment(_ random: inout SeededRandom, _ device: Device) -> AsOf.Known {
        let raw = device.raw
        let event = raw[random.below(raw.count)]
        switch random.below(20) {
        case 0, 1: return .latest
        case 2..<5: return .at(device.notAhead(event.arrived + Int64(random.below(3)) - 1))
        case 5: return .at(device.notAhead(event.arrived + Int64(random.below(20_000_000)) - 10_000_000))
        case 6: return .endOf(CivilDate(day: Int32(device.today - random.below(6))))
        // Before, at and behind the ends of units: there, indexed answers meet computed ones.
        case 7..<10: return .position(Position(UInt64(max(0, min(raw.count, event.position - 1 + random.below(3))))))
        default: return .position(Position(UInt64(random.below(raw.count + 1))))
        }
    }

    /// The position that a moment means, from the raw events alone.
    func position(_ device: Device) -> (position: Int, hasStepped: Bool) {
        switch known {
        case .latest: (device.raw.count, false)
        case .position(let position): (Int(position.value), false)
        case .at(let instant): Prefix.known(device.raw, at: instant.milliseconds)
        case .endOf(let date):
            Prefix.known(device.raw, at: (Int64(date.day) + 1) * 86_400_000 - Int64(device.zone.hours) * 3_600_000 - 1)
        }
    }
}

// MARK: - The two answers

extension Question {
    /// The answer of the brute force.
    func expected(_ answers: Answers, _ prefix: Prefix, today: Int) -> [String] {
        let on = on ?? today
        switch kind {
        case .currency: return answers.currency(on: on).flatMap { $0 + ["|"] }
        case .periods: return answers.periods(on: on)
        case .progress: return [answers.progress(on: on)]
        case .summary: return [answers.summary(on: on)]
        case .later: return [answers.later(than: on)]
        case .list: return answers.list(on: self.on, limit: Int.max)
        case .newest(let limit): return answers.list(on: self.on, limit: limit)
        case .drinks: return [answers.drinks(on: on)]
        case .week: return ["\(answers.week(endingOn: on))"]
        case .outcomes(let stream): return prefix.outcomes(of: stream.text).map { "\($0.key) \($0.value)" }.sorted()
        }
    }

    /// The ledger's answer, and the times that it states (nil where an answer states none).
    func answer(_ device: Device) throws -> (answer: [String], asOf: AnsweredAsOf?) {
        let (ledger, asOf) = (device.ledger, asOf)
        switch kind {
        case .currency:
            let stated = try ledger.currency(asOf)
            let readings = [
                (stated.value.answer.general, stated.value.general), (stated.value.answer.day, stated.value.day),
                (stated.value.answer.night, stated.value.night),
            ]
            return (readings.flatMap { Question.text($0) + $1.map(\.hex) + ["|"] }, stated.asOf)
        case .periods:
            let stated = try ledger.currencyPeriods(.general, asOf)
            return (stated.value.map { "\($0.from.day) \($0.through.day)" }, stated.asOf)
        case .later: return (["\(try ledger.flightsLater(asOf))"], nil)
        case .progress:
            let stated = try ledger.progress(asOf)
            let each = stated.value.requirements.map { "\($0.hours.seconds)/\($0.percent)" }.joined(separator: " ")
            return (["\(each) overall \(stated.value.overallPercent) met \(stated.value.met)"], stated.asOf)
        case .summary:
            let stated = try ledger.flightSummary(asOf)
            let sums = stated.value
            let hours = [
                sums.totalHours, sums.dualHours, sums.soloHours, sums.nightHours, sums.crossCountryHours,
                sums.instrumentHours, sums.picHours,
            ]
            let figures =
                hours.map(\.seconds) + [
                    sums.allLandings, sums.dayLandings, sums.nightLandings, sums.thisMonthHours.seconds,
                ]
            return (["\(sums.flights) \(figures)"], stated.asOf)
        case .list:
            let stated = try ledger.flights(asOf)
            return (stated.value.map(Question.text), stated.asOf)
        case .newest(let limit):
            let stated = try ledger.newestFlights(limit, asOf)
            return (stated.value.map(Question.text), stated.asOf)
        case .drinks:
            let stated = try ledger.waterToday(asOf)
            let day = stated.value.day
            return (
                ["\(day.effectiveMl) \(day.volumeMl) \(day.drinks) \(stated.value.drinks.map(\.stream.text).sorted())"],
                stated.asOf
            )
        case .week:
            let stated = try ledger.waterHistory(asOf)
            return (["\(stated.value.map(\.effectiveMl))"], stated.asOf)
        case .outcomes(let stream):
            var outcomes: [String] = []
            try ledger.events(.init(stream: stream), asOf: asOf) { event in
                outcomes.append("\(event.id.hex) \(event.outcome.status)\(event.outcome.reason.map { " \($0)" } ?? "")")
                return true
            }
            return (outcomes.sorted(), nil)
        }
    }

    private static func text(_ reading: CurrencyReading) -> [String] {
        guard let through = reading.goodThrough, let left = reading.daysLeft else { return [reading.state.rawValue] }
        return ["\(reading.state.rawValue) \(through.day) \(left) \(reading.evidence.map { Int($0.day) })"]
    }

    private static func text(_ entry: FlightEntry) -> String {
        var fields: [(String, String)] = []
        if case .object(let members) = entry.flight.data { fields = members.map { ($0.name, $0.value.text) } }
        let said = fields.sorted { $0.0 < $1.0 }.map { "\($0)=\($1)" }.joined(separator: " ")
        let lock = entry.isDisputed ? "disputed" : entry.isLocked ? "locked" : "open"
        let mask = entry.mask.map { "\($0.reason) \($0.by.hex)" } ?? "counts"
        return
            "\(entry.stream.text) \(entry.created.hex) \(entry.position.value) \(lock) \(entry.signature?.event.hex ?? "-") \(mask) \(said)"
    }
}
