import Daybook
import DaybookTestKit
import Testing

/// Sums by key and day.
@Suite struct KeyedSumTests {
    let test: DomainTest

    init() throws { test = try DomainTest(Meal.diary) }

    func meal(_ food: String, _ grams: Int, _ day: Int = 0) -> Meal {
        Meal(food: food, day: test.today.adding(days: day), grams: grams)
    }

    func grams(_ food: String, _ asOf: AsOf = .now) throws -> [Int] {
        try test.device.read(asOf) { try $0.days(of: Meal.self, by: food) }.map { $0[.grams] }
    }

    @Test func aRuleAsksTheSumOfItsKey() throws {
        try test.given { try $0.create(meal("rice", 600), id: "a") }
        #expect(test.when { try $0.create(meal("rice", 401)) }.code == "meal.tooMuch")
        #expect(test.when { try $0.create(meal("beans", 1_000)) }.types == ["meal.eaten"])
        #expect(test.when { try $0.create(meal("rice", 1_000, 1)) }.types == ["meal.eaten"])
        #expect(test.when { try $0.create(meal("rice", 400), id: "b") }.types == ["meal.eaten"])
        // The record that is decided is not among those that it is held against.
        #expect(test.when { try $0.amend("a" as RecordID<Meal>) { $0.grams = 601 } }.code == "meal.tooMuch")
        #expect(test.when { try $0.amend("a" as RecordID<Meal>) { $0.grams = 1 } }.types == ["meal.corrected"])
        #expect(test.when { try $0.create(meal("rice", 599)) }.types == ["meal.eaten"])
        #expect(test.when { try $0.create(meal("rice", 1)) }.code == "meal.tooMuch")
    }

    @Test func aRuleSeesTheUnitBeforeIt() throws {
        try test.given { try $0.create(meal("rice", 500), id: "a") }
        let outcome = test.when { unit in
            try unit.create(meal("rice", 400))
            try unit.create(meal("rice", 101))
        }
        guard case .rejected(let rejection) = outcome else { return #expect(outcome.code != nil) }
        #expect(rejection.message == "1001 g in 3 meals.")
        // A dose that the unit removes makes room.
        let exchanged = test.when { unit in
            try unit.remove("a" as RecordID<Meal>)
            try unit.create(meal("rice", 1_000), id: "b")
            try unit.amend("b" as RecordID<Meal>) { $0.food = "beans" }
            try unit.create(meal("rice", 1_000), id: "c")
        }
        #expect(exchanged.types == ["meal.withdrawn", "meal.eaten", "meal.corrected", "meal.eaten"])
        #expect(try grams("rice") == [1_000])
        #expect(try grams("beans") == [1_000])
    }

    @Test func aSumFollowsItsRecord() throws {
        let id: RecordID<Meal> = "a"
        try test.given { try $0.create(meal("rice", 300), id: id) }
        try test.given { try $0.create(meal("rice", 100, -1), id: "b") }
        #expect(try grams("rice") == [100, 300])
        try test.given { try $0.amend(id) { $0.food = "beans" } }
        #expect(try grams("rice") == [100])
        #expect(try grams("beans") == [300])
        try test.given { try $0.remove(id) }
        #expect(try grams("beans") == [])
        try test.given { try $0.restore(id) }
        let today = try test.device.read { try $0.sums(of: Meal.self, by: "beans", on: test.today) }
        #expect((today.date, today.records, today[.grams], today[.pieces]) == (test.today, 1, 300, 0))
        let none = try test.device.read { try $0.sums(of: Meal.self, by: "salt", on: test.today) }
        #expect((none.date, none.records, none[.grams]) == (test.today, 0, 0))
        #expect(try test.device.verify().isSound)
        #expect(try test.device.replay().isEqual)
    }

    @Test func aSumIsAnsweredAtAnyPast() throws {
        let id: RecordID<Meal> = "a"
        var known: [(position: Position, rice: [Int], beans: [Int])] = []
        func step(_ write: (inout WriteUnit) throws -> Void) throws {
            try test.given(write)
            known.append((try test.device.position, try grams("rice"), try grams("beans")))
        }
        try step { try $0.create(meal("rice", 300), id: id) }
        try step { try $0.amend(id) { $0.food = "beans" } }
        try step { try $0.create(meal("beans", 50), id: "b") }
        try step { try $0.amend(id) { $0.day = $0.day.adding(days: -40) } }
        try step { try $0.remove(id) }
        #expect(known.map(\.rice) == [[300], [], [], [], []])
        #expect(known.map(\.beans) == [[], [300], [350], [300, 50], [50]])
        for step in known {
            let asOf = AsOf(known: .position(step.position))
            #expect(try grams("rice", asOf) == step.rice)
            #expect(try grams("beans", asOf) == step.beans)
        }
    }

    @Test func aSumIsSupposed() throws {
        try test.given { try $0.create(meal("rice", 300), id: "a") }
        let supposed = try test.device.simulate { unit in
            try unit.create(meal("rice", 100))
            try unit.amend("a" as RecordID<Meal>) { $0.grams = 200 }
        } then: {
            try $0.sums(of: Meal.self, by: "rice", on: test.today)[.grams]
        }
        #expect(supposed == 300)
        let tooMuch = #expect(throws: Rejection.self) {
            try test.device.simulate {
                try $0.create(meal("rice", 701))
            } then: { _ in
            }
        }
        #expect(tooMuch?.code == "meal.tooMuch")
        #expect(try grams("rice") == [300])
    }

