import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// A damaged row stops only what needs it; each answer that it could touch names it, and ends with 74.
@Suite struct BesideDamageTests {
    /// Four flights, of which one is damaged.
    private func damaged(_ damage: (inout Data) throws -> Void) throws -> Shell {
        let shell = Shell()
        for number in 0..<4 {
            _ = shell.log("--id", "f\(number)", "--hobbs", "1.5", "--remarks", "remark number \(number)")
        }
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        try damage(&bytes)
        try bytes.write(to: url)
        return shell
    }

    private static func damageEvent(_ bytes: inout Data) throws {
        let text = Data("remark number 2".utf8)
        while let place = bytes.range(of: text) { bytes[place.lowerBound] ^= 1 }
    }

    /// Damages the rows of the index of streams: there the length of the key, 9, stands before it.
    private static func damageIndex(_ bytes: inout Data) throws {
        let key = Data([9, 0] + "flight/f2".utf8)
        var (start, count) = (bytes.startIndex, 0)
        while let place = bytes.range(of: key, in: start..<bytes.endIndex) {
            bytes[place.upperBound + 3] ^= 1
            (start, count) = (place.upperBound, count + 1)
        }
        #expect(count > 0)
    }

    private func ids(_ list: JSONValue?) -> [String] {
        guard case .array(let list)? = list else { return ["no list"] }
        return list.compactMap { $0["id"]?.stringValue }.sorted()
    }

    @Test("C-10: lists are without the damaged record and name it", arguments: ["event", "index"])
    func lists(_ row: String) throws {
        let shell = try damaged(row == "event" ? Self.damageEvent : Self.damageIndex)
        let list = shell.run("flight", "list", "--json")
        #expect(list.status == 74 && list.code == "store.damaged")
        #expect(ids(list.json["list"]) == ["f0", "f1", "f3"])
        #expect(
            list.json["incomplete"]?.text == #"{"events":0,"newer":0,"damaged":1,"streams":["flight/f2"]}"#,
            "\(list.out)")
        let text = shell.run("flight", "list")
        let line =
            "Incomplete: this answer is without 1 damaged record (flight/f2). "
            + "\"daybook doctor\" shows what mends it.\n"
        #expect(text.status == 74 && text.out.hasPrefix(line), "\(text.out)")
        #expect(text.err.hasPrefix("error: The store is damaged: "))
    }

    @Test("C-10: what needs no damaged row answers as before, and what needs one is refused") func others() throws {
        let shell = try damaged(Self.damageEvent)
        #expect(shell.must("flight", "show", "f1", "--json").json["id"]?.stringValue == "f1")
        #expect(shell.run("alarm", "list").status == 0)
        let show = shell.run("flight", "show", "f2")
        #expect(show.status == 74 && show.out == "" && show.err.hasPrefix("error: The store is damaged: "))
        _ = shell.log("--id", "f4", "--hobbs", "1.0")
        #expect(ids(shell.run("flight", "list", "--json").json["list"]) == ["f0", "f1", "f3", "f4"])
    }

    @Test("C-10: the answer beside damage is that of a repaired ledger afterwards") func repaired() throws {
        let shell = Shell()
        for number in 0..<3 {
            _ = shell.log("--id", "f\(number)", "--hobbs", "1.5", "--remarks", "remark number \(number)")
        }
        let before = shell.must("flight", "list", "--json").out
        let source = shell.file("source")
        shell.must("export", source)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        try Self.damageEvent(&bytes)
        try bytes.write(to: url)
        #expect(ids(shell.run("flight", "list", "--json").json["list"]) == ["f0", "f1"])
        shell.must("repair", "--from", source)
        #expect(shell.must("flight", "list", "--json").out == before)
    }
}
