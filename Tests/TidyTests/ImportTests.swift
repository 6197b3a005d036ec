import Testing

/// Who may import whom. This table is the truth about the arrows between targets: SwiftPM lets a target import whatever
/// its dependencies depend on, so nothing but this test keeps them.
private let allowed: [String: Set<String>] = [
    // Pure.
    "EventModel": [],
    "TransparencyLog": ["EventModel", "CLibcrypto"],
    "EventCodec": ["EventModel"],
    "EventSourcing": ["EventModel", "EventCodec"],
    "SyncProtocol": ["EventModel", "EventCodec", "TransparencyLog"],
    "Tables": ["EventModel"],
    // Storage.
    "GuardedFiles": ["Glibc"],
    "LMDB": ["CLMDB", "CIntegrity", "GuardedFiles", "Glibc", "Synchronization"],
    "EventStore": [
        "GuardedFiles", "LMDB", "EventCodec", "EventModel", "TransparencyLog", "CIntegrity", "Glibc", "Synchronization",
    ],
    "ReadModels": [
        "EventStore", "LMDB", "EventCodec", "EventSourcing", "EventModel", "TransparencyLog", "Synchronization",
    ],
    // The one write path and the one query path.
    "Engine": [
        "EventSourcing", "EventStore", "ReadModels", "EventCodec", "EventModel", "TransparencyLog", "Synchronization",
    ],
    // The ledger, with no domain but what all share: the calendar, files and streams of the system are known here and
    // nowhere below.
    "DaybookKit": [
        "Shared", "Engine", "SyncProtocol", "EventStore", "GuardedFiles", "EventSourcing", "EventCodec", "EventModel",
        "TransparencyLog", "Glibc", "Swift", "Synchronization",
    ],
    "Replication": [
        "DaybookKit", "SyncProtocol", "Engine", "EventStore", "GuardedFiles", "EventCodec", "EventModel",
        "TransparencyLog", "Glibc",
    ],
    // The answers of one domain each, and those of the program together.
    "DaybookLogbook": facade.union(["Logbook", "Tables", "Daybook"]),
    "DaybookAlarms": facade.union(["Alarms"]),
    "DaybookHydration": facade.union(["Hydration", "Tables", "Daybook"]),
    "DaybookPracticeTests": facade.union(["PracticeTests"]),
    "DaybookDomains": [
        "DaybookKit", "DaybookLogbook", "DaybookAlarms", "DaybookHydration", "DaybookPracticeTests", "Shared",
        "Engine", "EventSourcing", "EventCodec", "EventModel",
    ],
    // For apps.
    "Daybook": ["DaybookKit", "Replication", "EventSourcing", "EventCodec", "Dispatch", "Synchronization"],
    "DaybookTestKit": ["Daybook", "Foundation", "Synchronization"],
    "DaybookPage": ["DaybookDomains", "Synchronization"],
    "DaybookServer": [
        "DaybookPage", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOPosix", "Synchronization", "Glibc",
    ],
    "DaybookCommands": [
        "DaybookDomains", "Replication", "DaybookPage", "DaybookServer", "GuardedFiles", "CProcess", "ArgumentParser",
        "Glibc",
    ],
    "daybook": ["DaybookCommands"],
]

/// Every folder below Sources/Domains, so that a further domain needs no line here; a domain never imports another one.
private let allowedInDomains: Set<String> = ["Tables", "EventSourcing", "EventCodec", "EventModel"]
/// The modules that the answers of any domain may import.
private let facade: Set<String> = [
    "DaybookKit", "Shared", "Engine", "EventStore", "EventSourcing", "EventCodec", "EventModel", "TransparencyLog",
    "Synchronization",
]

@Suite struct ImportTests {
    let manifest: Manifest
    let domains: [String]

    init() throws {
        manifest = Manifest(try Checkout.file("Package.swift"))
        domains = try Checkout.folders(in: "Sources/Domains")
    }

    private func allowedImports(of target: String) -> Set<String>? {
        if domains.contains(target) { return allowedInDomains }
        return allowed[target]
    }

    @Test(
        "T-2.1, D-12: every import is in the table: a domain reaches no store and no clock, what shows reads projections"
    ) func everyImportIsInTheTable() throws {
        var findings: [String] = []
        for target in manifest.targets where target.kind != "testTarget" && target.path.hasPrefix("Sources/") {
            let files = Checkout.files([target.path], extensions: ["swift"])
            if files.isEmpty { continue }  // A C target.
            guard let allowed = allowedImports(of: target.name) else {
                findings.append("Package.swift:\(target.line): \(target.name) has no row in the import table")
                continue
            }
            findings += files.flatMap { imports(of: $0, outside: allowed, target: target.name) }
        }
        #expect(findings == [])
    }

