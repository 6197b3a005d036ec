import DaybookDomains
import Foundation
import Testing

/// The audit and the printed book list what became of endorsements: signed, locked, voided, withdrawn.
@Suite struct AuditEndorsementTests {
    private let shell = Shell()

    private func section(_ title: String, _ more: String...) -> String {
        let text = shell.run(["audit"] + more).out
        let behind = text.components(separatedBy: "\n\(title)\n").dropFirst().first
        return behind?.components(separatedBy: "\n\n").first ?? ""
    }

    private func endorse(_ id: String, _ kind: String = "solo") {
        shell.must("endorse", "--id", id, "--kind", kind, "--cfi", "1234567", "--date", "2026-02-01")
    }

    @Test("without a signature or a withdrawal there is no section") func none() {
        endorse("e")
        #expect(!shell.run("audit").out.contains("Signatures of endorsements"))
        let json = shell.run("audit", "--json").json
        #expect(json["endorsementSignatures"] == .array([]) && json["endorsementChanges"] == .array([]))
    }

    @Test("a signature, its void and a withdrawal are listed with who, when and why") func listed() throws {
        endorse("e")
        endorse("t", "tailwheel")
        shell.must("endorse", "sign", "e", "--cfi", "1234567", "--name", "A. Instructor")
        shell.must("endorse", "sign", "t", "--cfi", "1234567")
        shell.must("endorse", "void", "t", "--reason", "Wrong aircraft")
        shell.must("endorse", "withdraw", "t", "--reason", "Given twice")
        let signatures = section("Signatures of endorsements").components(separatedBy: "\n")
        try #require(signatures.count == 3, "\(signatures)")
        #expect(signatures[1].contains("  e  ") && signatures[1].contains("  Solo  "), "\(signatures)")
        #expect(signatures[1].contains("  owner's word  ") && signatures[1].hasSuffix("  standing"))
        #expect(signatures[2].contains("  Tailwheel airplane  "))
        #expect(signatures[2].contains(" by the owner: Wrong aircraft; 1 change since"), "\(signatures)")
        let changes = section("Changes of endorsements").components(separatedBy: "\n")
        try #require(changes.count == 2)
        #expect(changes[1].contains("  withdrawn  Given twice"), "\(changes)")
        let json = shell.run("audit", "--json").json
        #expect(json["signatures"]?.count == 0 && json["changes"]?.count == 0)
        let first = json["endorsementSignatures"]?[0]
        #expect(first?["endorsement"]?.stringValue == "e" && first?["kind"]?.stringValue == "solo")
        #expect(first?["date"]?.stringValue == "2026-02-01" && first?["stands"] == .bool(true))
        #expect(first?["vouchedForBy"]?.stringValue == "owner's word")
        let second = json["endorsementSignatures"]?[1]
        #expect(second?["state"]?.stringValue == "voided" && second?["stands"] == .bool(false))
        #expect(second?["voided"]?["reason"]?.stringValue == "Wrong aircraft")
        let change = json["endorsementChanges"]?[0]
        #expect(change?["endorsement"]?.stringValue == "t" && change?["reason"]?.stringValue == "Given twice")
        #expect(change?["type"]?.stringValue == "endorsement.withdrawn")
    }

    @Test("the page has both tables; the printed book names the voided signature") func pages() {
        endorse("e")
        shell.must("endorse", "sign", "e", "--cfi", "1234567", "--name", "A. Instructor")
        shell.must("endorse", "void", "e", "--reason", "Too early")
        let page = shell.run("audit", "--html", "-").out
        #expect(page.contains("<h2>Signatures of endorsements</h2>\n<p>A signature covers the whole endorsement."))
        #expect(page.contains("<td>A. Instructor<td>e<td>2026-02-01<td>Solo<td>"))
        let voided = "<td>2026-02-10: A. Instructor, 1234567, voided 2026-02-10: Too early\n"
        #expect(page.contains(voided))
        #expect(shell.run("logbook", "--html", "-").out.contains(voided))
        shell.must("endorse", "withdraw", "e")
        #expect(shell.run("audit", "--html", "-").out.contains("<h2>Changes of endorsements</h2>"))
    }

    @Test("a certificate that had ended before the endorsement is a finding") func certificate() {
        endorse("e")
        shell.must("endorse", "sign", "e", "--cfi", "1234567", "--certificate-through", "2026-01-31")
        let rows = section("Signatures by instructors whose certificate had ended")
        #expect(rows.contains("endorsement: certificate ended on 2026-01-31, before the endorsement"), "\(rows)")
        let signature = shell.run("audit", "--json").json["endorsementSignatures"]?[0]
        #expect(signature?["certificateEnded"]?.stringValue == "2026-01-31")
        #expect(signature?["certificateEndedBefore"]?.stringValue == "endorsement")
    }

    @Test("on a day before the signature it is later and does not stand") func days() {
        endorse("e")
        shell.must("endorse", "sign", "e", "--cfi", "1234567")
        let json = shell.run("audit", "--on", "2026-02-05", "--json").json["endorsementSignatures"]?[0]
        #expect(json?["later"] == .bool(true) && json?["stands"] == .bool(false))
        #expect(shell.run("audit", "--on", "2026-01-15", "--json").json["endorsementSignatures"]?.count == 0)
    }
}
