import DaybookDomains
import Testing

/// The setting `logbook.authority` chooses between 14 CFR 61.57 and FCL.060(b), at both times.
@Suite struct AuthorityCommandTests {
    /// Three landings in a tailwheel airplane, all of them touch-and-goes, and one landing by night.
    private static func ledger() -> Shell {
        let shell = Shell()
        shell.must(
            "append",
            input: """
                {"stream":"aircraft/a","type":"aircraft.described",\
                "data":{"registration":"DEABC","typeCode":"PA18","class":"airplane_single_engine_land",\
                "gear":"fixed_tailwheel","engine":"Piston"}}
                {"stream":"flight/a","type":"flight.logged",\
                "data":{"date":"2026-01-05","from":"EDDB","to":"EDDB","aircraft":"DEABC",\
                "hobbs":1.0,"allLandings":3,"dayLandings":0,"nightLandings":1}}

                """)
        return shell
    }

    private func readings(_ shell: Shell, _ times: String...) -> String {
        let answer = shell.run(["currency", "--json"] + times).json
        func text(_ name: String) -> String {
            "\(answer[name]?["state"]?.stringValue ?? "?") \(answer[name]?["goodThrough"]?.stringValue ?? "-")"
        }
        let authority = answer["authority"]?.stringValue ?? "?"
        return "\(authority): \(text("general")); \(text("night")); \(answer["legal"]?.stringValue ?? "?")"
    }

