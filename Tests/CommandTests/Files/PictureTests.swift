import DaybookDomains
import Foundation
import Testing

@Suite struct PictureTests {
    private let shell = Shell()
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]

    private func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = shell.file(name)
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    @Test("what is no picture is kept as none") func noPicture() {
        let id = shell.log("--hobbs", "1.5")
        let empty = shell.run("flight", "sign", id, "--cfi", "1", "--image", file("empty.png", []), "--json")
        #expect(
            empty.status == 65 && empty.code == "image.unknownType"
                && empty.error["error"]?["message"]?.stringValue == "The picture is an empty file.")
        #expect(
            empty.error["error"]?["hint"]?.stringValue == "Save the signature as one of these, such as signature.png.")
        let text = shell.run(
            "flight", "sign", id, "--cfi", "1", "--image", file("a.png", Array("hello".utf8)), "--json")
        #expect(
            text.status == 65
                && text.error["error"]?["message"]?.stringValue
                    == "The picture is neither PNG, JPEG, GIF, WebP nor PDF."
        )
        #expect(shell.events == 1)
    }

    @Test("the kinds of pictures are known by their first bytes")
    func kinds() {
        let starts: [(String, PictureType?)] = [
            ("GIF87a", .gif), ("GIF89a", .gif), ("RIFF....WEBPVP8", .webp), ("%PDF-1.7", .pdf), ("RIFF....WAVE", nil),
            ("<svg", nil), ("", nil),
        ]
        for (start, kind) in starts { #expect(PictureType(Array(start.utf8)) == kind, "\(start)") }
        #expect(PictureType(PictureTests.png) == .png && PictureType([0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
    }

    @Test("S-TC-031: the picture comes out as it went in, and stands in the printable report") func outAgain() {
        let id = shell.log("--hobbs", "1.5")
        let none = shell.run("flight", "show", id, "--image", shell.file("none.png"), "--json")
        #expect(
            none.status == 1 && none.code == "image.none"
                && none.error["error"]?["message"]?.stringValue == "No signature with a picture stands on this flight.")
        #expect(
            none.error["error"]?["hint"]?.stringValue
                == "\"daybook flight sign \(id) --cfi NUMBER --image FILE\" makes one.")
        shell.must("flight", "sign", id, "--cfi", "1", "--image", file("s.png", PictureTests.png))
        let out = shell.file("out.png")
        #expect(shell.run("flight", "show", id, "--image", out).lines.contains("  The picture is in \(out)."))
        #expect(
            shell.run("flight", "show", id, "--image", out).lines.contains(
                "  The picture is in \(out), in place of the file that was there."))
        #expect(FileManager.default.contents(atPath: out) == Data(PictureTests.png))
        let both = shell.run("flight", "show", id, "--image", "-", "--json")
        #expect(
            both.status == 64
                && both.error["error"]?["message"]?.stringValue
                    == "The picture and the JSON document would both go to standard output."
        )
        #expect(both.error["error"]?["hint"]?.stringValue == "Name a file with --image, or leave --json out.")
        #expect(
            shell.run("flight", "show", id, "--image", "-").out == String(decoding: PictureTests.png, as: UTF8.self))
        #expect(shell.run("audit").out.contains("with a picture, standing\n"))
        let path = shell.file("audit.html")
        shell.must("audit", "--html", path)
        let page = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(
            page.contains("<img src=\"data:image/png;base64,iVBORw0KGgoA\" alt=\"Signature\">")
                && !page.contains("<script"))
    }

    @Test("a picture that did not come with its signature is named") func missing() {
        let id = shell.log("--hobbs", "1.5")
        let image = file("s.png", PictureTests.png)
        let digest =
            shell.run("flight", "sign", id, "--cfi", "1", "--image", image, "--json").json["imageDigest"]?.stringValue
            ?? ""
        let lines = shell.run("export").lines.filter { !$0.contains(#""blob""#) }.joined(separator: "\n") + "\n"
        let other = Shell()
        other.must("import", "-", "--format", "jsonl", input: lines)
        let missing = other.run("flight", "show", id, "--image", other.file("out.png"), "--json")
        #expect(missing.status == 66 && missing.code == "image.missing")
        #expect(
            missing.error["error"]?["message"]?.stringValue
                == "The picture of this signature, sha256:\(digest), is not in this ledger.")
        #expect(
            missing.error["error"]?["hint"]?.stringValue == "Import the export of the ledger in which it was signed.")
    }

    @Test("S-TC-031: a certificate that had ended is named where it signs, and in the audit") func certificate() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-01")
        let signed = shell.run("flight", "sign", id, "--cfi", "1", "--certificate-through", "2026-01-31", "--json")
        #expect(
            signed.status == 0
                && signed.json["warning"]?.stringValue
                    == "The instructor's certificate ended on 2026-01-31, before the flight of 2026-02-01."
        )
        #expect(shell.run("audit", "--json").json["signatures"]?[0]?["certificateEnded"]?.stringValue == "2026-01-31")
        shell.must("flight", "void", id, "--reason", "x")
        let good = shell.run("flight", "sign", id, "--cfi", "1", "--certificate-through", "2026-02-01", "--json")
        #expect(good.json["warning"] == nil)
    }

    @Test("D-4: solo flights of a student without a good endorsement are named; they are none of passengers")
    func endorsements() {
        let early = shell.log("--hobbs", "1", "--date", "2025-10-01", "--solo")
        shell.must("endorse", "--kind", "solo", "--date", "2025-10-02", "--cfi", "1")
        _ = shell.log("--hobbs", "1", "--date", "2025-12-31", "--solo")
        let late = shell.log("--hobbs", "1", "--date", "2026-01-01", "--solo-hours", "0.5")
        shell.must("review", "add", "--kind", "checkride", "--date", "2026-01-10")
        _ = shell.log("--hobbs", "1", "--date", "2026-01-11", "--solo")
        let plain = shell.log("--hobbs", "1", "--date", "2025-10-01")
        let audit = shell.run("audit", "--json").json
        func ids(_ name: String) -> [String] {
            (0..<max(0, audit[name]?.count ?? 0)).map { audit[name]?[$0]?["flight"]?.stringValue ?? "" }
        }
        #expect(ids("unendorsed") == [early, late])
        #expect(ids("outOfCurrency").contains(plain) && !ids("outOfCurrency").contains(early))
        #expect(shell.run("audit").out.contains("Solo flights without a valid solo endorsement, 61.87(n)"))
    }

    @Test("S-X.1: an export to ForeFlight says what it leaves out") func leftOut() {
        _ = shell.log("--hobbs", "1", "--cfi", "7")
        _ = shell.log("--hobbs", "1", "--tower-landings", "1")
        let path = shell.file("out.csv")
        #expect(
            shell.run("export", "--format", "foreflight", path).lines == [
                "Wrote 2 flights to \(path).",
                "Left out, for ForeFlight has no column for them: instructors' numbers of 1 flight.",
                "Left out, for ForeFlight has no column for them: landings at towered airports of 1 flight.",
            ])
        let json = shell.run("export", "--format", "foreflight", path, "--json").json
        #expect(
            json["leftOut"]?.text
                == #"[{"what":"instructors' numbers","flights":1},{"what":"landings at towered airports","flights":1}]"#
        )
        shell.must("flight", "sign", shell.log("--hobbs", "1"), "--cfi", "8", "--name", "Ann")
        #expect(
            shell.run("export", "--format", "foreflight", path, "--json").json["leftOut"]?.text
                == #"[{"what":"signatures","flights":1},{"what":"instructors' numbers","flights":2},{"what":"landings at towered airports","flights":1}]"#
        )
    }
}
