import DaybookDomains
import Foundation
import Testing

/// Every command that answers from events takes both times and suppositions, and says what it used.
@Suite struct TwoTimesTests {
    /// Why a command takes no times: it writes, or its answer is no projection of events.
    private static let without: [String: String] = {
        let reasons: [(String, [String])] = [
            (
                "only groups others",
                [
                    "", "principal", "keys", "key", "link", "flight", "alarm", "alarm photo", "water", "quiz",
                    "quiz bank", "bundle", "tour", "setting", "permission",
                    "review", "onboard", "zone", "device",
                ]
            ),
            (
                "writes, at the clock",
                [
                    "init", "append", "outcomes resolve", "flight log", "flight amend", "flight remove",
                    "flight restore", "flight duplicate", "flight supersede",
                    "flight forward", "flight forward amend", "flight forward remove", "flight simulator",
                    "flight ground", "flight describe",
                    "flight sign", "flight void", "endorse", "endorse sign", "endorse void",
                    "endorse withdraw", "review add", "notices acknowledge",
                    "undo", "import", "alarm add", "alarm edit",
                    "alarm remove", "alarm enable", "alarm disable", "alarm pause", "alarm tick", "alarm done",
                    "alarm snooze",
                    "alarm skip", "alarm photo add", "alarm photo change",
                    "alarm photo remove", "alarm import", "water add", "water edit", "water remove", "water restore",
                    "water import-sleep", "water import", "quiz take",
                    "quiz start", "quiz answer", "quiz submit", "quiz reset", "quiz restore", "quiz bank add", "watch",
                    "merge", "sync", "peer", "bundle import",
                    "restore", "compact", "erase", "onboard next", "onboard skip", "tour next", "tour skip",
                    "setting set", "permission set", "link offer",
                    "link accept", "link end", "key new", "zone set", "device name",
                ]
            ),
            (
                "tells of the program or a key, not of events",
                [
                    "completion", "types", "key sign", "rules", "principal show", "principal export", "key show",
                    "keys fix", "water presets", "water units", "alarm next", "alarm countdown",
                    "quiz bank check", "quiz bank new", "quiz bank convert", "endorse templates",
                ]
            ),
            (
                "is about the logs and their bytes as they lie here",
                [
                    "verify", "doctor", "repair", "replay", "digest", "backup", "frontier", "bundle export", "export",
                    "link list", "flight sign-request", "endorse sign-request", "device list",
                ]
            ),
            ("writes bytes that a digest names, whenever they were attached", ["alarm photo save"]),
            ("takes two points of knowledge itself", ["diff"]),
            ("shows pages, each of which has both times", ["serve"]),
        ]
        return Dictionary(uniqueKeysWithValues: reasons.flatMap { reason, names in names.map { ($0, reason) } })
    }()

