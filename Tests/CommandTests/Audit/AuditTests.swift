import DaybookDomains
import Foundation
import Testing

@Suite struct AuditCommandTests {
    private func values(_ array: JSONValue?, _ name: String) -> [String] {
        (0..<max(0, array?.count ?? 0)).map { array?[$0]?[name]?.stringValue ?? array?[$0]?[name]?.text ?? "" }
    }

    @Test("D-4: the real logbook: its entries, sums and periods") func realFile() {
        let shell = Shell()
        shell.clock = "2026-11-21T13:00:00Z"
        shell.must("import", "Tests/Fixtures/samples/foreflight-real-deidentified.csv")
        let audit = shell.run("audit", "--json").json
        #expect(audit["totals"]?["flights"] == .number("243") && audit["totals"]?["totalHours"] == .number("372.1"))
        let months = audit["months"]
        let sum = values(months, "totalHours").reduce(0) { $0 + (Int($1.replacingOccurrences(of: ".", with: "")) ?? 0) }
        #expect(sum == 3_721 && values(months, "flights").reduce(0) { $0 + (Int($1) ?? 0) } == 243)
        #expect(audit["periods"]?["general"] == shell.run("currency", "periods", "--json").json)
        #expect(audit["periods"]?["night"] == shell.run("currency", "periods", "--landings", "night", "--json").json)
        #expect(
            audit["lateImported"] == .number("243") && audit["late"]?.text == "[]" && audit["signatures"]?.text == "[]"
                && audit["changes"]?.text == "[]")
        let before = shell.run("audit", "--on", "2020-12-31", "--json").json
        #expect(
            before["totals"]?["flights"] != .number("243")
                && values(before["months"], "month").allSatisfy { $0 <= "2020-12" })
    }

    /// The rows of a vector file, column name → text; its cells hold no quotes.
    private func vectors(_ name: String) -> [[String: String]] {
        let text =
            FileManager.default.contents(atPath: "Tests/Fixtures/vectors/\(name)").map {
                String(decoding: $0, as: UTF8.self)
            } ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map(String.init) }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    @Test("D-4: the real logbook's audit has every sum and period of its vectors") func realVectors() {
        let shell = Shell()
        shell.clock = "2026-11-21T13:00:00Z"
        shell.must("import", "Tests/Fixtures/samples/foreflight-real-deidentified.csv")
        let columns = [
            "rows": "flights", "total": "totalHours", "pic": "picHours", "solo": "soloHours",
            "dual_received": "dualHours", "night": "nightHours",
            "cross_country": "crossCountryHours", "sim_instrument": "instrumentHours", "all_landings": "allLandings",
            "day_full_stop": "dayLandings",
            "night_full_stop": "nightLandings",
        ]
        let totals = vectors("real-logbook-totals.csv")
        #expect(totals.count == 3)
        for row in totals {
            let day = row["as_of"] ?? ""
            let stated = shell.run("audit", "--on", day, "--json").json
            for (column, name) in columns { #expect(stated["totals"]?[name]?.text == row[column], "\(day) \(column)") }
            #expect(stated["period"]?["from"]?.stringValue == "2012-08-19")
            // On the page too.
            let page = shell.run("audit", "--on", day, "--html", "-").out
            #expect(
                page.contains(
                    "<li><b>\(row["rows"] ?? "")</b> flights\n<li><b>\(row["total"] ?? "")</b> hours\n<li><b>\(row["dual_received"] ?? "")</b> dual\n"
                ))
        }
        let periods = shell.run("audit", "--json").json["periods"]?["general"]
        #expect(
            values(periods, "from") == ["2012-10-10", "2022-02-04", "2024-01-24"]
                && values(periods, "through") == ["2016-12-12", "2023-08-31", "2025-12-04"])
        for row in vectors("real-logbook-currency-periods.csv") {
            let place = values(periods, "from").firstIndex(of: row["current_from"] ?? "")
            #expect(place.map { values(periods, "through")[$0] } == row["current_through"], "\(row)")
        }
        // The fields of 14 CFR 61.51: one flight states no experience, and no lesson is signed in this ledger.
        let missing = shell.run("audit", "--json").json["missing"]
        let signatures = (0..<(missing?.count ?? 0)).filter { missing?[$0]?["field"] == .string("endorsement") }
        #expect(signatures.count == 1 && signatures.first.flatMap { missing?[$0]?["flights"] } == .integer(189))
        #expect(missing?[0]?["field"] == .string("experience") && missing?[0]?["from"] == .string("2024-05-19"))
    }

    @Test("D-4, S-TC-035: every signature with what it covers and what became of it") func signatures() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        shell.must("flight", "sign", id, "--cfi", "1234567", "--name", "A. Instructor")
        let known = shell.position
        shell.must("flight", "void", id, "--reason", "wrong day")
        shell.must("flight", "sign", id, "--cfi", "7654321")
        let logged = shell.run("log", "--stream", "flight/\(id)", "--json").jsonLines.first?["id"]?.stringValue ?? ""
        let signatures = shell.run("audit", "--json").json["signatures"]
        #expect(
            values(signatures, "cfiNumber") == ["1234567", "7654321"]
                && values(signatures, "state") == ["voided", "standing"])
        #expect(
            signatures?[0]?["covers"]?.text == "[\"\(logged)\"]"
                && signatures?[0]?["voided"]?["reason"]?.stringValue == "wrong day")
        #expect(signatures?[1]?["voided"] == .null && signatures?[0]?["signerName"]?.stringValue == "A. Instructor")
        #expect(signatures?[0]?["content"] == signatures?[1]?["content"])
        let content = signatures?[0]?["content"]?.stringValue ?? ""
        #expect(
            values(shell.run("audit", "--known-at", "\(known)", "--json").json["signatures"], "state") == ["standing"])
        #expect(
            values(signatures, "stands") == ["false", "true"]
                && signatures?[0]?["voided"]?["changesSince"] == .integer(0))
        #expect(
            shell.run("audit").out.contains(
                "entry           \(content.prefix(12))  owner's word    "
                    + "voided 2026-02-10 08:00 by the owner: wrong day\n"
            ))
    }

    @Test("D-4, D-9: every change after the fact, with field, old, new, when and who") func changes() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        shell.clock = "2026-02-11T13:00:00Z"
        shell.must("flight", "amend", id, "--hobbs", "2.0")
        shell.must("flight", "remove", id, "--reason", "twice")
        let changes = shell.run("audit", "--json").json["changes"]
        #expect(
            values(changes, "type") == ["flight.amended", "flight.removed"]
                && values(changes, "recorded") == ["2026-02-11T13:00:00Z", "2026-02-11T13:00:00Z"])
        #expect(
            changes?[0]?["changes"]?.text
                == #"[{"field":"hobbs","old":1.5,"new":2.0},{"field":"tach","old":1.5,"new":2.0}]"#
                && changes?[1]?["reason"]?.stringValue == "twice")
        #expect(changes?[0]?["by"]?.stringValue?.count == 32)
        let text = shell.run("audit").out
        #expect(text.contains("hobbs 1.5 → 2.0") && text.contains("twice"))
    }

    @Test("D-4: late entries, duplicates, meters, flights out of currency") func findings() {
        let shell = Shell()
        let late = shell.log("--hobbs", "1.5", "--date", "2026-02-02")
        _ = shell.log("--hobbs", "1.5", "--date", "2026-02-03")
        let first = shell.log("--hobbs-start", "100.0", "--hobbs-end", "101.0", "--from", "A")
        let second = shell.log("--hobbs-start", "101.5", "--hobbs-end", "102.5", "--from", "A")
        let audit = shell.run("audit", "--json").json
        #expect(
            values(audit["late"], "flight") == [late] && audit["late"]?[0]?["days"] == .number("8")
                && audit["lateImported"] == .number("0"))
        #expect(
            audit["duplicates"]?.text
                == #"[{"date":"2026-02-10","route":"A","hobbs":1.0,"hobbsSeconds":3600,"flights":["\#(first)","\#(second)"],"differ":["hobbsEnd","hobbsStart"]}]"#
        )
        #expect(audit["duplicates"] == shell.run("duplicates", "--json").json)
        #expect(
            values(audit["conflicts"], "kind") == ["metersApart"] && audit["conflicts"]?[0]?["hours"] == .number("0.5"))
        #expect(
            values(audit["conflicts"]?[0]?["flights"], "flight") == [first, second]
                && audit["outOfCurrency"]?.count == 4)
    }

    @Test("text and page say of when they are, and how many events are only supposed") func asOf() {
        let shell = Shell()
        _ = shell.log("--hobbs", "1.5")
        let asOf = "As of 2026-02-10, known at position 2 (2026-02-10T13:00:00Z)"
        #expect(shell.run("audit").lines.prefix(3) == [asOf + ".", "", "Totals"])
        #expect(
            shell.run("audit", "--on", "2026-01-31").lines[0]
                == "As of 2026-01-31, known at position 2 (2026-02-10T13:00:00Z).")
        let page = shell.run("audit", "--html", "-").out
        #expect(
            page.contains("<td>at position 2, which arrived 2026-02-10 08:00\n")
                && page.contains("<title>Logbook audit, as of 2026-02-10</title>"))
        let (one, two) = (flightLine("x"), flightLine("x") + flightLine("y", date: "2026-02-02"))
        #expect(shell.run("audit", "--with", "-", input: one).lines[0] == asOf + ", with 1 supposed event.")
        #expect(shell.run("audit", "--with", "-", input: two).lines[0] == asOf + ", with 2 supposed events.")
        let supposed = shell.run("audit", "--html", "-", "--with", "-", input: two).out
        #expect(
            supposed.contains(
                "<p class=\"warn\">Not the logbook as it is: 2 events of this page are only supposed, and in no ledger.</p>"
            ))
        #expect(supposed.contains("<title>Logbook audit, as of 2026-02-10, with 2 supposed events</title>"))
        #expect(shell.run("audit", "--json", "--with", "-", input: two).json["asOf"]?["with"] == .integer(2))
    }

    @Test("in a pipe no cell is cut, whatever COLUMNS says; on a terminal long ones are") func wholeCells() {
        let shell = Shell()
        let id = shell.log("--hobbs", "1.5")
        let reason = (1...30).map { "reason \($0)" }.joined(separator: ", ")
        let remarks = String(repeating: "word ", count: 30) + "end"
        shell.must("flight", "sign", id, "--cfi", "1234567")
        shell.must("flight", "void", id, "--reason", reason)
        shell.must("flight", "amend", id, "--remarks", remarks)
        shell.variables["COLUMNS"] = "80"
        let piped = shell.run("audit").out
        #expect(piped.contains(": \(reason); 1 change since\n") && piped.contains(remarks) && !piped.contains("…"))
        let shown = shell.run(["audit"], isTerminal: true).out
        #expect(
            !shown.contains(reason) && shown.contains("voided 2026-02-10 08:00 by the owner: reason 1, ")
                && shown.contains("…"))
    }

    @Test("S-TC-087: an empty logbook has an audit") func empty() {
        let audit = Shell().run("audit")
        #expect(
            audit.status == 0 && audit.lines.contains("  No flight was ever signed.")
                && audit.lines.contains("  There was no period of currency."))
    }
}
