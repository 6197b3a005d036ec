import DaybookDomains
import Testing

/// Endorsements in the words of AC 61-65K, Appendix A.
@Suite struct EndorseTemplateTests {
    private let shell = Shell()

    private static let words =
        "AC 61-65K, A.6 Solo flight (first 90-calendar-day period): 14 CFR § 61.87(n). I certify that Jo A. Pilot has "
        + "received the required training to qualify for solo flying. I have determined they meet the applicable "
        + "requirements of 14 CFR § 61.87(n) and are proficient to make solo flights in Cessna 172N."

    private func endorse(_ more: String...) -> Shell.Result {
        shell.run(
            [
                "endorse", "--template", "A.6", "--cfi", "1234567", "--date", "2026-02-01", "--make-model",
                "Cessna 172N", "--fill", "name=Jo A. Pilot",
            ] + more)
    }

    @Test("a solo endorsement in the words of A.6 is one like any other, and its words are kept whole") func solo() {
        let given = endorse("--json").json
        #expect(
            given["kind"]?.stringValue == "solo" && given["goodThrough"]?.stringValue == "2026-05-02"
                && given["template"]?.stringValue == "A.6"
                && given["remarks"]?.stringValue == EndorseTemplateTests.words && given["note"] == nil)
        let listed = shell.run("endorse", "list", "--json").json[0]
        #expect(
            listed?["remarks"]?.stringValue == EndorseTemplateTests.words
                && listed?["makeModel"]?.stringValue == "Cessna 172N")
        #expect(
            Array(shell.run("endorse", "list").lines.suffix(2)) == [
                "2026-02-01 solo: " + EndorseTemplateTests.words, "It is good for 90 days after its day (61.87(n)).",
            ])
        // A solo flight of these days has its endorsement.
        let flown = shell.run("flight", "log", "--hobbs", "1", "--solo", "--date", "2026-02-02")
        #expect(flown.status == 0 && !flown.out.contains("solo endorsement"))
        for page in [shell.run("logbook", "--html", "-").out, shell.run("audit", "--html", "-").out] {
            #expect(page.contains("<td>Solo<td>1234567<td>Cessna 172N<td>\(EndorseTemplateTests.words)<td>2026-05-02"))
        }
    }

    @Test("the reply shows the words; the make and model may be given as a field") func reply() {
        #expect(
            Array(endorse().lines.prefix(2)) == [
                "Endorsement saved, good through 2026-05-02.", EndorseTemplateTests.words,
            ])
        let field = shell.run(
            "endorse", "--template", "a6", "--cfi", "7", "--fill", "name=Jo", "--fill", "makeModel=Citabria", "--json")
        #expect(field.status == 0 && field.json["remarks"]?.stringValue?.hasSuffix("solo flights in Citabria.") == true)
        #expect(shell.run("endorse", "list", "--json").json[0]?["makeModel"]?.stringValue == "Citabria")
    }

    @Test("a text without a make and model keeps that of the endorsement") func otherText() {
        let given = shell.run(
            "endorse", "--template", "A.36", "--cfi", "7", "--make-model", "x", "--fill", "name=Jo", "--fill",
            "test=Private Pilot Airplane (PAR)", "--json")
        #expect(
            given.json["kind"]?.stringValue == "knowledgeTest"
                && given.json["remarks"]?.stringValue?.hasSuffix(
                    "I have determined they are prepared for the Private Pilot Airplane (PAR) knowledge test.") == true
        )
        #expect(shell.run("endorse", "list", "--json").json[0]?["makeModel"]?.stringValue == "x")
    }

    @Test("the text of a flight review makes nobody current: the reply names the command that does") func review() {
        let given = shell.run(
            "endorse", "--template", "A.69", "--cfi", "7", "--date", "2026-02-01", "--fill", "name=Jo", "--fill",
            "grade=Private", "--fill", "certificateNumber=8", "--fill", "date=2026-02-01")
        #expect(
            given.lines.contains(
                "Note: No answer counts this text as a review. "
                    + "\"daybook review add --kind flightReview --date 2026-02-01\" enters it."))
        #expect(shell.run("currency", "review").out == "There is no flight review.\n")
    }

    @Test("what cannot be filled in is refused, and nothing is written") func refused() {
        let base = ["endorse", "--template", "A.6", "--cfi", "1"]
        let cases: [(arguments: [String], code: String, message: String, hint: String)] = [
            (
                ["endorse", "--template", "A.14", "--cfi", "1"], "template.unknown", "There is no template \"A.14\".",
                "\"daybook endorse templates\" lists them."
            ),
            (
                base, "template.fieldMissing", "The template A.6 needs name, makeModel.",
                "Give --fill name=TEXT, --make-model TEXT; \"daybook endorse templates A.6\" shows the text."
            ),
            (
                base + ["--fill", "name=x", "--make-model", "y", "--fill", "airport=KSJC"], "template.fieldUnknown",
                "The template A.6 has no field \"airport\".",
                "It has name, makeModel; \"daybook endorse templates A.6\" shows the text."
            ),
            (
                base + ["--fill", "name=x", "--make-model", "y", "--fill", "makeModel=z"], "template.fieldTwice",
                "The field \"makeModel\" is given twice.", "Give each field once."
            ),
            (
                base + ["--fill", "name= "], "template.fieldForm", "\"name= \" is not a field and its text.",
                "Write it like name=\"Jo A. Pilot\"."
            ),
        ]
        for (arguments, code, message, hint) in cases {
            let result = shell.run(arguments + ["--json"])
            let error = result.error["error"]
            #expect(result.status == 64 && result.code == code, "\(result.err)")
            #expect(error?["message"]?.stringValue == message && error?["hint"]?.stringValue == hint, "\(result.err)")
        }
        #expect(
            shell.run(base + ["--kind", "solo"]).err.contains(
                "--template brings the kind and the words: give no --kind or --remarks with it."))
        #expect(
            shell.run("endorse", "--cfi", "1", "--fill", "name=x").err.contains(
                "--fill goes with --template: it fills in a field of a template."))
        #expect(shell.events == 0)
    }

    @Test("the list of texts, and one with its fields") func list() {
        let list = shell.run("endorse", "templates")
        #expect(list.lines.first?.hasPrefix("Number  Kind") == true && list.lines.count == 37)
        #expect(
            list.lines.last
                == "Texts of AC 61-65K of 2025-11-14, Appendix A. \"daybook endorse templates NUMBER\" shows one.")
        let one = shell.run("endorse", "templates", "12").lines
        #expect(one.first == "AC 61-65K, A.12 Solo flight in Class B airspace: 14 CFR § 61.95(a)")
        #expect(
            one.contains {
                $0.hasSuffix("in [name of Class B] airspace. [List any applicable conditions or limitations.]")
            })
        #expect(one.contains { $0.hasPrefix("--fill airspace=TEXT") && $0.hasSuffix("[name of Class B]") })
        #expect(one.last?.hasPrefix("--fill conditions=TEXT") == true && one.last?.hasSuffix("may be left out") == true)
        #expect(shell.run("endorse", "templates", "12", "--json").json.count == 1)
        #expect(shell.run("endorse", "templates", "B.1", "--json").code == "template.unknown")
    }
}
