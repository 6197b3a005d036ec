import DaybookCommands
import DaybookDomains
import Foundation
import Testing

/// `export --salvage` writes what is whole, names what is not, and its file can be imported.
@Suite struct SalvageTests {
    private func flights(_ count: Int) -> Shell {
        let shell = Shell()
        for number in 0..<count {
            _ = shell.log("--id", "f\(number)", "--hobbs", "1.5", "--remarks", "remark number \(number)")
        }
        return shell
    }

    /// Changes every copy of a text, also those on free pages.
    private func damage(_ text: String, in shell: Shell) throws {
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        var count = 0
        while let place = bytes.range(of: Data(text.utf8)) {
            bytes[place.lowerBound] ^= 1
            count += 1
        }
        #expect(count > 0)
        try bytes.write(to: url)
    }

    /// The ids of the flights that a new ledger has after it imported a file.
    private func imported(_ file: String, _ shell: Shell) -> Set<String> {
        let new = shell.file("new-\(UUID().uuidString)")
        shell.must("init", "--ledger", new)
        shell.must("import", file, "--ledger", new)
        #expect(shell.must("verify", "--ledger", new, "--json").json["ok"] == .bool(true))
        guard case .array(let list) = shell.must("flight", "list", "--json", "--ledger", new).json else { return [] }
        return Set(list.compactMap { $0["id"]?.stringValue })
    }

