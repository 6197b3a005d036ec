import DaybookDomains
import Testing

@testable import DaybookPage

/// The first steps and the tour without a network.
@Suite final class OnboardingPageTests {
    private let visitor: PageVisitor

    init() throws { visitor = try PageVisitor(onboards: false) }

    @Test("S-TC-006, S-TC-007, S-TC-008: the logbook leads to the two steps, and neither is taken without its choice")
    func steps() throws {
        for target in ["/", "/logbook", "/progress", "/flight/new", "/flight/quick", "/?on=2026-01-01"] {
            #expect(try visitor.place(visitor.ask(target)) == "/welcome", "\(target)")
        }
        #expect(visitor.ask("/water").status == 200)
        #expect(visitor.text("/welcome?stage=").contains("Onboarding needs the stage of training."))
        #expect(visitor.text("/welcome?stage=astronaut").contains("Onboarding needs the stage of training."))
        let page = "/welcome?stage=pre_solo"
        let empty = try visitor.send(page, to: "/welcome")
        #expect(empty.status == 422 && visitor.text(empty).contains("Onboarding needs what to do first."))
        let body = try visitor.form(page, to: "/welcome", ["intent": "log_fresh"])
        #expect(try visitor.place(visitor.ask("/welcome", body)) == "/flight/new")
        let after = try visitor.events()
        #expect(try visitor.place(visitor.ask("/welcome", body)) == "/flight/new")
        #expect(try visitor.events() == after)
        #expect(visitor.text("/").contains("Ready to Begin"))
    }

    @Test("S-TC-006: a logbook with flights asks for no step") func imported() throws {
        _ = try visitor.flight()
        #expect(visitor.ask("/").status == 200)
    }

    @Test("S-TC-004: each step of the tour is taken once, and its last finishes it") func tour() throws {
        let response = try visitor.send("/welcome?stage=checkride_prep", to: "/welcome", ["intent": "explore"])
        #expect(try visitor.place(response) == "/")
        var places: [String] = []
        var place = "/"
        for step in 1...6 {
            #expect(visitor.text(place).contains("Step \(step) of 6"))
            let body = try visitor.form(place, to: "/tour", ["do": "next"])
            place = try visitor.place(visitor.ask("/tour", body))
            let events = try visitor.events()
            #expect(try visitor.place(visitor.ask("/tour", body)) == place)
            #expect(try visitor.events() == events)
            places.append(place)
        }
        #expect(places == ["/", "/progress", "/logbook", "/", "/", "/"])
        #expect(!visitor.text("/").contains("class=\"tour\""))
        #expect(try visitor.ledger { try $0.profile().value.tour } == .finished)
    }
}
