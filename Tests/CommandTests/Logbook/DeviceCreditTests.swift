import DaybookDomains
import Testing

/// The credit of 61.109(k) for training in simulators and training devices, in `progress` and the printed book.
@Suite struct DeviceCreditTests {
    private let shell = Shell()

    private func session(_ id: String, _ date: String, _ hours: String, _ kind: String, _ device: String) {
        shell.must(
            "flight", "simulator", "--id", id, "--date", date, "--hours", hours, "--kind", kind, "--device", device,
            "--dual")
    }

    private func item(_ answer: JSONValue, _ id: String) -> JSONValue? {
        (0..<12).compactMap { answer["detail"]?[$0] }.first { $0["id"]?.stringValue == id }
    }

    private static let assumption =
        "Assumed: an authorized instructor gave the training, each device represents the category and class, and its "
        + "approval permits the credit. (a)(1) to (a)(4) ask for training in an airplane and get none."

    @Test("S-X.4: 61.109(k)(1) credits at most 2.5 hours, the oldest first, in the total and in the training")
    func first() {
        shell.must("flight", "log", "--id", "a", "--date", "2026-01-01", "--hobbs", "10", "--dual")
        session("s2", "2026-01-20", "2.0", "batd", "Redbird")
        session("s1", "2026-01-10", "1.5", "ftd", "Frasca")
        shell.must(
            "flight", "simulator", "--id", "alone", "--date", "2026-01-05", "--hours", "1", "--device", "Frasca")
        let answer = shell.run("progress", "--detail", "--explain", "--json").json
        let credit = answer["credit"]
        #expect(credit?["paragraph"]?.stringValue == "61.109(k)(1)" && credit?["limitSeconds"] == .integer(9_000))
        #expect(credit?["trainedSeconds"] == .integer(12_600) && credit?["creditedSeconds"] == .integer(9_000))
        #expect(credit?["sessions"]?.count == 2 && credit?["sessions"]?[0]?["flight"]?.stringValue == "s1")
        #expect(credit?["sessions"]?[1]?["creditedSeconds"] == .integer(3_600))
        #expect(credit?["assumption"]?.stringValue == Self.assumption)
        #expect(item(answer, "total")?["valueSeconds"] == .integer(45_000))
        #expect(item(answer, "dual")?["valueSeconds"] == .integer(45_000))
        #expect(item(answer, "dual")?["creditSeconds"] == .integer(9_000))
        #expect(item(answer, "instrumentTraining")?["creditSeconds"] == nil)
        #expect(answer["requirements"]?[0]?["hoursSeconds"] == .integer(36_000), "the six sums are flight time")
        let evidence = item(answer, "dual")?["evidence"]
        let counted = (0..<3).compactMap { evidence?["counted"]?[$0]?["stream"]?.stringValue }
        #expect(Set(counted) == ["flight/a", "flight/s1", "flight/s2"], "\(String(describing: evidence))")

        let text = shell.must("progress").lines
        #expect(
            text.contains(
                "Credit: 2.5 of 3.5 h of training in devices (61.109(k)(1), at most 2.5 h). The sums above are flight "
                    + "time; --detail adds it."))
        #expect(text.contains(Self.assumption))
        let line =
            "Credit: 2.5 of 3.5 h of training in devices (61.109(k)(1), at most 2.5 h), in \"Total flight time\" and "
            + "\"Flight training from an authorized instructor\" of the list below."
        #expect(shell.must("progress", "--detail").lines.contains(line))
        #expect(shell.must("logbook", "--html", "-").out.contains("(61.109(k)(1), at most 2.5 h)"))
        // The day before the second session.
        let before = shell.run("progress", "--on", "2026-01-19", "--json").json["credit"]
        #expect(before?["creditedSeconds"] == .integer(5_400))
    }

    @Test("61.109(k)(2): a part 142 course has 5 hours, in simulators and flight training devices alone")
    func course() {
        session("s1", "2026-01-10", "3", "ffs", "CAE")
        session("s2", "2026-01-11", "4", "batd", "Redbird")
        session("s3", "2026-01-12", "3", "ftd", "Frasca")
        let credit = shell.run("progress", "--part-142", "--json").json["credit"]
        #expect(credit?["paragraph"]?.stringValue == "61.109(k)(2)" && credit?["creditedSeconds"] == .integer(18_000))
        #expect(credit?["sessions"]?[1]?["creditedSeconds"] == .integer(0))
        #expect(shell.run("progress", "--json").json["credit"]?["creditedSeconds"] == .integer(9_000))
    }

    @Test("a device of no stated kind has no credit, and is named; without training there is no credit")
    func unstated() {
        #expect(shell.run("progress", "--json").json["credit"] == nil)
        shell.must(
            "append",
            input:
                #"{"stream":"aircraft/D","type":"aircraft.described","#
                + #""data":{"registration":"D","class":"training_device"}}"#
                + "\n")
        shell.must(
            "flight", "simulator", "--id", "s", "--date", "2026-01-10", "--hours", "1", "--device", "D", "--dual")
        #expect(
            shell.must("progress").lines.contains("No credit for 1.0 h of training in devices of no stated kind."))
        #expect(shell.run("progress", "--json").json["credit"]?["kindUnstatedSeconds"] == .integer(3_600))
    }
}