    @Test(
        "D-6: every command that answers from events takes --on, --known-at and --with; each that does not has a reason"
    ) func everyCommand() {
        let commands = DocumentedCommand.all()
        #expect(commands.count > 100)
        for command in commands {
            #expect(
                command.isQuestion != (TwoTimesTests.without[command.name] != nil),
                "\(command.name): \(command.options.sorted())")
        }
        let names = Set(commands.map(\.name))
        #expect(TwoTimesTests.without.keys.filter { !names.contains($0) } == [])
    }

    /// A question of each kind, on a ledger that holds something of all of them.
    private static let questions = [
        "log", "show flight/a", "outcomes", "stats", "flight list", "flight list --by-month", "flight show a",
        "flight summary", "flight defaults", "currency", "currency periods",
        "currency review", "currency instrument", "progress", "progress --detail", "endorse list", "endorse show e",
        "review list", "notices", "audit", "duplicates",
        "alarm list", "alarm list --groups", "alarm show r", "alarm pending", "alarm tier", "alarm photo list r",
        "alarm export -", "water profile", "water goal",
        "water today", "water history", "water month", "water streak", "water show d", "water reminders", "water smart",
        "water export -", "quiz state", "quiz train", "quiz sets",
        "quiz tests", "quiz history", "quiz stats", "quiz show", "quiz photo", "quiz bank list", "quiz bank show",
        "quiz question",
        "quiz results", "due", "onboard show", "tour show", "setting show", "permission show",
    ]

    private static func ledger() -> Shell {
        let shell = Shell(plus: true)
        shell.must("append", input: flightLine("a", date: "2026-02-01", landings: 3))
        shell.must("endorse", "--id", "e", "--cfi", "1", "--date", "2026-02-01")
        shell.must(
            "alarm", "add", "--title", "Rent", "--id", "r", "--schedule",
            #"{"kind":"monthlyDate","days":[1],"times":["09:00"]}"#)
        shell.must("water", "profile", "--age", "30", "--weight", "70", "--activity", "lightly")
        shell.must(
            "append",
            input:
                #"{"stream":"drink/d","type":"drink.added","data":{"kind":"water","volumeMl":500,"effectiveMl":500,"date":"2026-02-09"}}"#
                + "\n")
        shell.must("quiz", "state", "CA")
        return shell
    }

    @Test(
        "D-6: each answer that is an object says in asOf what it used, at any position, and a what-if of each writes nothing",
        arguments: questions)
    func answers(question: String) throws {
        let shell = TwoTimesTests.ledger()
        let words = question.split(separator: " ").map(String.init)
        let position = shell.position
        let file = shell.file("with.jsonl", flightLine("b", date: "2026-02-09"))
        let before = shell.run("digest", "--json").out
        for times in [
            [], ["--known-at", "\(position)"], ["--known-at", "2026-02-10", "--on", "2026-02-11"], ["--with", file],
            ["--on", "2026-02-11T12:00:00Z"],
        ] {
            let result = shell.run(words + times + ["--json"])
            // A command refuses a record that is not there yet and states so; an answer states its times.
            guard result.status == 0 else {
                #expect(
                    ["question", "results"].contains(words.last ?? "") && result.code != nil,
                    "\(question) \(times): \(result.err)")
                continue
            }
            for line in result.jsonLines where ["log", "outcomes"].contains(words[0]) == false {
                guard case .object = line else { continue }
                #expect(line["asOf"]?["position"] == .integer(position), "\(question) \(times): \(line.names)")
                if times.first == "--with" { #expect(line["asOf"]?["with"] == .integer(1), "\(question)") }
                if times.first == "--on" {
                    #expect(
                        line["asOf"]?["instant"] == .string("2026-02-11T12:00:00Z")
                            && line["asOf"]?["on"] == .string("2026-02-11"), "\(question)")
                }
            }
        }
        #expect(shell.run("digest", "--json").out == before)
    }

    @Test("in words each answer that was asked of the past begins with when it is of", arguments: questions) func words(
        question: String
    ) {
        // A file is as other programs read it, and the audit has words of its own for what it was asked about.
        if question.hasSuffix(" -") || question == "audit" { return }
        let shell = TwoTimesTests.ledger()
        let words = question.split(separator: " ").map(String.init)
        let position = shell.position
        let past = shell.run(words + ["--known-at", "\(position)"])
        // Of a test that was never begun nothing is answered.
        if past.status == 0 {
            #expect(
                past.lines.first == "As known at position \(position), 2026-02-10T13:00:00Z:",
                "\(question): \(past.out.prefix(80))")
        } else {
            #expect(["question", "results"].contains(words.last ?? "") && past.out == "", "\(question): \(past.err)")
        }
        #expect(!shell.run(words).out.hasPrefix("As known"))
        let file = shell.file("with.jsonl", flightLine("b", date: "2026-02-09"))
        let supposed = shell.run(words + ["--with", file])
        if supposed.status == 0 {
            #expect(supposed.lines.first == "With 1 supposed event:", "\(question): \(supposed.out.prefix(80))")
        }
        let both = shell.run(words + ["--with", file, "--known-at", "\(position)"])
        if both.status == 0 {
            #expect(
                both.lines.first?.hasSuffix("13:00:00Z, with 1 supposed event:") == true, "\(question): \(both.out)")
        }
    }

    @Test("what was asked of a time before all events says that nothing was known then") func beforeAll() {
        let past = TwoTimesTests.ledger().must("currency", "--known-at", "0").lines.first ?? ""
        #expect(past.hasPrefix("As known at position 0") && past.hasSuffix(", before the first event:"), "\(past)")
    }

    private static let impossible: [(arguments: [String], status: Int32, code: String, message: String)] = [
        (["--on", "2026-02-30"], 64, "on.unreadable", "There is no day 2026-02-30 in the calendar."),
        (["--on", "2025-02-29T10:00:00Z"], 64, "on.unreadable", "There is no day 2025-02-29 in the calendar."),
        (["--known-at", "2026-13-01"], 64, "knownAt.unreadable", "There is no day 2026-13-01 in the calendar."),
        (["--known-at", "2026-02-10T13:00:01Z"], 1, "known.future", "2026-02-10T13:00:01Z is in the future."),
        (["--known-at", "2026-02-11"], 1, "known.future", "2026-02-11 is in the future."),
        (["--known-at", "99"], 1, "position.past", "Position 99 lies past the end of the ledger."),
        (["--with", "nowhere.jsonl"], 66, "file.missing", "There is no file \"nowhere.jsonl\"."),
    ]

    @Test("a time that cannot be is refused with its code, and says why", arguments: impossible.indices) func badTimes(
        index: Int
    ) {
        let bad = TwoTimesTests.impossible[index]
        let shell = Shell()
        for command in [["currency"], ["alarm", "list"], ["water", "today"], ["log"], ["due"]] {
            let result = shell.run(command + bad.arguments + ["--json"])
            #expect(result.status == bad.status && result.code == bad.code, "\(command): \(result.err)")
            if bad.status != 66 { #expect(result.error["error"]?["message"]?.stringValue == bad.message) }
        }
    }

    @Test("what is known today is known; a clock that was set back makes no future of what arrived") func today() {
        let shell = Shell()
        #expect(shell.run("currency", "--known-at", "2026-02-10").status == 0)
        #expect(shell.run("currency", "--known-at", "2026-02-10T13:00:00Z").status == 0)
        shell.clock = "2026-02-12T13:00:00Z"
        shell.must("append", input: flightLine("a"))
        shell.clock = "2026-02-10T13:00:00Z"
        #expect(shell.run("currency", "--known-at", "2026-02-11", "--json").json["asOf"]?["position"] == .integer(0))
        #expect(
            shell.run("currency", "--known-at", "2026-02-12T13:00:00Z", "--json").json["asOf"]?["position"]
                == .integer(2))
        #expect(shell.run("currency", "--known-at", "2026-02-12T13:00:01Z", "--json").code == "known.future")
    }

    @Test("a supposed event that a rule refuses is named by its line and the rule's code") func refusedSupposition() {
        let shell = Shell()
        let file = shell.file("with.jsonl", flightLine("b", date: "2026-02-09") + flightLine("c", date: "2026-02-11"))
        for command in [["currency"], ["progress"], ["alarm", "list"], ["water", "streak"], ["log"], ["stats"]] {
            let result = shell.run(command + ["--with", file, "--json"])
            #expect(
                result.status == 1 && result.code == "date.future" && result.error["error"]?["line"] == .integer(2),
                "\(command): \(result.err)")
        }
    }

    @Test("D-6: log and stats tell what was known, what had happened, and what is only supposed") func events() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-01-05") + flightLine("b", date: "2026-02-01"))
        let ids = { (result: Shell.Result) in
            result.jsonLines.map { $0["subject"]?.stringValue ?? "" }.filter { $0.hasPrefix("flight/") }
        }
        #expect(ids(shell.run("log", "--json")) == ["flight/a", "flight/b"])
        #expect(ids(shell.run("log", "--json", "--on", "2026-01-31")) == ["flight/a"])
        #expect(ids(shell.run("log", "--json", "--known-at", "2")) == ["flight/a"])
        let file = shell.file("with.jsonl", flightLine("c", date: "2026-02-09"))
        #expect(ids(shell.run("log", "--json", "--with", file)) == ["flight/a", "flight/b", "flight/c"])
        #expect(ids(shell.run("log", "--json", "--with", file, "--stream", "flight/c")) == ["flight/c"])
        #expect(shell.run("stats", "--json", "--known-at", "2").json["types"]?["flight.logged"] == .integer(1))
        #expect(shell.run("stats", "--json", "--on", "2026-01-31").json["events"] == .integer(1))
        #expect(shell.run("stats", "--json", "--with", file).json["types"]?["flight.logged"] == .integer(3))
        #expect(
            shell.run("stats", "--json", "--known-at", "3").json["streams"]
                == shell.run("stats", "--json").json["streams"])
    }
}
