import DaybookDomains
import Foundation
import Testing

@Suite struct LogbookPageTests {
    private let shell = Shell()

    private func page(_ options: String...) -> String { shell.run(["logbook", "--html", "-"] + options).out }

    /// The cells of each row of the pages: of entries, then of sums where there are any.
    private func rows(_ page: String, sums: Bool = false) -> [[String]] {
        page.components(separatedBy: "\n").filter {
            $0.hasPrefix(sums ? "<tr><th colspan=\"5\">" : "<tr><td>") && $0.components(separatedBy: "<td>").count > 18
        }.map { row in
            row.dropFirst(sums ? "<tr><th colspan=\"5\">".count : "<tr><td>".count).description
                .components(separatedBy: "<td>")
        }
    }

    @Test("no text of a flight is markup, and a browser loads nothing but the page's own style sheet") func texts()
        throws
    {
        shell.must("init", "--ledger", shell.folder + "/named", "--name", "é \"quoted\" </style>")
        shell.variables["DAYBOOK_LEDGER"] = shell.folder + "/named"
        let nasty = "<script>alert(1)</script> & \"x\" <\u{301} אב"
        let id = shell.log(
            "--hobbs", "1.5", "--from", "<b>", "--to", "&amp;", "--aircraft", "<i>N1", "--remarks", nasty, "--dual")
        shell.must("flight", "sign", id, "--cfi", "7", "--name", "<img src=x>")
        shell.must("endorse", "--cfi", "7", "--make-model", "<s>", "--remarks", "<q>")
        let page = page()
        for markup in ["<script", "<b>N", "<td><b>", "<i>", "<img", "<s>", "<q>", "http:", "https:"] {
            #expect(!page.contains(markup), "\(markup)")
        }
        for word in ["style=\"", "<link", "<iframe", "onload", "url("] { #expect(!page.contains(word), "\(word)") }
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; &lt;\u{301}"))
        #expect(page.contains("Signed 2026-02-10: &lt;img src=x&gt;, 7 (owner's word)"))
        let start = try #require(page.range(of: "<style>")), end = try #require(page.range(of: "</style>"))
        let hash = Data(
            try #require(Hex.decode(Ledger.digest(ofFile: Array(page[start.upperBound..<end.lowerBound].utf8))))
        ).base64EncodedString()
        #expect(
            page.contains(
                "content=\"default-src 'none'; style-src 'sha256-\(hash)'; img-src data:; base-uri 'none'; "
                    + "form-action 'none'\">"
            ))
    }

