// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "medication",
    dependencies: [.package(name: "daybook", path: "../..")],
    targets: [
        .target(name: "Medication", dependencies: [.product(name: "Daybook", package: "daybook")]),
        .executableTarget(name: "doses", dependencies: ["Medication"]),
        .testTarget(
            name: "MedicationTests",
            dependencies: ["Medication", .product(name: "DaybookTestKit", package: "daybook")]),
    ])
