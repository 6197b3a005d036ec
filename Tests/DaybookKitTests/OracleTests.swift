import DaybookKit
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
    struct Entry: Equatable {
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
        var isRemoved = false
        var isSigned = false

        var landings: Int { all ?? day + night }
    }

    enum Deed { case write((inout Entry) -> Void), remove, restore, sign, void }

    /// What was done to which entry, and the position it has in the ledger.
    private var deeds: [(position: Int, entry: Int, deed: Deed)] = []
    private(set) var instants: [(position: Int, at: Instant)] = []

    mutating func take(_ deed: Deed, _ entry: Int, at position: Int, _ instant: Instant) {
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
    func currency(_ entries: [Entry], on: CivilDate, _ landings: (Entry) -> Int) -> String {
        let known = entries.filter { $0.date <= on }
        guard let first = known.map(\.date).min() else { return "never" }
        var last: CivilDate?
        var isCurrent = false
        for offset in 0...(on.days(since: first) + 91) {
            let date = first.adding(days: offset)
            let count = known.reduce(0) { sum, entry in
                let age = date.days(since: entry.date)
                return age >= 0 && age <= 90 ? sum + landings(entry) : sum
            }
            if count >= 3 {
                // A period that begins after the day asked about is none of it.
                if !isCurrent, date > on { break }
                last = date
            }
            isCurrent = count >= 3
        }
        guard let last else { return "never" }
        let left = last.days(since: on)
        return "\(left < 0 ? "expired" : left <= 30 ? "caution" : "valid") \(last) \(left)"
    }

    func progress(_ entries: [Entry], on: CivilDate) -> String {
        let known = entries.filter { $0.date <= on }
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
        let known = entries.filter { $0.date <= on }
        let month = known.filter { $0.date.description.prefix(7) == on.description.prefix(7) }
        func sum(_ figure: (Entry) -> Int) -> Int { known.reduce(0) { $0 + figure($1) } }
        return
            "\(known.count) \(sum { $0.hobbs }) \(sum { $0.landings }) \(sum { $0.day }) \(sum { $0.night }) \(month.reduce(0) { $0 + $1.hobbs })"
    }
}

/// A ledger that grows at random together with its oracle.
private struct RandomLogbook {
    let store: StoreLedger
    private(set) var oracle = LogbookOracle()
    private(set) var random: SeededRandom
    private let start = CivilDate("2024-01-01")!
    private var count = 0

    init(seed: UInt64) throws {
        random = SeededRandom(seed: seed)
        store = try StoreLedger(seed: seed, clock: TestClock("2026-01-01T00:00:00Z"))
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
        func hours(_ hundredths: Int?) -> JSONValue {
            hundredths.map { .number("\($0 / 100).\($0 / 10 % 10)\($0 % 10)") } ?? .null
        }
        let fields: [JSONValue.Member] = [
            .init("hobbs", hours(hobbs)), .init("dayLandings", .integer(day)), .init("nightLandings", .integer(night)),
            .init("allLandings", all.map { .integer($0) } ?? .null), .init("solo", .bool(isSolo)),
            .init("dual", .bool(isDual)),
            .init("crossCountry", .bool(isCrossCountry)), .init("instrument", .bool(isInstrument)),
            .init("soloHours", hours(soloHours)),
            .init("nightHours", hours(nightHours)),
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
            oracle.take(deed, number, at: Int(receipt.position.value), store.clock.now)
        } catch let refusal as DraftRefusal {
            guard let reason = refusal.reason as? Rejection else { throw refusal }
            if reason.code == "amend.nothing", case .write(let change) = deed,
                let entry = oracle.entries(at: Int(try store.ledger.position.value))[number]
            {
                var changed = entry
                change(&changed)
                #expect(changed == entry, "what would change an entry is refused as nothing")
            } else if reason.code != "signature.locked" {
                throw refusal
            }
        }
    }

    /// Asks both of a random day and a random moment of knowing; nil when they agree.
    mutating func question() throws -> String? {
        let on = start.adding(days: random.below(820) - 20)
        let newest = Int(try store.ledger.position.value)
        let position = random.below(newest + 1)
        var asOf = AsOf(on: on, known: .position(Position(UInt64(position))))
        var known = position
        if random.oneIn(3), let moment = oracle.instants.randomElement(using: &random) {
            asOf.known = .at(moment.at)
            known = oracle.instants.last { $0.at <= moment.at }?.position ?? 0
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
        let progress = try store.ledger.progress(asOf).value
        let summary = try store.ledger.flightSummary(asOf).value
        let pairs = [
            ("general", text(answer.general), oracle.currency(entries, on: on) { $0.landings }),
            ("day", text(answer.day), oracle.currency(entries, on: on) { $0.day }),
            ("night", text(answer.night), oracle.currency(entries, on: on) { $0.night }),
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