    @Test("a whole ledger is salvaged whole: the same events as an export, and equal digests") func whole() throws {
        let shell = flights(5)
        let (salvaged, exported, new) = (shell.file("salvaged"), shell.file("exported"), shell.file("new"))
        #expect(shell.must("export", "--salvage", salvaged).out == "Wrote 6 events to \(salvaged).\n")
        shell.must("export", exported)
        #expect(
            try Set(String(contentsOfFile: salvaged, encoding: .utf8).split(separator: "\n"))
                == Set(String(contentsOfFile: exported, encoding: .utf8).split(separator: "\n")))
        shell.must("init", "--ledger", new)
        shell.must("import", salvaged, "--ledger", new)
        #expect(shell.must("digest", "--ledger", new).out == shell.must("digest").out)
        #expect(shell.must("export", "--salvage", salvaged, "--json").json["salvage"]?["whole"] == .bool(true))
    }

    @Test("a lost event is named; those before it can be imported, those behind it stand apart") func lost() throws {
        let shell = flights(6)
        try damage("remark number 3", in: shell)
        let file = shell.file("salvaged")
        let run = shell.must("export", "--salvage", file)
        let json = shell.must("export", "--salvage", file, "--json").json["salvage"]
        let log = json?["lost"]?[0]?["log"]?.stringValue ?? ""
        #expect(
            run.out == """
                Wrote 6 events to \(file).
                Note: Left out: 1 event of the log \(log.prefix(12)) (number 4, of flight/f3): no whole copy is here.
                Note: 2 whole events stand apart, behind a lost one: an import does not take them, and \
                "daybook repair --from FILE" does, in a ledger that lost them.

                """)
        #expect(json?["whole"] == .bool(false) && json?["apart"]?.integerValue == 2)
        #expect(json?["lost"]?[0]?["streams"]?[0]?.stringValue == "flight/f3")
        #expect(imported(file, shell) == ["f0", "f1", "f2"])
        let new = shell.file("other")
        shell.must("init", "--ledger", new)
        let apart = "2 whole events stand apart, behind a lost one: an import does not take them, and"
        #expect(shell.must("import", file, "--ledger", new).out.contains(apart))
    }

    /// The places of the values under the head row of the first log, on each page, with the commits that wrote them.
    private func headRows(_ bytes: Data) -> [(place: Int, commit: [UInt8])] {
        let key = Data([5, 0, 1, 0, 0, 0, 1])
        var (rows, start) = ([(place: Int, commit: [UInt8])](), bytes.startIndex)
        while let found = bytes.range(of: key, in: start..<bytes.endIndex) {
            rows.append((found.upperBound, Array(bytes[found.upperBound + 80..<found.upperBound + 88])))
            start = found.upperBound
        }
        return rows
    }

    @Test("a log whose newest head row is damaged is whole where its events give the count and the digest")
    func older() throws {
        let shell = flights(5)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        let rows = headRows(bytes)
        let newest = try #require(rows.map(\.commit).max { $0.lexicographicallyPrecedes($1) })
        #expect(rows.contains { $0.commit != newest })
        for row in rows where row.commit == newest { bytes[row.place + 20] ^= 1 }
        try bytes.write(to: url)
        let file = shell.file("salvaged")
        let salvage = shell.must("export", "--salvage", file, "--json").json["salvage"]
        #expect(salvage?["whole"] == .bool(true), "\(String(describing: salvage))")
        #expect(imported(file, shell) == Set((0..<5).map { "f\($0)" }))
    }

    @Test("a log without a head row leaves up to its first gap, and the events behind it stand apart")
    func headless() throws {
        let shell = flights(6)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        for row in headRows(bytes) { bytes[row.place + 20] ^= 1 }
        try bytes.write(to: url)
        let file = shell.file("salvaged")
        #expect(shell.must("export", "--salvage", file, "--json").json["salvage"]?["whole"] == .bool(true))
        #expect(imported(file, shell) == Set((0..<6).map { "f\($0)" }))
        try damage("remark number 3", in: shell)
        #expect(
            shell.must("export", "--salvage", file).out == """
                Wrote 6 events to \(file), in place of the file that was there.
                Note: Left out: events of 1 log whose head row is lost.
                Note: In no log here: 3 events that the ledger counted and that no whole head row names.
                Note: 2 whole events stand apart, behind a lost one: an import does not take them, and \
                "daybook repair --from FILE" does, in a ledger that lost them.

                """)
        #expect(imported(file, shell) == ["f0", "f1", "f2"])
    }

    @Test("a body that was erased does not leave with an older copy of its row") func erased() throws {
        let shell = flights(3)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        let before = try Data(contentsOf: url)
        shell.must("erase", "flight/f1", "--reason", "not mine", "--yes")
        var bytes = try Data(contentsOf: url)
        #expect(bytes.range(of: Data("remark number 1".utf8)) == nil)
        // The newest copy of the row is damaged; a page of before stands behind the others, as a free page.
        let lines = shell.must("export").jsonLines
        let line = try #require(lines.first { $0["view"]?["subject"]?.stringValue == "flight/f1" })
        let envelope = try #require(Data(base64Encoded: line["envelope"]?.stringValue ?? ""))
        while let place = bytes.range(of: envelope) { bytes[place.lowerBound + 30] ^= 1 }
        let old = try #require(before.range(of: Data("remark number 1".utf8))).lowerBound / 4_096 * 4_096
        var page = before[old..<old + 4_096]
        let number = UInt64(bytes.count / 4_096)
        let name = withUnsafeBytes(of: number.littleEndian) { Data($0) }
        page.replaceSubrange(page.startIndex..<page.startIndex + 8, with: name)
        try (bytes + page).write(to: url)
        let file = shell.file("salvaged")
        #expect(shell.must("export", "--salvage", file, "--json").json["salvage"]?["whole"] == .bool(true))
        let salvaged = try String(contentsOfFile: file, encoding: .utf8)
        #expect(salvaged.contains(line["envelope"]?.stringValue ?? "none") && !salvaged.contains("remark number 1"))
    }

    @Test("the file itself goes to standard output, the notes beside it") func output() throws {
        let shell = flights(3)
        try damage("remark number 2", in: shell)
        let run = shell.must("export", "--salvage")
        #expect(run.lines.count == 4 && run.err.hasPrefix("Note: Left out: 1 event of the log "))
    }

    @Test("other formats are refused; without a ledger there is nothing to salvage") func refused() {
        let shell = Shell()
        let table = shell.run("export", "--salvage", "--format", "solotrack", shell.file("x"))
        #expect(table.status == 64 && table.err == "error: --salvage writes jsonl.\nhint: Leave --format out.\n")
        #expect(shell.run("export", "--salvage", shell.file("x"), "--ledger", shell.file("none")).status == 66)
    }

    @Test("meta pages, a wiped page and a cut file hide what they held", arguments: ["metas", "page", "cut"])
    func structure(_ kind: String) throws {
        let shell = flights(6)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        var bytes = try Data(contentsOf: url)
        switch kind {
        case "metas": bytes.replaceSubrange(0..<8_192, with: Data(count: 8_192))
        case "page": bytes.replaceSubrange(bytes.count - 4_096..<bytes.count, with: Data(count: 4_096))
        default: bytes = bytes.prefix(20_480)
        }
        try bytes.write(to: url)
        let file = shell.file("salvaged")
        let salvage = shell.must("export", "--salvage", file, "--json").json["salvage"]
        if kind == "cut" { #expect(salvage?["whole"] == .bool(false)) }
        if kind == "metas" {
            #expect(salvage?["whole"] == .bool(true))
            #expect(imported(file, shell) == Set((0..<6).map { "f\($0)" }))
        }
    }

    @Test("forty damages: never a failure, and every file can be imported") func random() throws {
        let shell = flights(8)
        let url = URL(fileURLWithPath: shell.ledger + "/data.mdb")
        let whole = try Data(contentsOf: url)
        var (state, wholes) = (UInt64(4_711), 0)
        func next(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for number in 0..<40 {
            var bytes = whole
            for _ in 0...next(4) { bytes[next(bytes.count)] ^= UInt8(1 << next(8)) }
            try bytes.write(to: url)
            let file = shell.file("salvaged-\(number)")
            let salvage = shell.must("export", "--salvage", file, "--json").json["salvage"]
            let ids = imported(file, shell)
            if salvage?["whole"] == .bool(true) {
                wholes += 1
                #expect(ids == Set((0..<8).map { "f\($0)" }), "\(number)")
            }
        }
        #expect(wholes > 0)
    }
}
