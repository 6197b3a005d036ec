import DaybookDomains
import Testing

/// Days as a person writes them, wherever a command takes one.
@Suite struct GivenDayTests {
    private let shell = Shell()

    @Test(
        "a day is a date, a word, a number of days from today, or an American date of one meaning",
        arguments: [
            ("2026-01-31", "2026-01-31"), ("today", "2026-02-10"), ("Yesterday", "2026-02-09"), ("-3d", "2026-02-07"),
            ("-0d", "2026-02-10"), ("-45d", "2025-12-27"), ("1/31/2026", "2026-01-31"), ("02/02/2026", "2026-02-02"),
            ("12/25/2025", "2025-12-25"),
        ])
    func days(text: String, date: String) {
        let flight = shell.log("--hobbs", "1", "--date", text)
        #expect(shell.must("flight", "show", flight, "--json").json["date"] == .string(date))
        let asked = shell.must("currency", "--on", text, "--json").json["asOf"]?["on"]
        #expect(asked == .string(date))
        let other = shell.log("--hobbs", "1", "--date", "2026-01-01")
        shell.must("flight", "amend", other, "--date", text)
        #expect(shell.must("flight", "show", other, "--json").json["date"] == .string(date))
    }

    @Test("tomorrow and days to come are asked about; the other commands take the same words") func everywhere() {
        #expect(shell.must("currency", "--on", "tomorrow", "--json").json["asOf"]?["on"] == .string("2026-02-11"))
        #expect(shell.must("currency", "--on", "+30d", "--json").json["asOf"]?["on"] == .string("2026-03-12"))
        let review = shell.must("review", "add", "--kind", "flightReview", "--date", "-1d", "--json").json
        #expect(review["date"] == .string("2026-02-09"))
        let drink = shell.must("water", "add", "water", "200", "--at", "yesterday", "--json").json
        #expect(drink["date"] == .string("2026-02-09"))
        #expect(shell.must("alarm", "list", "--on", "-1d", "--json").status == 0)
        #expect(shell.must("diff", "--from", "1", "--on", "tomorrow", "--json").status == 0)
    }

    @Test("today is that of the ledger's zone") func zones() {
        shell.clock = "2026-02-11T03:00:00Z"
        let flight = shell.log("--hobbs", "1", "--date", "today")
        #expect(shell.must("flight", "show", flight, "--json").json["date"] == .string("2026-02-10"))
    }

    @Test("said again with its key on another day, yesterday is the day that it was") func again() {
        let first = shell.log("--hobbs", "1", "--date", "yesterday", "--key", "k")
        shell.clock = "2026-02-12T13:00:00Z"
        #expect(shell.log("--hobbs", "1", "--date", "yesterday", "--key", "k") == first)
    }

    @Test(
        "a date of two meanings, and what is no day, is refused",
        arguments: [
            (
                "2/3/2026", "\"2/3/2026\" may mean 2026-02-03 or 2026-03-02.",
                "Write the year first, such as 2026-02-03."
            ),
            ("13/2/2026", "\"13/2/2026\" is not a date.", nil), ("2/30/2026", "\"2/30/2026\" is not a date.", nil),
            ("2/13/26", "\"2/13/26\" is not a date.", nil), ("-3", "\"-3\" is not a date.", nil),
            ("-10000d", "\"-10000d\" is not a date.", nil), ("--3d", "\"--3d\" is not a date.", nil),
            ("d", "\"d\" is not a date.", nil), ("-d", "\"-d\" is not a date.", nil),
            ("yesterday ", "\"yesterday \" is not a date.", nil), ("1/1/1/2026", "\"1/1/1/2026\" is not a date.", nil),
        ])
    func refused(text: String, message: String, hint: String?) {
        let hint = hint ?? "Write it like 2026-02-01, yesterday or -3d."
        let stated = shell.run("flight", "log", "--hobbs", "1", "--date", text)
        #expect(stated.status == 64)
        #expect(stated.err == "error: \(message)\nhint: \(hint)\n", "\(stated.err)")
    }
}