    @Test func aKeyOfAnotherTypeIsRefused() throws {
        let wrong = #expect(throws: Fault.self) { try test.device.read { try $0.days(of: Meal.self, by: 5) } }
        #expect(wrong?.code == "sums.key")
        #expect(wrong?.message == "The sums of Meal are by food, which is no Int.")
        let medicines = try DomainTest(medication)
        let none = #expect(throws: Fault.self) { try medicines.device.read { try $0.days(of: Medicine.self, by: "a") } }
        #expect(none?.code == "sums.undeclared")
        #expect(none?.message == "The schema of Medicine keeps no sums by a field.")
        #expect(none?.hint == "Name one: RecordSchema(…, sums: […], sumsBy: …).")
    }

    @Test func aFieldThatIsNoKeyIsRefusedAtOpen() {
        func problem<R: KeyedTally>(_ type: R.Type) -> String? {
            let fault = #expect(throws: Fault.self) { try DomainTest(Domain("a", records: type)) }
            #expect(fault?.code == "domains.unusable")
            return fault?.message
        }
        let start = "The app's domains cannot be used: tally has sums by key, "
        #expect(problem(OptionalKey.self) == start + "which is optional.")
        #expect(problem(LongKey.self) == start + "which has no limit within 128 characters.")
        #expect(problem(ListKey.self) == start + "which is a list, an instant or an attachment.")
        #expect(problem(UnsummedKey.self) == start + "and sums nothing.")
    }

    @Test func eachTypeOfKeyHasItsSums() throws {
        enum Colour: String, RecordChoice { case red, green }
        func sums<Key: RecordField>(_ key: Key, _ other: Key) throws {
            let test = try DomainTest(Domain("a", records: Tally<Key>.self))
            try test.given { unit in
                try unit.create(Tally(key: key, day: test.today, count: 2))
                try unit.create(Tally(key: key, day: test.today, count: 3))
                try unit.create(Tally(key: other, day: test.today, count: 4))
            }
            let found = try [key, other].map { key in
                try test.device.read { try $0.sums(of: Tally<Key>.self, by: key, on: test.today)[.count] }
            }
            #expect(found == [5, 4], "\(Key.self)")
            #expect(try test.device.verify().isSound)
        }
        try sums("a", "")
        try sums("cafe\u{301}", "CAFÉ")
        try sums(7, -7)
        try sums(true, false)
        try sums(Colour.red, .green)
        try sums(CivilDate(day: 20_000), CivilDate(day: -1))
        try sums("ibu" as RecordID<Medicine>, "asp")
    }

    @Test func anotherDeviceHasTheSameSums() throws {
        try assertConverges(Meal.diary, seeds: 1...3) { ledger, random in
            try ledger.write { unit in
                let food = ["rice", "beans"].randomElement(using: &random) ?? ""
                let day = ledger.today.adding(days: -Int.random(in: 0...2, using: &random))
                let meal = Meal(food: food, day: day, grams: Int.random(in: -50...300, using: &random))
                try unit.set(RecordID("\(Int.random(in: 1...9, using: &random))") ?? "x", to: meal)
            }
        } answer: { ledger in
            try ledger.read { snapshot in
                try ["rice", "beans"].map { "\(try snapshot.days(of: Meal.self, by: $0).map { $0[.grams] })" }
                    .joined(separator: " ")
            }
        }
    }
}

/// A record of a test, with a key of any type.
private struct Tally<Key: RecordField>: Record {
    static var schema: RecordSchema<Self> {
        RecordSchema(
            kind: "tally", created: "tally.made", limits: [.count: .range(0...9)].merging(limit) { $1 },
            validTime: .day, sums: [.count], sumsBy: .key)
    }
    private static var limit: [CodingKeys: FieldLimit] { Key.self == String.self ? [.key: .text(128)] : [:] }

    var key: Key
    var day: CivilDate
    var count: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case key = 1, day = 2, count = 3 }
}

private protocol KeyedTally: Record {}

private struct OptionalKey: KeyedTally {
    static let schema = RecordSchema<OptionalKey>(
        kind: "tally", created: "tally.made", limits: [.count: .range(0...9)], validTime: .day, sums: [.count],
        sumsBy: .key)
    var key: Int?
    var day: CivilDate
    var count: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case key = 1, day = 2, count = 3 }
}

private struct LongKey: KeyedTally {
    static let schema = RecordSchema<LongKey>(
        kind: "tally", created: "tally.made", limits: [.count: .range(0...9), .key: .text(129)], validTime: .day,
        sums: [.count], sumsBy: .key)
    var key: String
    var day: CivilDate
    var count: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case key = 1, day = 2, count = 3 }
}

private struct ListKey: KeyedTally {
    static let schema = RecordSchema<ListKey>(
        kind: "tally", created: "tally.made", limits: [.count: .range(0...9)], validTime: .day, sums: [.count],
        sumsBy: .key)
    var key: [Int]
    var day: CivilDate
    var count: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case key = 1, day = 2, count = 3 }
}

private struct UnsummedKey: KeyedTally {
    static let schema = RecordSchema<UnsummedKey>(kind: "tally", created: "tally.made", validTime: .day, sumsBy: .key)
    var key: Int
    var day: CivilDate
    enum CodingKeys: Int, CodingKey, CaseIterable { case key = 1, day = 2 }
}
