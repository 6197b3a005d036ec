import DaybookDomains
import LedgerTestSupport
import Testing

private let numbers = [Int.min, -1, 0, 1, 13, 100_000_000, .max]

/// Each number, day and instant that a public call takes, at the ends of its type: a value, or a typed error.
@Suite struct ExtremeNumberTests {
    private let store: StoreLedger
    private var ledger: Ledger { store.ledger }

    init() throws {
        store = try StoreLedger(seed: 1)
        // The first event of a device stands before it.
        try store.ledger.logFlight(entered: flight)
    }

    /// A typed error is as good as a value.
    private func isAnswered(_ call: () throws -> Void, _ place: SourceLocation = #_sourceLocation) {
        do { try call() } catch {
            #expect(error is Rejection || error is Fault || error is DraftRefusal, "\(error)", sourceLocation: place)
        }
    }

    /// Runs each call, and checks that the ledger holds as many events more as were taken, and is sound.
    private func run(_ calls: [() throws -> Int], _ place: SourceLocation = #_sourceLocation) throws {
        let before = try ledger.statistics().events
        var taken = 0
        for call in calls {
            isAnswered({ taken += try call() }, place)
        }
        #expect(try ledger.statistics().events == before + UInt64(taken), sourceLocation: place)
        #expect(try ledger.verify().isSound, sourceLocation: place)
    }

    private var flight: Flight {
        var flight = Flight(date: store.ledger.today)
        flight.hobbs = Hours(tenths: 10)
        flight.dayLandings = 1
        return flight
    }

    @Test(arguments: numbers) func hoursOfAFlight(number: Int) throws {
        let fields: [WritableKeyPath<Flight, Hours?>] = [
            \.hobbs, \.tach, \.hobbsStart, \.hobbsEnd, \.soloHours, \.dualHours, \.crossCountryHours, \.nightHours,
            \.instrumentHours, \.groundHours, \.picHours, \.actualInstrumentHours, \.testPreparationHours,
        ]
        try run(
            fields.map { field in
                {
                    var entry = flight
                    entry[keyPath: field] = Hours(seconds: number)
                    _ = EntryFinding.of(entry)
                    return try ledger.logFlight(entered: entry).receipt.appended
                }
            })
    }

    @Test(arguments: numbers) func countsOfAFlight(number: Int) throws {
        let fields: [WritableKeyPath<Flight, Int?>] = [
            \.dayLandings, \.nightLandings, \.allLandings, \.dayTakeoffs, \.nightTakeoffs, \.towerLandings,
            \.approaches, \.holds, \.distanceNm,
        ]
        let alone = fields.map { [$0] } + [fields]
        try run(
            alone.map { fields in
                {
                    var entry = flight
                    for field in fields { entry[keyPath: field] = number }
                    _ = EntryFinding.of(entry)
                    return try ledger.logFlight(entered: entry).receipt.appended
                }
            })
    }

    @Test(arguments: numbers) func theWater(number: Int) throws {
        let moment = Instant(milliseconds: Int64(number))
        try run([
            { try ledger.addDrink(.tea, Volume(ml: number)).receipt.appended },
            { try ledger.addDrink(.coffee, Volume(ounces: number)).receipt.appended },
            {
                let time = ledger.validTime(of: moment, offsetSeconds: number)
                return try ledger.addDrink(.tea, Volume(ml: 100), at: time).receipt.appended
            },
        ])
        #expect((try ledger.waterMonth(year: number, month: number).value == nil) == (number != 1))
        let smart = try ledger.waterSmart(at: moment, lastCheck: moment)
        #expect((CivilDate.earliest...CivilDate.latest).contains(smart.asOf.on))
    }

    @Test(arguments: numbers) func theAlarms(number: Int) throws {
        let schedule = JSONValue.object(pairs: [
            "kind": .string("weekly"), "days": .array([.integer(1)]), "times": .array([.string("09:00")]),
        ])
        let stream = try ledger.addAlarm(.object(pairs: ["title": .string("Rent"), "schedule": schedule])).stream
        let moment = Instant(milliseconds: Int64(number))
        isAnswered {
            let details = try ledger.alarm(stream, at: moment, occurrencesMaximum: number).value
            #expect(details.occurrences.count <= max(0, number))
        }
        #expect(try ledger.pendingFires(at: moment, count: min(number, 100)).value.count <= max(0, number))
        #expect(try ledger.alarmGroups(at: moment).groups.count <= 1)
        try run([
            { try ledger.snoozeAlarm(stream, seconds: number).receipt.appended },
            { try ledger.completeAlarm(stream, heldTenths: number).receipt.appended },
        ])
        for place in 0..<6 {
            var fields = ScheduleFields()
            (fields.days, fields.weekday, fields.week, fields.month, fields.day) = ([1], 1, 1, 1, 1)
            let names: [WritableKeyPath<ScheduleFields, Int>] = [\.interval, \.weekday, \.week, \.month, \.day]
            if place < names.count { fields[keyPath: names[place]] = number } else { fields.days = [number] }
            for kind in ScheduleFields.Kind.allCases {
                fields.kind = kind
                isAnswered {
                    let fires = try Ledger.nextFires(of: fields, count: 3, after: moment, in: UniversalTime())
                    #expect(fires.count <= 3)
                }
            }
        }
    }

    @Test(arguments: numbers) func theTests(number: Int) throws {
        let moment = Instant(milliseconds: Int64(number))
        _ = try ledger.quizBook(at: moment)
        try run([
            { try ledger.train(set: number, choice: 0).receipt.appended },
            { try ledger.train(set: 1, choice: number).receipt.appended },
            { try ledger.startTest(number).receipt.appended },
        ])
        for (choice, index) in [(number, 0), (0, number)] {
            isAnswered { try ledger.answerTest(choice, index: index) }
        }
        #expect(try ledger.verify().isSound)
    }

    @Test(arguments: numbers) func theTwoTimes(number: Int) throws {
        let (moment, day) = (Instant(milliseconds: Int64(number)), CivilDate(day: Int32(clamping: number)))
        let questions = [
            AsOf(on: day), AsOf(moment: moment), AsOf(known: .at(moment)), AsOf(known: .endOf(day)),
            AsOf(on: day, moment: moment, known: .at(moment)),
        ]
        for question in questions {
            for projection in ledger.answersInFigures { isAnswered { _ = try ledger.figures(projection, question) } }
            isAnswered {
                let audit = try ledger.auditLogbook(question, evidence: number).answer
                #expect((CivilDate.earliest...CivilDate.latest).contains(audit.asOf.on))
            }
        }
    }

    @Test(arguments: numbers) func aClock(number: Int) throws {
        var environment = LedgerEnvironment()
        environment.clock = { Instant(milliseconds: Int64(number)) }
        #expect((Instant.earliest...Instant.latest).contains(environment.clock()))
    }
}
