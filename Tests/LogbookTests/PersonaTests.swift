import Logbook
import Testing

@Suite struct PersonaTests {
    @Test(
        "S-TC-001, S-TC-002, S-TC-003, S-TC-039: what each stage and intent begin with",
        arguments: [
            (
                TrainingStage.preSolo, OnboardingIntent.logFresh, "Ready to Begin", "Log Your First Flight", false,
                Persona.NextAction.flightForm, false
            ),
            (
                .postSolo, .backfill, "Building Toward the Checkride", "Start Entering Past Flights", true, .flightForm,
                true
            ),
            (.checkridePrep, .explore, "Final Stretch", "Log Your First Flight", false, .tour, true),
        ])
    func personas(
        _ stage: TrainingStage, _ intent: OnboardingIntent, _ title: String, _ call: String, _ tip: Bool,
        _ next: Persona.NextAction, _ solo: Bool
    ) {
        let persona = Persona(stage: stage, intent: intent)
        #expect(
            persona.title == title && persona.call == call && persona.backfillTip == tip && persona.nextAction == next)
        let defaults = FlightSuggestion.opening(after: nil, stage: stage, today: day("2026-02-10"))
        #expect(defaults.solo == solo && defaults.dual == !solo && defaults.date == day("2026-02-10"))
        #expect(defaults.dayLandings == 1 && defaults.nightLandings == 0 && defaults.from == nil)
    }

    @Test("S-TC-039: before onboarding the general words") func general() {
        let persona = Persona(stage: nil, intent: nil)
        #expect(
            persona.title == "Welcome to SoloTrack" && persona.call == "Log Your First Flight"
                && persona.nextAction == nil && !persona.backfillTip)
    }

    @Test("S-TC-004: six steps, each on its page") func steps() {
        #expect(
            TourStep.allCases.map(\.name) == [
                "dashboardWelcome", "currencyCards", "progressTab", "logbookTab", "addFlightButton", "tourComplete",
            ])
        #expect(
            TourStep.allCases.map(\.page) == [
                "Dashboard", "Dashboard", "Progress", "Logbook", "Dashboard", "Dashboard",
            ])
        #expect(TourStep.dashboardWelcome.title == "Your Home Base")
        var state = TourState.at(.dashboardWelcome)
        var walked: [Int] = []
        while case .at(let step) = state, let next = state.next {
            walked.append(step.rawValue)
            state = next
        }
        #expect(walked == [0, 1, 2, 3, 4, 5] && state == .finished && state.isCompleted && state.next == nil)
    }

    @Test("S-TC-005: the tour can be left at every step but the last") func skip() {
        for step in TourStep.allCases {
            #expect(TourState.at(step).skip == (step == .tourComplete ? nil : .skipped), "\(step)")
        }
        #expect(
            TourState.skipped.isCompleted && TourState.skipped != .finished && TourState.skipped.skip == nil
                && TourState.finished.skip == nil)
    }
}
