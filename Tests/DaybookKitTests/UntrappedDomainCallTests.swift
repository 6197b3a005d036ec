import DaybookDomains
import LedgerTestSupport
import Testing

/// Public calls of the domains with input that fits no rule: each has a typed outcome and ends no program.
@Suite struct UntrappedDomainCallTests {
    @Test func aPictureOnTheSignatureOfAnEndorsement() throws {
        let store = try StoreLedger(seed: 1)
        let stream = try #require(StreamID("endorsement/a"))
        let digest = try store.ledger.digest()
        let fault = #expect(throws: Fault.self) {
            try store.ledger.signEndorsement(stream, by: .init(cfiNumber: "1234567", image: [1]))
        }
        #expect(fault?.code == "image.unused" && fault?.kind == .usage)
        #expect(fault?.message == "The signature of an endorsement has no picture.")
        #expect(fault?.hint == "Sign without the picture. Nothing was changed.")
        #expect(try store.ledger.digest() == digest)
    }

    @Test func theGoalOfAProfileThatIsNone() {
        for (age, activity) in [(Int.max, "very"), (.min, "very"), (30, "?")] {
            #expect(throws: Rejection.self) { try Ledger.waterGoal(age: age, weightTenths: 700, activity: activity) }
        }
        for weight in [Int.min, .max] {
            let fault = #expect(throws: Fault.self) {
                try Ledger.waterGoal(age: 30, weightTenths: weight, activity: "very")
            }
            #expect(fault?.code == "field.type")
        }
    }

    @Test func aDayOutsideOfASetOfDays() {
        let days = DaySet([1, 31])
        for day in [Int.min, -1, 0, 32, .max] { #expect(!days.contains(day)) }
        #expect(days.contains(1) && days.contains(31) && !days.contains(2))
    }

    @Test(arguments: ["", "a b", "a/b", String(repeating: "a", count: 65)]) func anIDThatIsNone(id: String) throws {
        let store = try StoreLedger(seed: 1)
        let ledger = store.ledger
        let digest = try ledger.digest()
        let day = ledger.today
        let calls: [(kind: String, call: () throws -> Void)] = [
            ("flight", { try ledger.logFlight(.object([]), id: id) }),
            ("alarm", { try ledger.addAlarm(.object([]), id: id) }),
            ("test", { try ledger.startTest(1, id: id) }),
            ("drink", { try ledger.addDrink(.water, Volume(ml: 250), id: id) }),
            ("review", { try ledger.addReview(PassedReview(kind: .flightReview, date: day), id: id) }),
            ("profile", { try ledger.onboard(stage: .preSolo, intent: .explore, domain: id) }),
            ("settings", { try ledger.setPermission("granted", domain: id) }),
        ]
        for (kind, call) in calls {
            let fault = #expect(throws: Fault.self, "\(kind)") { try call() }
            #expect(fault?.code == "stream.unreadable" && fault?.kind == .usage)
            #expect(fault?.message == "\"\(kind)/\(id)\" is not the name of a stream.")
        }
        #expect(try ledger.permission(domain: id) == .notAsked)
        #expect(try ledger.profile(domain: id).value.stage == nil)
        #expect(try ledger.digest() == digest)
    }

    @Test func aNumberBelowNoneOfThem() throws {
        let store = try StoreLedger(seed: 1)
        let ledger = store.ledger
        #expect(try ledger.newestFlights(-1).value.isEmpty)
        #expect(try ledger.pendingFires(count: -1).value.isEmpty)
        #expect(try ledger.waterMonth(year: .max, month: .min).value == nil)
        #expect(throws: Rejection.self) { try ledger.startTest(.min) }
        let day = ledger.today
        let evidence = try ledger.evidence([.flights(0, on: day)], limit: -1)
        #expect(evidence.map(\.counted.count) == [0] && evidence[0].restText(beside: -1) == nil)
        #expect(Volume(ounces: .max).ml > 0 && Volume(ounces: .min).ml < 0)
        #expect(throws: Rejection.self) { try ledger.addDrink(.water, Volume(ounces: .max)) }
        #expect(throws: Rejection.self) { try ledger.addDrink(.coffee, Volume(ml: .max)) }
        var bytes: [UInt8] = []
        StreamID("flight/a")?.writeID(atMost: .min, into: &bytes)
        #expect(bytes.isEmpty)
    }
}
