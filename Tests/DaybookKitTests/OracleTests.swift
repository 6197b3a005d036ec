import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Logbook
import Testing

/// The logbook's figures by brute force, written apart from the ledger: a list of what was done, folded anew for every
/// question, and every day looked at.
private struct LogbookOracle {
    struct Entry {
        var date: CivilDate
        var hobbs = 0
        var day = 0
        var night = 0
        var all: Int?
        var isSolo = false
        var isDual = false
        var isCrossCountry = false
        var isInstrument = false
        var soloHours: Int?
        var nightHours: Int?
        var takeoffs: (day: Int?, night: Int?) = (nil, nil)
        var aircraft: String?
        var isRemoved = false
        var isSigned = false

        var landings: Int { max(all ?? 0, day + night) }
        var byDay: Int { landings - night }
        var isSession: Bool { aircraft == "SIM" }
        var countedTakeoffs: (day: Int, night: Int) {
            if takeoffs.day == nil, takeoffs.night == nil { return (landings - night, night) }
            return (takeoffs.day ?? 0, takeoffs.night ?? 0)
        }
        var allTakeoffs: Int { countedTakeoffs.day + countedTakeoffs.night }
        /// All that an amendment may change.
        var figures: String {
            "\(date) \(hobbs) \(day) \(night) \(String(describing: all)) \(isSolo) \(isDual) \(isCrossCountry) "
                + "\(isInstrument) \(String(describing: soloHours)) \(String(describing: nightHours)) \(takeoffs) "
                + "\(String(describing: aircraft))"
        }
    }

    /// A kind of aircraft as the answer names it, by the names of the fleet.
    static func kind(_ aircraft: String?) -> String {
        switch aircraft {
        case "NOSE": "singleEngineLand false"
        case "TAIL": "singleEngineLand true"
        case "TWIN": "multiEngineLand false"
        default: "- -"
        }
    }

    enum Deed { case write((inout Entry) -> Void), remove, restore, sign, void }

    /// The deeds on each entry, and their positions in the ledger.
    private var deeds: [(position: Int, entry: Int, deed: Deed)] = []
    private(set) var instants: [(position: Int, at: Instant)] = []

    mutating func apply(_ deed: Deed, _ entry: Int, at position: Int, _ instant: Instant) {
        deeds.append((position, entry, deed))
        instants.append((position, instant))
    }

    func entries(at position: Int) -> [Int: Entry] {
        var entries: [Int: Entry] = [:]
        for (at, number, deed) in deeds where at <= position {
            var entry = entries[number] ?? Entry(date: CivilDate(day: 0))
            switch deed {
            case .write(let change): change(&entry)
            case .remove: entry.isRemoved = true
            case .restore: entry.isRemoved = false
            case .sign: entry.isSigned = true
            case .void: entry.isSigned = false
            }
            entries[number] = entry
        }
        return entries
    }

    /// State, last day and days left: the rule as the regulation says it, asked of every single day.
    func currency(
        _ entries: [Entry], on: CivilDate, _ landings: (Entry) -> Int, _ takeoffs: (Entry) -> Int
    ) -> String {
        let known = entries.filter { $0.date <= on && !$0.isSession }
        guard let first = known.map(\.date).min() else { return "never" }
        var last: CivilDate?
        var isCurrent = false
        for offset in 0...(on.days(since: first) + 91) {
            let date = first.adding(days: offset)
            let recent = known.filter { date.days(since: $0.date) >= 0 && date.days(since: $0.date) <= 90 }
            let suffices = recent.reduce(0) { $0 + landings($1) } >= 3 && recent.reduce(0) { $0 + takeoffs($1) } >= 3
            if suffices {
                // A period that begins after the day asked about is none of it.
                if !isCurrent, date > on { break }
                last = date
            }
            isCurrent = suffices
        }
        guard let last else { return "never" }
        let left = last.days(since: on)
        return "\(left < 0 ? "expired" : left <= 30 ? "caution" : "valid") \(last) \(left)"
    }

