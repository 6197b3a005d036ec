import Testing

/// The targets that make the engine; everything about a domain lives elsewhere.
private let engine = [
    "GuardedFiles", "EventModel", "TransparencyLog", "EventCodec", "EventSourcing", "LMDB", "EventStore", "ReadModels",
    "Engine",
]
.map { "Sources/\($0)" }
/// Where facts are made, stored and judged.
private let exact = ["Sources/EventModel", "Sources/EventCodec", "Sources/EventSourcing", "Sources/Domains"]
/// The targets that touch memory by hand.
private let unsafeTargets = ["LMDB", "EventCodec", "EventStore", "ReadModels", "TransparencyLog"].map {
    "Sources/\($0)/"
}

/// Single files elsewhere: a load whose bounds were checked right before.
private let unsafeFiles: Set<String> = ["Sources/EventModel/FixedBytes.swift"]

/// Generated files that hold questions, whose words are not code: "unsafe" is one of them.
private let questions = "Sources/Domains/PracticeTests/Banks/"

private let linesMaximum = 400
/// Files that were longer when the limit came. A number here only ever falls; below the limit the row goes.
private let longerThanTheLimit: [String: Int] = [
    "Tests/EventSourcingTests/Oracle.swift": 440,
    "Tests/Forging/forging.py": 430,
    "Tests/check_export_test.py": 436,
    "Tests/linked_test.py": 433,
    "tools/check-export": 447,
    "tools/schemas": 450,
]

/// The names that may stand at the top of the checkout.
private let topLevel: Set<String> = [
    "Package.swift", "Sources", "Tests", "schemas", "tools", "docs", "README.md", "LICENSE", "NOTICE",
    ".gitignore", ".swift-format", ".ci", ".git",
]

@Suite struct TidyTests {
    @Test("D-12: the engine contains no domain word") func noDomainWordInTheEngine() {
        let files = Checkout.files(engine, extensions: ["swift"]).filter { !$0.isGenerated }
        #expect(!files.isEmpty)
        #expect(files.flatMap(Rules.domainWordsInEngine) == [])
    }

    @Test("T-8.2c: every dependency of the manifest is disclosed with its licence") func dependenciesAreDisclosed()
        throws
    {
        let manifest = try Checkout.file("Package.swift").lines.joined(separator: "\n")
        let rows = try Checkout.file("docs/dependencies.md").lines.filter { $0.hasPrefix("| ") }
        let packages: [String] = manifest.matches(of: #/\.package\(url: "[^"]*/([^"/]+)"/#).map { String($0.1) }
        let libraries: [String] = manifest.matches(of: #/\.apt\(\["([^"]+)"\]\)/#).map { String($0.1) }
        let names = packages + libraries
        #expect(names.count >= 3)
        for name in names {
            let row = rows.first { $0.contains(name) } ?? ""
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            let licence = cells.count > 3 ? String(cells[3]) : ""
            let isDisclosed = ["Apache-2.0", "License", "MIT", "BSD"].contains { licence.contains($0) }
            #expect(isDisclosed, "\(name) has no row with its licence")
        }
    }

    @Test func noFloatingPointInFactsOrRules() {
        #expect(Checkout.files(exact, extensions: ["swift"]).flatMap(Rules.floatingPoint) == [])
    }

    @Test func noErrorIsSwallowedWithoutAReason() {
        #expect(Checkout.files(["Sources", tutorial], extensions: ["swift"]).flatMap(Rules.swallowedErrors) == [])
    }

    @Test func unsafeCodeStaysInItsTargets() {
        let others = Checkout.files(["Sources", tutorial], extensions: ["swift"]).filter { file in
            !unsafeTargets.contains { file.path.hasPrefix($0) } && !unsafeFiles.contains(file.path)
                && !file.path.hasPrefix(questions)
        }
        #expect(!others.isEmpty)
        #expect(others.flatMap(Rules.unsafeExpressions) == [])
    }

    @Test("one function opens the files of ledgers and of shared folders; every other place has a reason")
    func filesAreOpenedInOnePlace() {
        let files = Checkout.files(["Sources"], extensions: ["swift", "c", "h"])
        #expect(files.flatMap(OpeningRule.findings) == [])
        // A reason that nothing needs any more goes.
        let unused = OpeningRule.exceptions.keys.filter { path in
            !files.contains { $0.path == path && !OpeningRule.openings($0).isEmpty }
        }
        #expect(unused == [])
    }

    @Test func everyUncheckedSendableNamesItsReason() {
        #expect(Checkout.files(["Sources", tutorial], extensions: ["swift"]).flatMap(Rules.unexplainedSendable) == [])
    }

    @Test func noLeftoverWithoutANumber() {
        #expect(written.flatMap(Rules.leftovers) == [])
    }

    @Test("comments state who does what, and names state an effect") func wordsAreTheHouses() {
        let files = written.filter { !$0.isGenerated && ["swift", "c", "h", "py", ""].contains($0.fileExtension) }
        #expect(files.flatMap(Rules.vagueComments) == [])
        #expect(files.filter { $0.fileExtension == "swift" }.flatMap(Rules.vagueNames) == [])
    }

    @Test func noWarningIsHiddenAndNoCheckDropped() {
        #expect(written.flatMap(Rules.hiddenWarnings) == [])
    }

    @Test func filesStayShort() {
        var findings: [String] = []
        for file in written
        where !file.isGenerated && !["md", "tsv", "csv", "json", "txt"].contains(file.fileExtension) {
            findings += Rules.length(file, limit: longerThanTheLimit[file.path] ?? linesMaximum)
        }
        #expect(findings == [])
    }

    @Test func theListOfLongFilesOnlyShrinks() throws {
        for (path, lines) in longerThanTheLimit {
            let count = try Checkout.file(path).lines.count
            #expect(count > linesMaximum, "\(path) is short again: take it off the list")
            #expect(count == lines, "\(path) has \(count) lines: write that number into the list")
        }
    }

    @Test func theTopLevelHoldsOnlyTheAgreedNames() throws {
        let ignored = Set(try Checkout.file(".gitignore").lines.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
        #expect(try Checkout.entries().filter { !topLevel.contains($0) && !ignored.contains($0) } == [])
    }

    /// The package that docs/tutorial.md shows.
    private var tutorial: String { "docs/tutorial" }

    /// Everything people write here, but this target: its rules spell what they forbid.
    private var written: [SourceFile] {
        Checkout.files(["Package.swift", "Sources", "Tests", "tools", ".ci", tutorial])
            .filter { !$0.path.hasPrefix("Tests/TidyTests/") && !$0.path.hasPrefix("Tests/Fixtures/") }
    }
}
