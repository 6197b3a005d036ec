import DaybookDomains
import Foundation
import Testing

@Suite struct AuditPageTests {
    private let shell = Shell()

    private func page(_ options: String...) -> String { shell.run(["audit", "--html", "-"] + options).out }

    @Test("the printable report is one page in which no text of an entry is markup") func texts() {
        for _ in 0..<2 { _ = shell.log("--hobbs", "1.5", "--from", "<script>\"&", "--to", "K<\u{301}", "--dual") }
        let path = shell.file("audit.html")
        let stated = shell.run("audit", "--html", path).lines
        #expect(stated.last == "The report is in \(path)." && stated.count == 23, "\(stated)")
        #expect(stated.contains { $0.hasPrefix("Totals  ") && $0.hasSuffix("  2 rows") }, "\(stated)")
        #expect(
            stated.contains { $0.hasPrefix("Signatures  ") && $0.hasSuffix("  No flight was ever signed.") },
            "\(stated)")
        let page = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(
            page.hasPrefix("<!DOCTYPE html>") && page.contains("&lt;script&gt;&quot;&amp;") && !page.contains("<script")
                && !page.contains("http:") && !page.contains("https:"))
        // A mark that joins the sign before it leaves that a sign of markup.
        #expect(
            page.unicodeScalars.split(separator: "<").contains {
                String($0) == "td>&lt;script&gt;&quot;&amp; → K&lt;\u{301}"
            })
        #expect(shell.run("audit", "--html", path, "--json").json["html"]?.stringValue == path)
        #expect(
            shell.run("audit", "--html", path).lines.last
                == "The report is in \(path), in place of the file that was there.")
    }

    @Test("a browser loads nothing for the page but its own style sheet and its own pictures") func policy() throws {
        shell.must("init", "--ledger", shell.folder + "/named", "--name", "é \"quoted\" </style>")
        for ledger in [shell.ledger, shell.folder + "/named"] {
            shell.variables["DAYBOOK_LEDGER"] = ledger
            let page = page()
            let start = try #require(page.range(of: "<style>")), end = try #require(page.range(of: "</style>"))
            let hash = Data(
                try #require(Hex.decode(Ledger.digest(ofFile: Array(page[start.upperBound..<end.lowerBound].utf8))))
            ).base64EncodedString()
            let policy =
                "default-src 'none'; style-src 'sha256-\(hash)'; img-src data:; base-uri 'none'; form-action 'none'"
            let meta = try #require(
                page.range(of: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"))
            #expect(meta.upperBound < start.lowerBound, "a policy holds for what follows it")
            // The page has nothing that the policy would keep out.
            for word in ["style=\"", "<script", "<link", "<iframe", "onload", "url("] {
                #expect(!page.contains(word), "\(word)")
            }
        }
    }

    @Test("the page begins with whose logbook it is, of when, and what it comes to") func titleBlock() {
        shell.must("init", "--ledger", shell.folder + "/named", "--name", "Jane's </style> \"log\"")
        shell.variables["DAYBOOK_LEDGER"] = shell.folder + "/named"
        shell.variables["DAYBOOK_ZONE"] = "America/New_York"
        _ = shell.log("--hobbs", "1.5", "--date", "2026-02-01")
        let position = shell.position
        shell.clock = "2026-02-11T13:00:00Z"
        _ = shell.log("--hobbs", "2.0", "--solo")
        let now = page()
        for line in [
            "<tr><th scope=\"row\">Pilot<td><span class=\"blank\"></span>\n",
            "<tr><th scope=\"row\">Certificate number<td><span class=\"blank\"></span>\n",
            "<tr><th scope=\"row\">Logbook<td>Jane's &lt;/style&gt; &quot;log&quot;\n",
            "<tr><th scope=\"row\">Flights<td>2026-02-01 to 2026-02-11\n",
            "<tr><th scope=\"row\">As of<td>2026-02-11\n",
            "<tr><th scope=\"row\">Known<td>at position 3, which arrived 2026-02-11 08:00\n",
            "<tr><th scope=\"row\">Evaluator<td>alarms/1 hydration/1 logbook/1 practiceTests/1 shared/1\n",
            "<tr><th scope=\"row\">Made<td>2026-02-11 08:00; times are of America/New_York\n",
            "<li><b>2</b> flights\n<li><b>3.5</b> hours\n<li><b>0.0</b> dual\n<li><b>2.0</b> solo\n",
            "<li><b>2</b> landings (2 day, 0 night full stop)\n",
            // The text at the foot of each page can end neither its own string nor the style sheet.
            "content: \"Logbook audit, Jane\\27 s \\3c \\2f style\\3e  \\22 log\\22 , as of 2026-02-11\"",
            "content: \"Page \" counter(page) \" of \" counter(pages)",
        ] { #expect(now.contains(line), "\(line)") }
        let then = page("--on", "2026-02-05", "--known-at", "\(position)")
        #expect(
            then.contains(
                "<tr><th scope=\"row\">Flights<td>2026-02-01 to 2026-02-01\n<tr><th scope=\"row\">As of<td>2026-02-05\n"
            ))
        #expect(then.contains("<td>at position \(position), which arrived 2026-02-10 08:00; 1 newer event left out\n"))
        #expect(then.contains("<li><b>1</b> flight\n") && !then.contains("class=\"warn\""))
        #expect(
            page("--with", shell.file("one.jsonl", flightLine("x"))).contains(
                "Not the logbook as it is: 1 event of this page is only supposed, and in no ledger."))
    }

    @Test("places written from right to left leave the route its direction, and long texts their column")
    func directions() {
        _ = shell.log("--hobbs", "1.5", "--solo", "--from", "תל אביב", "--to", "Café 🛬 <b>")
        _ = shell.log("--hobbs", "1.5", "--solo", "--from", "Zürich", "--to", "قاعدة")
        let page = page()
        #expect(
            page.contains("<td><bdi>תל אביב</bdi> → Café 🛬 &lt;b&gt;<td>1.5<td>")
                && page.contains("<td>Zürich → <bdi>قاعدة</bdi><td>1.5<td>"))
        #expect(page.contains("<table class=\"r3 f2\">\n<thead><tr><th>Date<th>Route<th>Hours<th>Flight</thead>\n"))
    }

    @Test("S-TC-087: the page of an empty logbook looks for the same and finds none") func empty() {
        let page = page()
        #expect(page.contains("<th scope=\"row\">Flights<td>no flights\n") && page.contains("<li><b>0</b> flights\n"))
        let found =
            "Findings about signatures and logs; Flights whose signatures disagree; "
            + "Flights that wait and are in no total; "
            + "Hobbs readings that overlap; Days of more than 24 hours; Flights that contradict themselves; "
            + "Signatures by instructors whose certificate had ended; "
            + "Solo flights without a valid solo endorsement, 61.87(n); "
            + "Solo cross-countries and solo flights by night without their endorsement, 61.93, 61.87(o); "
                + "Flights made out of currency, 61.57; "
            + "Hobbs chains that do not meet; Possible duplicates; Missing: required by 14 CFR 61.51; Late entries. "
            + "Not judged: "
        #expect(page.contains("<h2>Findings</h2>\n<p>Looked for and not found: \(found)"))
        #expect(page.contains(
                "<p class=\"verdict\">Nothing must be resolved. Of what is judged, nothing is left to ask.</p>"))
        #expect(
            page.contains(
                "<p>There was no period of currency. No flight was ever signed. "
                    + "No flight was changed after it was entered. No flight took the place of another.</p>"))
        #expect(!page.contains("<td>none\n") && !page.contains("<h3>"))
    }

    @Test("D-4: findings stand on the page by their weight, each with what it means") func gravity() {
        let late = shell.log(
            "--hobbs-start", "100.0", "--hobbs-end", "101.0", "--date", "2026-02-01", "--aircraft", "N1", "--solo",
            "--from", "KSJC")
        let inside = shell.log(
            "--hobbs-start", "100.5", "--hobbs-end", "101.5", "--date", "2026-02-09", "--aircraft", "N1", "--solo",
            "--from", "KSJC")
        _ = shell.log(
            "--hobbs-start", "102.0", "--hobbs-end", "103.0", "--date", "2026-02-10", "--solo", "--from", "KSJC",
            "--aircraft", "N1")
        let page = page()
        let places = [
            "<p class=\"verdict\">Findings of 1 kind must be resolved. Ask the pilot about findings of 2 kinds.</p>",
            "<p class=\"sign\">I certify that the entries in this logbook are true.", "<h2>Findings</h2>",
            "<tr><td>Must be resolved<td>Hobbs readings that overlap<td><b>1</b>\n",
            "<tr><td>Ask the pilot<td>Hobbs chains that do not meet<td><b>1</b>\n",
            "<tr><td>For information<td>Late entries<td><b>1</b>\n",
            "<p>Looked for and not found: Findings about signatures and logs; ",
            "<h2>Must be resolved</h2>\n",
            "<p>Here the logbook contradicts itself, or waits for a decision of its owner.</p>\n",
            "<h3>Hobbs readings that overlap</h3>\n",
            "<tr><td>2026-02-01, 2026-02-09<td>0.5<td>N1<td>\(late.prefix(8))", inside.prefix(8).description,
            "<h2>Ask the pilot</h2>\n<p>These may be in order. Ask the pilot about them.</p>\n",
            "<h3>Hobbs chains that do not meet</h3>",
            "<tr><td>2026-02-09, 2026-02-10<td>0.5<td>N1<td>",
            "<h2>For information</h2>", "<h3>Late entries</h3>\n<p>Entered more than 7 days after the flight",
            "<tr><td>2026-02-01<td>2026-02-10 08:00<td>9<td>\(late.prefix(8))", "<h2>Totals</h2>",
            "<h2>State of the log</h2>", "<th scope=\"row\">Evaluator<td>", "<h2>How to check this</h2>",
            "<pre>tools/check-export FILE \\\n    --expect ",
        ]
        var rest = page[...]
        for place in places {
            let found = rest.range(of: place)
            #expect(found != nil, "\(place)")
            if let found { rest = rest[found.upperBound...] }
        }
    }

    @Test(
        "D-4: text, JSON and page tell the logs with sizes and roots as verify does, and how the checkpoint file agrees"
    ) func log() {
        _ = shell.log("--hobbs", "1.5")
        let verified = shell.run("verify", "--json").json
        let log = shell.run("audit", "--json").json["log"]
        #expect(
            log?["origins"] == verified["origins"] && log?["events"] == verified["events"]
                && log?["checkpoint"] == .string("agrees"))
        let root = verified["origins"]?[0]?["root"]?.stringValue ?? "no root"
        let sentence = "The ledger holds 2 events in 1 log; the checkpoint file: agrees."
        let text = shell.run("audit").out
        #expect(
            text.contains("State of the log\n  \(sentence)\n") && text.contains("  \(root)\n")
                && page().contains("<td>2<td>\(root)\n"))
        try? FileManager.default.removeItem(atPath: shell.ledger + "/checkpoint")  // That it is gone shows below.
        #expect(
            shell.run("audit", "--json").json["log"]?["checkpoint"] == .string("missing")
                && shell.run("verify", "--json").json["checkpoint"] == .string("missing"))
        #expect(page().contains("<p>The ledger holds 2 events in 1 log; the checkpoint file: missing.</p>"))
    }

    @Test("D-4, D-6: of an earlier position the logs are told as they were then, and the checkpoint file as of now")
    func logThen() {
        // Given a ledger of two logs, as it was audited then.
        _ = shell.log("--hobbs", "1.5")
        let (other, key, bundle) = (shell.folder + "/other", shell.folder + "/key", shell.folder + "/bundle")
        shell.must("principal", "export", key)
        shell.must("init", "--join", key, "--ledger", other)
        shell.must("flight", "log", "--hobbs", "1.0", "--ledger", other)
        shell.must("bundle", "export", bundle, "--ledger", other)
        shell.must("bundle", "import", bundle)
        let position = shell.position
        let then = shell.run("audit", "--json").json["log"]
        // When more is written.
        for _ in 0..<3 { _ = shell.log("--hobbs", "1.5") }
        // Then the logs of that position are what they were, and are not what they are now.
        let log = shell.run("audit", "--known-at", "\(position)", "--json").json["log"]
        let now = shell.run("audit", "--json").json["log"]
        #expect(log?["origins"] == then?["origins"] && log?["events"] == then?["events"] && log?["origins"]?.count == 2)
        #expect(
            now?["origins"] != then?["origins"] && log?["newest"] == now?["events"]
                && then?["newest"] == then?["events"])
        #expect(shell.run("audit", "--known-at", "1", "--json").json["log"]?["origins"]?.count == 1)
        let sentence =
            "At position \(position) the ledger held \(position) events in 2 logs. The checkpoint file is of its newest state, of \(position + 3) events: agrees."
        #expect(
            shell.run("audit", "--known-at", "\(position)").out.contains("State of the log\n  \(sentence)\n"),
            "\(sentence)")
        #expect(page("--known-at", "\(position)").contains("<p>\(sentence)</p>"))
    }

    @Test("D-4, S-TC-035: a signature that was voided, a change since, and one over both") func signedAgain() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-08")
        shell.must("flight", "sign", id, "--cfi", "1234567", "--name", "A. Instructor")
        shell.must("flight", "void", id, "--reason", "wrong hours")
        shell.must("flight", "amend", id, "--hobbs", "1.6")
        shell.must("flight", "sign", id, "--cfi", "1234567", "--name", "A. Instructor")
        let audit = shell.run("audit", "--json").json
        let signatures = audit["signatures"]
        #expect(signatures?[0]?["stands"] == .bool(false) && signatures?[0]?["voided"]?["changesSince"] == .integer(1))
        #expect(
            signatures?[1]?["stands"] == .bool(true) && signatures?[1]?["covers"]?.count == 2
                && signatures?[0]?["covers"]?.count == 1)
        #expect(signatures?[0]?["content"] != signatures?[1]?["content"])
        let page = page()
        #expect(
            page.contains("<td>2026-02-08<td>entry<td>")
                && page.contains(
                    "<td>owner's word<td>voided 2026-02-10 08:00 by the owner: wrong hours; 1 change since\n")
        )
        #expect(
            page.contains("<td>2026-02-08<td>entry and 1 change<td>") && page.contains("<td>owner's word<td>standing\n")
        )
        #expect(page.contains("<td>2026-02-08<td>Local<td>amended<td>hobbs 1.5 → 1.6, tach 1.5 → 1.6\n"))
    }

    @Test("D-4: what 14 CFR 61.51 asks for and entries do not tell, as text, JSON and page") func missing() {
        let first = shell.log(
            "--hobbs", "1.5", "--dual", "--from", "KSJC", "--aircraft", "N1", "--remarks", "stalls", "--date",
            "2026-02-08")
        let second = shell.log(
            "--hobbs", "1.5", "--dual", "--from", "KSJC", "--aircraft", "N1", "--remarks", "turns", "--date",
            "2026-02-09")
        let bare = shell.log("--hobbs", "1.0")
        let missing = shell.run("audit", "--json").json["missing"]
        #expect(
            missing?.text == "["
                + [
                    ("places", "(b)(1)(iii)", "where it departed and arrived"),
                    ("aircraft", "(b)(1)(iv)", "the aircraft's type and identification"),
                    (
                        "experience", "(b)(2)",
                        "solo, pilot in command, second in command, or training received or given"
                    ),
                ].map {
                    #"{"field":"\#($0.0)","paragraph":"61.51\#($0.1)","text":"\#($0.2)","flights":1,"from":"2026-02-10","through":"2026-02-10","first":"\#(bare)","last":"\#(bare)"}"#
                }.joined(separator: ",")
                + #",{"field":"endorsement","paragraph":"61.51(h)(2)","text":"the instructor's signature for the training","flights":2,"from":"2026-02-08","through":"2026-02-09","first":"\#(first)","last":"\#(second)"}]"#,
            "\(missing?.text ?? "")")
        #expect(
            page().contains(
                "<tr><td>the aircraft's type and identification<td>61.51(b)(1)(iv)<td>1<td>2026-02-10<td>2026-02-10<td>"
            ))
        #expect(shell.run("audit").out.contains("  2  2026-02-08  2026-02-09  \(first), \(second)\n"))
        #expect(
            page().contains(
                "<td>Missing: required by 14 CFR 61.51 <small>the instructor's signature for the training: 2 flights; "
                    + "where it departed and arrived: 1 flight; "))
        #expect(
            page().contains(
                "solo, pilot in command, second in command, or training received or given: "
                    + "1 flight</small><td><b>3</b>\n"
            ))
        shell.must("flight", "sign", first, "--cfi", "1")
        #expect(shell.run("audit", "--json").json["missing"]?[3]?["flights"] == .integer(1))
    }

    @Test("endorsements, reviews, and the key that signed, with the command that checks it") func records() {
        let key = shell.file("cfi.key")
        shell.must("key", "new", key)
        let digits = shell.run("key", "show", key).lines.first ?? ""
        let id = shell.log("--hobbs", "1.0", "--dual", "--from", "KSJC", "--to", "KRHV")
        let picture = shell.file("signature.png")
        let bytes = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(FileManager.default.createFile(atPath: picture, contents: bytes))
        shell.must(
            "flight", "sign", id, "--cfi", "777", "--name", "A. Instructor", "--key", key, "--image", picture)
        shell.must("endorse", "--kind", "solo", "--cfi", "777", "--make-model", "Cessna 172", "--date", "2026-02-01")
        shell.must("review", "add", "--kind", "ipc", "--date", "2026-01-05")
        let page = page()
        #expect(page.contains("<tr><td>2026-02-01<td>Solo<td>777<td>Cessna 172<td><td>2026-05-02<td>\n"))
        #expect(page.contains("<tr><td>2026-01-05<td>Instrument proficiency check<td><td><td>an entry of its own\n"))
        #expect(page.contains("<tr><td>\(digits)<td>777<td>A. Instructor<td>1\n"))
        #expect(page.contains(" \\\n    --expect-key \(digits)</pre>"))
        #expect(
            page.contains(
                "<figcaption>A. Instructor, 777, signed 2026-02-10 08:00: flight of 2026-02-10, KSJC → KRHV</figcaption>"
            ))
        // A voided signature is no reason to trust its key.
        shell.must("flight", "void", id, "--reason", "x")
        #expect(!self.page().contains("--expect-key"))
    }

    @Test("months of several years have sums of each year, and no hours are blank") func years() {
        for day in ["2024-11-02", "2024-12-03", "2025-01-04"] {
            _ = shell.log("--hobbs", "1.5", "--date", day, "--solo")
        }
        let page = page()
        #expect(page.contains("<tr><td>2024-12<td>1<td>1.5<td><td>1.5<td><td><td><td><td>1\n"))
        #expect(page.contains("<tr><td>2024 in all<td>2<td>3.0<td><td>3.0<td><td><td><td><td>2\n<tr><td>2025-01<td>"))
        #expect(page.contains("<tr><td>2025 in all<td>1<td>1.5<td>") && page.contains("<tr><td>All<td>3<td>4.5<td>"))
    }
}
