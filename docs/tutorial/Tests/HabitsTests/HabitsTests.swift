import DaybookKit
import Habits
import Testing

@Suite struct HabitsTests {
    let now = Instant(milliseconds: 1_770_728_400_000)
    var today: CivilDate { UniversalTime().date(at: now) }

    /// Given a habit.
    func running() throws -> Rehearsal { try Rehearsal(of: Habits.domain, now: now).given(Habits.start("run", "Run")) }

    @Test func aDayIsChecked() throws {
        #expect(try running().when(Habits.check("run", on: today)).types == ["habit.checked"])
    }

    @Test func noDayTwice() throws {
        #expect(try running().given(Habits.check("run", on: today)).when(Habits.check("run", on: today)).code == "check.twice")
    }

    @Test func noDayToCome() throws {
        #expect(try running().when(Habits.check("run", on: today.adding(days: 1))).code == "check.future")
    }

    @Test func noneThatWasGivenUp() throws {
        let given = try running().given(Habits.giveUp("run"))
        #expect(given.when(Habits.check("run", on: today)).code == "habit.givenUp")
        #expect(given.when(Habits.resume("run"), Habits.check("run", on: today)).types == ["habit.resumed", "habit.checked"])
    }

    @Test func whatIsWithdrawnCountsNoMore() throws {
        let given = try running().given(Habits.check("run", on: today), Habits.check("run", on: today.adding(days: -1)))
        #expect(given.days(of: Habits.checks).rows == 2)
        #expect(try given.given(Habits.withdraw("run", on: today)).days(of: Habits.checks).rows == 1)
    }
}
