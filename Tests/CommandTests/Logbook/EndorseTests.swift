import DaybookDomains
import Testing

@Suite struct EndorseTests {
    private let shell = Shell()

    @Test("S-X.5: a solo endorsement is good through D+90, on any date") func solo() {
        let given = shell.run(
            "endorse", "--kind", "solo", "--date", "2026-02-01", "--cfi", "1234567", "--make-model", "Cessna 172N",
            "--json"
        ).json
        #expect(given["goodThrough"]?.stringValue == "2026-05-02")
        func state(_ on: String) -> String {
            let list = shell.run("endorse", "list", "--on", on, "--json").json
            return list.count == 0
                ? "none" : "\(list[0]?["state"]?.stringValue ?? "") \(list[0]?["daysLeft"]?.text ?? "")"
        }
        #expect(
            state("2026-01-31") == "none" && state("2026-02-01") == "valid 90" && state("2026-05-02") == "caution 0"
                && state("2026-05-03") == "expired -1")
        let before = shell.position
        #expect(
            shell.run("endorse", "withdraw", given["id"]?.stringValue ?? "", "--reason", "wrong aircraft").out
                == "Endorsement withdrawn.\n")
        // The longest name of a type keeps two blanks behind it, and the columns of the others stay.
        let log = shell.must("log").lines.dropFirst()
        #expect(
            log.last?.contains("  endorsement.withdrawn  ") == true
                && log.allSatisfy { $0.dropFirst(22).first != " " && $0.prefix(8).last != " " })
        #expect(log.first?.hasPrefix("       1  ") == true && log.first?.contains("  origin.started        ") == true)
        #expect(shell.run("endorse", "list").out == "There is no endorsement.\n")
        #expect(
            shell.run("endorse", "list", "--known-at", "\(before)", "--json").json[0]?["makeModel"]?.stringValue
                == "Cessna 172N")
        let twice = shell.run("endorse", "withdraw", given["id"]?.stringValue ?? "", "--json")
        #expect(
            twice.code == "record.removed"
                && twice.error["error"]?["message"]?.stringValue == "This endorsement was withdrawn already.")
    }

    @Test("S-X.5: a number is needed, and a day that has come") func refused() {
        for options in [[], ["--cfi", " "]] {
            let result = shell.run(["endorse", "--json"] + options)
            #expect(result.status == 1 && result.code == "cfi.required")
            #expect(
                result.error["error"]?["message"]?.stringValue
                    == "An endorsement needs the instructor's certificate number.")
        }
        #expect(shell.run("endorse", "--cfi", "1", "--date", "2026-02-11", "--json").code == "date.future")
        #expect(shell.run("review", "add", "--date", "2026-02-11", "--json").code == "date.future")
        let kind = shell.run("endorse", "--cfi", "1", "--kind", "moon", "--json")
        #expect(
            kind.status == 64
                && kind.error["error"]?["message"]?.stringValue == "There is no kind of endorsement \"moon\".")
        #expect(
            shell.run("review", "add", "--kind", "moon", "--json").error["error"]?["hint"]?.stringValue
                == "It is one of flightReview, ipc, checkride, wings.")
        let unknown = shell.run("endorse", "withdraw", "zzz", "--json")
        #expect(
            unknown.code == "endorsement.unknown"
                && unknown.error["error"]?["message"]?.stringValue == "There is no such endorsement.")
        #expect(shell.events == 0)
    }

    @Test("S-X.6: the flight review, as of any two times") func review() {
        #expect(shell.run("currency", "review").out == "There is no flight review.\n")
        shell.must("review", "add", "--kind", "flightReview", "--date", "2024-01-31", "--cfi", "1")
        #expect(
            shell.run("currency", "review").out == "Flight review of 2024-01-31: expired, good through 2026-01-31.\n")
        let before = shell.position
        _ = shell.run(
            "append",
            input:
                #"{"stream":"flight/c","type":"flight.logged","data":{"date":"2026-02-03","hobbs":1.5,"dayLandings":1,"checkride":true}}"#
        )
        let now = shell.run("currency", "review", "--json").json
        #expect(
            now["state"]?.stringValue == "valid" && now["goodThrough"]?.stringValue == "2028-02-29"
                && now["kind"]?.stringValue == "checkride")
        #expect(
            shell.run("currency", "review", "--known-at", "\(before)", "--json").json["state"]?.stringValue == "expired"
        )
        #expect(shell.run("currency", "review", "--on", "2026-01-31", "--json").json["daysLeft"] == .number("0"))
        #expect(
            shell.run("review", "list", "--json").json.count == 2
                && shell.run("review", "list", "--on", "2024-02-01", "--json").json.count == 1)
    }

    @Test("61.56(e): a phase of WINGS counts as a flight review, and its remark names it") func wings() {
        let added = shell.must("review", "add", "--kind", "wings", "--date", "2026-01-15", "--remarks", "Basic phase")
        #expect(added.lines[0] == "Review saved: the phase counts as a flight review, 61.56(e).")
        let review = shell.run("review", "list", "--json").json[0]
        #expect(review?["kind"]?.stringValue == "flightReview")
        #expect(review?["remarks"]?.stringValue == "WINGS, 61.56(e): Basic phase")
        #expect(
            shell.run("currency", "review").out == "Flight review of 2026-01-15: valid, good through 2028-01-31.\n")
    }

    @Test("S-X.6: a number of blanks is none; blanks around one are not kept") func blankNumber() {
        let refused = shell.run("review", "add", "--cfi", "   ", "--json")
        #expect(refused.status == 1 && refused.code == "cfi.required" && shell.events == 0)
        #expect(
            refused.error["error"]?["message"]?.stringValue
                == "The certificate number of a review's instructor or examiner is blank.")
        #expect(refused.error["error"]?["hint"]?.stringValue == "Say --cfi NUMBER, or leave it out.")
        let line =
            #"{"stream":"review/a","type":"review.passed","data":{"kind":"ipc","date":"2026-02-01","cfiNumber":" "}}"#
        #expect(shell.run("append", "--json", input: line).code == "cfi.required")
        shell.must("review", "add", "--cfi", " 77 ")
        shell.must("review", "add", "--kind", "ipc")
        #expect(
            shell.run("log", "--type", "review.passed", "--json").jsonLines.map {
                $0["data"]?["cfiNumber"]?.stringValue
            } == ["77", nil])
    }

    @Test("S-X.6: instrument currency; what no entry tells is not recorded") func instrument() {
        _ = shell.log("--hobbs", "1.0")
        #expect(shell.run("currency", "instrument").out == "No flight records approaches or holds.\n")
        #expect(shell.run("currency", "instrument", "--json").json["state"]?.stringValue == "notRecorded")
        let line =
            #"{"stream":"flight/i","type":"flight.logged","data":{"date":"2025-09-30","hobbs":1.5,"dayLandings":1,"approaches":6,"holds":1}}"#
        shell.must("append", input: line)
        let answer = shell.run("currency", "instrument", "--json").json
        #expect(
            answer["state"]?.stringValue == "valid" && answer["goodThrough"]?.stringValue == "2026-03-31"
                && answer["approaches"] == .number("6"))
        #expect(
            shell.run("currency", "instrument").lines == [
                "Instrument currency: valid, good through 2026-03-31.",
                "Within six calendar months: 6 approaches, 1 hold.",
            ])
        #expect(
            shell.run("currency", "instrument", "--on", "2026-04-01", "--json").json["state"]?.stringValue == "expired")
        let lost = shell.run("currency", "instrument", "--on", "2026-10-01")
        #expect(
            lost.lines.last == "It was lost more than six calendar months ago: only a proficiency check gives it back.")
        #expect(
            shell.run("currency", "instrument", "--on", "2025-09-29", "--json").json["state"]?.stringValue
                == "notRecorded")
    }

    @Test("S-X.3: both readings stand side by side with their labels, and differ for night landings") func sideBySide()
    {
        _ = shell.log("--hobbs", "1.5", "--day-landings", "0", "--night-landings", "3")
        let answer = shell.run("currency", "--json").json
        #expect(
            answer["general"]?["label"]?.stringValue == "General, 61.57(a)"
                && answer["general"]?["state"]?.stringValue == "valid")
        #expect(
            answer["day"]?["label"]?.stringValue == "Day landings only"
                && answer["day"]?["state"]?.stringValue == "never")
        #expect(answer["night"]?["label"]?.stringValue == "Night, 61.57(b)")
    }
}
