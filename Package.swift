// swift-tools-version: 6.1
import PackageDescription

/// Every target: Swift 6 mode (from the tools version), no hidden existentials, imports internal unless they are meant
/// to be seen.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets that lend spans out of the store or out of stored bytes. `Lifetimes` is experimental in Swift 6.3;
/// clients of these targets need no flag and still get the compile errors.
let lending: [SwiftSetting] = strict + [.enableExperimentalFeature("Lifetimes")]

/// The suites themselves, which wait for what they test and take a quarter of a release build to optimise. (Of no
/// concern to a package that depends on this one: SwiftPM looks for such flags in the targets of products only.)
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// The products that are built for the page alone.
let network: TargetDependencyCondition? = .when(traits: ["Network"])

let package = Package(
    name: "daybook",
    products: [
        .library(
            name: "DaybookKit",
            targets: [
                "DaybookKit", "Replication", "Engine", "EventSourcing", "EventCodec", "EventModel", "Shared",
            ]),
        // Domains: an app links those that it opens its ledger with.
        .library(name: "DaybookLogbook", targets: ["DaybookLogbook", "Logbook"]),
        .library(name: "DaybookAlarms", targets: ["DaybookAlarms", "Alarms"]),
        .library(name: "DaybookHydration", targets: ["DaybookHydration", "Hydration"]),
        .library(name: "DaybookPracticeTests", targets: ["DaybookPracticeTests", "PracticeTests"]),
        .library(name: "DaybookDomains", targets: ["DaybookDomains"]),
        .library(name: "Daybook", targets: ["Daybook"]),
        .library(name: "DaybookTestKit", targets: ["DaybookTestKit"]),
        .executable(name: "daybook", targets: ["daybook"]),
    ],
    traits: [
        .trait(name: "Network", description: "The page: \"daybook serve\", with the packages that it needs."),
        .default(enabledTraits: []),
    ],
    // Without the trait `Network` the first alone is fetched.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    ],
    targets: [
        // C libraries, and the C of ours.
        .systemLibrary(name: "CLMDB", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(name: "CLibcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CIntegrity"),
        .target(name: "CProcess"),

        // Pure.
        .target(name: "EventModel", swiftSettings: strict),
        .target(name: "TransparencyLog", dependencies: ["EventModel", "CLibcrypto"], swiftSettings: strict),
        .target(name: "EventCodec", dependencies: ["EventModel"], swiftSettings: lending),
        .target(name: "EventSourcing", dependencies: ["EventModel", "EventCodec"], swiftSettings: strict),

        .target(
            name: "SyncProtocol", dependencies: ["EventCodec", "EventModel", "TransparencyLog"], swiftSettings: strict),

        .target(name: "Tables", dependencies: ["EventModel"], swiftSettings: strict),

        // Storage.
        .target(name: "GuardedFiles", swiftSettings: strict),
        .target(name: "LMDB", dependencies: ["CLMDB", "CIntegrity", "GuardedFiles"], swiftSettings: lending),
        .target(
            name: "EventStore",
            dependencies: ["GuardedFiles", "LMDB", "EventCodec", "EventModel", "TransparencyLog", "CIntegrity"],
            swiftSettings: lending),
        .target(
            name: "ReadModels",
            dependencies: ["EventStore", "LMDB", "EventCodec", "EventSourcing", "EventModel", "TransparencyLog"],
            swiftSettings: lending),

        // The one write path and the one query path.
        .target(
            name: "Engine",
            dependencies: ["EventSourcing", "EventStore", "ReadModels", "EventCodec", "EventModel", "TransparencyLog"],
            swiftSettings: strict),

        // Domains.
        .target(
            name: "Shared", dependencies: ["EventSourcing", "EventCodec", "EventModel"],
            path: "Sources/Domains/Shared", swiftSettings: strict),
        .target(
            name: "Logbook", dependencies: ["Tables", "EventSourcing", "EventCodec", "EventModel"],
            path: "Sources/Domains/Logbook", swiftSettings: strict),
        .target(
            name: "Alarms", dependencies: ["EventSourcing", "EventCodec", "EventModel"],
            path: "Sources/Domains/Alarms", swiftSettings: strict),
        .target(
            name: "Hydration", dependencies: ["EventSourcing", "EventCodec", "EventModel"],
            path: "Sources/Domains/Hydration", swiftSettings: strict),
        .target(
            name: "PracticeTests", dependencies: ["EventSourcing", "EventCodec", "EventModel"],
            path: "Sources/Domains/PracticeTests", swiftSettings: strict),

        // Composition and shells.
        .target(
            name: "DaybookKit",
            dependencies: [
                "Engine", "EventStore", "Shared", "SyncProtocol", "GuardedFiles", "EventSourcing", "EventCodec",
                "EventModel", "TransparencyLog",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookLogbook",
            dependencies: [
                "Daybook", "DaybookKit", "Logbook", "Tables", "Shared", "Engine", "EventStore", "EventSourcing", "EventCodec",
                "EventModel", "TransparencyLog",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookAlarms",
            dependencies: [
                "DaybookKit", "Alarms", "Shared", "Engine", "EventStore", "EventSourcing", "EventCodec", "EventModel",
                "TransparencyLog",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookHydration",
            dependencies: [
                "Daybook", "DaybookKit", "Hydration", "Tables", "Shared", "Engine", "EventStore", "EventSourcing", "EventCodec",
                "EventModel", "TransparencyLog",
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookPracticeTests",
            dependencies: [
                "DaybookKit", "PracticeTests", "Shared", "Engine", "EventStore", "EventSourcing",
                "EventCodec", "EventModel", "TransparencyLog",
            ],
            swiftSettings: strict),
        // The domains of the program and of its page.
        .target(
            name: "DaybookDomains",
            dependencies: [
                "DaybookKit", "DaybookLogbook", "DaybookAlarms", "DaybookHydration", "DaybookPracticeTests", "Shared",
                "Engine", "EventSourcing", "EventCodec", "EventModel",
            ],
            swiftSettings: strict),
        .target(
            name: "Replication",
            dependencies: [
                "DaybookKit", "SyncProtocol", "Engine", "EventStore", "GuardedFiles", "EventCodec", "EventModel",
                "TransparencyLog",
            ], swiftSettings: strict),
        // The typed library for apps.
        .target(
            name: "Daybook", dependencies: ["DaybookKit", "Replication", "EventSourcing", "EventCodec"],
            swiftSettings: strict),
        .target(name: "DaybookTestKit", dependencies: ["Daybook"], swiftSettings: strict),
        .target(name: "DaybookPage", dependencies: ["DaybookDomains"], swiftSettings: strict),
        .target(
            name: "DaybookServer",
            dependencies: [
                "DaybookPage",
                .product(name: "HummingbirdCore", package: "hummingbird", condition: network),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: network),
                .product(name: "Logging", package: "swift-log", condition: network),
                .product(name: "NIOCore", package: "swift-nio", condition: network),
                .product(name: "NIOPosix", package: "swift-nio", condition: network),
            ],
            swiftSettings: strict),
        .target(
            name: "DaybookCommands",
            dependencies: [
                "DaybookDomains", "Replication", "GuardedFiles", "CProcess",
                .byName(name: "DaybookPage", condition: network), .byName(name: "DaybookServer", condition: network),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "daybook", dependencies: ["DaybookCommands"], swiftSettings: strict),

        // Tests.
        .target(
            name: "LedgerTestSupport",
            dependencies: [
                "DaybookDomains", "Engine", "EventStore", "EventSourcing", "EventCodec", "EventModel",
                "TransparencyLog",
            ],
            path: "Tests/Support", swiftSettings: strict),
        .target(
            name: "SyncSimulation",
            dependencies: [
                "DaybookDomains", "Replication", "SyncProtocol", "Engine", "EventStore", "EventSourcing", "EventCodec",
                "EventModel", "TransparencyLog",
                "LedgerTestSupport",
            ],
            path: "Tests/Simulation", swiftSettings: strict),
        .testTarget(
            name: "ExchangeTests",
            dependencies: [
                "SyncSimulation", "DaybookDomains", "Replication", "SyncProtocol", "Engine", "EventStore",
                "EventSourcing",
                "EventCodec", "EventModel",
                "TransparencyLog", "LedgerTestSupport",
            ],
            swiftSettings: strict + unoptimised),
        // The answers of a beginning of a ledger, by brute force: it sees nothing of the ledger's code.
        .target(name: "BruteForce", path: "Tests/AsOf/BruteForce", swiftSettings: strict),
        .target(
            name: "AsOfComparison",
            dependencies: [
                "BruteForce", "DaybookDomains", "Engine", "EventStore", "EventSourcing", "EventCodec", "EventModel",
                "TransparencyLog", "Logbook", "Hydration",
                "LedgerTestSupport",
            ],
            path: "Tests/AsOf/Comparison", swiftSettings: strict),
        .testTarget(
            name: "AsOfTests", dependencies: ["AsOfComparison", "BruteForce"], swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "asof-comparer", dependencies: ["AsOfComparison", "BruteForce"], path: "Tests/Drivers/AsOfComparer",
            swiftSettings: strict),
        .target(
            name: "SetAsideComparison",
            dependencies: [
                "DaybookDomains", "Logbook", "Alarms", "Hydration", "Engine", "EventStore", "EventSourcing",
                "EventCodec", "EventModel", "TransparencyLog", "LedgerTestSupport",
            ],
            path: "Tests/SetAside", swiftSettings: strict),
        .testTarget(name: "SetAsideTests", dependencies: ["SetAsideComparison", "EventSourcing"],
            swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "set-aside-comparer", dependencies: ["SetAsideComparison", "EventSourcing"],
            path: "Tests/Drivers/SetAsideComparer",
            swiftSettings: strict),
        .executableTarget(
            name: "sync-simulator", dependencies: ["SyncSimulation"], path: "Tests/Drivers/Simulator",
            swiftSettings: strict),
        .testTarget(
            name: "GuardedFilesTests", dependencies: ["GuardedFiles", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "LMDBTests", dependencies: ["LMDB", "LedgerTestSupport"], swiftSettings: lending + unoptimised),
        .testTarget(
            name: "EventModelTests", dependencies: ["EventModel", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "TransparencyLogTests", dependencies: ["TransparencyLog", "EventModel", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "SchemaTests",
            dependencies: [
                "EventCodec", "EventModel", "Logbook", "Alarms", "Hydration", "PracticeTests", "Shared",
                "TransparencyLog",
            ],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "EventSourcingTests", dependencies: ["EventSourcing", "EventModel", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "DaybookTests", dependencies: ["Daybook", "DaybookTestKit"], swiftSettings: strict + unoptimised),
        .testTarget(
            name: "LogbookTests",
            dependencies: ["Logbook", "Tables", "EventSourcing", "EventCodec", "EventModel", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "AlarmsTests",
            dependencies: ["Alarms", "DaybookDomains", "Engine", "EventCodec", "EventModel", "LedgerTestSupport"],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "HydrationTests",
            dependencies: [
                "Hydration", "Daybook", "DaybookDomains", "Engine", "EventSourcing", "EventCodec", "EventModel",
                "LedgerTestSupport",
            ],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "PracticeTestsTests",
            dependencies: [
                "PracticeTests", "DaybookDomains", "Engine", "EventSourcing", "EventCodec", "EventModel",
                "LedgerTestSupport",
            ],
            swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "schedule-driver", dependencies: ["Alarms", "DaybookDomains", "EventModel"],
            path: "Tests/Drivers/ScheduleDriver", swiftSettings: strict),
        .executableTarget(
            name: "logbook-driver", dependencies: ["Logbook", "EventCodec", "EventModel"],
            path: "Tests/Drivers/LogbookDriver", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
        .testTarget(
            name: "DaybookKitTests",
            dependencies: [
                "Daybook", "DaybookDomains", "Engine", "EventStore", "EventSourcing", "EventCodec", "EventModel",
                "TransparencyLog",
                "Logbook", "LedgerTestSupport",
            ],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "DaybookDomains", "Engine", "EventStore", "ReadModels", "LMDB", "EventSourcing", "EventCodec",
                "EventModel",
                "TransparencyLog",
                "LedgerTestSupport",
            ],
            swiftSettings: strict + unoptimised),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "daybook", "DaybookCommands", "DaybookDomains", "EventStore", "EventModel", "LedgerTestSupport",
            ], swiftSettings: strict + unoptimised),
        .testTarget(
            name: "DaybookPageTests",
            dependencies: ["DaybookPage", "DaybookDomains", "LedgerTestSupport", "Replication"],
            swiftSettings: strict + unoptimised),
        .testTarget(name: "TidyTests", swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "ledger-driver",
            dependencies: [
                "DaybookDomains", "Engine", "EventStore", "ReadModels", "LMDB", "EventSourcing", "EventCodec",
                "EventModel",
                "TransparencyLog",
                "Logbook", "LedgerTestSupport",
            ],
            path: "Tests/Drivers/LedgerDriver", swiftSettings: strict),
        .testTarget(
            name: "EventCodecTests",
            dependencies: [
                "DaybookDomains", "Engine", "EventCodec", "EventStore", "ReadModels", "EventModel", "TransparencyLog",
                "Logbook", "LedgerTestSupport", "ledger-fuzz",
            ],
            swiftSettings: strict + unoptimised),
        .executableTarget(
            name: "ledger-fuzz",
            dependencies: [
                "DaybookDomains", "Engine", "EventStore", "ReadModels", "EventCodec", "EventModel", "TransparencyLog",
                "Logbook", "Alarms", "Hydration", "PracticeTests", "Shared",
                "LedgerTestSupport",
            ],
            path: "Tests/Drivers/FuzzDriver", swiftSettings: strict),
    ]
)
