import DaybookDomains
import Testing

@Suite struct AlarmGroupTests {
    private let shell = Shell(plus: true)

    private func add(_ id: String, _ time: String, _ more: String..., days: String = "3") {
        #expect(
            shell.run(["alarm", "add", "--title", id, "--days", days, "--time", time, "--id", id] + more).status == 0)
    }

    private func fill() {
        add("walk", "09:00", "--category", "pets")
        add("rent", "10:00", "--category", "home")
        add("roof", "11:00", "--category", "home", "--kind", "monthlyDate", "--interval", "3", days: "10")
        add("pills", "12:00", "--category", "health")
        add("gym", "08:30", "--category", "health")
        add("swim", "08:45")
    }

    private func groups() -> String {
        let answer = shell.must("alarm", "list", "--groups", "--json").json
        func ids(_ alarms: JSONValue?) -> String {
            guard case .array(let alarms)? = alarms else { return "?" }
            return alarms.map {
                "\($0["id"]?.stringValue ?? "")\($0["subtitle"].map { " (\($0.stringValue ?? ""))" } ?? "")"
            }.joined(separator: ", ")
        }
        guard case .array(let groups)? = answer["groups"] else { return "?" }
        return
            (groups.map {
                "\($0["category"]?.stringValue ?? "") \($0["title"]?.stringValue ?? ""): \(ids($0["alarms"]))"
            } + [ids(answer["alarms"])]).joined(separator: " | ")
    }

    @Test(
        "C-P-14.2, C-P-14.3, C-P-14.4, C-P-14.5, C-P-10.8: groups of two and more in the order of the categories while the setting is on; at first it is off"
    )
    func grouped() {
        fill()
        #expect(groups() == "gym, swim, walk, rent, roof, pills")
        shell.must("setting", "set", "alarms.groupByCategory", "true")
        // Each command opens the ledger anew.
        #expect(
            groups()
                == "home Home: rent (Weekly), roof (Every 3 Months) | health Health: gym (Weekly), pills (Weekly) | swim, walk"
        )
        shell.must("setting", "set", "alarms.groupByCategory", "false")
        #expect(groups() == "gym, swim, walk, rent, roof, pills")
        #expect(shell.run("alarm", "list", "--groups").out == shell.run("alarm", "list").out)
    }

    @Test("groups as a person sees them") func table() {
        add("rent", "10:00", "--category", "home")
        add("roof", "11:00", "--category", "home")
        add("swim", "08:45")
        shell.must("setting", "set", "alarms.groupByCategory", "true")
        #expect(
            shell.must("alarm", "list", "--groups").lines == [
                "Home", "Title  Time      Repeats  State   Countdown       Id",
                "rent   10:00 AM  Weekly   active  Alarm in 2h 0m  rent",
                "roof   11:00 AM  Weekly   active  Alarm in 3h 0m  roof",
                "Title  Time     Repeats  State   Countdown     Id",
                "swim   8:45 AM  Weekly   active  Alarm in 45m  swim",
            ])
        #expect(Shell().run("alarm", "list", "--groups").out == "There is no alarm.\n")
    }
}
