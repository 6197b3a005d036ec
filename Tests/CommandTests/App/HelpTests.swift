import DaybookDomains
import Foundation
import Testing

@Suite struct HelpTests {
    private static let commands = [
        "init", "device", "device name", "device list", "principal", "principal show", "principal export", "key",
        "key new", "key show", "keys", "keys fix",
        "link", "link offer",
        "link accept", "link list", "link end", "types", "rules", "stats", "append", "log", "show", "diff", "outcomes",
        "outcomes resolve",
        "flight", "flight log", "flight amend", "flight remove", "flight restore", "flight sign", "flight void",
        "flight list", "flight totals", "flight forward", "flight forward list",
        "flight forward amend", "flight forward remove", "flight show", "flight simulator", "flight ground",
        "flight describe",
        "flight summary", "currency", "currency periods", "progress", "import", "export", "verify", "doctor", "repair",
        "replay", "digest", "backup", "restore", "setting",
        "setting set", "setting show", "permission", "permission set", "completion", "flight defaults",
        "flight duplicate", "flight supersede",
        "currency review", "currency instrument", "endorse", "endorse list", "endorse show",
        "endorse templates", "endorse sign", "endorse sign-request", "endorse void", "endorse withdraw",
        "review", "review add",
        "review list", "notices",
        "notices acknowledge", "logbook", "logbook 8710", "audit", "duplicates", "undo", "onboard", "onboard show",
        "tour", "tour next",
        "tour skip", "tour show",
        "alarm", "alarm add", "alarm edit", "alarm remove", "alarm enable", "alarm disable", "alarm list", "alarm next",
        "alarm countdown", "alarm pause",
        "onboard next", "onboard skip", "permission show", "due", "watch",
        "water", "water add", "water edit", "water remove", "water restore", "water profile", "water goal",
        "water today",
        "water history", "water month",
        "water streak", "water show", "water presets", "water units", "water reminders", "water smart",
        "water import-sleep", "water export", "water import",
        "quiz", "quiz state", "quiz train", "quiz sets", "quiz start", "quiz question", "quiz answer", "quiz submit",
        "quiz results", "quiz tests",
        "quiz history", "quiz stats", "quiz show", "quiz reset", "quiz restore",
        "quiz take", "quiz photo", "quiz card", "quiz bank", "quiz bank list", "quiz bank show", "quiz bank check",
        "quiz bank add", "quiz bank export", "quiz bank new", "quiz bank convert",
    ]

    @Test("every command is explained with an example of itself", arguments: commands) func examples(command: String) {
        let shell = Shell(initialise: false)
        let help = shell.run(command.split(separator: " ").map(String.init) + ["--help"])
        let example = help.lines.contains { $0.hasPrefix("  ") && $0.contains("daybook \(command)") }
        #expect(help.status == 0 && help.out.contains("\nExample") && example, "\(help.out)")
        #expect(shell.run(["help"] + command.split(separator: " ").map(String.init)).out == help.out)
    }

    @Test("explanations are wrapped once: a wider screen shows the same lines") func wrappedOnce() throws {
        let shell = Shell(initialise: false)
        let names = HelpTests.commands.map { "'\($0)'" }.joined(separator: " ")
        func explanations(_ columns: Int) throws -> [String] {
            let script = "for name in '' \(names); do $daybook $name --help; echo '=='; done"
            let all = try RealProgram.sh(script, on: shell, ["COLUMNS": "\(columns)"]).out
            // The part between the summary, which is one line of ours, and the usage.
            return all.components(separatedBy: "==\n").dropLast().map { help in
                let lines = help.components(separatedBy: "\n")
                let start = lines.firstIndex { $0.hasPrefix("Example") } ?? 0
                return lines[start..<(lines.firstIndex { $0.hasPrefix("USAGE") } ?? start)].joined(separator: "\n")
            }
        }
        let (narrow, wide) = (try explanations(80), try explanations(400))
        #expect(narrow.count == HelpTests.commands.count + 1 && narrow.allSatisfy { $0.hasPrefix("Example") })
        for (narrow, wide) in zip(narrow, wide) { #expect(narrow == wide) }
    }

    @Test("help of what does not exist is wrong usage") func helpOfNothing() {
        let shell = Shell(initialise: false)
        let bogus = shell.run("help", "bogus")
        #expect(
            bogus.status == 64 && bogus.out == ""
                && bogus.err == "error: \"daybook\" has no command \"bogus\".\nhint: \"daybook --help\" lists them.\n")
        let close = shell.run("help", "flight", "lst")
        #expect(
            close.status == 64
                && close.err
                    == "error: \"daybook flight\" has no command \"lst\".\nhint: Did you mean \"daybook flight list\"?\n"
        )
        #expect(shell.run("help", "currency", "bogus").status == 64)
        #expect(shell.run("help").out == shell.run("--help").out)
        #expect(shell.run("help", "flight").out == shell.run("flight", "--help").out)
    }

    @Test("completion: by its command and by the option that other programs have", arguments: ["bash", "zsh", "fish"])
    func completion(name: String) {
        let shell = Shell(initialise: false)
        let script = shell.run("--generate-completion-script", name)
        #expect(
            script.status == 0 && script.out == shell.run("completion", name).out
                && script.out.contains("night-landings"))
    }
}
