import Daybook
import DaybookTestKit
import Foundation
import Testing

/// Sums by key and day against a plain fold of what was written, on random histories.
@Suite struct KeyedSumOracleTests {
    static let foods = ["rice", "beans", "crème", ""]

    /// A meal as the test knows it; nothing of the ledger's code computes it.
    private struct Known {
        var meal: Meal
        var isRemoved = false
    }

    /// The number of meals, grams and pieces of each day, by hand.
    private static func sums(_ food: String, _ meals: [Known]) -> [[Int]] {
        var days: [CivilDate: [Int]] = [:]
        for known in meals where !known.isRemoved && known.meal.food == food {
            let before = days[known.meal.day] ?? [0, 0, 0]
            days[known.meal.day] = [
                before[0] + 1, before[1] + known.meal.grams, before[2] + (known.meal.pieces ?? 0),
            ]
        }
        return days.sorted { $0.key < $1.key }.map { [Int($0.key.day)] + $0.value }
    }

    private static func answer(_ food: String, _ ledger: Ledger, _ asOf: AsOf = .now) throws -> [[Int]] {
        try ledger.read(asOf) { try $0.days(of: Meal.self, by: food) }
            .map { [Int($0.date.day), $0.records, $0[.grams], $0[.pieces]] }
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1, 2])
    func aRandomHistory(seed: UInt64) throws {
        print("KeyedSumOracleTests: seed \(seed)")
        var random = SeededRandom(seed: seed)
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = LedgerEnvironment(clock: { DomainTest.start })
        var ledger = try Ledger.open(at: folder, domains: [LedgerDomain(Meal.diary)], environment: environment)
        let today = ledger.today
        var meals: [Known] = []
        var known: [(position: Position, meals: [Known])] = []
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func meal() -> Meal {
            Meal(
                food: Self.foods[number(0...3)], day: today.adding(days: -number(0...70)),
                grams: number(-40...90), pieces: number(0...1) == 0 ? nil : number(0...9))
        }
        for _ in 0..<60 {
            var after = meals
            let outcome = Result {
                try ledger.write { unit in
                    after = meals
                    for _ in 0..<number(1...4) {
                        let index = number(0...max(0, after.count))
                        let id = RecordID<Meal>("m\(index)") ?? "x"
                        if index == after.count {
                            after.append(Known(meal: meal()))
                            try unit.create(after[index].meal, id: id)
                        } else if after[index].isRemoved {
                            after[index].isRemoved = false
                            try unit.restore(id)
                        } else if number(0...3) == 0 {
                            after[index].isRemoved = true
                            try unit.remove(id)
                        } else {
                            after[index].meal = meal()
                            try unit.set(id, to: after[index].meal)
                        }
                    }
                }
            }.mapError { error -> any Error in error }
            if case .failure(let error) = outcome {
                guard Rejection.Code("meal.tooMuch") ~= error else { throw error }
                continue
            }
            meals = after
            known.append((try ledger.position, meals))
            for food in Self.foods { #expect(try Self.answer(food, ledger) == Self.sums(food, meals)) }
        }
        func check() throws {
            for (position, meals) in known {
                for food in Self.foods {
                    let answer = try Self.answer(food, ledger, AsOf(known: .position(position)))
                    #expect(answer == Self.sums(food, meals), "\(food) at \(position)")
                }
            }
            for food in Self.foods { #expect(try Self.answer(food, ledger) == Self.sums(food, meals)) }
            #expect(try ledger.verify().isSound)
            #expect(try ledger.replay().isEqual)
        }
        try check()
        // Another version of the domain builds all sums anew, at its first write.
        ledger.close()
        let later = Domain("diary", version: 2, records: Meal.self)
        ledger = try Ledger.open(at: folder, domains: [LedgerDomain(later)], environment: environment)
        try check()
        let last = Known(meal: Meal(food: "beans", day: today, grams: -1))
        try ledger.write { try $0.create(last.meal) }
        meals.append(last)
        try check()
        ledger.close()
    }
}
