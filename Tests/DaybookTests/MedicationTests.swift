import Daybook
import DaybookTestKit
import Testing

/// The medication ledger as its author tests it.
@Suite struct MedicationTests {
    let test: DomainTest

    init() throws {
        test = try DomainTest(medication)
        try test.given { try $0.create(Medicine(name: "Ibuprofen", dailyMilligrams: 1_200), id: "ibu") }
    }

    func dose(_ milligrams: Int, _ day: Int = 0) -> Dose {
        Dose(medicine: "ibu", day: test.today.adding(days: day), milligrams: milligrams)
    }

    @Test func aDoseIsTaken() {
        #expect(test.when { try $0.create(dose(400), id: "a") }.types == ["dose.taken"])
    }

    @Test func rulesRefuse() throws {
        #expect(test.when { try $0.create(dose(400, 1)) }.code == .doseFuture)
        #expect(test.when { try $0.create(dose(1_300)) }.code == .doseTooMuch)
        let unknown = Dose(medicine: "asp", day: test.today, milligrams: 1)
        #expect(test.when { try $0.create(unknown) }.code == .medicineUnknown)
        try test.given { try $0.create(dose(400), id: "a") }
        #expect(test.when { try $0.create(dose(400), id: "a") }.code == .doseTwice)
    }

    @Test func aUnitIsAllOrNothing() throws {
        let outcome = test.when {
            try $0.create(dose(800))
            try $0.create(dose(800))
        }
        #expect(outcome.code == .doseTooMuch)
        #expect(try test.device.read { try $0.records(Dose.self) }.isEmpty)
    }

    @Test func anAmendmentChangesOneField() throws {
        try test.given { try $0.create(dose(400), id: "a") }
        #expect(test.when { try $0.amend("a" as RecordID<Dose>) { $0.milligrams = 600 } }.types == ["dose.corrected"])
        #expect(test.when { try $0.amend("a" as RecordID<Dose>) { $0.milligrams = 600 } }.types == [])
        #expect(test.when { try $0.amend("a" as RecordID<Dose>) { $0.milligrams = 1_300 } }.code == .doseTooMuch)
        #expect(test.when { try $0.amend("b" as RecordID<Dose>) { $0.milligrams = 1 } }.code == .recordMissing)
        let history = try #require(try test.device.read { try $0.history(of: "a" as RecordID<Dose>) })
        let change = try #require(history.steps.last?.changes.first)
        #expect(history.steps.last?.changes.count == 1)
        #expect((change.field, change.old, change.new) == ("milligrams", .number("400"), .number("600")))
    }

    @Test func anOptionalFieldComesAndGoes() throws {
        let id: RecordID<Dose> = "a"
        try test.given { try $0.create(dose(400), id: id) }
        try test.given {
            try $0.amend(id) {
                $0.route = .oral
                $0.note = "after a meal"
                $0.tags = ["knee"]
            }
        }
        #expect(try test.device.read { try $0.record(id)?.value.route } == .oral)
        #expect(try test.device.read { try $0.record(id)?.value.tags } == ["knee"])
        try test.given { try $0.amend(id) { $0.route = nil } }
        #expect(try test.device.read { try $0.record(id)?.value.route } == nil)
        #expect(try test.device.read { try $0.record(id)?.note } == "after a meal")
    }

