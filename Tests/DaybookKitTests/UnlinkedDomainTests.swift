import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// A ledger that a program opens without the domains of its events.
@Suite struct UnlinkedDomainTests {
    @Test("events of domains that an app does not link are kept, and its answers count them as not understood")
    func eventsAreKept() throws {
        try Scratch.with { path in
            let clock = TestClock("2026-02-10T12:00:00Z")
            let whole = try Ledger.create(at: path, environment: .test(clock))
            try whole.append([Draft.log("a", date: "2026-02-01")])
            whole.close()

            var environment = LedgerEnvironment.test(clock)
            environment.domains = [LedgerDomain(OwnHabits.domain)]
            let app = try Ledger.open(at: path, environment: environment)
            #expect(app.registry.domains.map(\.evaluator) == ["shared/1", OwnHabits.domain.evaluator])
            try app.append([OwnHabits.start("run", "Run")])
            let missing = try #require(try app.incomplete(.everything))
            #expect(missing.events == 1 && missing.newer == 1 && missing.streams == [Draft.stream("flight/a")])
            #expect(try app.outcomes(all: false).map(\.outcome.reason) == [OutcomeReason.typeUnknown])
            #expect(try app.verify().isSound && app.replay().isEqual)
            // Nothing is asked of a domain that is not there.
            #expect(try app.due().value.isEmpty && app.noticeDomains.isEmpty && app.answersInFigures.isEmpty)
            #expect(throws: Fault.self) { try app.flightSummary() }
                .map { #expect($0.code == "projection.unknown" && $0.message.hasPrefix("There is no projection ")) }
            app.close()

            let again = try Ledger.open(at: path, environment: .test(clock))
            #expect(try again.flightSummary().value.flights == 1 && again.incomplete(.logbook) == nil)
            #expect(try again.incomplete(.everything)?.streams == [Draft.stream("habit/run")])
            again.close()
        }
    }
}
