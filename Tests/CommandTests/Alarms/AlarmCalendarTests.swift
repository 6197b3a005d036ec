import DaybookDomains
import Testing

@Suite struct AlarmCalendarTests {
    private let shell = Shell(plus: true)

    private static let calendar = [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1@x", "DTSTART:20260210T090000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
        "SUMMARY:Swim", "STATUS:CANCELLED", "END:VEVENT",
        "BEGIN:VEVENT", "UID:2@x", "DTSTART:20260210T090000", "SUMMARY:Once", "END:VEVENT", "BEGIN:VEVENT", "UID:3@x",
        "DTSTART:20260131T090000",
        "RRULE:FREQ=MONTHLY", "SUMMARY:Rent", "END:VEVENT", "BEGIN:VEVENT", "UID:4@x", "DTSTART:20260131T090000",
        "RRULE:FREQ=DAILY", "END:VEVENT",
        "BEGIN:VEVENT", "UID:3@x", "DTSTART:20260131T090000", "RRULE:FREQ=DAILY", "SUMMARY:Twin", "END:VEVENT",
        "END:VCALENDAR",
    ].map { $0 + "\r\n" }.joined()

    @Test("a calendar becomes alarms, the second time none; what cannot is named") func imported() {
        let path = shell.file("a.ics", AlarmCalendarTests.calendar)
        let rest = """
            \n
            Skipped: 3
              line 9: It does not recur.
              line 20: Please enter an alarm name.
              line 25: Another event before it has the same UID.

            Interpreted: 1
              line 14: Where a month is too short for its day, the alarm fires on the month's last.

            """
        #expect(
            shell.must("alarm", "import", "--dry-run", path).out == "Would import 2 alarms; 0 were there already."
                + rest)
        #expect(shell.events == 0)
        #expect(shell.must("alarm", "import", path).out == "Imported 2 alarms; 0 were there already." + rest)
        #expect(shell.must("alarm", "list", "--json").json.count == 2)
        guard case .array(let cards) = shell.must("alarm", "list", "--json").json else { return }
        #expect(
            cards.map {
                "\($0["title"]?.stringValue ?? "") \($0["badge"]?.stringValue ?? "") \($0["state"]?.stringValue ?? "")"
            } == ["Rent Monthly active", "Swim Weekly inactive"])
        #expect(shell.events == 3)
        let again = shell.must("alarm", "import", path, "--json").json
        #expect(
            again.names == ["alarms", "duplicates", "skipped", "assumed"] && again["alarms"]?.count == 0
                && again["duplicates"]?.integerValue == 2)
        #expect(shell.must("alarm", "import", "--dry-run", path, "--json").json["dryRun"] == .bool(true))
        #expect(shell.events == 3)
    }

    @Test("what is no calendar is unreadable") func unreadable() {
        for content in ["hello\n", "BEGIN:VCARD\nEND:VCARD\n"] {
            let result = shell.run("alarm", "import", "-", "--json", input: content)
            #expect(result.status == 65 && result.code == "calendar.unreadable")
            #expect(
                result.error["error"]?["message"]?.stringValue
                    == "This is no calendar: it does not begin with BEGIN:VCALENDAR, or is not UTF-8.")
            #expect(
                result.error["error"]?["hint"]?.stringValue
                    == "Nothing was imported. Export the calendar as an .ics file.")
        }
        #expect(shell.run("alarm", "import", "-", "--format", "csv", "--json").code == "format.unknown")
    }
}
