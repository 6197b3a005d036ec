import Daybook
import DaybookDomains
import LedgerTestSupport
import Testing

/// Drinks through the typed library, beside an app's own records.
@Suite struct DrinkRecordTests {
    /// A record of an app that adds hydration.
    struct Walk: Record {
        static let schema = RecordSchema<Walk>(kind: "walk", created: "walk.taken", amended: "walk.corrected")
        var metres: Int
        var drink: RecordID<Drink>?
        enum CodingKeys: Int, CodingKey, CaseIterable { case metres = 1, drink = 2 }
    }

    /// A drink as a release with another limit declares it.
    struct SmallDrink: Record {
        static let schema = RecordSchema<SmallDrink>(
            kind: "drink", created: "drink.added", limits: [.volumeMl: .range(1...500)], validTime: .date)
        var kind: Drink.Kind
        var volumeMl: Int
        var effectiveMl: Int
        var date: CivilDate
        enum CodingKeys: Int, CodingKey, CaseIterable { case kind = 1, volumeMl, effectiveMl, date }
    }

    private let today = day("2026-02-10")
    private let id: RecordID<Drink> = "a"

    /// Runs a story on a ledger of an app with hydration and walks, always with the same person, ids and clock.
    @discardableResult
    private func ledger<Value>(_ story: (Ledger, TestClock) throws -> Value) throws -> Value {
        let (clock, path) = (TestClock("2026-02-10T13:00:00Z"), Scratch.path())
        var environment = LedgerEnvironment.test(clock)
        environment.domains = [.hydration, LedgerDomain(Domain("walks", records: Walk.self))]
        let ledger = try Ledger.create(at: path, environment: environment)
        defer {
            ledger.close()
            Scratch.remove(path)
        }
        return try story(ledger, clock)
    }

    private func lines(_ story: (Ledger) throws -> Void) throws -> [String] {
        try ledger { ledger, clock in
            try story(ledger)
            var lines: [String] = []
            _ = try ledger.exportLines { lines.append($0) }
            return lines
        }
    }

    @Test("a typed write appends the bytes that the commands of water append") func sameBytes() throws {
        let seven = ValidTime.instant(instant("2026-02-10T07:00:00Z"), offsetSeconds: 0, zone: "UTC")
        let stream = id.stream
        let commands = try lines { ledger in
            try ledger.addDrink(.water, Volume(ml: 250), at: .date(today))
            try ledger.addDrink(.coffee, Volume(ounces: 1_690), at: seven, id: "a", key: "k")
            try ledger.amendDrink(stream, volume: Volume(ml: 300))
            try ledger.amendDrink(stream, kind: .tea)
            try ledger.amendDrink(stream, at: .date(day("2026-02-09")))
            try ledger.removeDrink(stream)
            try ledger.restoreDrink(stream)
        }
        let typed = try lines { ledger in
            try ledger.write { try $0.create(Drink(kind: .water, volume: Volume(ml: 250), date: today)) }
            let coffee = Drink(kind: .coffee, volume: Volume(ounces: 1_690), date: today)
            try ledger.write { try $0.create(coffee, id: id, key: "k", at: seven) }
            try ledger.write { try $0.amend(id) { $0.volume = Volume(ml: 300) } }
            try ledger.write { try $0.amend(id) { $0.kind = .tea } }
            try ledger.write { try $0.amend(id, at: .date(day("2026-02-09"))) { $0.date = day("2026-02-09") } }
            try ledger.write { try $0.remove(id) }
            try ledger.write { try $0.restore(id) }
        }
        #expect(commands == typed && commands.count > 7)
    }

