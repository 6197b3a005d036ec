// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "habits",
    dependencies: [.package(name: "daybook", path: "../..")],
    targets: [
        .target(name: "Habits", dependencies: [.product(name: "DaybookKit", package: "daybook")]),
        .executableTarget(name: "habit", dependencies: ["Habits"]),
        .testTarget(name: "HabitsTests", dependencies: ["Habits"]),
    ])
