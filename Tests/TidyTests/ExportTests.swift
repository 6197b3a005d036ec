import Testing

/// What `import Daybook` shows of the modules below it.
@Suite struct ExportTests {
    /// A third of what one import showed before the typed library: 3,587.
    private static let limit = 1_195

    @Test("one import shows at most a third of the public declarations that it showed before")
    func declarations() {
        let counts = Self.counts(from: "Daybook")
        let all = counts.values.reduce(0, +)
        #expect(counts.keys.contains("EventModel") && counts.keys.contains("EventCodec.JSONValue"))
        #expect(counts.values.allSatisfy { $0 > 0 }, "an export of nothing: \(counts)")
        #expect(all > 500 && all <= Self.limit, "\(all): \(counts.sorted { $0.value > $1.value })")
    }

    @Test("each type of the engine that a public call names is exported") func namedTypesAreExported() throws {
        let exports = try Checkout.file("Sources/DaybookKit/Ledger/Exports.swift").lines
        let exported = Set(exports.compactMap { $0.firstMatch(of: #/\.([A-Za-z0-9]+)$/#).map { String($0.1) } })
        let below = Checkout.files(
            ["EventCodec", "EventSourcing", "Engine", "Domains/Shared", "TransparencyLog"].map { "Sources/\($0)" },
            extensions: ["swift"])
        let types = Set(
            below.flatMap(\.lines).compactMap { line in
                line.contains(Self.declaration) ? line.firstMatch(of: Self.outermost).map { String($0.1) } : nil
            })
        #expect(types.count > 100 && exported.isSubset(of: types), "\(exported.subtracting(types))")
        let above = Checkout.files(
            ["Daybook", "DaybookKit", "Replication", "DaybookTestKit"].map { "Sources/\($0)" }, extensions: ["swift"])
        var named: Set<String> = []
        for file in above {
            for signature in Self.signatures(file.lines) {
                named.formUnion(signature.matches(of: #/\b[A-Z][A-Za-z0-9]+/#).map { String($0.0) })
            }
        }
        #expect(named.count > 100 && named.intersection(types).subtracting(exported) == [])
    }

    /// The public declarations of a file without their bodies.
    private static func signatures(_ lines: [String]) -> [String] {
        lines.indices.filter { lines[$0].contains(declaration) }.map { start in
            var text = ""
            for line in lines[start...] {
                text += line + " "
                if text.count(where: { $0 == "(" }) == text.count(where: { $0 == ")" }) { break }
            }
            return String(text.prefix { $0 != "{" })
        }
    }

    @Test func exportsAreCountedByModuleAndByType() {
        let text = """
            public struct A {
                public init() {}
                package var inner: Int
            }
            extension A: Sendable {
                @inlinable public func name() {}
            }
            public enum B {
                public static let one = 1
            }
            """
        let file = SourceFile(path: "Sources/M/M.swift", text: text)
        #expect(Self.publicDeclarations([file], of: nil) == 5)
        #expect(Self.publicDeclarations([file], of: "A") == 3)
        #expect(Self.publicDeclarations([file], of: "B") == 2)
    }

    /// The public declarations of each module that is exported whole, and of each type that is exported alone.
    private static func counts(from module: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        var waiting: [(module: String, type: String?)] = [(module, nil)]
        while let next = waiting.popLast() {
            let name = next.type.map { "\(next.module).\($0)" } ?? next.module
            guard counts[name] == nil else { continue }
            let isDomain = next.module == "Shared"
            let files = Checkout.files(
                ["Sources/\(isDomain ? "Domains/" : "")\(next.module)"], extensions: ["swift"])
            counts[name] = publicDeclarations(files, of: next.type)
            guard next.type == nil else { continue }
            for line in files.flatMap(\.lines) {
                let export = #/^@_exported public import (?:[a-z]+ )?([A-Za-z]+)(?:\.([A-Za-z]+))?$/#
                guard let found = line.firstMatch(of: export) else { continue }
                waiting.append((String(found.1), found.2.map(String.init)))
            }
        }
        // A type of a module that is exported whole is counted with it.
        return counts.filter { name, _ in !name.contains(".") || counts[String(name.prefix { $0 != "." })] == nil }
    }

    /// Those of all types, or of one and of its extensions.
    private static func publicDeclarations(_ files: [SourceFile], of type: String?) -> Int {
        var count = 0
        for file in files {
            var isCounted = type == nil
            for line in file.lines {
                if let type, let found = line.firstMatch(of: outermost) { isCounted = found.1 == type }
                if isCounted, line.contains(declaration) { count += 1 }
            }
        }
        return count
    }

    private static var outermost: Regex<(Substring, Substring)> {
        #/^(?:@[A-Za-z_(), *]+ )*(?:[a-z]+ )*(?:struct|enum|class|protocol|extension|func|let|var) ([A-Za-z]+)/#
    }

    private static var declaration: Regex<Substring> { #/^ *(?:@[A-Za-z_(), *]+ )*public (?!import)/# }
}
