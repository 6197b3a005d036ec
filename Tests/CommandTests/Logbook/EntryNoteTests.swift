import DaybookDomains
import Testing

/// The notes beside a reply, and odd values that are refused.
@Suite struct EntryNoteTests {
    private let shell = Shell()

    private func message(_ result: Shell.Result) -> String? { result.error["error"]?["message"]?.stringValue }
    private func hint(_ result: Shell.Result) -> String? { result.error["error"]?["hint"]?.stringValue }

    @Test("S-TC-029: a flight with night landings and no night hours counts as flown by night, and the reply says so")
    func night() {
        let text =
            "The whole flight of 1.5 h counts as night, because the flight has night landings and no night hours; give them with --night-hours."
        let logged = shell.run("flight", "log", "--hobbs", "1.5", "--night-landings", "1")
        #expect(logged.status == 0 && logged.lines.last == "Note: \(text)")
        #expect(
            shell.run("flight", "log", "--hobbs", "1.5", "--night-landings", "1", "--json").json["warning"]?.stringValue
                == text)
        #expect(
            shell.run("flight", "log", "--quick", "--hobbs", "1.5", "--night-landings", "1").lines.contains(
                "Note: \(text)"))
        let id = shell.log("--hobbs", "1.5")
        #expect(shell.run("flight", "amend", id, "--night-landings", "1").lines.last == "Note: \(text)")
        #expect(
            shell.run("flight", "amend", id, "--remarks", "x", "--json").json["warning"] == nil,
            "a change of something else")
        #expect(shell.run("flight", "supersede", id, "--night-landings", "2").lines.last == "Note: \(text)")
        #expect(
            shell.run("flight", "log", "--hobbs", "1.5", "--night-landings", "1", "--night-hours", "0.4", "--json")
                .json["warning"] == nil)
        #expect(
            shell.run("flight", "log", "--help").out.contains("A flight with night landings counts as flown by night"))
    }

    @Test("S-TC-051: a copy has all fields, the readings too, and says how to take those away") func readings() {
        let id = shell.log("--hobbs-start", "1234.5", "--hobbs-end", "1236.0")
        let copy = shell.run("flight", "duplicate", id)
        let new = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        let text =
            "The Hobbs readings 1234.5 to 1236.0 are those of the flight that was copied; \"daybook flight amend \(new) --clear hobbsStart --clear hobbsEnd\" takes them away."
        #expect(copy.lines.last == "Note: \(text)")
        shell.must("flight", "amend", new, "--clear", "hobbsStart", "--clear", "hobbsEnd")
        let shown = shell.run("flight", "show", new, "--json").json
        #expect(shown["hobbs"] == .number("1.5") && shown["hobbsStart"] == nil && shown["hobbsEnd"] == nil)
        #expect(shell.run("flight", "duplicate", new, "--json").json["warning"] == nil)
        #expect(
            shell.run("flight", "duplicate", id, "--json").json["warning"]?.stringValue?.hasPrefix(
                "The Hobbs readings 1234.5 to 1236.0 are") == true)
    }

    @Test("a year before the first flight is a typing mistake, in flights, endorsements and reviews") func years() {
        let refused = shell.run("flight", "log", "--hobbs", "1", "--date", "0001-01-01", "--json")
        #expect(refused.status == 1 && refused.code == "date.early" && hint(refused) == "Look at the year again.")
        #expect(message(refused) == "The date 0001-01-01 is before 1903, the year of the first flight.")
        #expect(shell.run("endorse", "--cfi", "1", "--date", "1902-12-31", "--json").code == "date.early")
        #expect(shell.run("review", "add", "--date", "0206-02-01", "--json").code == "date.early" && shell.events == 0)
        let id = shell.log("--hobbs", "1", "--date", "1903-12-17")
        #expect(shell.run("flight", "amend", id, "--date", "0193-12-17", "--json").code == "date.early")
    }

    @Test("an amendment carries only what changes") func onlyWhatChanges() {
        let id = shell.log("--hobbs", "1", "--xc")
        #expect(
            shell.run("flight", "amend", id, "--xc", "--hobbs", "1", "--remarks", "dual", "--from", "").out.hasPrefix(
                "Flight changed: remarks dual."))
        #expect(
            shell.run("log", "--json", "--type", "flight.amended").jsonLines.last?["data"]?.text
                == #"{"remarks":"dual"}"#)
    }

    @Test("S-TC-051: a copy of an imported entry that contradicts itself says what that says")
    func copiedContradiction() {
        shell.must(
            "import",
            shell.file(
                "f.csv",
                "Date,AircraftID,From,To,TotalTime,Solo,DualReceived,AllLandings,DayLandingsFullStop\n2026-02-01,N1,KSJC,KSJC,1.0,0.6,0.5,1,1\n"
            ))
        let id = shell.run("flight", "list", "--json").json[0]?["id"]?.stringValue ?? ""
        #expect(shell.run("flight", "duplicate", id).status == 0)
        #expect(shell.run("flight", "summary", "--json").json["soloHours"] == .number("1.2"))
    }

    @Test("a text of blanks tells nothing") func blanks() {
        let id = shell.log("--hobbs", "1", "--from", "   ", "--to", "KRHV", "--aircraft", "\t", "--remarks", " ")
        let shown = shell.run("flight", "show", id, "--json").json
        #expect(
            shown["from"] == .null && shown["aircraft"] == .null && shown["remarks"] == .null
                && shown["to"]?.stringValue == "KRHV")
        shell.must("flight", "amend", id, "--to", "  ")
        #expect(shell.run("flight", "show", id, "--json").json["to"] == .null)
    }

    @Test("S-TC-059: a permission is of a domain that has notices") func domains() {
        let refused = shell.run("permission", "set", "granted", "--domain", "moon", "--json")
        #expect(
            refused.status == 64 && refused.code == "domain.unknown"
                && message(refused) == "There is no domain \"moon\" with notices.")
        #expect(hint(refused) == "It is one of alarms, notices, quiz, sleep, water." && shell.events == 0)
        for domain in ["alarms", "notices", "quiz", "water"] {
            shell.must("permission", "set", "granted", "--domain", domain)
        }
    }

    @Test("a notice that was seen is named") func noticeKeys() {
        for key in ["", "  "] {
            let refused = shell.run("notices", "acknowledge", key, "--json")
            #expect(
                refused.status == 1 && refused.code == "notice.required"
                    && message(refused) == "A notice is named by its key, such as milestone.solo.")
            #expect(hint(refused) == "\"daybook notices --json\" shows the keys.")
        }
        #expect(shell.events == 0)
    }

    @Test("S-TC-060: before anything was sent, the list does not say that something was") func heldBack() {
        _ = shell.log("--hobbs", "1", "--day-landings", "3", "--date", "2025-12-12")
        shell.must("permission", "set", "granted")
        let lines = shell.run("notices").lines
        #expect(
            lines.count == 2 && lines[0].hasPrefix("Due ") && lines[1].hasPrefix("Held")
                && lines[1].hasSuffix("at most one in 4 hours"))
        #expect(!shell.run("notices").out.contains("was sent"))
    }

    @Test("S-X.6, D-10: a review that was entered by mistake is taken back") func reviews() {
        let added = shell.run("review", "add", "--date", "2026-02-01")
        let stream = shell.run("review", "list", "--json").json[0]?["stream"]?.stringValue ?? ""
        #expect(
            added.lines == [
                "Review saved.", "Its id is \(stream.dropFirst(7)).",
            ])
        #expect(shell.run("undo", stream).out == "Undone.\n")
        #expect(
            shell.run("review", "list").out == "There is no review.\n"
                && shell.run("currency", "review").out == "There is no flight review.\n")
        let twice = shell.run("undo", stream, "--json")
        #expect(twice.status == 1 && twice.code == "undo.nothing" && shell.events == 2)
        let none = shell.run("undo", "review/none", "--json")
        #expect(
            none.code == "review.unknown" && message(none) == "There is no such review."
                && hint(none) == "\"daybook review list\" shows them.")
        let settled = shell.run("log", "--stream", stream, "--json").jsonLines.last?["id"]?.stringValue ?? ""
        #expect(
            hint(shell.run("undo", settled, "--json"))
                == "Decide again: daybook outcomes resolve --apply EVENT, or --dismiss EVENT")
        let event = shell.run("review", "add", "--date", "2026-02-02", "--json").json["event"]?.stringValue ?? ""
        #expect(shell.run("undo", event, "--json").json["undone"]?.stringValue == event)
        let first = shell.run("log", "--stream", stream, "--json").jsonLines.first?["id"]?.stringValue ?? ""
        shell.must("outcomes", "resolve", "--apply", first)
        #expect(shell.run("review", "list", "--json").json.count == 1)
        shell.must("review", "add", "--kind", "ipc", "--date", "2026-02-03", "--cfi", "1234567", "--remarks", "ILS")
        let named = shell.run("review", "list", "--json").json[0]
        #expect(named?["cfiNumber"]?.stringValue == "1234567" && named?["remarks"]?.stringValue == "ILS")
        #expect(shell.run("review", "list").lines[1].hasPrefix("2026-02-03  ipc           1234567     review/"))
        #expect(
            shell.run("review", "--help").out.contains("A review that was entered by mistake is taken back by \"undo\"")
        )
    }

    @Test("S-X.4: the whole list says why it has other figures than the six requirements") func progress() {
        _ = shell.log("--hobbs", "1.5", "--instrument")
        let lines = shell.run("progress", "--detail").lines
        #expect(lines.contains("The whole list of 61.109(a)"))
        #expect(
            lines.contains(
                "By night and by instruments it counts hours of training only; the requirements above count all."))
        #expect(
            lines.contains(
                "Entries give the number of full stops, not the places: three count as full stops at three points."))
        #expect(!shell.run("progress").out.contains("The whole list"))
    }
}