    @Test("D-5: the answer by FCL.060(b) names its paragraphs, their regulation and dates, and what it assumes")
    func text() {
        let shell = Self.ledger()
        #expect(readings(shell) == "faa: valid 2026-04-05; never -; NOT CURRENT")
        shell.must("setting", "set", "logbook.authority", "easa")
        #expect(readings(shell) == "easa: valid 2026-04-05; valid 2026-04-05; You are current")
        let lines = shell.must("currency").lines
        #expect(lines.first == "You are current in airplane single-engine land on 2026-02-10")
        for line in [
            "General, FCL.060(b)(1)  valid  2026-04-05           54  Current — 54 days remaining",
            "Night, FCL.060(b)(2)    valid  2026-04-05           54  Current — 54 days remaining",
            "No practical test is recorded: a student pilot flies with an instructor, or alone "
                + "under supervision. (FCL.020(a))",
            "Regulation (EU) No 1178/2011 Annex I FCL.060(b)(1), since 2020-04-08 (Regulation (EU) 2020/359).",
            "Regulation (EU) No 1178/2011 Annex I FCL.060(b)(2), since 2012-04-08 (Regulation (EU) No 1178/2011).",
            "Assumed: The 90 days are those before the flight: a landing of day D counts through D+90.",
            "Assumed: The pilot flew each takeoff and landing that an entry states; entries do not "
                + "record the pilot flying.",
            "Assumed: Each landing had its approach; the approaches of an entry are those by instruments.",
            "Assumed: No session counts; one in a full flight simulator of the type or class would, "
                + "and no entry records that.",
            "Assumed: By night (b)(1) must hold as well, and landings are those to a full stop; no "
                + "entry records others.",
            "Assumed: An instrument rating holds through the 12th month after a recorded "
                + "proficiency check, in every category.",
            "Assumed: Helicopters, airships, powered-lift and turbine airplanes are compared by "
                + "type, other airplanes by class.",
        ] { #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))") }
        let answer = shell.must("currency", "--json").json
        #expect(answer["assumptions"]?.count == 7 && answer["blockedBy"]?[0]?["paragraph"] == .string("FCL.020(a)"))
        #expect(
            answer["rules"]?[0]?.text == """
                {"rule":"Regulation (EU) No 1178/2011 Annex I FCL.060(b)(1)","authority":"easa","since":"2020-04-08",\
                "source":"Regulation (EU) 2020/359","inForce":true}
                """)
        #expect(answer["classes"]?[0]?["tailwheel"] == .null)
        #expect(
            shell.must("currency", "--on", "2012-04-07").lines.contains(
                "On 2012-04-07 none of the forms known here was in force (Regulation (EU) No 1178/2011 Annex I "
                    + "FCL.060(b)(1), Regulation (EU) No 1178/2011 Annex I FCL.060(b)(2)): the one of 2012-04-08 is "
                    + "followed. \"daybook rules\" lists them."))
    }

    @Test("D-5: the setting is known from the event that sets it, and a supposed one counts in a what-if")
    func twoTimes() {
        let shell = Self.ledger()
        let before = shell.position
        shell.must("setting", "set", "logbook.authority", "easa")
        let by = shell.position
        shell.must("setting", "set", "logbook.authority", "faa")
        #expect(readings(shell).hasPrefix("faa") && readings(shell, "--known-at", "\(before)").hasPrefix("faa"))
        #expect(readings(shell, "--known-at", "\(by)") == "easa: valid 2026-04-05; valid 2026-04-05; You are current")
        // A past day is answered by the authority that is known now.
        #expect(readings(shell, "--on", "2026-01-20").hasPrefix("faa"))
        #expect(readings(shell, "--on", "2026-01-20", "--known-at", "\(by)").hasPrefix("easa"))
        let with = shell.file(
            "with.jsonl",
            #"{"stream":"settings/logbook","type":"setting.changed","#
                + #""data":{"name":"logbook.authority","value":"easa"}}"# + "\n")
        #expect(readings(shell, "--with", with).hasPrefix("easa: valid"))
        #expect(shell.must("currency", "periods", "--landings", "night").out == "There was no period of currency.\n")
        #expect(
            shell.must("currency", "periods", "--landings", "night", "--known-at", "\(by)", "--json").out
                == #"[{"from":"2026-01-05","through":"2026-04-05"}]"# + "\n")
        #expect(shell.run("setting", "set", "logbook.authority", "caa", "--json").code == "setting.value")
    }

    @Test("D-9: diff names the setting as the cause, and --explain lists it with the flights") func causes() {
        let shell = Self.ledger()
        let before = shell.position
        shell.must("setting", "set", "logbook.hours", "hm")
        shell.must("setting", "set", "logbook.authority", "easa")
        let lines = shell.must("diff", "--from", "\(before)", "--projection", "currency", "--json").jsonLines
        #expect(lines.map { $0["id"]?.stringValue } == ["night"])
        #expect(lines.first?["because"]?.count == 1)
        #expect(lines.first?["because"]?[0]?["type"] == .string("setting.changed"))
        let evidence = shell.must("currency", "--explain", "--json").json["evidence"]?["night"]
        let streams = (0..<(evidence?["counted"]?.count ?? 0)).compactMap {
            evidence?["counted"]?[$0]?["stream"]?.stringValue
        }
        #expect(streams.sorted() == ["flight/a", "settings/logbook"])
    }

    @Test("D-5: an instrument rating carries the night, and its check is the evidence") func rating() {
        let shell = Self.ledger()
        shell.must("setting", "set", "logbook.authority", "easa")
        shell.must(
            "append",
            input: #"{"stream":"review/c","type":"review.passed","data":{"kind":"ipc","date":"2025-11-03"}}"# + "\n")
        let answer = shell.must("currency", "--explain", "--json").json
        let night = answer["night"]
        #expect(night?["goodThrough"] == .string("2026-11-30") && night?["check"] == .string("2025-11-03"))
        let check = shell.must("log", "--stream", "review/c", "--json").jsonLines.first?["id"]
        #expect(night?["evidence"]?.count == 1 && night?["evidence"]?[0] == check)
        #expect(
            answer["general"]?["check"] == nil && answer["classes"]?[0]?["night"]?["check"] == .string("2025-11-03"))
        #expect(
            shell.must("currency").lines.contains(
                "By night an instrument rating counts, by the proficiency check of 2025-11-03."))
        let evidence = answer["evidence"]?["night"]
        let streams = (0..<(evidence?["counted"]?.count ?? 0)).compactMap {
            evidence?["counted"]?[$0]?["stream"]?.stringValue
        }
        #expect(streams.contains("review/c"))
        shell.must("setting", "set", "logbook.authority", "faa")
        #expect(shell.must("currency", "--json").json["night"]?["state"] == .string("never"))
    }

    @Test("D-4, D-5: audit and notices follow the same authority") func auditAndNotices() {
        let shell = Self.ledger()
        shell.must("permission", "set", "granted")
        shell.must(
            "append",
            input: """
                {"stream":"flight/b","type":"flight.logged",\
                "data":{"date":"2026-01-20","from":"EDDB","to":"EDDP","aircraft":"DEABC",\
                "hobbs":1.0,"nightHours":1.0,"nightLandings":1,"actualInstrumentHours":0.5,"approaches":1}}

                """)
        func lacks() -> String { shell.must("audit", "--json").json["outOfCurrency"]?[1]?["lacks"]?.text ?? "" }
        #expect(lacks() == #"["61.57(a)(1)(ii)","61.57(b)","61.57(c)"]"#)
        shell.must("setting", "set", "logbook.authority", "easa")
        let audit = shell.must("audit", "--json").json
        #expect(audit["authority"] == .string("easa") && audit["outOfCurrency"]?.count == 1)
        #expect(audit["outOfCurrency"]?[0]?["lacks"]?.text == #"["FCL.060(b)(1)","FCL.060(b)(2)"]"#)
        #expect(audit["judged"]?.text == #"["FCL.060(b)(1)","FCL.060(b)(2)"]"#)
        #expect(audit["periods"]?["night"]?.text == #"[{"from":"2026-01-05","through":"2026-04-20"}]"#)
        let report = shell.must("audit").out
        #expect(report.contains("Flights made out of currency, FCL.060"))
        #expect(report.contains("Without passengers, no flight was out of order."))
        #expect(report.contains("Not judged: 61.57(c), a rule of the FAA."))
        #expect(report.contains("Night, FCL.060(b)(2)"))
        let page = shell.must("audit", "--html", "-").out
        #expect(page.contains("Regulation (EU) No 1178/2011, Annex I") && page.contains("no session counts"))
        let notices = shell.must("notices", "--on", "2026-04-01", "--explain", "--json").json
        // The second of a category waits for its cool-down.
        #expect(notices["due"]?[0]?["key"] == .string("currencyCliff.passenger.2026-04-05"))
        let held = (0..<(notices["held"]?.count ?? 0)).compactMap { notices["held"]?[$0]?["key"]?.stringValue }
        #expect(held.contains("currencyCliff.night.2026-04-20"))
        #expect(
            shell.must("notices", "--on", "2026-04-01").out.contains("Passenger Currency: 4 Days Left")
                && shell.must("notices", "--on", "2026-04-03").out.contains("Passenger Currency Expires in 2d"))
        #expect(notices["due"]?[0]?["evidence"]?["countedTotal"]?.integerValue == 3)
    }

    @Test("D-5: rules of the FAA state that they are, where the authority is EASA") func rulesOfTheFAA() {
        let shell = Self.ledger()
        func note(_ rule: String) -> String { "This follows \(rule), a rule of the FAA; logbook.authority is easa." }
        #expect(!shell.must("progress").out.contains("a rule of the FAA"))
        shell.must("setting", "set", "logbook.authority", "easa")
        shell.must("review", "add", "--kind", "flightReview", "--date", "2026-02-01")
        #expect(shell.must("progress").lines.contains(note("14 CFR 61.109(a)")))
        #expect(shell.must("progress", "--json").json["authority"] == .string("faa"))
        #expect(shell.must("currency", "review").lines.contains(note("14 CFR 61.56")))
        shell.must(
            "append",
            input: """
                {"stream":"flight/i","type":"flight.logged",\
                "data":{"date":"2026-01-20","from":"EDDB","to":"EDDP","hobbs":1.0,"dayLandings":1,"approaches":1}}

                """)
        #expect(shell.must("currency", "instrument").lines.contains(note("14 CFR 61.57(c)")))
        #expect(shell.must("currency", "instrument", "--json").json["authority"] == .string("faa"))
        let book = shell.must("logbook", "--html", "-").out
        #expect(book.contains(note("14 CFR 61.109(a)")))
    }

    @Test("D-5: a glider has no answer by FCL.060(b), and has one by 61.57") func glider() {
        let shell = Self.ledger()
        shell.must(
            "append",
            input: """
                {"stream":"aircraft/g","type":"aircraft.described",\
                "data":{"registration":"D1234","class":"glider"}}
                {"stream":"flight/g","type":"flight.logged",\
                "data":{"date":"2026-02-01","from":"EDDB","to":"EDDB","aircraft":"D1234","hobbs":1.0,"dayLandings":3}}

                """)
        shell.must("setting", "set", "logbook.authority", "easa")
        let refused = shell.run("currency", "--aircraft", "D1234", "--json")
        #expect(refused.status == 1 && refused.code == "aircraft.notCovered")
        #expect(
            refused.error["error"]?["message"]
                == .string("FCL.060(b) does not cover \"D1234\", which is described as glider."))
        #expect(
            refused.error["error"]?["hint"]
                == .string("\"daybook setting set logbook.authority faa\" answers by 14 CFR 61.57."))
        #expect(shell.must("currency", "--json").json["classes"]?.count == 1)
        #expect(
            shell.must("currency").lines.contains(
                "Assumed: FCL.060(b) does not cover this kind of aircraft, which is not judged: glider."))
        shell.must("setting", "set", "logbook.authority", "faa")
        #expect(shell.must("currency", "--aircraft", "D1234").lines.first == "You are current in glider on 2026-02-10")
    }
}
