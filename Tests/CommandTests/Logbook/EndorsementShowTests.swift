import DaybookDomains
import Foundation
import Testing

/// One endorsement with its words, its end, its signatures and what waits.
@Suite struct EndorsementShowTests {
    private let shell = Shell()

    private func show(_ more: String...) -> Shell.Result { shell.run(["endorse", "show", "e"] + more) }

    @Test("the words, the end and who signed; what was voided stays") func shown() {
        shell.must(
            "endorse", "--id", "e", "--template", "A.12", "--cfi", "1234567", "--date", "2026-02-01", "--fill",
            "name=Jo", "--fill", "airspace=Boston Class B")
        let unsigned = show()
        #expect(unsigned.lines.first == "Other  2026-02-01")
        #expect(unsigned.out.contains("  good through  2026-05-02\n"), "\(unsigned.out)")
        #expect(unsigned.out.contains("\n  It is good for 90 days after its day (61.95(a)(2)).\n"))
        #expect(
            unsigned.out.contains("\nAC 61-65K, A.12 Solo flight in Class B airspace: 14 CFR § 61.95(a). I certify"))
        #expect(!unsigned.out.contains("SIGNED"))
        shell.must("endorse", "sign", "e", "--cfi", "1234567", "--name", "A. Instructor")
        #expect(
            show().out.hasSuffix(
                "\nSIGNED  locked\n  2026-02-10  A. Instructor, 1234567\n"
                    + "  The owner's word: no key of an instructor signed it.\n"))
        shell.must("endorse", "void", "e", "--reason", "Wrong airspace")
        #expect(
            show().out.hasSuffix("\nVOIDED  2026-02-10: Wrong airspace\n  2026-02-10  A. Instructor, 1234567\n"))
        let json = show("--json").json
        #expect(json["signatures"]?.count == 0 && json["waiting"] == .integer(0))
        #expect(json["voided"]?[0]?["reason"]?.stringValue == "Wrong airspace")
        #expect(json["voided"]?[0]?["voidedOn"]?.stringValue == "2026-02-10")
        #expect(json["ends"]?.stringValue == "It is good for 90 days after its day (61.95(a)(2)).")
        #expect(json["waitingChanges"] == nil && json["forged"] == .array([]))
        #expect(
            shell.run("endorse", "list", "--json").json[0]?["voided"]?[0]?["signerName"]?.stringValue
                == "A. Instructor")
    }

    @Test("a key's signature: its sentence, and its receipt once more") func byKey() {
        shell.must("endorse", "--id", "e", "--cfi", "1234567", "--date", "2026-02-01")
        let none = show("--receipt", "-", "--json")
        #expect(none.code == "receipt.none")
        #expect(
            none.error["error"]?["message"]?.stringValue
                == "No signature by an instructor's key of version 2 stands on this endorsement.")
        #expect(
            none.error["error"]?["hint"]?.stringValue
                == "\"daybook endorse sign-request e\" asks an instructor for one.")
        let (file, receipt) = (shell.file("cfi.key"), shell.file("receipt.txt"))
        shell.must("key", "new", file)
        shell.must("endorse", "sign", "e", "--cfi", "1234567", "--key", file, "--receipt", receipt)
        let digits = shell.run("key", "show", file).lines.first ?? ""
        #expect(
            show().out.hasSuffix(
                "  The instructor's own key signed this entry and how far every log had come: \(digits)\n"))
        #expect(show("--receipt", "-").out == (try? String(contentsOfFile: receipt, encoding: .utf8)))
    }

    @Test("what is not there, was withdrawn, or came after the day") func gone() {
        #expect(show("--json").code == "endorsement.unknown")
        shell.must("endorse", "--id", "e", "--cfi", "1234567", "--date", "2026-02-05")
        let later = show("--on", "2026-02-01", "--json")
        #expect(
            later.error["error"]?["message"]?.stringValue
                == "This endorsement was not given on or before 2026-02-01.")
        #expect(
            later.error["error"]?["hint"]?.stringValue == "\"daybook endorse list\" shows which were.")
        shell.must("endorse", "withdraw", "e", "--reason", "x")
        let withdrawn = show("--json")
        #expect(withdrawn.code == "record.removed")
        #expect(withdrawn.error["error"]?["message"]?.stringValue == "This endorsement was withdrawn.")
        #expect(
            withdrawn.error["error"]?["hint"]?.stringValue == "\"daybook show endorsement/e\" shows it, and why.")
    }

    @Test(
        "what ends an endorsement follows its text; the list and the template state the same",
        arguments: [
            ("A.5", "airport", "2026-05-02", "61.87(o)",
                "It ends 90 days after the training by night (A.5, 61.87(o)). The day of the training is not recorded: "
                    + "the 90 days are counted from the day of the endorsement."),
            ("A.6", "", "2026-05-02", "61.87(n)", "It is good for 90 days after its day (61.87(n))."),
            ("A.7", "", "2026-05-02", "61.87(p)", "It is good for 90 days after its day (61.87(p))."),
            ("A.8", "airport conditions", "–", "61.93(b)(1)",
                "It does not end. 61.93(b)(1) requires a good solo endorsement beside it."),
            ("A.12", "airspace", "2026-05-02", "61.95(a)(2)", "It is good for 90 days after its day (61.95(a)(2))."),
            ("A.13", "airport", "2026-05-02", "61.95(b)(2)", "It is good for 90 days after its day (61.95(b)(2))."),
            ("A.15", "airspace airport", "–", "61.94(a)(4)",
                "It does not end. The training for the airspace must be of the 90 days before the flight "
                    + "(61.94(a)(4))."),
            ("A.16", "airport", "–", "61.94(a)(5)",
                "It does not end. The training for the airport must be of the 90 days before the flight "
                    + "(61.94(a)(5))."),
            ("A.3", "", "–", "", "It does not end."),
        ])
    func ends(number: String, fields: String, through: String, paragraph: String, text: String) throws {
        let template = shell.run("endorse", "templates", number, "--json").json[0]
        let takesModel = template?["fields"].map { "\($0)".contains("makeModel") } ?? false
        shell.must(
            ["endorse", "--id", "e", "--template", number, "--cfi", "1", "--date", "2026-02-01", "--fill", "name=Jo"]
                + fields.split(separator: " ").flatMap { ["--fill", "\($0)=X"] }
                + (takesModel ? ["--make-model", "C172"] : []))
        #expect(template?["ends"]?.stringValue == text)
        #expect(shell.run("endorse", "templates", number).out.contains("\n\n\(text)\n"))
        let list = shell.run("endorse", "list")
        let row = try #require(list.lines.dropFirst().first)
        #expect(row.contains("  \(through)") && row.contains("  \(paragraph)  "), "\(list.out)")
        #expect(list.lines.contains(text), "\(list.out)")
        let printed = through == "–" ? "no end\(paragraph.isEmpty ? "" : "; see \(paragraph)")" : through
        #expect(shell.run("logbook", "--html", "-").out.contains("<td>\(printed)<td>"))
    }

    @Test("an endorsement for flight by night ends with its 90 days") func state() {
        shell.must(
            "endorse", "--id", "e", "--template", "A.5", "--cfi", "1", "--date", "2026-02-01", "--fill", "name=Jo",
            "--fill", "airport=KPAO")
        #expect(show("--on", "2026-05-02", "--json").json["state"]?.stringValue == "caution")
        #expect(show("--on", "2026-05-03", "--json").json["state"]?.stringValue == "expired")
    }
}

extension Shell {
    @discardableResult fileprivate func must(_ arguments: [String]) -> Result {
        let result = run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.err)")
        return result
    }
}
