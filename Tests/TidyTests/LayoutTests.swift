import Foundation
import Testing

/// How the files are laid out: a folder is one concern, and a file is named after what it declares.
@Suite struct LayoutTests {
    private static let filesMaximum = 25

    private func folders(below folder: String) throws -> [String] {
        try Checkout.folders(in: folder).filter { !$0.hasPrefix(".") }.map { "\(folder)/\($0)" }
            .flatMap { try [$0] + folders(below: $0) }
    }

    @Test("a folder of the sources, tests and tools holds at most 25 Swift files") func sizes() throws {
        let all = try ["Sources", "Tests", "tools"].flatMap(folders)
        #expect(all.count > 150)
        for folder in all {
            let count = try Checkout.entries(of: folder).count { $0.hasSuffix(".swift") }
            #expect(count <= Self.filesMaximum, "\(folder) holds \(count) files")
        }
    }

    @Test(
        "the large targets keep every file in a folder by concern",
        arguments: [
            "Sources/DaybookKit", "Sources/DaybookCommands", "Sources/Engine", "Sources/EventStore",
            "Sources/EventCodec", "Sources/LMDB", "Tests/CommandTests", "Tests/EngineTests",
        ])
    func concerns(target: String) throws {
        let loose = try Checkout.entries(of: target).filter { $0.hasSuffix(".swift") }
        #expect(loose == [], "\(target) has files beside its folders")
    }

    @Test("no name of a source file stands twice") func namesAreUnique() {
        let files = Checkout.files(["Sources"], extensions: ["swift"])
        let named = Dictionary(grouping: files, by: \.name).filter { $0.value.count > 1 }
        #expect(files.count > 700 && named.values.map { $0.map(\.path) } == [])
    }

    @Test("a source file is named after a type that it declares or extends, but those that were not when the rule came")
    func namesAreTypes() throws {
        let listed = Set(try Checkout.file("Tests/Fixtures/tidy/file-names.txt").lines)
        let files = Checkout.files(["Sources"], extensions: ["swift"]).filter {
            $0.name != "main.swift" && !$0.isGenerated
        }
        let odd = Set(files.filter { !FileNames.fits($0) }.map(\.path))
        #expect(odd.subtracting(listed).sorted() == [], "Name the file Type.swift or Type+Topic.swift.")
        #expect(listed.subtracting(odd).sorted() == [], "Take these off Tests/Fixtures/tidy/file-names.txt.")
    }

    @Test("a file is named after what it declares or extends, up to a plus sign") func namesAreRead() {
        func fits(_ name: String, _ text: String) -> Bool {
            FileNames.fits(SourceFile(path: "Sources/X/\(name).swift", text: text))
        }
        #expect(fits("Route", "public struct Route: Hashable {\n}"))
        #expect(fits("Route+Text", "import A\n\nextension Route {\n}"))
        #expect(fits("Route", "package final class Route<Leg> {\n}"))
        #expect(fits("Kind", "@usableFromInline package enum Kind { case one }"))
        #expect(fits("Leg", "extension Route.Leg {\n}"))
        #expect(fits("Fold", "public func fold(_ events: [Event]) {\n}"))
        #expect(!fits("Routes", "public struct Route {\n}"))
        #expect(!fits("Leg", "public struct Route {\n    struct Leg {}\n}"))
        #expect(!fits("Route", "// struct Route"))
    }
}

/// The rule of file names.
private enum FileNames {
    private static let words: Set<Substring> = [
        "struct", "enum", "class", "protocol", "actor", "extension", "typealias", "func",
    ]

    static func fits(_ file: SourceFile) -> Bool {
        let name = file.name.dropLast(".swift".count).prefix { $0 != "+" }
        return Code.withoutComments(file.lines).contains { line in
            guard let first = line.first, first.isLetter || first == "@" else { return false }
            return declared(in: line).contains { $0.lowercased() == name.lowercased() }
        }
    }

    /// The names that a line at the top level declares or extends: of `extension A.B` both.
    private static func declared(in line: String) -> [Substring] {
        let parts = line.split(separator: " ")
        guard let index = parts.firstIndex(where: words.contains), index + 1 < parts.count else { return [] }
        return parts[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.split(separator: ".")
    }
}