    /// General and night of each kind that was flown, in the order of their names.
    func kinds(_ entries: [Entry], on: CivilDate) -> String {
        let flown = entries.filter { $0.date <= on && !$0.isSession }
        return Set(flown.map { LogbookOracle.kind($0.aircraft) }).sorted().map { kind in
            let same = flown.filter { LogbookOracle.kind($0.aircraft).prefix(8) == kind.prefix(8) }
            let isTail = kind.hasSuffix("true")
            let own = isTail ? same.filter { $0.aircraft == "TAIL" } : same
            let general = currency(own, on: on, { isTail ? $0.day + $0.night : $0.landings }, \.allTakeoffs)
            return "\(kind): \(general), \(currency(same, on: on, { $0.night }, { $0.countedTakeoffs.night }))"
        }.joined(separator: "; ")
    }

    func progress(_ entries: [Entry], on: CivilDate) -> String {
        let known = entries.filter { $0.date <= on && !$0.isSession }
        func sum(_ hours: (Entry) -> Int) -> Int { known.reduce(0) { $0 + hours($1) } }
        func solo(_ entry: Entry) -> Int { entry.soloHours ?? (entry.isSolo ? entry.hobbs : 0) }
        let hours = [
            (sum { $0.hobbs }, 4_000), (sum { $0.isDual ? $0.hobbs : 0 }, 2_000), (sum(solo), 1_000),
            (sum { min(solo($0), $0.isCrossCountry ? $0.hobbs : 0) }, 500),
            (sum { $0.nightHours ?? ($0.night > 0 ? $0.hobbs : 0) }, 300),
            (sum { $0.isInstrument ? $0.hobbs : 0 }, 300),
        ]
        return hours.map { "\($0.0)/\(min(100, $0.0 * 100 / $0.1))" }.joined(separator: " ")
            + " met \(hours.count { $0.0 >= $0.1 })"
    }

    func summary(_ entries: [Entry], on: CivilDate) -> String {
        let all = entries.filter { $0.date <= on }
        let known = all.filter { !$0.isSession }
        let month = known.filter { $0.date.description.prefix(7) == on.description.prefix(7) }
        func sum(_ figure: (Entry) -> Int) -> Int { known.reduce(0) { $0 + figure($1) } }
        return
            "\(all.count) \(sum { $0.hobbs }) \(sum { $0.landings }) \(sum { $0.day }) \(sum { $0.night }) \(month.reduce(0) { $0 + $1.hobbs })"
    }
}

/// A ledger that grows at random together with its oracle.
private struct RandomLogbook {
    let store: StoreLedger
    private(set) var oracle = LogbookOracle()
    private(set) var random: SeededRandom
    private let start = CivilDate("2024-01-01")!
    private var count = 0
    /// The position from which on the fleet is described.
    private let described: Int

