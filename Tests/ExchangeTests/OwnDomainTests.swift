import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Foundation
import LedgerTestSupport
import Replication
import Testing
import TransparencyLog

/// A domain of an app's own in every part of a ledger; and what a program makes of it that does not know it.
@Suite struct OwnDomainTests {
    private let clock = TestClock("2026-02-10T13:00:00Z")

    private func with<Result>(
        _ seed: UInt64 = 1, _ domains: [Domain] = [OwnHabits.domain], person: Ledger.Person = .new,
        _ body: (Ledger) throws -> Result
    ) throws -> Result {
        try Scratch.with { path in
            let ledger = try Ledger.create(
                at: path, person: person, environment: OwnHabits.environment(clock, seed: seed, domains))
            defer { ledger.close() }
            return try body(ledger)
        }
    }

    /// Three habits' days, one of them taken back.
    private func fill(_ ledger: Ledger) throws {
        try ledger.append([OwnHabits.start("run", "Run"), OwnHabits.start("read", "Read")])
        clock.step(seconds: 60)
        try ledger.append([
            OwnHabits.check("run", "2026-02-08", hard: true, minutes: 40), OwnHabits.check("run", "2026-02-09"),
            OwnHabits.check("read", "2026-02-09"),
        ])
        clock.step(seconds: 60)
        try ledger.append([OwnHabits.withdraw("run", "2026-02-09")])
    }

    private func days(_ ledger: Ledger, _ definition: DayLedgerDefinition = OwnHabits.checks, _ asOf: AsOf = .now)
        throws -> [String]
    {
        try ledger.days(of: definition, asOf).value.days.map { "\($0.date) \($0.rows) \($0.sums)" }
    }

    private func code(_ body: () throws -> Void) -> String? {
        do { try body() } catch let refusal as DraftRefusal {
            return (refusal.reason as? Rejection)?.code ?? (refusal.reason as? Fault)?.code
        } catch { return "\(error)" }
        return nil
    }