    @Test("hours are summed exactly: three times 20 minutes are 1.0, and each page carries its totals forward")
    func carried() throws {
        for day in 1...9 {
            for _ in 0..<4 {
                _ = shell.log("--hobbs", "0:20", "--date", "2026-02-0\(day)", "--day-landings", "1", "--dual", "--xc")
            }
        }
        let page = page()
        #expect(rows(page).count == 36)
        let sums = rows(page, sums: true)
        try #require(sums.count == 9)
        #expect(
            sums.map(\.first)
                == (0..<3).flatMap { _ in ["Totals of this page", "Amount brought forward", "Totals to date"] })
        // Total, the last column; landings by day, the third.
        #expect(sums[1].last == "0.0" && sums[1][3] == "0" && sums[0].last == sums[2].last)
        #expect(sums[4].last == sums[2].last && sums[7].last == sums[5].last)
        #expect(sums[8].last == "12.0" && sums[8][3] == "36")
        #expect(rows(page).allSatisfy { $0.last == "0.33" })
        #expect(page.components(separatedBy: "I certify that the entries on this page are true.").count == 4)
        shell.must("setting", "set", "logbook.hours", "hm")
        #expect(rows(self.page(), sums: true).last?.last == "12:00")
    }

    @Test("the book begins with a page or a day, and what lies before is in the amount brought forward") func parts() {
        for day in 1...9 {
            for _ in 0..<4 { _ = shell.log("--hobbs", "0:20", "--date", "2026-02-0\(day)", "--dual") }
        }
        let (whole, second) = (page(), page("--from-page", "2"))
        let first = rows(whole).count - rows(second).count
        #expect(first > 0 && rows(second) == Array(rows(whole).dropFirst(first)))
        #expect(rows(second, sums: true) == Array(rows(whole, sums: true).dropFirst(3)))
        #expect(second.contains("<span>Page 2</span>") && !second.contains("<span>Page 1</span>"))
        #expect(second.contains("from page 2 on; earlier pages are in the amount brought forward"))
        let later = page("--from", "2026-02-04")
        #expect(rows(later).count == 24 && rows(later)[0][0].hasPrefix("2026-02-04"))
        let sums = rows(later, sums: true)
        #expect(sums[1].last == "4.0" && sums.last?.last == "12.0", "12 flights of 20 minutes lie before")
        #expect(later.contains("<span>Page 1</span>"))
        let file = shell.run("logbook", "--html", shell.folder + "/b.html", "--from", "2026-02-04", "--json").json
        #expect(file["flights"] == .integer(24) && file["from"] == .string("2026-02-04"))
        #expect(file["totalHours"]?.text == "12.0")
        for options in [["--from-page", "9"], ["--from", "2026-02-10"]] {
            let none = shell.run(["logbook", "--html", shell.folder + "/none.html", "--json"] + options)
            #expect(none.status == 1 && none.out.isEmpty && none.code == "logbook.nothing", "\(options)")
        }
        for options in [["--from-page", "0"], ["--from-page", "2", "--from", "2026-02-04"], ["--from", "soon"]] {
            #expect(shell.run(["logbook", "--html", "-"] + options).status == 64, "\(options)")
        }
    }

    @Test("a signature stands in the row of its flight, with name, number, day and who vouches") func signatures() {
        let key = shell.file("cfi.key")
        shell.must("key", "new", key)
        let digits = shell.run("key", "show", key).lines.first ?? ""
        let signed = shell.log(
            "--id", "signed", "--hobbs", "1.0", "--date", "2026-02-08", "--dual", "--remarks", "Stalls")
        shell.must("flight", "sign", signed, "--cfi", "1234567", "--name", "A. Instructor", "--key", key)
        let voided = shell.log("--hobbs", "1.0", "--date", "2026-02-09", "--dual", "--cfi", "777")
        shell.must("flight", "sign", voided, "--cfi", "777")
        shell.must("flight", "void", voided, "--reason", "wrong")
        let page = page()
        let cells = rows(page)
        #expect(cells.count == 2)
        #expect(
            cells[0][4]
                == "Stalls<br>Signed 2026-02-10: A. Instructor, 1234567 (instructor's key \(digits.prefix(8)))")
        #expect(cells[1][4] == "Not signed; instructor's number 777")
        #expect(cells[0][0] == "2026-02-08<br><small>signed</small>")
        // The key, and the command that checks it and the log.
        let log = shell.run("verify", "--json").json["origins"]?[0]
        #expect(
            page.contains("<tr><td>\(digits)<td>1234567<td>A. Instructor<td>1\n")
                && page.contains(" \\\n    --expect-key \(digits)</pre>"))
        #expect(
            page.contains(
                "--expect \(log?["origin"]?.stringValue ?? ""):\(log?["size"]?.text ?? ""):"
                    + (log?["root"]?.stringValue ?? "no root")
            ))
    }

    @Test("endorsements, reviews and the list of 61.109 follow the pages") func end() {
        _ = shell.log("--hobbs", "1.0", "--flight-review")
        shell.must(
            "endorse", "--kind", "soloCrossCountry", "--cfi", "7", "--make-model", "Cessna 172", "--date", "2026-02-01",
            "--remarks", "To Tracy")
        shell.must(
            "review", "add", "--kind", "ipc", "--date", "2026-01-05", "--cfi", "9", "--remarks", "Six approaches")
        let page = page()
        #expect(
            page.contains("<tr><td>2026-02-01<td>Solo cross-country<td>7<td>Cessna 172<td>To Tracy<td>no end<td>\n"))
        #expect(
            page.contains(
                "<tr><td>2026-01-05<td>Instrument proficiency check<td>9<td>Six approaches<td>an entry of its own\n"))
        // Dates and short words stay whole; a text without blanks may break anywhere.
        #expect(
            page.contains("<h2>Endorsements</h2>\n")
                && page.contains("<table class=\"list whole s1 w2 s3 s4 s5 s6 s7\">"))
        #expect(page.contains(".list.s1 td:nth-child(1), "))
        #expect(page.contains("<span class=\"date\">Date <span class=\"blank day\"></span></span>"))
        #expect(page.contains("<td>Flight review<td><td><td>the flight ") && rows(page)[0][4] == "flight review")
        #expect(
            page.contains("<h2>Aeronautical experience, 14 CFR 61.109(a)</h2>")
                && page.contains("<tr><td>61.109(a)(5)(i)<td>"))
    }

    @Test("time in a training device, of an undescribed class and in contradiction stands where it counts")
    func figures() {
        let device =
            #"{"stream":"aircraft/SIM1","type":"aircraft.described","data":{"registration":"SIM1","equipment":"aatd"}}"#
        let sea =
            #"{"stream":"aircraft/N2","type":"aircraft.described","data":{"registration":"N2","make":"Cessna","#
            + #""model":"185","class":"ASES"}}"#
        shell.must("append", "-", input: device + "\n" + sea + "\n")
        _ = shell.log("--hobbs", "1.0", "--aircraft", "SIM1", "--dual", "--date", "2026-02-01")
        _ = shell.log("--hobbs", "2.0", "--aircraft", "n2", "--date", "2026-02-02")
        _ = shell.log("--hobbs", "4.0", "--aircraft", "N3", "--date", "2026-02-03")
        let contradictory =
            #"{"stream":"flight/x","type":"flight.logged","data":{"date":"2026-02-04","hobbs":0.8,"dayLandings":1,"#
            + #""nightHours":13.0,"batch":"batch/b"}}"#
        let batch =
            #"{"stream":"batch/b","type":"batch.imported","data":{"format":"x","flights":1,"skipped":0,"assumed":0}}"#
        shell.must("append", "-", input: batch + "\n" + contradictory + "\n")
        let page = page()
        let cells = rows(page)
        // SEL, MEL, SES and Other; the flight simulator is the fifth behind the night.
        #expect(page.contains("<th>SEL<th>MEL<th>SES<th>Other<th>Night") && cells.count == 4)
        #expect(cells[0][17] == "1.0" && cells[0].last == "" && cells[1][1...2] == ["Cessna 185", "N2"])
        #expect(cells[1][11] == "2.0" && cells[2][12] == "4.0" && cells[2].last == "4.0")
        #expect(cells[3][13] == "" && cells[3][4] == "In no total, because longer than the flight: night 13.0")
        #expect(rows(page, sums: true).last?.last == "6.8")
        #expect(shell.run("flight", "summary", "--json").json["totalHours"] == .number("6.8"))
    }

    @Test("--on and --known-at leave out what came later, and supposed events are named") func times() {
        let id = shell.log("--hobbs", "1.0", "--date", "2026-02-01")
        let position = shell.position
        _ = shell.log("--hobbs", "1.0", "--date", "2026-02-08")
        shell.must("flight", "sign", id, "--cfi", "7")
        #expect(rows(page("--on", "2026-02-05")).map { $0[4] } == [""], "the signature is of 2026-02-10")
        #expect(rows(page("--known-at", "\(position)")).count == 1 && rows(page()).count == 2)
        let supposed = page("--with", shell.file("one.jsonl", flightLine("x")))
        #expect(
            supposed.contains(
                "<p class=\"warn\">Not the logbook as it is: 1 event of it is only supposed, and in no ledger.</p>")
                && rows(supposed).count == 3)
    }

    @Test("the answer names file, flights, pages and paper; what cannot be is refused") func answers() {
        _ = shell.log("--hobbs", "1.5")
        let path = shell.file("book.html")
        #expect(
            shell.run("logbook", "--html", path).lines == [
                "As of 2026-02-10, known at position 2 (2026-02-10T13:00:00Z).",
                "The logbook is in \(path): 1 flight on 1 page for A4 paper.",
            ])
        #expect(
            shell.run("logbook", "--html", path, "--paper", "letter").lines.last
                == "The logbook is in \(path), in place of the file that was there: "
                + "1 flight on 1 page for letter paper."
        )
        #expect(page("--paper", "letter").contains("@page { size: letter landscape;"))
        #expect(page().contains("@page { size: A4 landscape;"))
        let wrong = shell.run("logbook", "--html", path, "--paper", "a5")
        #expect(
            wrong.status == 64 && wrong.err.contains("There is no paper \"a5\".")
                && wrong.err.contains("It is one of a4, letter."))
        let both = shell.run("logbook", "--html", "-", "--json")
        #expect(
            both.status == 64 && both.err.contains("The page and the JSON document would both go to standard output."))
    }

    @Test("a logbook without a flight has a first sheet, and no page") func empty() {
        let page = page()
        #expect(page.contains("<tr><th scope=\"row\">Entries<td>none\n") && !page.contains("class=\"book"))
        #expect(
            page.contains("<p>No endorsement is recorded.</p>")
                && page.contains("<p>No review or practical test is recorded.</p>"))
        #expect(page.hasSuffix("</section>\n</body>\n</html>\n"))
    }
}
