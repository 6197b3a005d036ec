import DaybookDomains
import Testing

/// The content of an audit of a day, and the names in its findings.
@Suite struct AuditDayTests {
    private let shell = Shell()

    private func values(_ array: JSONValue?, _ name: String) -> [String] {
        (0..<max(0, array?.count ?? 0)).map { array?[$0]?[name]?.stringValue ?? array?[$0]?[name]?.text ?? "" }
    }

    @Test("D-4: of a day an audit tells the signatures that stood on it, those of its flights alone")
    func signaturesOfADay() {
        // Given a flight that was signed on the 10th, voided on the 12th and signed again on the 14th, and a later one.
        let id = shell.log("--hobbs", "1.5", "--dual", "--date", "2026-02-08", "--remarks", "stalls")
        shell.must("flight", "sign", id, "--cfi", "1")
        shell.clock = "2026-02-12T13:00:00Z"
        shell.must("flight", "void", id, "--reason", "wrong day")
        let other = shell.log("--hobbs", "1.0", "--dual", "--date", "2026-02-12", "--remarks", "turns")
        shell.must("flight", "sign", other, "--cfi", "3")
        shell.clock = "2026-02-14T13:00:00Z"
        shell.must("flight", "sign", id, "--cfi", "2")
        func signatures(_ on: String) -> JSONValue? { shell.run("audit", "--on", on, "--json").json["signatures"] }
        func unsigned(_ on: String) -> String {
            let missing = shell.run("audit", "--on", on, "--json").json["missing"]
            return (0..<(missing?.count ?? 0)).first { missing?[$0]?["field"] == .string("endorsement") }.flatMap {
                missing?[$0]?["flights"]?.text
            } ?? "0"
        }
        // Then before the void the first stands, after it none does, and since the 14th the second.
        #expect(
            values(signatures("2026-02-11"), "cfiNumber") == ["1", "2"]
                && values(signatures("2026-02-11"), "stands") == ["true", "false"])
        #expect(
            values(signatures("2026-02-13"), "flight") == [id, id, other]
                && values(signatures("2026-02-13"), "stands") == ["false", "false", "true"])
        #expect(values(signatures("2026-02-14"), "stands") == ["false", "true", "true"])
        #expect(["2026-02-09", "2026-02-11", "2026-02-13", "2026-02-14"].map(unsigned) == ["1", "0", "1", "0"])
        #expect(
            signatures("2026-02-11")?[1]?["later"] == .bool(true)
                && signatures("2026-02-11")?[0]?["voided"]?["later"] == .bool(true))
        #expect(
            signatures("2026-02-14")?[1]?["later"] == nil && signatures("2026-02-14")?[0]?["voided"]?["later"] == nil)
        let text = shell.run("audit", "--on", "2026-02-11").out
        #expect(
            text.contains(
                "  owner's word    voided 2026-02-12 08:00 by the owner: wrong day, after the day of this report\n")
        )
        #expect(
            text.contains("  owner's word    standing, signed after the day of this report\n") && !text.contains(other))
        #expect(
            shell.run("audit", "--html", "-", "--on", "2026-02-11").out.contains(
                "<td>voided 2026-02-12 08:00 by the owner: wrong day, after the day of this report\n"))
        // An instant is held to the millisecond.
        #expect(values(signatures("2026-02-12T12:59:59.999Z"), "stands") == ["true", "false", "false"])
        #expect(values(signatures("2026-02-12T13:00:00Z"), "stands") == ["false", "false", "true"])
    }

    @Test("D-4: changes after the day count, and the report says so; those of later flights are not in it")
    func changesOfADay() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-08")
        let later = shell.log("--hobbs", "1.0", "--date", "2026-02-10")
        let moved = shell.log("--hobbs", "1.2", "--date", "2026-02-07")
        let position = shell.position
        shell.clock = "2026-02-12T13:00:00Z"
        shell.must("flight", "amend", id, "--hobbs", "2.0")
        shell.must("flight", "amend", later, "--hobbs", "1.1")
        shell.must("flight", "amend", moved, "--date", "2026-02-10")
        let audit = shell.run("audit", "--on", "2026-02-09", "--json").json
        #expect(
            audit["totals"]?["totalHours"] == .number("2.0") && Set(values(audit["changes"], "flight")) == [id, moved])
        #expect(values(audit["changes"], "later") == ["true", "true"])
        #expect(values(shell.run("audit", "--on", "2026-02-12", "--json").json["changes"], "later") == ["", "", ""])
        let sentence =
            "2 changes came after the day of this report, which shows entries as corrected; --known-at shows them as they were known."
        #expect(shell.run("audit", "--on", "2026-02-09").out.contains("Changes after the fact\n  \(sentence)\n"))
        // The earlier position holds none of them.
        let then = shell.run("audit", "--on", "2026-02-09", "--known-at", "\(position)", "--json").json
        #expect(then["changes"]?.count == 0 && then["totals"]?["totalHours"] == .number("2.7"))
    }

    @Test("D-6: what was known at a position an audit tells whole, whatever was written since") func knownAt() {
        // Given a logbook with something of every kind.
        let id = shell.log(
            "--hobbs", "1.5", "--dual", "--date", "2026-02-08", "--from", "KSJC", "--aircraft", "N1", "--hobbs-start",
            "10.0", "--hobbs-end", "11.5")
        shell.must("flight", "sign", id, "--cfi", "1")
        shell.must("flight", "amend", shell.log("--hobbs", "1.0", "--from", "A"), "--hobbs", "1.1")
        let position = shell.position
        func audit() -> (text: [String], json: String) {
            let json = shell.run("audit", "--known-at", "\(position)", "--json").json
            guard case .object(let members) = json else { return ([], "") }
            // How many there are now is what the checkpoint file is of.
            let log = json["log"]?["origins"]?.text ?? ""
            return (
                shell.run("audit", "--known-at", "\(position)").lines.filter { !$0.contains("checkpoint file") },
                members.filter { $0.name != "log" }.map { $0.value.text }.joined() + log
            )
        }
        let before = audit()
        // When all of it is changed.
        shell.must("flight", "void", id, "--reason", "x")
        shell.must("flight", "remove", id)
        shell.must(
            "append", "-",
            input:
                #"{"stream":"aircraft/N1","type":"aircraft.described","data":{"registration":"N1","gear":"fixed_tailwheel"}}"#
                + "\n")
        shell.must("endorse", "--kind", "solo", "--date", "2026-02-01", "--cfi", "1")
        shell.must("review", "add", "--kind", "ipc", "--date", "2026-02-01")
        shell.must("flight", "supersede", shell.log("--hobbs", "1.4", "--solo"), "--hobbs", "1.5")
        // The answer about the earlier position is unchanged.
        let after = audit()
        #expect(after.text == before.text && after.json == before.json && before.text.count > 40)
    }

    @Test("D-4: a removed flight is named by what it was") func removed() {
        let id = shell.log("--hobbs", "1.5", "--date", "2026-02-08", "--from", "KSJC", "--to", "KPAO")
        shell.must("flight", "sign", id, "--cfi", "1")
        shell.must("flight", "void", id, "--reason", "x")
        shell.must("flight", "amend", id, "--to", "KMRY")
        shell.must("flight", "remove", id, "--reason", "twice")
        let audit = shell.run("audit", "--json").json
        #expect(
            values(audit["changes"], "date") == ["2026-02-08", "2026-02-08"]
                && values(audit["changes"], "route") == ["KSJC → KMRY", "KSJC → KMRY"])
        #expect(
            values(audit["signatures"], "date") == ["2026-02-08"]
                && values(audit["signatures"], "route") == ["KSJC → KMRY"])
        #expect(shell.run("audit").out.contains("\(id)  2026-02-08   KSJC → KMRY  removed  twice\n"))
        #expect(shell.run("audit", "--html", "-").out.contains("<td>2026-02-08<td>KSJC → KMRY<td>removed<td>twice\n"))
    }

    @Test(
        "D-4, S-TC-031: a certificate that had ended before the signature is a finding, beside one that ended before the flight"
    ) func certificates() {
        let first = shell.log("--hobbs", "1.5", "--date", "2026-02-01")
        let second = shell.log("--hobbs", "1.0", "--date", "2026-02-02")
        let third = shell.log("--hobbs", "1.1", "--date", "2026-02-03")
        shell.must("flight", "sign", first, "--cfi", "1", "--certificate-through", "2026-02-09")
        shell.must("flight", "sign", second, "--cfi", "2", "--certificate-through", "2026-02-01")
        shell.must("flight", "sign", third, "--cfi", "3", "--certificate-through", "2026-02-10")
        let signatures = shell.run("audit", "--json").json["signatures"]
        let stated = Dictionary(
            uniqueKeysWithValues: zip(
                values(signatures, "cfiNumber"),
                zip(values(signatures, "stands"), values(signatures, "certificateEndedBefore"))))
        #expect(
            stated["1"]?.0 == "true" && stated["1"]?.1 == "signature" && stated["2"]?.1 == "flight"
                && stated["3"]?.1 == "")
        let text = shell.run("audit").out
        #expect(text.contains("  owner's word    standing, certificate ended 2026-02-09, before the signature\n"))
        let lines = text.split(separator: "\n").drop { $0 != "Signatures by instructors whose certificate had ended" }
            .dropFirst(2).prefix(2).sorted()
        #expect(
            lines.map(String.init) == [
                "2026-02-10 08:00  1       \(first)  2026-02-01   "
                    + "certificate ended on 2026-02-09, before the signature",
                "2026-02-10 08:00  2       \(second)  2026-02-02   certificate ended on 2026-02-01, before the flight",
            ])
        #expect(
            shell.run("audit", "--html", "-").out.contains(
                "<tr><td>Ask the pilot<td>Signatures by instructors whose certificate had ended<td><b>2</b>\n"))
        // A void takes it off the list.
        shell.must("flight", "void", first, "--reason", "x")
        shell.must("flight", "void", second, "--reason", "x")
        #expect(
            shell.run("audit").out.contains(
                "Signatures by instructors whose certificate had ended\n  No standing signature names a certificate that had ended.\n"
            ))
        shell.must("flight", "sign", first, "--cfi", "1", "--certificate-through", "2026-02-09")
        #expect(
            shell.run("audit", "--html", "-").out.contains(
                "<td>Signatures by instructors whose certificate had ended<td><b>1</b>\n"))
    }

    @Test("D-4: readings that overlap are a finding of their own, and no chain is said to meet") func overlaps() {
        func audit() -> String { shell.run("audit").out }
        #expect(audit().contains("Hobbs chains that do not meet\n  No entry has both meter readings.\n"))
        let first = shell.log("--hobbs-start", "100.0", "--hobbs-end", "101.0", "--aircraft", "N1")
        #expect(
            audit().contains("Hobbs chains that do not meet\n  Each reading begins where the one before it ended.\n"))
        #expect(audit().contains("Hobbs readings that overlap\n  No overlapping Hobbs readings.\n"))
        let second = shell.log("--hobbs-start", "100.4", "--hobbs-end", "101.4", "--aircraft", "N1")
        #expect(
            audit().contains(
                "Hobbs readings that overlap\nDates                   Hours  Aircraft  Flights\n2026-02-10, 2026-02-10    0.6  N1        \(first), \(second)\n"
            ))
        #expect(
            audit().contains(
                "Hobbs chains that do not meet\n  No reading begins after the one before it ended; before it begins 1, listed under \"Hobbs readings that overlap\".\n"
            ))
        #expect(shell.run("audit", "--json").json["conflicts"]?[0]?["kind"] == .string("metersOverlap"))
        #expect(audit().contains("Days of more than 24 hours\n  No day exceeds 24 hours.\n"))
    }

    @Test("registrations that differ in hyphens alone are named by the import and by the audit") func alike() {
        shell.must("flight", "describe", "D-EABC", "--class", "asel")
        #expect(shell.run("audit", "--json").json["alikeAircraft"] == nil)
        let flights = ["01,N-1AA", "02,n1aa", "03,DEABC", "04,N2"].map { "2026-02-\($0),KSJC,KRHV,1.0,1,1,\n" }
        let header = "Date,AircraftID,From,To,TotalTime,AllLandings,DayLandingsFullStop,PilotComments\n"
        let file = shell.file("book.csv", header + flights.joined())
        let notes = shell.must("import", file, "--json").json["assumed"]
        let alike = (0..<(notes?.count ?? 0)).compactMap { notes?[$0] }.filter {
            $0["code"]?.stringValue == "aircraft.alike"
        }
        let words = " may be one aircraft: they differ in hyphens and blanks alone. Each counts by itself."
        #expect(alike.map { $0["text"]?.stringValue } == ["N-1AA, N1AA" + words, "D-EABC, DEABC" + words])
        #expect(shell.run("audit", "--json").json["alikeAircraft"]?.text == #"[["N-1AA","N1AA"]]"#)
        #expect(shell.run("audit").out.contains("Registrations that may be one aircraft\n"))
    }

    @Test("D-4: a day whose flights are longer than a day is told once") func longDay() {
        let flights = ["b", "a", "c"].map { id -> String in
            shell.must("flight", "log", "--hobbs", "11.0", "--date", "2026-02-09", "--id", id)
            return id
        }
        #expect(
            shell.run("audit").out.contains(
                "Days of more than 24 hours\nDates       Hours  Aircraft  Flights\n2026-02-09   33.0            \(flights.joined(separator: ", "))\n\n"
            ))
    }

    @Test(
        "D-4: flights out of currency by night, in a tailwheel aircraft and in cloud, with what is judged and what no entry tells"
    ) func outOfCurrency() {
        func section() -> String {
            String(
                shell.run("audit").out.split(separator: "Flights made out of currency, 61.57\n")[1].prefix {
                    $0 != "\n"
                })
        }
        let unsaid =
            "Entries do not record persons aboard or who handled the controls; category and class are those that "
            + "aircraft are described with."
        let never =
            "61.55 (second in command); 61.57(a)(3) and (b)(2) (landings in simulators); "
            + "61.57(e)(4) (turbine airplanes by night); 61.57(f) (night vision goggles); "
            + "61.58 (aircraft of several pilots). "
        let silent =
            "Not judged: (a)(1)(ii), because no aircraft is described with a tailwheel; "
            + "(c), because no entry records approaches, holds or a proficiency check; \(never)"
        #expect(section() == "  No flight without an instructor was made out of currency. \(silent)\(unsaid)")
        // A page that found nothing says all the same what it could not look for.
        #expect(
            shell.run("audit", "--html", "-").out.contains(
                "; Late entries. \(silent.dropLast())</p>\n"))
        shell.must(
            "append", "-",
            input:
                #"{"stream":"aircraft/N2","type":"aircraft.described","data":{"registration":"N2","gear":"Fixed_Tailwheel"}}"#
                + "\n")
        _ = shell.log("--hobbs", "1.0", "--date", "2026-02-01", "--dual", "--day-landings", "3", "--approaches", "2")
        let flown = shell.log(
            "--hobbs", "1.0", "--date", "2026-02-08", "--aircraft", "N2", "--night-hours", "0.5",
            "--actual-instrument-hours", "0.5", "--from", "KSJC")
        let audit = shell.run("audit", "--json").json
        #expect(
            audit["outOfCurrency"]?.text
                == #"[{"flight":"\#(flown)","date":"2026-02-08","route":"KSJC","hobbs":1.0,"lacks":["61.57(a)(1)(ii)","61.57(b)","61.57(c)"]}]"#
        )
        #expect(audit["judged"]?.text == #"["61.57(a)","61.57(a)(1)(ii)","61.57(b)","61.57(c)"]"#)
        #expect(
            section()
                == "  Entries do not record persons aboard. Without any, in an aircraft of one pilot, only a flight that lacks 61.57(c) was out of order. Not judged: \(never)\(unsaid)"
        )
        #expect(
            shell.run("audit").out.contains("2026-02-08  KSJC     1.0  \(flown)  61.57(a)(1)(ii), 61.57(b), 61.57(c)\n")
        )
        #expect(shell.run("audit", "--html", "-").out.contains("<td>61.57(a)(1)(ii), 61.57(b), 61.57(c)\n"))
    }
}
