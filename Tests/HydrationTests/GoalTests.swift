import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration
import LedgerTestSupport
import Testing

@Suite struct GoalTests {
    private func goal(_ age: Int, _ tenths: Int, _ activity: WaterProfile.Activity = .sedentary) -> Int {
        WaterGoal(profile: person(age, tenths, activity)).ml
    }

    @Test("H-7.1, H-7.2, H-1.3, H-X.4: every row of the goals by age, weight and activity") func allRows() throws {
        let rows = vectors("hydration-goal-vectors.csv")
        #expect(rows.count == 272)
        for row in rows {
            let id = row["id"] ?? ""
            let weight = (row["weight_kg"] ?? "").split(separator: ".")
            let tenths = (Int(weight[0]) ?? 0) * 10 + (weight.count > 1 ? Int(weight[1]) ?? 0 : 0)
            let activity = try #require(WaterProfile.Activity(rawValue: row["activity"] ?? ""), "\(id)")
            let parts = try #require(WaterGoal(profile: person(row.number("age"), tenths, activity)).breakdown, "\(id)")
            #expect(
                parts.ratePerKg == row.number("ml_per_kg") && parts.baseMl == row.number("base_ml")
                    && parts.bonusMl == row.number("bonus_ml"), "\(id)")
            #expect(
                parts.totalMl == row.number("unclamped_ml") && parts.ml == row.number("goal_ml")
                    && parts.isClamped == (row["clamped"] == "yes"), "\(id)")
        }
    }

    @Test("H-C1.1, H-A.1: under 65 a kilogram asks for 30 mL") func under65() {
        #expect(goal(64, 700) == 2100 && goal(64, 833) == 2499 && goal(10, 600) == 1800)
    }

    @Test("H-C1.2, H-A.2: from 65 a kilogram asks for 25 mL, and no millilitre is lost to fractions") func from65() {
        #expect(goal(65, 700) == 1750 && goal(65, 646) == 1615 && goal(120, 700) == 1750)
    }

    @Test("H-A.3, H-A.4: a goal is never under 1500 nor over 4500") func clamp() {
        #expect(goal(40, 300) == 1500 && goal(40, 3000) == 4500)
        #expect(goal(40, 366) == 1500 && WaterGoal(profile: person(40, 366)).breakdown?.totalMl == 1098)
        #expect(goal(40, 1500, .very) == 4500 && WaterGoal(profile: person(40, 1500, .very)).breakdown?.totalMl == 5500)
        // Exactly at the ends nothing was changed.
        #expect(WaterGoal(profile: person(40, 500)).breakdown?.isClamped == false && goal(40, 500) == 1500)
        #expect(WaterGoal(profile: person(40, 1500)).breakdown?.isClamped == false && goal(40, 1500) == 4500)
    }

    @Test("H-A.5: activity adds 0, 350, 700, 1000 mL") func bonus() {
        #expect(WaterProfile.Activity.allCases.map { goal(40, 700, $0) } == [2100, 2450, 2800, 3100])
    }

    @Test("H-C1.5: the parts of a goal") func breakdown() {
        let parts = WaterGoal(profile: person(40, 700, .moderately)).breakdown
        #expect(
            parts?.text == "30 mL × 70 kg" && parts?.baseMl == 2100 && parts?.bonusMl == 700 && parts?.totalMl == 2800
                && parts?.isClamped == false)
        #expect(WaterGoal(profile: person(65, 646)).breakdown?.text == "25 mL × 64.6 kg")
    }

    @Test("H-6.2: without a profile the goal is 2500 mL, and has no parts") func noProfile() throws {
        let none = WaterGoal(profile: nil)
        #expect(none.ml == 2500 && none.breakdown == nil && none.override == nil)
        #expect(try WaterBook().goal() == 2500)
    }

    @Test("H-1.1, H-C1.3, H-C1.4, H-X.2: limits of age, weight and activity; a refusal leaves nothing") func limits()
        throws
    {
        let book = try WaterBook()
        let before = try book.events
        func set(_ age: Int, _ tenths: Int, _ activity: String = "sedentary") throws -> String? {
            try book.rejectionCode {
                try book.ledger.setWaterProfile(age: age, weightTenths: tenths, activity: activity)
            }
        }
        for age in [9, 121, 5, 150, 0, -1] {
            #expect(try set(age, 700) == "age.range: \"age\" is not from 10 to 120.", "\(age)")
        }
        for weight in [299, 3001, 200, 4000, 0, -700] {
            #expect(try set(40, weight) == "weight.range: \"weight\" is not from 30.0 to 300.0.", "\(weight)")
        }
        #expect(
            try set(40, 700, "lazy")
                == "activity.unknown: \"activity\" is none of sedentary, lightly, moderately, very.")
        #expect(try book.events == before)
        for (age, weight) in [(10, 300), (120, 3000), (10, 3000), (120, 300)] { #expect(try set(age, weight) == nil) }
        #expect(try book.events == before + 4)
    }

    @Test("H-C5.1: a profile holds from its day; earlier days keep the goal they had") func ageFrom() throws {
        let book = try WaterBook()
        try book.ledger.setWaterProfile(age: 64, weightTenths: 700, activity: "sedentary", from: day("2026-02-01"))
        try book.ledger.setWaterProfile(age: 65, weightTenths: 700, activity: "sedentary")
        #expect(
            try ["2026-01-31", "2026-02-01", "2026-02-09", "2026-02-10", "2027-01-01"].map { try book.goal($0) } == [
                2500, 2100, 2100, 1750, 1750,
            ])
    }

    @Test("H-C5.3, H-C5.4: a goal of one's own wins until it is cleared, each from its day") func override() throws {
        let book = try WaterBook()
        try book.ledger.setWaterProfile(age: 40, weightTenths: 700, activity: "moderately", from: day("2026-01-01"))
        for ml in [1499, 4501, 0, -1] {
            #expect(
                try book.rejectionCode { try book.ledger.setWaterGoal(Volume(ml: ml)) }
                    == "goal.range: \"ml\" is not from 1500 to 4500."
            )
        }
        try book.ledger.setWaterGoal(Volume(ml: 1500), from: day("2026-02-01"))
        try book.ledger.setWaterGoal(Volume(ml: 4500))
        try book.ledger.clearWaterGoal(from: day("2026-02-12"))
        #expect(
            try ["2026-01-31", "2026-02-01", "2026-02-09", "2026-02-10", "2026-02-11", "2026-02-12"].map {
                try book.goal($0)
            } == [2800, 1500, 1500, 4500, 4500, 2800])
        let own = try book.ledger.waterGoal().value
        #expect(own.override == 4500 && own.breakdown?.ml == 2800)
    }

    @Test("of two goals for one day the last told holds; one that is told for an earlier day changes no later one")
    func corrections() throws {
        let book = try WaterBook()
        try book.ledger.setWaterGoal(Volume(ml: 2000), from: day("2026-02-08"))
        try book.ledger.setWaterGoal(Volume(ml: 2200), from: day("2026-02-08"))
        try book.ledger.setWaterGoal(Volume(ml: 3000), from: day("2026-02-01"))
        #expect(
            try ["2026-01-31", "2026-02-01", "2026-02-07", "2026-02-08", "2026-02-10"].map { try book.goal($0) } == [
                2500, 3000, 3000, 2200, 2200,
            ])
    }

    @Test("undo of a goal brings back what held before; a later one must be undone first") func undo() throws {
        let book = try WaterBook()
        let first = try #require(try book.ledger.setWaterGoal(Volume(ml: 2000), from: day("2026-02-01")).ids.first)
        let second = try #require(try book.ledger.setWaterGoal(Volume(ml: 3000)).ids.first)
        let third = try #require(try book.ledger.setWaterGoal(Volume(ml: 3500)).ids.first)
        #expect(
            try book.rejectionCode { try book.ledger.undo(event: second) }
                == "undo.nothing: Nothing of the event \(second.short) can be undone: later changes have overwritten it."
        )
        try book.ledger.undo(event: third)
        #expect(try book.goal() == 3000)
        try book.ledger.undo(event: first)
        #expect(try book.goal("2026-02-05") == 2500 && book.goal() == 3000)
        let cleared = try #require(try book.ledger.clearWaterGoal().ids.first)
        #expect(try book.goal() == 2500)
        try book.ledger.undo(event: cleared)
        #expect(try book.goal() == 3000)
        let profile = try #require(
            try book.ledger.setWaterProfile(age: 40, weightTenths: 700, activity: "very").ids.first)
        #expect(
            try book.rejectionCode { try book.ledger.undo(event: profile) }
                == "undo.impossible: A profile.set cannot be undone. There was no earlier value: set another one instead."
        )
    }

    @Test("what stands in the profile of water stands nowhere else") func elsewhere() throws {
        let book = try WaterBook()
        #expect(
            try book.append("profile/quiz", "goal.set", #"{"ml":2000,"from":"2026-02-10"}"#)
                == "stream.other: goal.set has no effect in profile/quiz. It stands in profile/water.")
    }
}