    @Test func rulesProjectionsAndTimesAreThoseOfTheApp() throws {
        try with { (ledger) throws in
            try fill(ledger)
            #expect(try days(ledger) == ["2026-02-08 1 [1, 1]", "2026-02-09 1 [1, 0]"])
            #expect(try days(ledger, OwnHabits.efforts) == ["2026-02-08 1 [40]"])
            // Before the withdrawal, by position and by time.
            #expect(
                try days(ledger, OwnHabits.checks, AsOf(known: .position(Position(6)))) == [
                    "2026-02-08 1 [1, 1]", "2026-02-09 2 [2, 0]",
                ])
            let then = Instant(milliseconds: ledger.now.milliseconds - 30_000)
            #expect(
                try days(ledger, OwnHabits.checks, AsOf(known: .at(then))) == [
                    "2026-02-08 1 [1, 1]", "2026-02-09 2 [2, 0]",
                ])
            #expect(
                try ledger.days(of: OwnHabits.checks).asOf.evaluator
                    == (Registry.daybook.domains + [OwnHabits.domain]).map(\.evaluator).sorted().joined(separator: " "))
            #expect(try ledger.standing(kind: "check").value.map(\.stream.id) == ["read.2026-02-09", "run.2026-02-08"])
            #expect(code { try ledger.append([OwnHabits.check("run", "2026-02-11")]) } == "check.future")
            #expect(code { try ledger.append([OwnHabits.check("swim", "2026-02-10")]) } == "habit.unknown")
            #expect(
                code {
                    try ledger.append([
                        EventDraft("habit.givenUp", in: OwnHabits.habit("run")), OwnHabits.check("run", "2026-02-10"),
                    ])
                } == "habit.givenUp")
            #expect(code { try ledger.append([OwnHabits.start("run", "Again")]) } == "habit.exists")
            #expect(code { try ledger.append([OwnHabits.check("run", "2026-02-10", minutes: 0)]) } == "minutes.none")
            #expect(code { try ledger.append([OwnHabits.check("run", "2026-02-10", minutes: 1441)]) } == "field.range")
            do { try ledger.append([OwnHabits.start("run", "Again")]) } catch let refusal as DraftRefusal {
                #expect(
                    refusal.rejection?.code == "habit.exists"
                        && "\(refusal)" == "habit.exists: There is such a habit already.")
            }
        }
    }

    @Test func verifyReplayDigestShowAndSuppositions() throws {
        try with { (ledger) throws in
            try fill(ledger)
            #expect(try ledger.verify().isSound)
            #expect(try ledger.replay().isEqual)
            #expect(try ledger.replay("habits.efforts").isEqual)
            #expect(
                ledger.projections == Registry.daybook.projections.dropLast(2) + [
                    "habits.checks", "habits.efforts", "outcomes", "registers",
                ])
            #expect(
                throws: Fault(
                    .usage, code: "projection.unknown", message: "There is no projection \"habits\".",
                    hint: "The projections are \(ledger.projections.joined(separator: ", ")).")
            ) { try ledger.replay("habits") }
            let history = try #require(try ledger.history(of: OwnHabits.checkStream("run", "2026-02-08")))
            #expect(history.value.fields.map(\.name) == ["habit", "day", "hard", "minutes"])
            #expect(try ledger.find("run.2026-02-08")?.stream == OwnHabits.checkStream("run", "2026-02-08"))
            var lines = [
                #"{"stream":"check/read.2026-02-10","type":"habit.checked","data":{"habit":"read","day":"2026-02-10"}}"#
            ].map { Array($0.utf8) }
            let supposed = try Supposition.read(zone: ledger.zone, at: ledger.now, registry: ledger.registry) {
                lines.isEmpty ? nil : lines.removeFirst()
            }
            #expect(try days(ledger, OwnHabits.checks, AsOf(supposing: supposed)).last == "2026-02-10 1 [1, 0]")
            #expect(try days(ledger).count == 2)
        }
    }

    @Test func undoFollowsTheRolesOfTheAppsTypes() throws {
        try with { (ledger) throws in
            try fill(ledger)
            let checked = OwnHabits.checkStream("read", "2026-02-09")
            func last(_ stream: StreamID) throws -> EventID {
                try #require(try ledger.history(of: stream)?.value.steps.last?.event.id)
            }
            func types(_ stream: StreamID) throws -> [String] {
                try ledger.history(of: stream)?.value.steps.map(\.event.envelope.type) ?? []
            }
            try ledger.undo(event: last(checked))
            try ledger.undo(event: last(checked))
            #expect(try types(checked) == ["habit.checked", "check.withdrawn", "check.restored"])
            let run = OwnHabits.habit("run")
            try ledger.append([EventDraft("habit.renamed", in: run, ["name": .string("Jog")])])
            try ledger.undo(event: last(run))
            #expect(try ledger.history(of: run)?.value.fields == [.init("name", .string("Run"))])
            try ledger.append([EventDraft("habit.coloured", in: run, ["colour": .string("red")])])
            try ledger.append([EventDraft("habit.coloured", in: run, ["colour": .string("blue")])])
            try ledger.undo(event: last(run))
            #expect(try ledger.record(run)?.register("colour")?["colour"] == .string("red"))
            try ledger.append([EventDraft("habit.praised", in: run)])
            #expect(throws: Rejection(code: "undo.impossible", message: "A habit.praised cannot be undone.")) {
                try ledger.undo(event: last(run))
            }
        }
    }

    /// Two devices of one person, offline: the same day checked on both is one.
    @Test func devicesExchangeWhatTheirAppKnows() throws {
        let person = [UInt8](repeating: 5, count: 32)
        try with(1, person: .joining(seed: person)) { (phone) throws in
            try with(2, person: .joining(seed: person)) { (tablet) throws in
                try fill(phone)
                #expect(try BundleTests.importBundle(BundleTests.bundle(phone), tablet).received == 7)
                try phone.append([OwnHabits.check("run", "2026-02-10"), OwnHabits.check("read", "2026-02-10")])
                clock.step(seconds: 1)
                try tablet.append([OwnHabits.check("run", "2026-02-10"), OwnHabits.check("read", "2026-02-08")])
                try Scratch.with { folder in
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                    for ledger in [phone, tablet, phone] { _ = try ledger.sync(folder: folder) }
                }
                #expect(try days(phone) == ["2026-02-08 2 [2, 1]", "2026-02-09 1 [1, 0]", "2026-02-10 2 [2, 0]"])
                #expect(try days(tablet) == days(phone))
                #expect(try tablet.digest() == phone.digest())
                #expect(try phone.replay().isEqual)
            }
        }
    }

    @Test func aProgramWithoutTheDomainKeepsShowsAndForwards() throws {
        let person = Ledger.Person.joining(seed: [UInt8](repeating: 5, count: 32))
        try with(person: person) { (ledger) throws in
            try fill(ledger)
            var lines: [[UInt8]] = []
            let written = try ledger.exportLines { lines.append(Array($0.utf8)) }
            #expect(written == 7)
            func importLines(_ other: Ledger, _ lines: [[UInt8]]) throws -> ImportLinesOutcome {
                var rest = lines[...]
                return try other.importLines { rest.popFirst() }
            }
            try with(2, [], person: person) { (plain) throws in
                let outcome = try importLines(plain, lines)
                #expect(outcome.received == 7 && outcome.outcomes == [.quarantined: 6])
                #expect(try plain.verify().isSound)
                #expect(try plain.replay().isEqual)
                #expect(try plain.digest().log == ledger.digest().log)
                #expect(try plain.digest().state != ledger.digest().state)
                let shown = try #require(
                    try plain.history(of: OwnHabits.checkStream("run", "2026-02-08"))?.value.steps.first?.event)
                #expect(shown.outcome.status == .quarantined && shown.outcome.reason == "type.unknown")
                // Of a type that is not known the fields have numbers for names.
                #expect(shown.data?["2"] == .integer(20_492))
                #expect(code { try plain.append([OwnHabits.start("swim", "Swim")]) } == "type.unknown")
                #expect(throws: Fault.self) { try plain.days(of: OwnHabits.checks) }
                var onwards: [[UInt8]] = []
                _ = try plain.exportLines { onwards.append(Array($0.utf8)) }
                try with(3, person: person) { (third) throws in
                    #expect(try importLines(third, onwards).outcomes == [:])
                    #expect(try days(third) == days(ledger))
                }
            }
        }
    }

    /// The app and a plain program write in turn in one ledger's files; each keeps rows of its own plan.
    @Test func programsTakeTurnsInOneLedger() throws {
        try Scratch.with { path in
            func using<Result>(_ domains: [Domain], _ body: (Ledger) throws -> Result) throws -> Result {
                let ledger = try Ledger.open(at: path, environment: OwnHabits.environment(clock, domains))
                defer { ledger.close() }
                return try body(ledger)
            }
            try Ledger.create(at: path, environment: OwnHabits.environment(clock)).close()
            try using([OwnHabits.domain], fill)
            try using([]) { (plain) throws in
                try plain.append([Draft.log("a", date: "2026-02-01")])
                #expect(try plain.flightSummary().value.flights == 1)
                #expect(try plain.outcomes(all: false).count == 6)
                #expect(try plain.replay().isEqual)
            }
            try using([OwnHabits.domain]) { (app) throws in
                #expect(try days(app) == ["2026-02-08 1 [1, 1]", "2026-02-09 1 [1, 0]"])
                #expect(try app.flightSummary().value.flights == 1)
                #expect(try app.outcomes(all: false).isEmpty)
                #expect(try app.replay().isEqual)
            }
        }
    }

    @Test func domainsThatDoNotFitAreNamed() throws {
        func problem(_ kinds: [any StreamKind], _ schemas: [EventSchema] = [], _ ledgers: [DayLedgerDefinition] = [])
            throws -> String?
        {
            let domain = Domain(evaluator: "own/1", kinds: kinds, schemas: schemas, ledgers: ledgers)
            return try Scratch.with { path in
                do {
                    try Ledger.create(at: path, environment: OwnHabits.environment(clock, [domain])).close()
                    return nil
                } catch let fault as Fault {
                    #expect(fault.code == "domains.unusable" && fault.kind == .usage)
                    #expect(fault.hint == "Change what the app declares. Nothing of the ledger was touched.")
                    #expect(!Ledger.isLedger(path))
                    return fault.message
                }
            }
        }
        let own = PlainKind("own")
        #expect(try problem([own], [.note("own.said", in: "own")]) == nil)
        let prefix = "The app's domains cannot be used: "
        #expect(try problem([PlainKind("flight")]) == prefix + "the kind of stream \"flight\" is declared twice.")
        #expect(try problem([PlainKind("link")]) == prefix + "the kind of stream \"link\" is declared twice.")
        #expect(
            try problem([PlainKind("Own")]) == prefix
                + "\"Own\" is no name for a kind of stream: 1 to 32 letters from a to z.")
        #expect(
            try problem([own], [.note("own_said", in: "own")]) == prefix
                + "\"own_said\" is no name for an event type: 1 to 64 letters, digits and points.")
        #expect(
            try problem([own], [.note("own.said", in: "other")]) == prefix
                + "own.said stands in streams of the kind \"other\", which no domain declares.")
        #expect(
            try problem([own], [.note("own.said", in: "own"), .note("own.said", in: "own")]) == prefix
                + "own.said 1 is declared twice.")
        #expect(
            try problem([own], [.note("own.said", in: "own"), .note("own.said", in: "own", version: 2)]) == prefix
                + "no way leads from own.said 1 to 2.")
        #expect(
            try problem(
                [own],
                [
                    .note("own.said", in: "own"),
                    EventSchema.create("own.said", in: "own", version: 2).upcasting { _ in },
                ])
                == prefix + "own.said 2 has another role than the version before.")
        #expect(
            try problem([own], [], [OwnHabits.checks, OwnHabits.checks]) == prefix
                + "the day ledger \"habits.checks\" is declared twice.")
        #expect(
            try problem(
                [own],
                [
                    EventSchema(
                        type: "own.said", version: 1, kinds: [], role: .note, critical: false, computed: false,
                        validTime: nil, register: nil, fields: [], engineFields: [])
                ])
                == prefix + "own.said stands in no kind of stream.")
        #expect(
            try problem(
                [own], [], (0..<129).map { DayLedgerDefinition(name: "own.\($0)", version: 1, measures: ["a"]) })
                == prefix + "there are more than 128 day ledgers.")
        for (count, measures) in [(0, []), (33, (0..<33).map { "\($0)" })] as [(Int, [String])] {
            #expect(
                try problem([own], [], [DayLedgerDefinition(name: "own.days", version: 1, measures: measures)])
                    == prefix + "the day ledger \"own.days\" has \(count) measures, and not from 1 to 32.")
        }
    }

    @Test func fieldsThatDoNotFitAreNamed() throws {
        func problem(_ schemas: EventSchema...) throws -> String? {
            Registry.problem(
                in: [Domain(evaluator: "own/1", kinds: [PlainKind("own")], schemas: schemas, ledgers: [])])
        }
        let day = EventSchema.create("own.made", in: "own", [.field(1, "day", .date)])
        #expect(try problem(day, .edit("own.moved", in: "own", [.optional(1, "day", .date)])) == nil)
        #expect(
            try problem(day, .edit("own.moved", in: "own", [.optional(1, "day", .text(maximumScalars: 9))]))
                == "own.moved has the key 1 as a text, and own.made as a date")
        #expect(
            try problem(.note("own.said", in: "own", [.field(1, "a", .boolean), .field(1, "b", .date)]))
                == "the key 1 of own.said names two fields")
        for key: UInt64 in [0, 64, 1_000] {
            #expect(
                try problem(.note("own.said", in: "own", [.field(key, "a", .boolean)]))
                    == "the key \(key) of own.said is not from 1 to 63")
        }
        #expect(
            try problem(.note("own.said", in: "own", [.field(1, "a", .boolean)], validTime: "day"))
                == "own.said has no date field \"day\"")
        let unordered = EventSchema(
            type: "own.said", version: 1, kinds: ["own"], role: .note, critical: false, computed: false,
            validTime: nil, register: nil, fields: [.field(2, "a", .boolean), .field(1, "b", .date)], engineFields: [])
        #expect(try problem(unordered) == "the keys of own.said do not ascend: 1 after 2")
    }

    /// A rehearsal and a ledger give the same verdict on a command, for random ones.
    @Test(arguments: UInt64(1)...6) func rehearsalsSayWhatLedgersSay(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try with(seed) { (ledger) throws in
            var rehearsal = try Rehearsal(of: OwnHabits.domain, now: ledger.now)
            var refusals: Set<String> = []
            for _ in 0..<120 {
                let (id, day) = (
                    ["run", "read"][random.below(2)], "2026-02-\(["08", "09", "10", "11"][random.below(4)])"
                )
                let stream = OwnHabits.checkStream(id, day)
                let draft =
                    switch random.below(8) {
                    case 0: OwnHabits.start(id, "Habit \(random.below(3))")
                    case 1: EventDraft("habit.givenUp", in: OwnHabits.habit(id))
                    case 2: EventDraft("habit.resumed", in: OwnHabits.habit(id))
                    case 3: OwnHabits.withdraw(id, day)
                    case 4: EventDraft("check.restored", in: stream)
                    case 5:
                        EventDraft(
                            "check.corrected", in: stream,
                            ["minutes": .integer(random.below(3) * 10 - (random.oneIn(9) ? 1 : 0))])
                    default: OwnHabits.check(id, day, minutes: random.oneIn(3) ? random.below(3) : nil)
                    }
                let verdict = rehearsal.when(draft)
                let stated = code { try ledger.append([draft]) }
                #expect(verdict.code == stated, "\(draft.type) \(draft.stream)")
                if let stated {
                    refusals.insert(stated)
                } else {
                    #expect(verdict.types == [draft.type])
                    rehearsal = try rehearsal.given(draft)
                }
            }
            #expect(refusals.count >= 5)
            for definition in [OwnHabits.checks, OwnHabits.efforts] {
                #expect(try rehearsal.days(of: definition) == ledger.days(of: definition).value)
            }
        }
    }

    @Test func rehearsalsOfWhatIsNoEvent() throws {
        let rehearsal = try Rehearsal(of: OwnHabits.domain, now: clock.now)
        let stream = OwnHabits.habit("run")
        #expect(
            rehearsal.when(EventDraft("habit.baked", in: stream))
                == .unreadable(
                    Fault(
                        .unreadable, code: "type.unknown",
                        message: "No domain here has habit.baked as an event of the stream habit/run.")))
        #expect(
            rehearsal.when(EventDraft(stream: stream, type: "habit.started", data: .fields([0xA0])))
                == .unreadable(
                    Fault(
                        .usage, code: "rehearsal.bytes", message: "A rehearsal takes fields by their names.")))
        #expect(
            rehearsal.when(
                OwnHabits.start("run", "Run"), EventDraft("habit.renamed", in: stream, ["title": .string("Jog")])
            ).code == "field.unknown")
        let verdict = rehearsal.when(OwnHabits.start("run", "Run"), OwnHabits.check("run", "2026-02-10"))
        #expect(
            verdict
                == .events([
                    .init(stream: stream, type: "habit.started", data: Draft.object(["name": .string("Run")])),
                    .init(
                        stream: OwnHabits.checkStream("run", "2026-02-10"), type: "habit.checked",
                        data: Draft.object(["habit": .string("run"), "day": .string("2026-02-10")])),
                ]))
        #expect(throws: Rejection.self) { try rehearsal.given(OwnHabits.withdraw("run", "2026-02-10")) }
        // An event of the past may have happened: it was a day before.
        #expect(
            try rehearsal.given(OwnHabits.start("run", "Run"), OwnHabits.check("run", "2026-02-11")).days(
                of: OwnHabits.checks
            ).rows == 1)
    }
}
