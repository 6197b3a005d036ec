import DaybookDomains
import Testing

@Suite struct OnboardCommandTests {
    @Test("S-TC-001, S-TC-002: what onboarding sets, and what a form begins with then") func onboarding() {
        let shell = Shell()
        let first = shell.run("onboard", "--stage", "pre_solo", "--intent", "log_fresh", "--json").json
        #expect(
            first["persona"]?.text
                == #"{"title":"Ready to Begin","call":"Log Your First Flight","backfillTip":false,"nextAction":"flightForm"}"#
        )
        #expect(first["defaults"]?.text == #"{"solo":false,"dual":true}"# && first["tour"]?["offered"] == .bool(false))
        let events = shell.run("log", "--json").jsonLines.filter { $0["type"]?.stringValue == "profile.onboarded" }
        #expect(
            events.map { $0["subject"]?.stringValue } == ["profile/logbook"]
                && events[0]["data"]?.text == #"{"stage":"pre_solo","intent":"log_fresh"}"#)
        let then = shell.position
        let second = shell.run("onboard", "--stage", "post_solo", "--intent", "backfill", "--json").json
        #expect(
            second["persona"]?["backfillTip"] == .bool(true)
                && second["persona"]?["title"]?.stringValue == "Building Toward the Checkride")
        #expect(
            second["persona"]?["call"]?.stringValue == "Start Entering Past Flights"
                && second["defaults"]?.text == #"{"solo":true,"dual":false}"#)
        let defaults = shell.run("flight", "defaults", "--json").json
        #expect(
            defaults["solo"] == .bool(true) && defaults["dual"] == .bool(false)
                && defaults["date"]?.stringValue == "2026-02-10")
        #expect(
            shell.run("onboard", "show", "--known-at", "\(then)", "--json").json["stage"]?.stringValue == "pre_solo")
        #expect(
            shell.run("onboard", "show").lines == [
                "Building Toward the Checkride",
                "\"daybook flight log --quick\" enters past flights one after another.",
                "Next: Start Entering Past Flights, with \"daybook flight log\".",
            ])
    }

    @Test("S-TC-003, S-TC-004, S-TC-080: the tour is walked to its end, and stays finished") func tour() {
        let shell = Shell()
        let onboarded = shell.run("onboard", "--stage", "checkride_prep", "--intent", "explore", "--json").json
        #expect(
            onboarded["persona"]?["nextAction"]?.stringValue == "tour" && onboarded["tour"]?["step"] == .number("0"))
        #expect(
            onboarded["tour"]?["title"]?.stringValue == "Your Home Base"
                && onboarded["defaults"]?.text == #"{"solo":true,"dual":false}"#)
        let pages = (0..<6).map { _ in shell.run("tour", "next", "--json").json }
        #expect(
            pages.map { $0["page"]?.stringValue } == [
                "Dashboard", "Progress", "Logbook", "Dashboard", "Dashboard", nil,
            ])
        #expect(
            pages.map { $0["name"]?.stringValue } == [
                "currencyCards", "progressTab", "logbookTab", "addFlightButton", "tourComplete", nil,
            ])
        let events = shell.run("log", "--stream", "profile/logbook", "--json").jsonLines.map {
            "\($0["type"]?.stringValue ?? "") \($0["data"]?.text ?? "")"
        }
        #expect(
            events.dropFirst() == [
                #"tour.advanced {"step":1}"#, #"tour.advanced {"step":2}"#, #"tour.advanced {"step":3}"#,
                #"tour.advanced {"step":4}"#,
                #"tour.advanced {"step":5}"#, #"tour.completed {"how":"finished"}"#,
            ])
        let after = shell.run("tour", "show", "--json").json
        #expect(
            after["completed"] == .bool(true) && after["offered"] == .bool(false)
                && after["how"]?.stringValue == "finished")
        for command in ["next", "skip"] {
            let over = shell.run("tour", command, "--json")
            #expect(
                over.status == 1 && over.code == "tour.completed"
                    && over.error["error"]?["message"]?.stringValue == "The tour was finished already.")
        }
        #expect(shell.run("onboard", "show", "--json").json["stage"]?.stringValue == "checkride_prep")
    }

    @Test("S-TC-005: skipped at any step, and never offered again", arguments: 0...4) func skip(step: Int) {
        let shell = Shell()
        shell.must("onboard", "--stage", "checkride_prep", "--intent", "explore")
        for _ in 0..<step { shell.must("tour", "next") }
        #expect(shell.run("tour", "skip").out == "The tour was skipped.\n")
        let after = shell.run("tour", "show", "--json").json
        #expect(
            after["completed"] == .bool(true) && after["offered"] == .bool(false)
                && after["how"]?.stringValue == "skipped" && after["step"] == .null)
        #expect(
            shell.run("tour", "next", "--json").error["error"]?["message"]?.stringValue
                == "The tour was skipped already.")
    }

    @Test func theLastStepIsFinishedAndNotSkipped() {
        let shell = Shell()
        for _ in 0..<5 { shell.must("tour", "next") }
        let refused = shell.run("tour", "skip", "--json")
        #expect(
            refused.code == "tour.atEnd"
                && refused.error["error"]?["message"]?.stringValue
                    == "This is the last step: there is nothing left to skip."
        )
        #expect(refused.error["error"]?["hint"]?.stringValue == "Finish it with \"daybook tour next\".")
    }

    @Test("S-TC-007, S-TC-008: without stage or intent nothing is written") func required() {
        let shell = Shell()
        let stageless = shell.run("onboard", "--intent", "explore", "--json")
        #expect(stageless.status == 1 && stageless.code == "stage.required")
        #expect(stageless.error["error"]?["message"]?.stringValue == "Onboarding needs the stage of training.")
        #expect(
            stageless.error["error"]?["hint"]?.stringValue == "Say --stage, one of pre_solo, post_solo, checkride_prep."
        )
        let aimless = shell.run("onboard", "--stage", "pre_solo", "--intent", "", "--json")
        #expect(aimless.status == 1 && aimless.code == "intent.required")
        #expect(aimless.error["error"]?["message"]?.stringValue == "Onboarding needs what to do first.")
        #expect(aimless.error["error"]?["hint"]?.stringValue == "Say --intent, one of log_fresh, backfill, explore.")
        let unknown = shell.run("onboard", "--stage", "solo", "--intent", "explore", "--json")
        #expect(
            unknown.status == 64 && unknown.code == "stage.unknown"
                && unknown.error["error"]?["message"]?.stringValue == "There is no stage \"solo\".")
        for command in [["onboard", "--stage", "pre_solo", "--intent", "explore"], ["onboard", "show"]] {
            let nowhere = shell.run(command + ["--domain", "foo", "--json"])
            #expect(nowhere.status == 64 && nowhere.code == "domain.unknown")
            #expect(nowhere.error["error"]?["message"]?.stringValue == "There is no domain \"foo\" with a profile.")
            #expect(nowhere.error["error"]?["hint"]?.stringValue == "It is one of logbook, alarms, water.")
        }
        #expect(
            shell.run(
                "append", "--json",
                input: #"{"stream":"profile/logbook","type":"profile.onboarded","data":{"intent":"explore"}}"#
            ).code == "stage.required")
        #expect(shell.events == 0)
    }
}
