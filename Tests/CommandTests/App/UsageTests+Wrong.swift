import DaybookCommands
import DaybookDomains
import Testing

/// Commands that are used wrongly, with what each prints.
extension UsageTests {
    struct Wrong: CustomTestStringConvertible {
        let arguments: [String]
        let code: String
        let message: String
        let hint: String?
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let wrong: [Wrong] = [
        Wrong(
            arguments: ["foo"], code: "command.unknown", message: "\"daybook\" has no command \"foo\".",
            hint: "\"daybook --help\" lists them."),
        Wrong(
            arguments: ["fligth", "log"], code: "command.unknown", message: "\"daybook\" has no command \"fligth\".",
            hint: "Did you mean \"daybook flight\"?"),
        Wrong(
            arguments: ["flight", "lst"], code: "command.unknown",
            message: "\"daybook flight\" has no command \"lst\".", hint: "Did you mean \"daybook flight list\"?"),
        Wrong(
            arguments: ["flight"], code: "command.missing", message: "\"daybook flight\" needs a command.",
            hint:
                "It is one of: log, amend, remove, restore, duplicate, supersede, sign, sign-request, void, list, "
                + "totals, show, summary, defaults, forward, simulator, ground, describe."
        ),
        Wrong(
            arguments: ["flight", "log", "--hobs", "1"], code: "usage.unknownOption",
            message: "Unknown option '--hobs'. Did you mean '--hobbs'?",
            hint: "\"daybook flight log --help\" shows how."),
        Wrong(
            arguments: ["currency", "--frobnicate"], code: "usage.unknownOption",
            message: "Unknown option '--frobnicate'.", hint: "\"daybook currency --help\" shows how."),
        Wrong(
            arguments: ["flight", "log", "--hobbs"], code: "usage.missingValue",
            message: "Missing value for '--hobbs <hours>'.",
            hint: "\"daybook flight log --help\" shows how."),
        Wrong(
            arguments: ["show"], code: "usage.missingArgument", message: "Missing expected argument '<event|stream>'.",
            hint: "\"daybook show --help\" shows how."),
        Wrong(
            arguments: ["digest", "x"], code: "usage.unexpectedArgument", message: "Unexpected argument 'x'.",
            hint: "\"daybook digest --help\" shows how."),
        Wrong(
            arguments: ["currency", "--ledger"], code: "usage.missingValue", message: "--ledger needs a value.",
            hint: nil),
        Wrong(
            arguments: ["currency", "--ledger="], code: "ledger.empty", message: "--ledger needs the name of a folder.",
            hint: nil),
        Wrong(
            arguments: ["currency", "--clock", "noon"], code: "clock.unreadable",
            message: "\"noon\" is not an instant.",
            hint: "Write it like 2026-02-10T13:00:00Z or 2026-02-10T08:00:00-05:00."),
        Wrong(
            arguments: ["currency", "--zone", "Mars/Olympus"], code: "zone.unknown",
            message: "\"Mars/Olympus\" is not a zone of the tz database.",
            hint: "Write it like America/New_York."),
        Wrong(
            arguments: ["currency", "--on", "2026-02-32"], code: "on.unreadable",
            message: "There is no day 2026-02-32 in the calendar.",
            hint: "Months have 28 to 31 days, years go from 0001 to 9999."),
        Wrong(
            arguments: ["progress", "--known-at", "-3"], code: "usage.missingValue",
            message:
                "Missing value for '--known-at <instant|date|position>': \"-3\" is read as an option, for it begins with a dash.",
            hint: "If it is meant as the value, write --known-at=-3."),
        Wrong(
            arguments: ["flight", "list", "--known-at", "--limit", "3"], code: "usage.missingValue",
            message: "Missing value for '--known-at <instant|date|position>'.",
            hint: "\"daybook flight list --help\" shows how."),
        Wrong(
            arguments: ["progress", "--known-at", "2026-02-30"], code: "knownAt.unreadable",
            message: "There is no day 2026-02-30 in the calendar.",
            hint: "Months have 28 to 31 days, years go from 0001 to 9999."),
        Wrong(
            arguments: ["progress", "--known-at", "soon"], code: "knownAt.unreadable",
            message: "\"soon\" is neither an instant nor a date nor a position.",
            hint: "Write it like 2026-02-10T13:00:00Z, 2026-02-10 (its end), or as a position such as 4711."),
        Wrong(
            arguments: ["log", "--stream", "flight"], code: "stream.unreadable",
            message: "\"flight\" is not the name of a stream.",
            hint: "Write kind/id; the id is 1 to 64 of A–Z a–z 0–9 - _ and the point."),
        Wrong(
            arguments: ["flight", "log", "--hobbs", "1", "--key", ""], code: "key.unreadable",
            message: "A key is a text of 1 to 128 bytes; this one has 0.",
            hint: "Leave --key out, or give another; a variable of the shell may be unset."),
        Wrong(
            arguments: ["log", "--after", "x"], code: "after.unreadable", message: "\"x\" is not a position.",
            hint: "Positions are whole numbers from 0."),
        Wrong(
            arguments: ["log", "--after", "-1"], code: "after.unreadable", message: "\"-1\" is not a position.",
            hint: "Positions are whole numbers from 0."),
        Wrong(
            arguments: ["flight", "list", "--limit", "-1"], code: "limit.unreadable",
            message: "\"-1\" is not a whole number from 0.", hint: nil),
        Wrong(
            arguments: ["log", "--limit", "ten"], code: "limit.unreadable",
            message: "\"ten\" is not a whole number from 0.", hint: nil),
        Wrong(
            arguments: ["flight", "amend", "x", "--clear", "bogus"], code: "field.unknown",
            message: "\"bogus\" is not a field of a flight.",
            hint: "\"daybook types flight.amended\" lists them."),
        Wrong(
            arguments: ["currency", "--clock", "10000-01-01T00:00:00Z"], code: "clock.unreadable",
            message: "\"10000-01-01T00:00:00Z\" is not an instant.",
            hint: "Write it like 2026-02-10T13:00:00Z or 2026-02-10T08:00:00-05:00."),
        Wrong(
            arguments: ["append", "--batch", "0"], code: "batch.unreadable",
            message: "\"0\" is not a whole number from 1 to 8192.", hint: nil),
        Wrong(
            arguments: ["append", "--batch", "8193"], code: "batch.unreadable",
            message: "\"8193\" is not a whole number from 1 to 8192.", hint: nil),
        Wrong(
            arguments: ["currency", "periods", "--landings", "water"], code: "landings.unknownKind",
            message: "Landings are counted as general, day or night, not as \"water\".", hint: nil),
        Wrong(
            arguments: ["outcomes", "resolve"], code: "usage.wrong",
            message: "Give either --apply EVENT or --dismiss EVENT.",
            hint: "\"daybook outcomes\" lists what waits."),
        Wrong(
            arguments: ["audit", "--html", "A", "--html=B"], code: "usage.twice",
            message: "--html is given twice, and takes one value.",
            hint: "\"daybook audit --help\" shows how."),
        Wrong(
            arguments: ["flight", "log", "--hobbs", "1", "--date", "2026-02-01", "--hobbs", "2"], code: "usage.twice",
            message: "--hobbs is given twice, and takes one value.", hint: "\"daybook flight log --help\" shows how."),
        Wrong(
            arguments: ["--ledger", "a", "currency", "--ledger", "b"], code: "usage.twice",
            message: "--ledger is given twice, and takes one value.",
            hint: "\"daybook currency --help\" shows how."),
        Wrong(
            arguments: [
                "flight", "log", "--hobbs", "1", "--clock=2026-02-01T00:00:00Z", "--clock", "2026-02-01T00:00:00Z",
            ], code: "usage.twice",
            message: "--clock is given twice, and takes one value.", hint: "\"daybook flight log --help\" shows how."),
        Wrong(
            arguments: ["water", "add", "tea", "200", "--zone", "UTC", "--zone=Asia/Tokyo"], code: "usage.twice",
            message: "--zone is given twice, and takes one value.", hint: "\"daybook water add --help\" shows how."),
        Wrong(
            arguments: ["flight", "log", "--hobbs", "1", "--no-solo", "--solo"], code: "usage.contrary",
            message: "--solo and --no-solo exclude each other.", hint: "Leave one of them out."),
        Wrong(
            arguments: ["alarm", "edit", "x", "--floating", "--title", "y", "--no-floating"], code: "usage.contrary",
            message: "--floating and --no-floating exclude each other.", hint: "Leave one of them out."),
        Wrong(
            arguments: ["export", "--out", "f.csv"], code: "usage.unknownOption", message: "Unknown option '--out'.",
            hint: "\"daybook export --help\" shows how."),
        Wrong(
            arguments: ["flight", "log", "--foo"], code: "usage.unknownOption", message: "Unknown option '--foo'.",
            hint: "\"daybook flight log --help\" shows how."),
        Wrong(
            arguments: ["stats", "--foo"], code: "usage.unknownOption", message: "Unknown option '--foo'.",
            hint: "\"daybook stats --help\" shows how."),
        Wrong(
            arguments: ["water", "goal", "--ml"], code: "usage.unknownOption", message: "Unknown option '--ml'.",
            hint: "\"daybook water goal --help\" shows how."),
        Wrong(
            arguments: ["currency", "--known"], code: "usage.unknownOption",
            message: "Unknown option '--known'. Did you mean '--known-at'?",
            hint: "\"daybook currency --help\" shows how."),
        Wrong(
            arguments: ["currency", "--exlpain"], code: "usage.unknownOption",
            message: "Unknown option '--exlpain'. Did you mean '--explain'?",
            hint: "\"daybook currency --help\" shows how."),
        Wrong(
            arguments: ["flight", "amend", "x"], code: "amend.nothing", message: "Nothing is to be changed.",
            hint: "Name a field, such as --hobbs 2.0."),
        Wrong(
            arguments: ["flight", "amend", "x", "--remarks", "a", "--clear", "remarks"], code: "usage.wrong",
            message: "\"remarks\" is both given and cleared.",
            hint: nil),
        Wrong(
            arguments: ["setting", "set", "volume", "11"], code: "setting.unknown",
            message: "There is no setting \"volume\".",
            hint:
                "The settings are alarms.snooze, alarms.slideToStop, alarms.sound, alarms.timezone, alarms.groupByCategory, alarms.monthlyPrice, alarms.annualPrice, water.unit, "
                + "water.remindersPerDay, water.wake, water.sleep, water.smart, water.smartHours, water.stopAtGoal, water.sleepImport, notices, quiz.tier, quiz.reminder, logbook.hours, logbook.authority."
        ),
        Wrong(
            arguments: ["setting", "set", "water.unit", "fl", "oz"], code: "usage.unexpectedArgument",
            message: "A setting takes one value.",
            hint: "Quote a text that holds blanks."),
        Wrong(
            arguments: ["permission", "set", "maybe"], code: "permission.unknown",
            message: "A permission is granted, denied or notAsked, not \"maybe\".", hint: nil),
        Wrong(
            arguments: ["types", "flight.flown"], code: "type.unknown",
            message: "\"flight.flown\" is not an event type that this program knows.",
            hint: "\"daybook types\" lists them."),
        Wrong(
            arguments: ["completion", "tcsh"], code: "shell.unknown",
            message: "There are completions for bash, zsh and fish, not for \"tcsh\".", hint: nil),
        Wrong(
            arguments: ["import", "x.csv", "--format", "excel"], code: "format.unknown",
            message: "There is no format \"excel\".",
            hint: "It is one of auto, foreflight, myflightbook, logten, solotrack, jsonl."),
        Wrong(
            arguments: ["export", "--format", "pdf"], code: "format.unknown", message: "There is no format \"pdf\".",
            hint: "It is jsonl, solotrack or foreflight."),
    ]
}
