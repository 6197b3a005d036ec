import DaybookDomains
import Foundation
import Testing

/// An instructor signs an endorsement as a flight: it is locked, and every surface states who vouches for it.
@Suite struct EndorsementSigningTests {
    private let shell = Shell()

    private func endorse() -> String {
        shell.must("endorse", "--cfi", "1234567", "--date", "2026-02-01", "--make-model", "Cessna 172N", "--json")
            .json["id"]?.stringValue ?? ""
    }

    private func key(_ name: String = "cfi.key") -> (file: String, digits: String) {
        let file = shell.file(name)
        shell.must("key", "new", file)
        return (file, shell.run("key", "show", file).lines.first ?? "")
    }

    @Test("the owner's word locks an endorsement; a void lifts the lock, and the history keeps both") func ownersWord()
    {
        let id = endorse()
        let signed = shell.run("endorse", "sign", id, "--cfi", "1234567", "--name", "A. Instructor")
        #expect(signed.out == "Endorsement signed and locked.\n")
        #expect(signed.undo == "daybook endorse void \(id) --reason TEXT")
        let locked = shell.run("endorse", "withdraw", id, "--json")
        #expect(locked.status == 1 && locked.code == "signature.locked")
        #expect(
            locked.error["error"]?["message"]?.stringValue
                == "This endorsement is signed and cannot be withdrawn. Void the signature first.")
        #expect(locked.error["error"]?["hint"]?.stringValue == "daybook endorse void \(id) --reason TEXT")
        let twice = shell.run("endorse", "sign", id, "--cfi", "1234567", "--json")
        #expect(
            twice.error["error"]?["message"]?.stringValue
                == "This endorsement is signed already: a second signature needs the first to be voided.")
        let listed = shell.run("endorse", "list", "--json").json[0]?["signatures"]
        #expect(
            listed?.count == 1 && listed?[0]?["vouches"]?.stringValue == "owner's word"
                && listed?[0]?["signerName"]?.stringValue == "A. Instructor"
                && listed?[0]?["date"]?.stringValue == "2026-02-10" && listed?[0]?["instructorKey"] == .null)
        #expect(shell.run("endorse", "list").out.contains("  2026-02-10 owner's word  "))
        let reason = shell.run("endorse", "void", id, "--json")
        #expect(reason.code == "reason.required")
        #expect(reason.error["error"]?["message"]?.stringValue == "Voiding a signature needs a reason.")
        #expect(
            shell.run("endorse", "void", id, "--reason", "Wrong aircraft").out
                == "Signature voided. The endorsement can be withdrawn again.\n")
        #expect(shell.run("endorse", "list", "--json").json[0]?["signatures"]?.count == 0)
        let nothing = shell.run("endorse", "void", id, "--reason", "x", "--json")
        #expect(
            nothing.error["error"]?["message"]?.stringValue
                == "This endorsement has no signature that could be voided.")
        #expect(
            nothing.error["error"]?["hint"]?.stringValue == "\"daybook endorse list\" shows which are signed.")
        shell.must("endorse", "withdraw", id)
        #expect(
            shell.run("log", "--json").jsonLines.compactMap { $0["type"]?.stringValue }.filter {
                $0.hasPrefix("endorsement.")
            } == ["endorsement.given", "endorsement.signed", "endorsement.voided", "endorsement.withdrawn"])
    }

    @Test("another number than the endorsement's is refused, in any spelling of it") func otherNumber() {
        let id = endorse()
        let other = shell.run("endorse", "sign", id, "--cfi", "7654321", "--json")
        #expect(other.status == 1 && other.code == "cfi.other")
        #expect(
            other.error["error"]?["message"]?.stringValue
                == "The endorsement names the instructor's number 1234567, and the signature 7654321.")
        #expect(
            other.error["error"]?["hint"]?.stringValue
                == "Where the endorsement is wrong, withdraw it and enter it anew: daybook endorse withdraw \(id)")
        let none = shell.run("endorse", "sign", id, "--json")
        #expect(none.code == "cfi.required")
        #expect(
            none.error["error"]?["message"]?.stringValue == "A signature needs the instructor's certificate number.")
        #expect(shell.run("endorse", "sign", "zzz", "--cfi", "1", "--json").code == "endorsement.unknown")
        shell.must("endorse", "sign", id, "--cfi", "123-45.67")
    }

    @Test("an instructor's key signs at the keyboard: list, pages, verify and undo state it") func byKey() {
        let id = endorse()
        let (file, digits) = key()
        let receipt = shell.file("receipt.txt")
        let signed = shell.run(
            "endorse", "sign", id, "--cfi", "1234567", "--name", "A. Instructor", "--key", file, "--receipt", receipt,
            "--json")
        #expect(signed.status == 0 && signed.json["instructorKey"]?.stringValue == digits)
        let list = shell.run("endorse", "list", "--json").json[0]?["signatures"]?[0]
        #expect(
            list?["vouches"]?.stringValue == "instructor's key" && list?["instructorKey"]?.stringValue == digits)
        for page in [shell.run("logbook", "--html", "-").out, shell.run("audit", "--html", "-").out] {
            #expect(
                page.contains(
                    "<td>2026-05-02<td>2026-02-10: A. Instructor, 1234567 (instructor's key \(digits.prefix(8)))\n"))
            #expect(page.contains("<tr><td>\(digits)<td>1234567<td>A. Instructor<td>1\n"))
            #expect(page.contains("<p>Entered by the owner. \"Signed\" states who vouches for a signature.</p>"))
            #expect(page.contains(" \\\n    --expect-key \(digits)</pre>"))
        }
        let verified = shell.run("verify", "--json").json
        #expect(verified["ok"] == .bool(true) && verified["findings"]?.count == 0)
        #expect(shell.run("verify", "--against", receipt, "--json").json["against"]?["agrees"] == .bool(true))
        // The signature and its void cannot be undone, and the hints name the commands of an endorsement.
        let locked = shell.run("undo", signed.json["event"]?.stringValue ?? "", "--json")
        #expect(
            locked.error["error"]?["hint"]?.stringValue
                == "Void the signature instead: daybook endorse void \(id) --reason TEXT")
        let voided = shell.run("endorse", "void", id, "--reason", "x", "--json").json["event"]?.stringValue ?? ""
        #expect(
            shell.run("undo", voided, "--json").error["error"]?["hint"]?.stringValue
                == "Let the instructor sign again: daybook endorse sign \(id) --cfi NUMBER")
    }

    @Test("a day before the signature shows none, and a key of the owner is refused") func days() {
        let id = endorse()
        let (file, _) = key()
        shell.must("endorse", "sign", id, "--cfi", "1234567", "--key", file)
        #expect(shell.run("endorse", "list", "--on", "2026-02-05", "--json").json[0]?["signatures"]?.count == 0)
        #expect(shell.run("endorse", "list", "--on", "2026-02-10", "--json").json[0]?["signatures"]?.count == 1)
    }

    @Test("the event cannot be appended by hand: the command is named") func byHand() {
        let id = endorse()
        let line =
            #"{"stream":"endorsement/\#(id)","type":"endorsement.signed","data":{"cfiNumber":"1234567"}}"# + "\n"
        let refused = shell.run("append", "--json", input: line)
        #expect(refused.status != 0 && refused.err.contains("daybook endorse sign"), "\(refused.err)")
    }

    @Test("a response goes alone, and a receipt goes with a key") func usage() {
        let id = endorse()
        #expect(
            shell.run("endorse", "sign", id, "--cfi", "1", "--response", "x").err.contains(
                "--response brings the number, the name and the signature: give no --cfi, --name, --key or "
                    + "--certificate-through with it."))
        #expect(
            shell.run("endorse", "sign", id, "--cfi", "1", "--receipt", "x").err.contains(
                "--receipt goes with --key or --response: only a key's signature has a receipt."))
    }
}
