import DaybookDomains
import Foundation
import LedgerTestSupport
import Testing

/// A ledger of an app that the program does not link, and the JSON Schemas that the app wrote.
@Suite struct OtherAppTests {
    private let shell = Shell()
    private let schema = #"""
        {"$id":"urn:daybook:event:habit.checked:1","title":"habit.checked",
         "x-daybook":{"type":"habit.checked","version":1,"domain":"habits","stream":"check","role":"create"},
         "type":"object","properties":{
          "habit":{"type":"string","x-daybook":{"key":1,"kind":"text"}},
          "day":{"type":"string","format":"date","x-daybook":{"key":2,"kind":"date"}},
          "minutes":{"type":"integer","x-daybook":{"key":4,"kind":"integer"}}}}
        """#

    /// The folder of schemas, with one file.
    private func folder(_ name: String, _ text: String) throws -> String {
        let folder = shell.folder + "/schemas-\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data(text.utf8).write(to: URL(filePath: folder + "/habit.checked.v1.json"))
        return folder
    }

    private func check() throws {
        let ledger = try Ledger.open(at: shell.ledger, environment: OwnHabits.environment())
        _ = try ledger.append([OwnHabits.start("run", "Run"), OwnHabits.check("run", "2026-02-09", minutes: 20)])
        ledger.close()
    }

    @Test("--schemas names the fields of an app's events, in the list, of one record and in JSON")
    func named() throws {
        try check()
        let schemas = try folder("habits", schema)
        func data(_ arguments: String...) -> String? {
            shell.run(arguments).jsonLines.last?["data"]?.text
        }
        #expect(data("log", "--json") == #"{"1":"run","2":20493,"4":20}"#)
        #expect(data("log", "--json", "--schemas", schemas) == #"{"habit":"run","day":"2026-02-09","minutes":20}"#)
        #expect(shell.must("show", "check/run.2026-02-09").out.contains("20493"))
        let shown = shell.must("--schemas", schemas, "show", "check/run.2026-02-09").out
        #expect(shown.contains("2026-02-09") && shown.contains("minutes") && !shown.contains("20493"))
        shell.variables["DAYBOOK_SCHEMAS"] = schemas
        #expect(data("log", "--json") == #"{"habit":"run","day":"2026-02-09","minutes":20}"#)
    }

    @Test("What is shown by a schema decides nothing: the type stays unknown")
    func unknown() throws {
        try check()
        let schemas = try folder("habits", schema)
        let outcomes = [[], ["--schemas", schemas]].map { more in
            shell.run(["log", "--json"] + more).jsonLines.map { $0["outcome"]?.stringValue }
        }
        #expect(outcomes[0] == outcomes[1])
        let line = #"{"stream":"check/x","type":"habit.checked","data":{"habit":"run","day":"2026-02-09"}}"#
        #expect(shell.run(["append", "--schemas", schemas, "--json"], input: line).code == "type.unknown")
    }

    @Test("A folder without schemas, and files that are none", arguments: [
        (#"{"a":1}"#, "it has no type, version or properties"),
        ("{", "a member's name is missing at byte 1"),
        (#"{"x-daybook":{"type":"a.b","version":1},"properties":{"c":{"x-daybook":{"key":64,"kind":"text"}}}}"#,
            "\"c\" has no key of its own from 1 to 63"),
        (#"{"x-daybook":{"type":"a.b","version":1},"properties":{"c":{"x-daybook":{"key":1}}}}"#,
            "\"c\" is of no known kind"),
        (#"{"x-daybook":{"type":"a.b","version":1},"properties":{"c":{"x-daybook":{"engine":99}}}}"#,
            "\"c\" has no known key"),
        (#"{"x-daybook":{"type":"a.b","version":1},"properties":{"\u001b[2J":{"x-daybook":{"key":1,"kind":"text"}}}}"#,
            "a property's name has other characters than ASCII's"),
    ])
    func unreadable(text: String, problem: String) throws {
        let schemas = try folder("wrong", text)
        let result = shell.run("log", "--schemas", schemas)
        #expect(result.status == 65)
        #expect(result.err == """
            error: \(schemas)/habit.checked.v1.json is no schema of events: \(problem).
            hint: The app writes them: jsonSchemas(for:).

            """)
    }

    @Test("A folder of schemas that is not there, or holds none") func missing() throws {
        let hint = "hint: Name the folder that the app wrote them to.\n"
        #expect(
            shell.run("log", "--schemas", "/nowhere").err
                == "error: The folder of schemas /nowhere cannot be read: No such file or directory.\n" + hint)
        let schemas = try folder("none", schema)
        try FileManager.default.removeItem(atPath: schemas + "/habit.checked.v1.json")
        let result = shell.run("log", "--schemas", schemas)
        #expect(result.status == 66 && result.err == "error: There is no file NAME.json in \(schemas).\n" + hint)
        #expect(mkfifo(schemas + "/a.json", 0o600) == 0)
        #expect(
            shell.run("log", "--schemas", schemas).err.hasPrefix(
                "error: \(schemas)/a.json is no schema of events: it is a pipe.\n"))
    }
}