    private static let fleet: [(String, String, [JSONValue.Member])] = [
        ("NOSE", "airplane_single_engine_land", [.init("gear", .string("fixed_tricycle"))]),
        ("TAIL", "airplane_single_engine_land", [.init("gear", .string("fixed_tailwheel"))]),
        ("TWIN", "airplane_multi_engine_land", [.init("gear", .string("retractable_tricycle"))]),
        ("SIM", "airplane_single_engine_land", [.init("equipment", .string("batd"))]),
    ]

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        store = try StoreLedger(seed: seed, clock: TestClock("2026-01-01T00:00:00Z"))
        for (id, named, more) in RandomLogbook.fleet {
            let data: [JSONValue.Member] = [.init("registration", .string(id)), .init("class", .string(named))] + more
            _ = try store.append(
                EventDraft(
                    stream: Draft.stream("aircraft/\(id)"), type: "aircraft.described", data: .json(.object(data))))
        }
        described = Int(try store.ledger.position.value)
    }

    mutating func step() throws {
        store.clock.step(seconds: Int64(random.below(100_000)))
        let now = Int(try store.ledger.position.value)
        let entries = oracle.entries(at: now)
        let number = count == 0 || random.oneIn(2) ? count : random.below(count)
        guard let entry = entries[number] else { return try log(number) }
        let id = "f\(number)"
        switch (random.below(5), entry.isSigned, entry.isRemoved) {
        case (_, true, _):
            try append(random.oneIn(2) ? Draft.void(id) : Draft.amend(id, remarks: "refused"), .void, number)
        case (_, _, true): try append(Draft.restore(id), .restore, number)
        case (0, _, _): try append(Draft.remove(id), .remove, number)
        case (1, _, _): try append(Draft.sign(id), .sign, number)
        default: try amend(id, number)
        }
    }

    private mutating func log(_ number: Int) throws {
        // Any day of two years, whatever was entered before: most entries are late.
        let date = start.adding(days: random.below(700))
        let (fields, change) = figures()
        let members = [JSONValue.Member("date", .string(date.description))] + fields
        count += 1
        try append(
            EventDraft(stream: Draft.stream("flight/f\(number)"), type: "flight.logged", data: .json(.object(members))),
            .write { entry in
                entry.date = date
                change(&entry)
            }, number)
    }

    private mutating func amend(_ id: String, _ number: Int) throws {
        if random.oneIn(2) {
            let date = start.adding(days: random.below(700))
            return try append(Draft.amend(id, ["date": .string(date.description)]), .write { $0.date = date }, number)
        }
        let (fields, change) = figures()
        try append(
            EventDraft(stream: Draft.stream("flight/\(id)"), type: "flight.amended", data: .json(.object(fields))),
            .write(change), number)
    }

    /// All figures of an entry, as data and as what they do to the oracle's.
    private mutating func figures() -> ([JSONValue.Member], (inout LogbookOracle.Entry) -> Void) {
        let hobbs = 1 + random.below(600)
        let (day, night) = (random.below(3), random.below(3))
        let all: Int? = day + night == 0 || random.oneIn(4) ? day + night + 1 + random.below(3) : nil
        let isSolo = random.oneIn(3)
        let isDual = !isSolo && random.oneIn(2)
        let (isCrossCountry, isInstrument) = (random.oneIn(3), random.oneIn(4))
        // Training received throughout has no solo part.
        let soloHours: Int? = random.oneIn(4) ? (isDual ? 0 : random.below(hobbs + 1)) : nil
        let nightHours: Int? = random.oneIn(4) ? random.below(hobbs + 1) : nil
        let takeoffs: (day: Int?, night: Int?) = (
            random.oneIn(4) ? random.below(4) : nil, random.oneIn(4) ? random.below(4) : nil
        )
        let aircraft: String? = random.oneIn(4) ? nil : ["NOSE", "TAIL", "TWIN", "SIM", "N1"][random.below(5)]
        func count(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
        func hours(_ hundredths: Int?) -> JSONValue {
            hundredths.map { .number("\($0 / 100).\($0 / 10 % 10)\($0 % 10)") } ?? .null
        }
        let fields: [JSONValue.Member] = [
            .init("hobbs", hours(hobbs)), .init("dayLandings", .integer(day)), .init("nightLandings", .integer(night)),
            .init("allLandings", all.map { .integer($0) } ?? .null), .init("solo", .bool(isSolo)),
            .init("dual", .bool(isDual)),
            .init("crossCountry", .bool(isCrossCountry)), .init("instrument", .bool(isInstrument)),
            .init("soloHours", hours(soloHours)),
            .init("nightHours", hours(nightHours)), .init("dayTakeoffs", count(takeoffs.day)),
            .init("nightTakeoffs", count(takeoffs.night)), .init("aircraft", aircraft.map { .string($0) } ?? .null),
        ]
        return (
            fields,
            { entry in
                entry.hobbs = hobbs
                (entry.day, entry.night, entry.all) = (day, night, all)
                (entry.isSolo, entry.isDual, entry.isCrossCountry, entry.isInstrument) = (
                    isSolo, isDual, isCrossCountry, isInstrument
                )
                (entry.soloHours, entry.nightHours) = (soloHours, nightHours)
                (entry.takeoffs, entry.aircraft) = (takeoffs, aircraft)
            }
        )
    }

    /// A refusal leaves both as they were.
    private mutating func append(_ draft: EventDraft, _ deed: LogbookOracle.Deed, _ number: Int) throws {
        var draft = draft
        if draft.type == "flight.logged", case .json(.object(let members)) = draft.data {
            draft.data = .json(.object(members.filter { $0.value != .null }))
        }
        do {
            let receipt = try store.append(draft)
            oracle.apply(deed, number, at: Int(receipt.position.value), store.clock.now)
        } catch let refusal as DraftRefusal {
            guard let reason = refusal.reason as? Rejection else { throw refusal }
            if reason.code == "amend.nothing", case .write(let change) = deed,
                let entry = oracle.entries(at: Int(try store.ledger.position.value))[number]
            {
                var changed = entry
                change(&changed)
                #expect(changed.figures == entry.figures, "what would change an entry is refused as nothing")
            } else if reason.code != "signature.locked" {
                throw refusal
            }
        }
    }

    /// Asks both of a random day and a random moment of knowing; nil when they agree.
    mutating func question() throws -> String? {
        let on = start.adding(days: random.below(820) - 20)
        let newest = Int(try store.ledger.position.value)
        let position = described + random.below(newest + 1 - described)
        var asOf = AsOf(on: on, known: .position(Position(UInt64(position))))
        var known = position
        if random.oneIn(3), let moment = oracle.instants.randomElement(using: &random) {
            asOf.known = .at(moment.at)
            known = oracle.instants.last { $0.at <= moment.at }?.position ?? described
        } else if random.oneIn(4) {
            asOf.known = .latest
            known = newest
        }
        let entries = oracle.entries(at: known).values.filter { !$0.isRemoved }
        let answer = try store.ledger.currency(asOf).value.answer
        func text(_ reading: CurrencyReading) -> String {
            guard let through = reading.goodThrough, let left = reading.daysLeft else { return reading.state.rawValue }
            return "\(reading.state.rawValue) \(through) \(left)"
        }
        let kinds = answer.kinds.map { each in
            let gear = each.kind.hasTailwheel.map { "\($0)" } ?? "-"
            return "\(each.kind.classOfAircraft ?? "-") \(gear): \(text(each.general)), \(text(each.night))"
        }
        let progress = try store.ledger.progress(asOf).value
        let summary = try store.ledger.flightSummary(asOf).value
        let pairs = [
            ("general", text(answer.general), oracle.currency(entries, on: on, \.landings, \.allTakeoffs)),
            ("day", text(answer.day), oracle.currency(entries, on: on, \.byDay, \.countedTakeoffs.day)),
            ("night", text(answer.night), oracle.currency(entries, on: on, \.night, \.countedTakeoffs.night)),
            ("kinds", kinds.sorted().joined(separator: "; "), oracle.kinds(entries, on: on)),
            (
                "progress",
                progress.requirements.map { "\($0.hours.seconds / 36)/\($0.percent)" }.joined(separator: " ")
                    + " met \(progress.met)", oracle.progress(entries, on: on)
            ),
            (
                "summary",
                "\(summary.flights) \(summary.totalHours.seconds / 36) \(summary.allLandings) \(summary.dayLandings) \(summary.nightLandings) \(summary.thisMonthHours.seconds / 36)",
                oracle.summary(entries, on: on)
            ),
        ]
        return pairs.first { $0.1 != $0.2 }.map { "\($0.0) on \(on), known \(asOf.known): \($0.1), not \($0.2)" }
    }
}

@Suite struct OracleTests {
    /// `DAYBOOK_QUESTIONS` asks for a long run; docs/evidence.md has one.
    private static let questions = ProcessInfo.processInfo.environment["DAYBOOK_QUESTIONS"].flatMap { Int($0) } ?? 600

    @Test(
        "D-5, D-6: currency, progress and summary equal a brute-force oracle over random histories, days and moments of knowing",
        arguments: 1...4)
    func againstBruteForce(part: Int) throws {
        let ledgers = max(1, Self.questions / 4 / 50)
        for number in 0..<ledgers {
            let seed = UInt64(part * 1_000_000 + number)
            var logbook = try RandomLogbook(seed: seed)
            for _ in 0..<10 {
                for _ in 0..<(1 + number % 6) { try logbook.step() }
                for _ in 0..<5 { #expect(try logbook.question() == nil, "seed \(seed)") }
            }
            let isEqual = try logbook.store.ledger.replay().isEqual
            #expect(isEqual, "seed \(seed)")
        }
    }
}
