import DaybookDomains
import Foundation
import Testing

@Suite struct InstructorTests {
    @Test("A key is made once, for its owner's eyes") func keys() throws {
        let shell = Shell()
        let file = shell.file("cfi.key")
        let made = shell.run("key", "new", file, "--json")
        #expect(
            made.status == 0 && made.json.names == ["file", "publicKey", "kind"]
                && made.json["kind"] == .string("instructor"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(mode == 0o600)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.prefix(3) == [
                "daybook-key 1", "kind instructor", "public \(made.json["publicKey"]?.stringValue ?? "")",
            ] && lines.count == 4)
        #expect(shell.run("key", "show", file).out == (made.json["publicKey"]?.stringValue ?? "") + "\n")
        let again = shell.run("key", "new", file, "--json")
        #expect(again.status == 1 && again.code == "file.exists")
        #expect(again.error["error"]?["message"] == .string("\(file) exists already; a key is never written over."))
        let short = shell.run("key", "show", shell.file("note.txt", "hello"), "--json")
        #expect(short.status == 65 && short.code == "key.unreadable")
        #expect(
            short.error["error"]?["message"]
                == .string("\(shell.folder)/note.txt is not a key that can be used: it is no key file (5 bytes)."))
        #expect(
            short.error["error"]?["hint"]
                == .string(
                    #""daybook key new FILE" makes an instructor's key, "daybook principal export FILE" writes a person's."#
                ))
        let other = shell.run("key", "new", shell.file("other.key"))
        #expect(
            other.lines.count == 2 && other.lines[0] == "Wrote a new key to \(shell.folder)/other.key. Keep it secret.")
    }

    @Test("An instructor signs with an own key, and show and verify say that it holds") func signs() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let key = shell.run("key", "new", shell.file("cfi.key"), "--json").json["publicKey"]?.stringValue ?? ""
        let signed = shell.run(
            "flight", "sign", id, "--cfi", "1", "--certificate-through", "2027-06-30", "--key", shell.file("cfi.key"),
            "--json")
        #expect(signed.status == 0 && signed.json["instructorKey"] == .string(key))
        let flight = shell.run("flight", "show", id, "--json").json
        #expect(flight["instructor"]?["key"] == .string(key) && flight["instructor"]?["holds"] == .bool(true))
        #expect(
            flight["instructor"]?["binds"] == .string("entry")
                && flight["instructor"]?["placement"] == .string("placed"))
        #expect(flight["signature"]?["witness"]?["certificate"] == .string("1"))
        #expect(flight["signature"]?["certificateThrough"] == .string("2027-06-30"))
        let line = "  The instructor's own key signed this entry and how far every log had come: \(key)\n"
        #expect(shell.run("flight", "show", id).out.contains(line))
        #expect(shell.run("show", "flight/\(id)").out.contains(line))
        #expect(shell.run("show", "flight/\(id)", "--json").json["history"]?[1]?["instructor"]?["holds"] == .bool(true))
        #expect(shell.run("verify", "--json").json["instructorSignatures"] == .integer(1))
        #expect(shell.run("verify").lines[1] == "1 signature by an instructor's own key checked: 1 placed.")
        let twice = shell.run("flight", "sign", id, "--cfi", "1", "--key", shell.file("cfi.key"), "--json")
        #expect(twice.status == 1 && twice.code == "signature.locked")
        let none = shell.run("flight", "sign", "none", "--cfi", "1", "--key", shell.file("cfi.key"), "--json")
        #expect(none.status == 1 && none.code == "flight.unknown")
        shell.must("flight", "void", id, "--reason", "again")
        let text = shell.run("flight", "sign", id, "--cfi", "1", "--key", shell.file("cfi.key"))
        #expect(text.lines.dropLast().last == "The instructor's key \(key) signed it, too.")
        #expect(text.lines.last?.hasPrefix("Receipt, for the instructor to keep: ") == true)
        #expect(shell.run("verify", "--json").json["instructorSignatures"] == .integer(2))
    }

    @Test("the last day of the certificate is shown wherever the signature is") func certificateThrough() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5", "--dual")
        shell.must("endorse", "--id", "e", "--kind", "tailwheel", "--cfi", "7", "--date", "2026-02-01")
        let day = "2027-06-30"
        shell.must("flight", "sign", id, "--cfi", "1", "--name", "A. Instructor", "--certificate-through", day)
        shell.must("endorse", "sign", "e", "--cfi", "7", "--certificate-through", day)
        #expect(shell.run("flight", "show", id).out.contains("\n  number  1, certificate through 2027-06-30\n"))
        #expect(shell.run("endorse", "show", "e").out.contains("  7, certificate through 2027-06-30\n"))
        let given = shell.run("endorse", "list", "--json").json
        #expect(given.text.contains(#""certificateThrough":"2027-06-30""#))
        let book = shell.run("logbook", "--html", "-").out
        #expect(book.contains("A. Instructor, 1, certificate through 2027-06-30 (owner's word)"))
        #expect(book.contains(": 7, certificate through 2027-06-30 (owner's word)"))
        #expect(shell.run("audit").out.contains("standing, certificate through 2027-06-30\n"))
        let audit = shell.run("audit", "--json").json
        for list in ["signatures", "endorsementSignatures"] {
            #expect(audit[list]?[0]?["certificateThrough"]?.stringValue == "2027-06-30", "\(list)")
            #expect(audit[list]?[0]?["certificateEnded"] == nil, "\(list)")
        }
    }

    @Test("several lessons are signed in one unit, all or none; a refusal names its flight") func several() {
        let shell = Shell()
        for (id, day) in [("a", "2026-02-01"), ("b", "2026-02-02"), ("c", "2026-02-03")] {
            shell.must("flight", "log", "--id", id, "--date", day, "--hobbs", "1.5")
        }
        shell.must("flight", "sign", "b", "--cfi", "1")
        let before = shell.position
        let refused = shell.run("flight", "sign", "a", "b", "c", "--cfi", "1", "--json")
        #expect(refused.status == 1 && refused.code == "signature.locked")
        #expect(
            refused.error["error"]?["message"]?.stringValue
                == "Flight b: This flight is signed already: a second signature needs the first to be voided. "
                + "No flight was signed.")
        let unknown = shell.run("flight", "sign", "a", "x", "--cfi", "1")
        #expect(unknown.status == 1 && unknown.err.hasPrefix("error: There is no flight \"x\".\n"))
        #expect(shell.position == before, "nothing is written")
        shell.must("flight", "void", "b", "--reason", "again")
        let text = shell.run("flight", "sign", "a", "c", "--cfi", "1", "--certificate-through", "2026-02-02")
        #expect(text.lines.last == "2 flights signed and locked: a, c.")
        #expect(
            text.lines.first
                == "Note: The instructor's certificate ended on 2026-02-02, before the flight of 2026-02-03.")
        for id in ["a", "c"] { shell.must("flight", "void", id, "--reason", "again") }
        shell.must("key", "new", shell.file("cfi.key"))
        let signed = shell.run(
            "flight", "sign", "a", "b", "c", "a", "--cfi", "1", "--key", shell.file("cfi.key"), "--json")
        let flights = signed.json["flights"]
        #expect(signed.status == 0 && flights?.count == 3 && flights?[1]?["id"]?.stringValue == "b")
        let receipts = (0..<3).compactMap { flights?[$0]?["receipt"]?.stringValue }
        #expect(Set(receipts).count == 3)
        #expect(shell.run("verify", "--json").json["instructorSignatures"] == .integer(3))
        for id in ["a", "b", "c"] {
            let flight = shell.run("flight", "show", id, "--json").json
            #expect(flight["locked"] == .bool(true) && flight["instructor"]?["holds"] == .bool(true), "\(id)")
        }
        let receipt = shell.run("flight", "sign", "a", "b", "--cfi", "1", "--key", "k", "--receipt", "r")
        #expect(receipt.status == 64 && receipt.err.contains("--response and --receipt go with one flight"))
    }

    @Test("S-TC-035: the picture of a signature is kept with the ledger, and not for a signature that is refused")
    func pictures() throws {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let image = shell.file("signature.png", "GIF89a, not really a picture")
        // printf 'GIF89a, not really a picture' | sha256sum
        let digest = "71c2506b986d54bc258b9fb8941c0529a962f077fec5cbb41cf09982e5bf4a1f"
        let refused = shell.run("flight", "sign", id, "--image", image, "--json")
        #expect(refused.status == 1 && refused.code == "cfi.required")
        #expect(!shell.run("export").out.contains(#""blob""#))
        let signed = shell.run("flight", "sign", id, "--cfi", "1", "--image", image, "--json")
        #expect(signed.json["imageDigest"] == .string(digest))
        #expect(shell.run("flight", "show", id, "--json").json["signature"]?["imageDigest"] == .string(digest))
        let blob = shell.run("export", "--format", "jsonl").lines.last ?? ""
        #expect(
            blob
                == #"{"daybook":1,"blob":"\#(digest)","number":0,"last":true,"bytes":"R0lGODlhLCBub3QgcmVhbGx5IGEgcGljdHVyZQ=="}"#
        )
        #expect(shell.run("verify", "--json").json["ok"] == .bool(true))
        shell.must("flight", "void", id, "--reason", "again")
        let again = shell.run("flight", "sign", id, "--cfi", "1", "--image", image)
        #expect(again.lines.last == "The picture is kept: sha256:\(digest).")
        let large = shell.file("large.png")
        #expect(FileManager.default.createFile(atPath: large, contents: Data(count: (10 << 20) + 1)))
        let tooLarge = shell.run("flight", "sign", id, "--cfi", "1", "--image", large, "--json")
        #expect(tooLarge.status == 1 && tooLarge.code == "blob.tooLarge")
        #expect(
            tooLarge.error["error"]?["message"]
                == .string("\(large) is larger than the 10 MiB that are kept of a picture."))
    }
}