    @Test func aLockHoldsOnBothDevicesAndAnEditWaits() throws {
        let id: RecordID<Dose> = "a"
        try test.given { try $0.create(dose(400), id: id) }
        let tablet = try test.device("tablet")
        try test.exchange()
        try test.given { try $0.lock(id, by: "R. Ph. Jane Doe") }
        #expect(test.when { try $0.amend(id) { $0.milligrams = 500 } }.code == .recordLocked)
        // The tablet does not know of the lock yet.
        #expect(test.when(on: "tablet") { try $0.amend(id) { $0.milligrams = 500 } }.types == ["dose.corrected"])
        try test.exchange()
        for device in [test.device, tablet] {
            #expect(try device.read { try $0.record(id)?.milligrams } == 400)
            #expect(try device.read { try $0.record(id)?.isLocked } == true)
            #expect(try device.read { try $0.outcomes().map(\.outcome.status) } == [.pending])
        }
        // The lock is lifted, and the edit that waited is let in.
        let waiting = try #require(try test.device.read { try $0.outcomes().first }).event
        try test.given { try $0.unlock(id, reason: "The patient took more.") }
        try test.device.settle(apply: waiting)
        try test.exchange()
        for device in [test.device, tablet] { #expect(try device.read { try $0.record(id)?.milligrams } == 500) }
    }

    @Test func aDoseThatIsWithdrawnCountsNoMore() throws {
        let id: RecordID<Dose> = "a"
        try test.given { try $0.create(dose(400), id: id) }
        try test.given { try $0.create(dose(200), id: "b") }
        #expect(try test.device.read { try $0.days(of: Dose.self) }.map { $0[.milligrams] } == [600])
        try test.given { try $0.remove(id) }
        let days = try test.device.read { try $0.days(of: Dose.self) }
        #expect(days.map { $0[.milligrams] } == [200])
        #expect(days.map(\.records) == [1])
        try test.given { try $0.restore(id) }
        #expect(try test.device.read { try $0.milligrams(of: "ibu", on: test.today) } == 600)
    }

    @Test func twoTimes() throws {
        try test.given { try $0.create(dose(400, -1), id: "a") }
        let before = try test.device.position
        try test.given { try $0.amend("a" as RecordID<Dose>) { $0.milligrams = 600 } }
        let yesterday = test.today.adding(days: -1)
        let known = AsOf(on: yesterday, known: .position(before))
        #expect(try test.device.read(known) { try $0.milligrams(of: "ibu", on: $0.on) } == 400)
        #expect(try test.device.read(AsOf(on: yesterday)) { try $0.milligrams(of: "ibu", on: $0.on) } == 600)
    }

    @Test func aSimulationWritesNothing() throws {
        let supposed = try test.device.simulate {
            try $0.create(dose(400))
        } then: {
            try $0.milligrams(of: "ibu", on: test.today)
        }
        #expect(supposed == 400)
        #expect(try test.device.read { try $0.records(Dose.self) }.isEmpty)
        #expect(throws: Rejection.self) {
            try test.device.simulate {
                try $0.create(dose(1_300))
            } then: {
                try $0.records(Dose.self)
            }
        }
    }

    @Test func aKeyMakesAWriteIdempotent() throws {
        let first = try test.device.write { try $0.create(dose(400), id: "a", key: "request-1") }
        let again = try test.device.write { try $0.create(dose(400), id: "a", key: "request-1") }
        #expect(again.duplicates == 1)
        #expect(again.events == first.events)
        #expect(again.position == first.position)
        #expect(test.when { try $0.create(dose(500), id: "a", key: "request-1") }.code == .keyConflict)
    }

    @Test func anExpectedVersionRefusesAnotherWriter() throws {
        try test.given { try $0.create(dose(400), id: "a") }
        let id: RecordID<Dose> = "a"
        #expect(test.when { try $0.amend(id, expectedVersion: 2) { $0.milligrams = 1 } }.code == .versionConflict)
        #expect(test.when { try $0.amend(id, expectedVersion: 1) { $0.milligrams = 1 } }.types == ["dose.corrected"])
    }

    @Test func devicesConverge() throws {
        try assertConverges(medication, seeds: 1...6) { ledger, random in
            let id = RecordID<Dose>(stringLiteral: "d\(Int.random(in: 1...4, using: &random))")
            let day = ledger.today.adding(days: -Int.random(in: 0...2, using: &random))
            try ledger.write { unit in
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try unit.create(Medicine(name: "Ibuprofen", dailyMilligrams: 1_200), id: "ibu")
                case 1, 2: try unit.create(Dose(medicine: "ibu", day: day, milligrams: 400), id: id)
                case 3: try unit.amend(id) { $0.milligrams = 200 }
                case 4: try unit.lock(id, by: "Jane Doe")
                default: try unit.remove(id)
                }
            }
        } answer: { ledger in
            try ledger.read { try $0.days(of: Dose.self) }.map { "\($0.date) \($0[.milligrams])" }.joined(
                separator: ", ")
        }
    }

    @Test func aDivergenceIsFoundAndMadeSmall() throws {
        let divergence = #expect(throws: Divergence.self) {
            try assertConverges(medication, seeds: 1...1, devices: 2, acts: 12) { ledger, random in
                let name = Int.random(in: 1...1_000, using: &random)
                try ledger.write { try $0.create(Medicine(name: "\(name)", dailyMilligrams: 1)) }
            } answer: {
                "\(ObjectIdentifier($0))"
            }
        }
        #expect(divergence?.steps == [])
        #expect(divergence?.reason.hasPrefix("device 0 answers ObjectIdentifier") == true)
    }
}
