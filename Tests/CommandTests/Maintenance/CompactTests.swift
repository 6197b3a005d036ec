import DaybookDomains
import Foundation
import Testing

@Suite struct CompactTests {
    private let shell = Shell()

    @Test("compact says what it did; the second time there is nothing to do") func twice() throws {
        for number in 1...40 { _ = shell.log("--hobbs", "1", "--remarks", String(repeating: "x", count: number)) }
        shell.must("append", "-", input: (0..<2_000).map { flightLine("f\($0)") }.joined())
        let digest = shell.run("digest").out
        let first = shell.must("compact").out
        #expect(
            first.hasPrefix("The ledger takes ") && first.hasSuffix(".\n") && first.contains(" bytes instead of "),
            "\(first)")
        #expect(shell.must("compact").out == "The ledger is as small as it can be.\n")
        let json = shell.must("compact", "--json").json
        #expect(
            json.names == ["bytesBefore", "bytesAfter", "blobsDropped", "events"]
                && json["events"]?.integerValue == 2_041)
        #expect(shell.run("digest").out == digest)
        #expect(shell.must("verify").lines.first == "OK: 2041 events. All hashes, roots and signatures match.")
        // The same origin goes on.
        _ = shell.log("--hobbs", "1")
        #expect(shell.run("verify", "--json").json["origins"]?.count == 1)
    }

    @Test("a picture of a signature stays, of one that was voided too") func signatures() {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let path = shell.file("s.png")
        #expect(FileManager.default.createFile(atPath: path, contents: Data(picture)))
        let id = shell.log("--hobbs", "1")
        shell.must("principal", "export", shell.file("me.key"))
        shell.must("flight", "sign", id, "--cfi", "1", "--image", path)
        shell.must("flight", "void", id, "--reason", "wrong day")
        #expect(shell.must("compact", "--json").json["blobsDropped"]?.integerValue == 0)
        #expect(shell.must("verify", "--json").json["warnings"] == nil)
    }

    @Test("a damaged ledger stays as it is") func damaged() throws {
        for _ in 1...3 { _ = shell.log("--hobbs", "1", "--remarks", "findme") }
        var bytes = [UInt8](try #require(FileManager.default.contents(atPath: shell.ledger + "/data.mdb")))
        let found = try #require(bytes.indices.last { bytes[$0...].starts(with: "findme".utf8) })
        bytes[found] ^= 1
        #expect(FileManager.default.createFile(atPath: shell.ledger + "/data.mdb", contents: Data(bytes)))
        let result = shell.run("compact", "--json")
        #expect(result.status == 74 && result.code == "compact.damaged")
        #expect(
            result.error["error"]?["message"]?.stringValue?.hasPrefix("A damaged ledger is not compacted: ") == true)
        #expect(
            result.error["error"]?["hint"]?.stringValue == "Nothing was changed. \"daybook verify\" lists all damage.")
        #expect(FileManager.default.contents(atPath: shell.ledger + "/data.mdb").map { [UInt8]($0) } == bytes)
    }

    @Test("alarm export says where, and takes one format only") func calendar() {
        #expect(shell.run("alarm", "add", "--title", "A", "--days", "2", "--time", "09:00", "--id", "a").status == 0)
        #expect(
            shell.run("alarm", "add", "--title", "B", "--days", "2", "--time", "09:00", "--time", "10:00", "--id", "b")
                .status == 0)
        shell.must("alarm", "disable", "a")
        let path = shell.file("alarms.ics")
        let leftOut = "Left out: 1 alarm that is off. --all includes them, marked as cancelled.\n"
        #expect(shell.must("alarm", "export", path).out == "Wrote 1 alarm to \(path).\n" + leftOut)
        #expect(
            shell.must("alarm", "export", path).out
                == "Wrote 1 alarm to \(path), in place of the file that was there.\n" + leftOut)
        #expect(shell.run("alarm", "export", path, "--json").json["replaced"] == .bool(true))
        let receipt = shell.must("alarm", "export", "--all", path, "--json").json
        #expect(
            receipt.names == ["asOf", "file", "alarms", "events", "replaced"]
                && receipt["asOf"]?["position"] == .integer(4))
        #expect(
            receipt["file"] == .string(path) && receipt["alarms"] == .integer(2) && receipt["events"] == .integer(3))
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        #expect(text == shell.must("alarm", "export", "--all", "--format", "ics").out)
        #expect(text?.contains("SUMMARY:A\r\nTRANSP:TRANSPARENT\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\n") == true)
        let wrong = shell.run("alarm", "export", "--format", "csv", "--json")
        #expect(
            wrong.status == 64 && wrong.code == "format.unknown"
                && wrong.error["error"]?["message"]?.stringValue == "There is no format \"csv\".")
        #expect(wrong.error["error"]?["hint"]?.stringValue == "It is ics.")
    }
}
