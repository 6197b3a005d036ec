// swift-tools-version: 6.1
import PackageDescription

/// A package of its own: SQLite and the C baselines must never become dependencies of the engine.
let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "daybook", path: "../..")
    ],
    targets: [
        .target(
            name: "CBaselines",
            linkerSettings: [.linkedLibrary("lmdb"), .linkedLibrary("sqlite3"), .linkedLibrary("crypto")]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CBaselines", .product(name: "DaybookDomains", package: "daybook"),
                .product(name: "Daybook", package: "daybook"),
            ]),
    ],
    cLanguageStandard: .c11
)
