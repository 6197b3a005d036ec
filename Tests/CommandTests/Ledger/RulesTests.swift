import DaybookDomains
import Testing

/// Rules have dates: an answer about a day follows the form that a rule had then.
@Suite struct RulesTests {
    @Test(
        "a question about a day is answered by the form of that day: sixty days before 2009-10-20, calendar months from then on"
    ) func formOfTheDay() {
        let shell = Shell()
        shell.must(
            "append", "-",
            input: """
                {"stream":"flight/a","type":"flight.logged","data":{"date":"2009-08-10","from":"KAAA","to":"KAAA","hobbs":3.0,"dual":true,"dayLandings":1,"testPreparationHours":3.0}}

                """)
        func preparation(on day: String) -> JSONValue? {
            let detail = shell.must("progress", "--detail", "--on", day, "--json").json["detail"]
            guard case .array(let items)? = detail else { return nil }
            return items.first { $0["id"]?.stringValue == "testPreparation" }
        }
        // Sixty days reach from the 9th of October back to the 10th of August, not from the 10th.
        #expect(preparation(on: "2009-10-09")?["state"] == .string("met"))
        #expect(preparation(on: "2009-10-10")?["state"] == .string("unmet"))
        #expect(preparation(on: "2009-10-19")?["title"] == .string("Test preparation within 60 days"))
        // From the 20th it is the second calendar month before: August again, until the end of October.
        #expect(preparation(on: "2009-10-20")?["state"] == .string("met"))
        #expect(preparation(on: "2009-10-31")?["title"] == .string("Test preparation within 2 calendar months"))
        #expect(preparation(on: "2009-11-01")?["state"] == .string("unmet"))
    }

    @Test("an answer names the rules that it follows, since when, and whether they were in force on its day")
    func answersNameThem() {
        let shell = Shell()
        func rules(_ command: String...) -> String { shell.run(command + ["--json"]).json["rules"]?.text ?? "" }
        #expect(
            rules("currency", "--explain") == """
                [{"rule":"14 CFR 61.57(a)","authority":"faa",\
                "since":"2024-12-02","source":"89 FR 80310","inForce":true},\
                {"rule":"14 CFR 61.57(b)","authority":"faa","since":"2024-12-02","source":"89 FR 80310","inForce":true}]
                """)
        #expect(
            rules("currency", "--on", "2024-12-01").contains(
                #"{"rule":"14 CFR 61.57(a)","authority":"faa","since":"1997-08-04","#))
        #expect(rules("currency", "--on", "2024-12-02") == "")
        #expect(
            rules("currency", "instrument", "--on", "2018-11-25")
                == #"[{"rule":"14 CFR 61.57(c)","authority":"faa","#
                    + #""since":"1997-08-04","source":"62 FR 16220","inForce":true}]"#)
        #expect(
            rules("currency", "instrument", "--on", "2018-11-26", "--explain")
                == #"[{"rule":"14 CFR 61.57(c)","authority":"faa","#
                    + #""since":"2018-11-26","source":"83 FR 30232","inForce":true}]"#)
        #expect(
            rules("currency", "instrument", "--on", "2018-11-26") == "", "the newest form is what everybody expects")
        #expect(
            rules("currency", "review", "--on", "1997-08-03")
                == #"[{"rule":"14 CFR 61.56","authority":"faa","#
                    + #""since":"1997-08-04","source":"62 FR 16220","inForce":false}]"#)
        #expect(
            rules("progress", "--on", "2009-10-20", "--explain").contains(
                #"{"rule":"14 CFR 61.109(a)(4)","authority":"faa","#
                    + #""since":"2009-10-20","source":"74 FR 42500","inForce":true}"#))
    }

    @Test("before the first form that is known the answer says which one it follows") func beforeAllForms() {
        let shell = Shell()
        let line = """
            On 1990-01-01 none of the forms known here was in force (14 CFR 61.57(a), 14 CFR 61.57(b)): the one of 1997-08-04 is followed. "daybook rules" lists them.
            """
        #expect(shell.must("currency", "--on", "1990-01-01").lines.contains(line))
        #expect(!shell.must("currency", "--on", "1997-08-04").out.contains("none of the forms"))
        #expect(
            shell.must("rules", "--on", "1990-01-01").lines.last?.hasPrefix(
                "On 1990-01-01 none of the forms known here was in force (14 CFR 61.51(b), ") == true)
    }

    @Test("61.57(a) and (b) are worded for passengers until 2024-12-01, for persons from 2024-12-02 on (89 FR 80310)")
    func personsCarried() {
        let shell = Shell(initialise: false)
        func texts(on day: String) -> [String] {
            let rows = shell.must("rules", "--on", day, "--json").json
            guard case .array(let rules) = rows else { return [] }
            return rules.filter { ["14 CFR 61.57(a)", "14 CFR 61.57(b)"].contains($0["rule"]?.stringValue ?? "") }
                .compactMap { $0["text"]?.stringValue }
        }
        let (before, after) = (texts(on: "2024-12-01"), texts(on: "2024-12-02"))
        #expect(before.count == 2 && before.allSatisfy { $0.contains("carry passengers") })
        #expect(after.count == 2 && after.allSatisfy { $0.contains("carry persons") })
        #expect(after.first?.hasSuffix("certificated for more than one pilot.") == true)
        #expect(shell.must("currency", "--help").out.contains("to carry persons"))
    }

    @Test("rules lists every form, its day, where it was published, and the evaluator that follows it") func list() {
        let shell = Shell(initialise: false)
        let rows = shell.must("rules", "--json").json
        #expect(rows.count == 15)
        #expect(
            rows[9]?.text
                == #"{"rule":"14 CFR 61.109(a)","authority":"faa","#
                    + #""since":"1997-08-04","source":"62 FR 16220","evaluator":"logbook/1","text":"Forty hours of flight time, of them twenty with an instructor and ten solo, with their parts."}"#
        )
        #expect(shell.must("rules", "--on", "2020-01-01", "--json").json.count == 10)
        #expect(
            shell.must("rules").lines.contains {
                $0.contains("14 CFR 61.109(a)(4)") && $0.contains("2009-10-20") && $0.contains("74 FR 42500")
                    && $0.contains("logbook/1")
            })
        let refused = shell.run("rules", "--on", "2026-02-30")
        #expect(refused.status == 64)
    }
}
