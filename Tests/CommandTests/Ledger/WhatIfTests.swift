import DaybookDomains
import EventCodec
import Foundation
import Testing

@Suite struct WhatIfTests {
    private static func signed(_ id: String, _ more: String = "") -> String {
        #"{"stream":"flight/\#(id)","type":"flight.signed","data":{"cfiNumber":"1234567"\#(more)}}"# + "\n"
    }

    @Test("A what-if answers as if appended and writes nothing") func nothingIsWritten() throws {
        let shell = Shell()
        shell.must("append", input: flightLine("a", date: "2026-02-01", landings: 2))
        let data = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        let before = (bytes: try Data(contentsOf: data), digest: shell.run("digest", "--json").out)
        let file = shell.file(
            "planned.jsonl",
            flightLine("b", date: "2026-02-05", landings: 1) + "\n" + flightLine("c", date: "2026-02-09", landings: 4))
        let plain = shell.run("currency", "--json").json
        #expect(plain["general"]?["state"] == .string("never") && plain["asOf"]?["with"] == nil)
        let answer = shell.run("currency", "--with", file, "--explain", "--json").json
        #expect(answer["asOf"]?["with"] == .integer(2) && answer["asOf"]?["position"] == .integer(2))
        #expect(answer["asOf"]?.names.filter { $0 != "tz" } == ["on", "position", "knownAt", "evaluator", "with"])
        #expect(
            answer["general"]?["state"] == .string("valid")
                && answer["general"]?["goodThrough"] == .string("2026-05-10"))
        #expect(answer["general"]?["explanation"]?[0]?["flight"] == .string("c"))
        #expect(answer["general"]?["explanation"]?[0]?["event"] == answer["general"]?["evidence"]?[0])
        #expect(shell.run("flight", "summary", "--with", file, "--json").json["totalHours"] == .number("3.0"))
        #expect(shell.run("flight", "summary", "--with", file, "--json").json["allLandings"] == .integer(7))
        #expect(
            shell.run("progress", "--with", file, "--detail", "--json").json["requirements"]?[0]?["hours"]
                == .number("3.0"))
        #expect(
            shell.run("currency", "periods", "--with", file, "--json").out
                == #"[{"from":"2026-02-05","through":"2026-05-10"}]"# + "\n")
        let list = shell.run("flight", "list", "--with", file, "--json").json
        #expect([0, 1, 2].map { list[$0]?["id"]?.stringValue } == ["c", "b", "a"])
        #expect(shell.run("digest", "--json").out == before.digest)
        #expect(try Data(contentsOf: data) == before.bytes)
    }

    @Test("D-6: a supposed flight that takes the place of another is told wherever a real one would be")
    func supposedSupersession() {
        let shell = Shell()
        shell.must("append", input: flightLine("old", date: "2026-02-01", landings: 2))
        let old = shell.run("flight", "list", "--json").json[0]?["event"]?.stringValue ?? ""
        let line =
            #"{"stream":"flight/new","type":"flight.logged","data":{"date":"2026-02-01","hobbs":1.5,"dayLandings":1,"supersedes":["\#(old)"]}}"#
            + "\n"
        let file = shell.file("planned.jsonl", line)
        #expect(shell.run("flight", "show", "old", "--with", file, "--json").json["supersededBy"] == .string("new"))
        #expect(shell.run("flight", "show", "new", "--with", file, "--json").json["supersedes"]?.text == #"["old"]"#)
        let audit = shell.run("audit", "--with", file, "--json").json["superseded"]
        #expect(audit?.count == 1 && audit?[0]?["flight"] == .string("old") && audit?[0]?["by"] == .string("new"))
        #expect(shell.run("flight", "show", "old", "--json").json["supersededBy"] == nil)
    }

    @Test("A what-if says what an append of the same lines says") func asAppended() {
        let lines =
            flightLine("b", date: "2026-01-05", landings: 3) + flightLine("a", date: "2026-02-02", landings: 1)
            + #"{"stream":"flight/old","type":"flight.amended","data":{"hobbs":2.5,"date":"2026-01-31"}}"# + "\n"
            + #"{"stream":"flight/gone","type":"flight.removed","data":{}}"# + "\n"
            + #"{"stream":"settings/water","type":"setting.changed","data":{"name":"water.unit","value":"oz"}}"# + "\n"
        let shell = Shell()
        shell.must(
            "append",
            input: flightLine("old", landings: 3) + flightLine("gone", date: "2026-01-20", landings: 2)
                + flightLine("c"))
        let questions = [
            ["currency"], ["currency", "periods"], ["currency", "periods", "--landings", "night"],
            ["progress", "--detail"],
            ["flight", "summary"], ["flight", "summary", "--on", "2026-01-31"], ["setting", "show"], ["outcomes"],
            ["flight", "list"],
        ]
        let supposed = questions.map { shell.run($0 + ["--with", "-", "--json"], input: lines).out }
        let atFour = shell.run("flight", "summary", "--known-at", "2", "--with", "-", "--json", input: flightLine("x"))
        #expect(atFour.json["flights"] == .integer(2) && atFour.json["asOf"]?["position"] == .integer(2))
        shell.must("append", input: lines)
        for (question, supposed) in zip(questions, supposed) {
            #expect(
                WhatIfTests.comparable(supposed) == WhatIfTests.comparable(shell.run(question + ["--json"]).out),
                "\(question)")
        }
    }

    /// An answer without what differs by its nature: the position, and the ids of events, which hold a salt.
    private static func comparable(_ text: String) -> [JSONValue] {
        func strip(_ value: JSONValue) -> JSONValue {
            switch value {
            case .object(let members):
                return .object(
                    members.filter { !["asOf", "event"].contains($0.name) }.map { .init($0.name, strip($0.value)) })
            case .array(let values): return .array(values.map(strip))
            case .string(let text) where text.count == 64 && text.allSatisfy(\.isHexDigit): return .string("id")
            default: return value
            }
        }
        return text.split(separator: "\n").map { strip((try? JSONParser.parse(Array($0.utf8))) ?? .null) }  // Null equals no answer.
    }

    @Test("Signatures and voids may be supposed") func signatures() throws {
        let shell = Shell()
        shell.must("append", input: flightLine("a"))
        #expect(
            shell.run("flight", "show", "a", "--with", "-", "--json", input: WhatIfTests.signed("a")).json["locked"]
                == .bool(true))
        let then =
            WhatIfTests.signed("a") + #"{"stream":"flight/a","type":"flight.amended","data":{"remarks":"x"}}"# + "\n"
        let refused = shell.run("flight", "show", "a", "--with", "-", "--json", input: then)
        #expect(
            refused.status == 1 && refused.code == "signature.locked" && refused.error["error"]?["line"] == .integer(2))
        let event = shell.run("log", "--type", "flight.logged", "--json").json["id"]?.stringValue ?? ""
        let forged = WhatIfTests.signed(
            "a", #","covers":["\#(event)"],"content":"\#(String(repeating: "ab", count: 32))","form":1"#)
        #expect(
            shell.run("outcomes", "--with", "-", "--json", input: forged).json["reason"]
                == .string("signature.mismatch"))
        let voided = #"{"stream":"flight/a","type":"signature.voided","data":{"reason":"wrong"}}"# + "\n"
        let nothing = shell.run("flight", "show", "a", "--with", "-", "--json", input: voided)
        #expect(nothing.status == 1 && nothing.code == "void.nothing" && nothing.error["error"]?["line"] == .integer(1))
        shell.must("flight", "sign", "a", "--cfi", "1")
        #expect(shell.run("flight", "show", "a", "--with", "-", "--json", input: voided).json["locked"] == .bool(false))
        #expect(shell.run("show", "flight/a", "--with", "-", "--json", input: voided).json["history"]?.count == 3)
        #expect(shell.run("flight", "show", "a", "--json").json["locked"] == .bool(true))
        let dismissed =
            #"{"stream":"flight/b","type":"outcome.settled","data":{"event":"\#(event)","decision":"dismiss"}}"# + "\n"
        #expect(shell.run("outcomes", "--with", "-", "--json", input: dismissed).code == "outcome.unknown")
    }

    @Test("What cannot be supposed is refused with its line") func refusals() {
        let shell = Shell()
        shell.must("append", input: flightLine("a", more: #","key":"k""#))
        func ask(_ lines: String) -> (status: Int32, line: Int?, code: String?, message: String?) {
            let result = shell.run("currency", "--with", "-", "--json", input: lines)
            return (
                result.status, result.error["error"]?["line"]?.integerValue, result.code,
                result.error["error"]?["message"]?.stringValue
            )
        }
        let text = ask("\nx\n")
        #expect(text.status == 65 && text.line == 2 && text.code == "json.invalid")
        let known = ask(flightLine("b") + flightLine("a"))
        #expect(known.status == 1 && known.line == 2 && known.code == "record.exists")
        let origin = ask(#"{"stream":"link/x","type":"ledgers.linked","data":{}}"# + "\n")
        #expect(origin.status == 1 && origin.line == 1 && origin.code == "type.computed")
        let conflict = ask(flightLine("z", more: #","key":"k""#))
        #expect(conflict.status == 1 && conflict.code == "key.conflict")
        #expect(
            shell.run("currency", "--with", "-", "--json", input: flightLine("a", more: #","key":"k""#)).json["asOf"]?[
                "with"] == .integer(0))
        let twice = flightLine("q", more: #","key":"n""#)
        #expect(
            shell.run("currency", "--with", "-", "--json", input: twice + twice).json["asOf"]?["with"] == .integer(1))
        let version = ask(flightLine("a", more: #","expectedVersion":0"#))
        #expect(version.status == 1 && version.code == "version.conflict")
        let covers = ask(#"{"stream":"flight/a","type":"flight.signed","data":{"cfiNumber":"1","covers":"x"}}"# + "\n")
        #expect(covers.status == 65 && covers.message == #""covers" is not a list of event ids."#)
        let content = ask(
            #"{"stream":"flight/a","type":"flight.signed","data":{"cfiNumber":"1","content":"x"}}"# + "\n")
        #expect(content.message == #""content" is not 64 hexadecimal digits."#)
        let form = ask(#"{"stream":"flight/a","type":"flight.signed","data":{"cfiNumber":"1","form":"x"}}"# + "\n")
        #expect(form.message == #""form" is not a whole number."#)
        let decision = ask(#"{"stream":"flight/a","type":"outcome.settled","data":{"event":"x"}}"# + "\n")
        #expect(decision.message == #""event" is not an event's id."#)
        let missing = shell.run("currency", "--with", "none.jsonl", "--json")
        #expect(missing.status == 66 && missing.error["error"]?["message"] == .string("There is no file none.jsonl."))
        #expect(missing.error["error"]?["hint"] == .string("Look at its name again, and at the folder you are in."))
        let since = shell.run("outcomes", "--since", "0", "--with", "-", "--json")
        #expect(
            since.status == 64
                && since.error["error"]?["message"]
                    == .string("--since lists what arrivals changed, and supposed events have not arrived.")
        )
        #expect(since.error["error"]?["hint"] == .string("Leave --since or --with out."))
    }

    @Test(
        "D-10: what is planned may be supposed where the day asked about is that day; without it the future is refused")
    func planned() {
        let shell = Shell()
        let file = shell.file("planned.jsonl", flightLine("p", date: "2026-02-20", landings: 3))
        let currency = shell.must("currency", "--on", "2026-02-20", "--with", file, "--json").json
        #expect(
            currency["general"]?["goodThrough"] == .string("2026-05-21") && currency["asOf"]?["with"] == .integer(1))
        #expect(shell.must("flight", "list", "--on", "2026-02-21T12:00:00Z", "--with", file, "--json").json.count == 1)
        #expect(shell.run("currency", "--on", "2026-02-19", "--with", file).status == 1)
        #expect(
            shell.run("currency", "--with", file).err.contains(
                "The date 2026-02-20 is in the future; today is 2026-02-10."))
    }
}