    @Test func everyDeclaredDependencyIsInTheTable() {
        var findings: [String] = []
        for target in manifest.targets where target.kind != "testTarget" && target.path.hasPrefix("Sources/") {
            guard let allowed = allowedImports(of: target.name) else { continue }
            for dependency in target.dependencies where !allowed.contains(dependency) {
                findings.append("Package.swift:\(target.line): \(target.name) must not depend on \(dependency)")
            }
        }
        #expect(findings == [])
    }

    /// A row of a target that is gone, a folder that no target builds, a target without a folder.
    @Test func tableManifestAndFoldersNameTheSameTargets() throws {
        let sources = manifest.targets.filter { $0.kind != "testTarget" && $0.path.hasPrefix("Sources/") }
        let folders =
            try Checkout.folders(in: "Sources").filter { $0 != "Domains" }.map { "Sources/\($0)" }
            + domains.map { "Sources/Domains/\($0)" }
        #expect(sources.map(\.path).sorted() == folders.sorted())
        #expect(allowed.keys.filter { name in !sources.contains { $0.name == name } }.sorted() == [])
    }

    @Test("an app that imports Daybook links no domain but what all ledgers share") func appsLinkNoDomain() {
        var linked: Set<String> = []
        var open = ["Daybook", "DaybookTestKit"]
        while let name = open.popLast() {
            guard linked.insert(name).inserted else { continue }
            open += manifest.targets.first { $0.name == name }?.dependencies ?? []
        }
        #expect(linked.contains("DaybookKit") && linked.intersection(domains) == ["Shared"])
        let own: Set<String> = linked.filter { $0.hasPrefix("Daybook") }
        #expect(own == ["Daybook", "DaybookTestKit", "DaybookKit"])
    }

    @Test func everyTestFolderIsBuilt() throws {
        let built = Set(manifest.targets.map(\.path)).flatMap {
            [$0, $0.split(separator: "/").prefix(2).joined(separator: "/")]
        }
        let holdsSwift = try Checkout.folders(in: "Tests").map { "Tests/\($0)" }
            .filter { !Checkout.files([$0], extensions: ["swift"]).isEmpty }
        #expect(holdsSwift.filter { !built.contains($0) } == [])
    }

    @Test func importsAreFoundHoweverTheyAreWritten() {
        let file = SourceFile(
            path: "Sources/X/A.swift",
            text: """
                public import EventModel
                @_exported import Glibc  // why
                import struct Foundation.Data
                // import Commented
                @testable internal import LMDB.Inner
                """)
        #expect(
            imports(of: file, outside: ["EventModel"], target: "X") == [
                "Sources/X/A.swift:2: X must not import Glibc",
                "Sources/X/A.swift:3: X must not import Foundation",
                "Sources/X/A.swift:5: X must not import LMDB",
            ])
    }

    @Test func theManifestIsReadAsItStands() {
        let manifest = Manifest(
            SourceFile(
                path: "Package.swift",
                text: """
                    targets: [
                        .systemLibrary(name: "CLMDB", providers: [.apt(["liblmdb-dev"])]),
                        // .target(name: "Gone"),
                        .target(
                            name: "Logbook", dependencies: ["EventModel", .product(name: "ArgumentParser", package: "swift-argument-parser")],
                            path: "Sources/Domains/Logbook"),
                        .testTarget(name: "TidyTests"),
                    ]
                    """))
        #expect(manifest.targets.map(\.name) == ["CLMDB", "Logbook", "TidyTests"])
        #expect(manifest.targets.map(\.path) == ["Sources/CLMDB", "Sources/Domains/Logbook", "Tests/TidyTests"])
        #expect(manifest.targets[1].dependencies == ["EventModel", "ArgumentParser"])
        #expect(manifest.targets.map(\.line) == [2, 4, 7])
    }

    private func imports(of file: SourceFile, outside allowed: Set<String>, target: String) -> [String] {
        Code.withoutComments(file.lines).enumerated().compactMap { index, line in
            guard let module = Code.importedModule(line), !allowed.contains(module) else { return nil }
            return file.finding(index + 1, "\(target) must not import \(module)")
        }
    }
}
