import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import PracticeTests
import Testing

@Suite struct GuestTests {
    private static let guest = [UInt8](repeating: 5, count: 32)

    /// An account with 12 right answers and a test, and a guest with 10 and another, who have not met.
    private func people() throws -> (account: Learner, guest: Learner) {
        let (account, guest) = (try Learner(seed: 1), try Learner(seed: 2, person: GuestTests.guest))
        try account.unlock()
        for _ in 0..<2 { try account.train(set: 1) }
        try account.sit(1, 45)
        try guest.unlock()
        try guest.sit(2, 30)
        return (account, guest)
    }

    private func link(_ account: Learner, _ guest: Learner, _ choice: LinkChoice) throws {
        try account.ledger.link(guest: GuestTests.guest, choice: choice)
        try Learner.meet(account, guest)
    }

    @Test("T-5.1a, T-3.1.1: a guest has every feature") func guest() throws {
        let (_, guest) = try people()
        #expect(try guest.ledger.isGuest())
        #expect(try guest.line() == "CA 40/60 tests 30 open")
        try guest.ledger.resetProgress(of: state("CA"))
        try guest.ledger.restoreProgress()
    }

    @Test(
        "T-4.3d, T-5.3b, T-5.2: combined, all attempts and answers of both count, once, however often they are linked")
    func both() throws {
        let (account, guest) = try people()
        try link(account, guest, .both)
        let line = "CA 97/122 tests 30 45 open"
        #expect(try account.line() == line)
        #expect(try guest.line() == line)
        let position = try account.ledger.position
        try link(account, guest, .both)
        #expect(try account.ledger.position == position)
        #expect(try account.line() == line)
        #expect(try account.ledger.isGuest() == false)
        #expect(try account.ledger.digest().state == guest.ledger.digest().state)
    }

    @Test(
        "T-5.3b, T-5.3c: the account's progress unchanged, the guest's kept aside; or the guest's; and any choice can be changed later"
    ) func choices() throws {
        let (account, guest) = try people()
        let (own, guests) = (try account.line(), try guest.line())
        try link(account, guest, .account)
        #expect(try account.line() == own)
        #expect(try guest.line() == own)
        let kept = try account.ledger.quizBook().chosen().progress.allAttempts
        #expect(kept.map(\.score) == [45])
        try link(account, guest, .guest)
        #expect(try account.line() == guests)
        #expect(try guest.line() == guests)
        try link(account, guest, .both)
        #expect(try account.line() == "CA 97/122 tests 30 45 open")
        try link(account, guest, .account)
        #expect(try account.line() == own)
        #expect(try account.ledger.digest().state == guest.ledger.digest().state)
        // The guest's later events are set aside too, in the account's answers and by its rules.
        try guest.train(set: 4)
        try Learner.meet(account, guest)
        #expect(try account.line() == own)
    }

    @Test("a mask takes a guest's notes out of what everybody shares: its answers, and its resets") func notes() throws
    {
        let (account, guest) = try people()
        try link(account, guest, .both)
        try guest.ledger.resetProgress(of: state("CA"))
        try Learner.meet(account, guest)
        #expect(try account.line() == "CA 0/0 tests open")
        try link(account, guest, .account)
        #expect(try account.line() == "CA 57/62 tests 45 open")
        #expect(try guest.line() == "CA 57/62 tests 45 open")
        try link(account, guest, .both)
        #expect(try account.line() == "CA 0/0 tests open")
    }

    @Test(
        "rules of local commands see what is set aside as set aside: ten right answers of a guest open no test of the account's"
    ) func rules() throws {
        let (account, guest) = (try Learner(seed: 1), try Learner(seed: 2, person: GuestTests.guest))
        try guest.unlock()
        try account.train()
        try link(account, guest, .account)
        #expect(try account.code { _ = try account.ledger.startTest(1) } == "tests.locked")
        try link(account, guest, .both)
        #expect(try account.ledger.startTest(1).attempt.number == 1)
    }

    @Test("T-A.2: events of somebody who is not linked are refused") func strangers() throws {
        let (account, guest) = try people()
        let before = try account.line()
        let code = try account.code { _ = try account.device.receive(try guest.device.tails()) }
        #expect(code == "origin.unknown")
        #expect(try account.line() == before)
    }

    @Test("T-5.3a: what a side would miss is counted: records, and right answers of training; wrong ones are none")
    func counts() throws {
        let (account, guest) = (try Learner(seed: 1), try Learner(seed: 2, person: GuestTests.guest))
        func counts(_ learner: Learner) throws -> [[String: Int]] { try learner.ledger.linkedCounts().map(\.records) }
        try account.train(false)
        #expect(try counts(account) == [[:]])
        #expect(try account.ledger.linkedCounts().allSatisfy { !$0.holdsProgress })
        try guest.unlock()
        try guest.ledger.startTest(1)
        #expect(try counts(guest) == [["training": 10, "test": 1]])
    }
}