    @Test("the data of a drink and of its changes") func data() throws {
        try ledger { ledger, clock in
            try ledger.write { try $0.create(Drink(kind: .coffee, volume: Volume(ounces: 800), date: today), id: id) }
            try ledger.write { try $0.amend(id) { $0.kind = .water } }
            try ledger.write { try $0.amend(id) { $0.volume = Volume(ml: 300) } }
            try ledger.write { try $0.amend(id) { $0.date = day("2026-02-09") } }
            try ledger.write { try $0.amend(id) { $0.kind = .water } }
            let events = try ledger.history(of: id.stream)?.value.steps.map(\.event) ?? []
            #expect(
                events.map { $0.data?.text } == [
                    #"{"kind":"coffee","volumeMl":236,"effectiveMl":200,"date":"2026-02-10","ounces":800}"#,
                    #"{"kind":"water","volumeMl":236,"effectiveMl":236,"ounces":800}"#,
                    #"{"kind":"water","volumeMl":300,"effectiveMl":300,"ounces":null}"#, #"{"date":"2026-02-09"}"#,
                ])
            #expect(events.map(\.envelope.schemaVersion) == [2, 1, 1, 1])
        }
    }

    @Test("drinks and an app's records in one unit, read as known before, with their history") func reading() throws {
        try ledger { ledger, clock in
            let written = try ledger.write { unit in
                let drink = try unit.create(Drink(kind: .tea, volume: Volume(ml: 200), date: today), id: id)
                return try unit.create(Walk(metres: 900, drink: drink))
            }
            #expect(written.events.count == 2)
            try ledger.write { try $0.amend(id) { $0.volume = Volume(ml: 400) } }
            let (drinks, walks) = try ledger.read { (try $0.records(Drink.self), try $0.records(Walk.self)) }
            #expect(drinks.map(\.id) == [id] && drinks.map(\.effectiveMl) == [380] && drinks.map(\.version) == [2])
            #expect(walks.map(\.drink) == [id])
            let then = try ledger.read(AsOf(known: .position(written.position))) { try $0.record(id) }
            #expect(then?.value == Drink(kind: .tea, volume: Volume(ml: 200), date: today))
            #expect(try ledger.read { try $0.history(of: id)?.steps.count } == 2)
            #expect(try ledger.drink(id.stream)?.drink == drinks[0].value)
            #expect(try ledger.waterToday().value.day.effectiveMl == 380)
            try ledger.write { try $0.remove(id) }
            #expect(try ledger.read { try $0.records(Drink.self) }.isEmpty)
        }
    }

    @Test("an app that watches its drinks gets a value for each change") func watching() async throws {
        let path = Scratch.path()
        defer { Scratch.remove(path) }
        let ledger = try Ledger.open(at: path, domains: [LedgerDomain.hydration])
        defer { ledger.close() }
        let drink = Drink(kind: .water, volume: Volume(ml: 250), date: ledger.today)
        var values = ledger.values { try $0.records(Drink.self).map(\.volume) }.makeAsyncIterator()
        #expect(try await values.next() == [])
        let id = try await ledger.write { try $0.create(drink) }.value
        #expect(try await values.next() == [Volume(ml: 250)])
        try await ledger.write { try $0.amend(id) { $0.volume = Volume(ounces: 800) } }
        #expect(try await values.next() == [Volume(ounces: 800)])
        try await ledger.write { try $0.remove(id) }
        #expect(try await values.next() == [])
    }

    @Test("a typed write is refused in the words of water") func refusals() throws {
        try ledger { ledger, clock in
            func refusal(_ write: (inout WriteUnit) throws -> Void) -> String? {
                do {
                    try ledger.write(write)
                    return nil
                } catch { return "\(error)" }
            }
            func drink(_ ml: Int, _ date: CivilDate) -> Drink {
                Drink(kind: .water, volume: Volume(ml: ml), date: date)
            }
            #expect(refusal { try $0.create(drink(250, today), id: id) } == nil)
            #expect(
                refusal { try $0.create(drink(0, today)) }
                    == "volume.positive: \"volumeMl\" is not from 1 to 1000000.")
            #expect(
                refusal { try $0.create(drink(250, day("2026-02-11"))) }
                    == "date.future: The date 2026-02-11 is in the future; today is 2026-02-10.")
            #expect(
                refusal { try $0.create(drink(250, today), id: id) }
                    == "record.exists: There is a drink with this id already.")
            #expect(
                refusal { try $0.amend("b" as RecordID<Drink>) { _ in } } == "drink.notFound: There is no such drink.")
            #expect(
                refusal { try $0.restore(id) }
                    == "restore.nothing: This drink was not removed: there is nothing to restore.")
            try ledger.write { try $0.remove(id) }
            #expect(
                refusal { try $0.amend(id) { $0.kind = .tea } } == "drink.notFound: This drink was removed already.")
            let seen = try ledger.position
            let late = ValidTime.instant(instant("2026-02-10T13:00:01Z"), offsetSeconds: 0, zone: "UTC")
            #expect(
                refusal { try $0.create(drink(250, today), at: late) }
                    == "date.future: 2026-02-10T13:00:01Z is in the future; it is 2026-02-10T13:00:00Z.")
            #expect(try ledger.position == seen)
        }
    }

    @Test("a record whose schema differs from the kind of another domain is undeclared") func disagreement() throws {
        try ledger { ledger, clock in
            try ledger.addDrink(.water, Volume(ml: 250), id: "a")
            for use in [
                { try ledger.read { _ = try $0.records(SmallDrink.self) } },
                { try ledger.read { _ = try $0.record("a" as RecordID<SmallDrink>) } },
                {
                    let small = SmallDrink(kind: .water, volumeMl: 1, effectiveMl: 1, date: today)
                    try ledger.write { try $0.create(small) }
                },
            ] as [() throws -> Void] {
                let fault = #expect(throws: Fault.self) { try use() }
                #expect(fault?.code == "record.undeclared")
                #expect(fault?.message == "No domain of this ledger declares SmallDrink.")
            }
            #expect(
                try ledger.jsonSchemas(for: Drink.self).map(\.fileName) == [
                    "drink.added.v1.json", "drink.added.v2.json", "drink.amended.v1.json", "drink.removed.v1.json",
                    "drink.restored.v1.json",
                ])
        }
    }

    @Test("two devices that change the kind and the volume of one drink leave the drink of one device")
    func changedTogether() throws {
        let person = [UInt8](repeating: 5, count: 32)
        let (phone, tablet) = (try WaterBook(person: person), try WaterBook(person: person))
        try phone.drink(.water, 200, id: "a")
        try tablet.receive(from: phone)
        try phone.ledger.write { try $0.amend(id) { $0.volume = Volume(ounces: 1_000) } }
        tablet.clock.step(seconds: 1)
        try tablet.ledger.write { try $0.amend(id) { $0.kind = .soda } }
        try phone.receive(from: tablet)
        try tablet.receive(from: phone)
        for book in [phone, tablet] {
            let drink = try book.ledger.read { try $0.record(id) }?.value
            #expect(drink == Drink(kind: .soda, volume: Volume(ml: 200), date: today))
        }
        #expect(try phone.ledger.digest().state == tablet.ledger.digest().state)
    }
}
