import Testing

/// Traps on the paths of bytes from outside, and lines that are too wide.
@Suite struct TrapTests {
    @Test("every trap on the paths of what arrives stands in the list with its reason") func traps() {
        let files = Checkout.files(TrapRule.folders, extensions: ["swift"]).filter(TrapRule.concerns)
        #expect(files.count > 50)
        #expect(files.flatMap(TrapRule.findings) == [])
        // A row whose line is gone goes.
        for (path, places) in TrapRule.places {
            let found = Set(files.filter { $0.path == path }.flatMap(TrapRule.traps).map(\.code))
            #expect(places.code.subtracting(found) == [], "\(path): these are gone; take them off the list")
        }
    }

    @Test func trapsAreFoundHoweverTheyAreSpelt() {
        let text = """
            let a = try! read()
            let b = value as! Int
            let c = first!.second
            let d = names["x"]!
            if a != b || !c { return }
            let e = "an exclamation!" // try!
            let f = table[Int(size)]
            fatalError("never")
            """
        let found = TrapRule.findings(SourceFile(path: "Sources/SyncProtocol/A.swift", text: text))
        #expect(
            found.compactMap { $0.split(separator: ":").dropFirst().first.flatMap { Int($0) } } == [1, 2, 3, 4, 7, 8],
            "\(found)")
    }

    @Test("no line is wider than 120 columns, but those that were when the limit came") func width() throws {
        let rows = try Checkout.file("Tests/Fixtures/tidy/wide-lines.txt").lines.map {
            $0.split(separator: " ", maxSplits: 1)
        }
        let allowed = Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in Int(row[0]).map { (String(row[1]), $0) } })
        let files = Checkout.files(["Sources", "Tests", "tools"], extensions: ["swift", "py"])
        #expect(files.count > 500 && allowed.count == rows.count)
        for file in files where !file.isGenerated {
            let wide = file.lines.count { $0.utf8.count > 120 && $0.unicodeScalars.count > 120 }
            #expect(wide <= allowed[file.path, default: 0], "\(file.path) has \(wide) lines over 120 columns")
        }
        // The list shrinks.
        #expect(allowed.keys.filter { path in !files.contains { $0.path == path } } == [])
    }
}
