import DaybookCommands
import DaybookDomains
import EventCodec
import Foundation
import Testing

/// A ledger in a folder of its own, driven as a person would, in this process.
final class Shell {
    let folder: String
    var clock = "2026-02-10T13:00:00Z"
    var variables: [String: String] = [:]

    /// The events before the story began.
    private var begun = 0

    /// With Plus the limits of the free tier do not hold; that is no event of the story.
    init(initialise: Bool = true, plus: Bool = false) {
        folder = NSTemporaryDirectory() + "daybook-commands-\(UUID().uuidString)"
        if initialise { must("init", "--zone", "America/New_York") }
        if plus {
            must("alarm", "tier", "plus")
            begun = events
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }  // A leftover in the temporary folder fails no test.

    struct Result {
        let status: Int32
        /// Standard output without the line or the member that names the command to undo with, which `undo` has.
        let out: String
        let err: String
        /// The command that takes back what was written.
        let undo: String?

        init(status: Int32, out: String, err: String) {
            (self.status, self.err) = (status, err)
            let last = out.split(separator: "\n").last ?? ""
            guard last.hasPrefix("Undo: ") else {
                let parts = out.components(separatedBy: #","undo":"daybook "#)
                let end = parts.count == 2 ? parts[1].firstIndex(of: "\"") : nil
                self.out = end.map { parts[0] + parts[1][parts[1].index(after: $0)...] } ?? out
                undo = end.map { "daybook " + parts[1][..<$0] }
                return
            }
            self.out = String(out.dropLast(last.count + 1))
            undo = String(last.dropFirst("Undo: ".count))
        }

        var lines: [String] { out.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
        var json: JSONValue { (try? JSONParser.parse(Array(out.utf8))) ?? .null }  // Null fails the test that reads it.
        var jsonLines: [JSONValue] { lines.map { (try? JSONParser.parse(Array($0.utf8))) ?? .null } }  // Same reason.
        /// The one line of an error under `--json`.
        var error: JSONValue { (try? JSONParser.parse(Array(err.utf8))) ?? .null }  // Same reason.
        var code: String? { error["error"]?["code"]?.stringValue }
    }

    var ledger: String { folder + "/ledger" }

    @discardableResult func run(_ arguments: String..., input: String = "", isTerminal: Bool = false) -> Result {
        run(arguments, input: input, isTerminal: isTerminal)
    }

    @discardableResult func run(_ arguments: [String], input: String = "", isTerminal: Bool = false) -> Result {
        var environment = variables
        environment["DAYBOOK_LEDGER"] = environment["DAYBOOK_LEDGER"] ?? ledger
        environment["DAYBOOK_CLOCK"] = environment["DAYBOOK_CLOCK"] ?? clock
        let result = Program.run(
            arguments: arguments, environment: environment, standardInput: input, isTerminal: isTerminal)
        return Result(status: result.status, out: result.out, err: result.err)
    }

    /// A command that has to succeed: its output.
    @discardableResult func must(
        _ arguments: String..., input: String = "", location: SourceLocation = #_sourceLocation
    ) -> Result {
        let result = run(arguments, input: input)
        #expect(result.status == 0, "\(arguments): \(result.err)", sourceLocation: location)
        return result
    }

    /// The id of a flight that was logged with these options.
    func log(_ options: String..., location: SourceLocation = #_sourceLocation) -> String {
        let result = run(["flight", "log", "--json"] + options)
        #expect(result.status == 0, "\(options): \(result.err)", sourceLocation: location)
        return result.json["id"]?.stringValue ?? ""
    }

    /// How many events people made: the ledger's own first event is not counted.
    var events: Int { run("log", "--json").jsonLines.count { $0["type"]?.stringValue != "origin.started" } - begun }

    /// A file of this test's folder.
    func file(_ name: String, _ text: String = "") -> String {
        let path = folder + "/" + name
        if !text.isEmpty {
            let isMade = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
            precondition(isMade, "the temporary folder takes files")
        }
        return path
    }

    var position: Int { run("stats", "--json").json["events"]?.integerValue ?? -1 }
}

extension JSONValue {
    subscript(index: Int) -> JSONValue? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    var count: Int {
        guard case .array(let values) = self else { return -1 }
        return values.count
    }

    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}

/// A line for `append` that logs a flight.
func flightLine(_ id: String, date: String = "2026-02-01", landings: Int = 1, more: String = "") -> String {
    #"{"stream":"flight/\#(id)","type":"flight.logged","data":{"date":"\#(date)","hobbs":1.0,"dayLandings":\#(landings)}\#(more)}"#
        + "\n"
}
