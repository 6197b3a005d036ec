import Foundation
import Testing

/// How the sources are laid out: a folder is one concern, and shows its seam when it grows.
@Suite struct LayoutTests {
    /// Folders that had more files when the limit came; the list shrinks.
    private static let larger: Set<String> = ["Sources/Domains/Alarms", "Sources/Domains/PracticeTests"]

    private func folders(below folder: String) throws -> [String] {
        try Checkout.folders(in: folder).map { "\(folder)/\($0)" }.flatMap { try [$0] + folders(below: $0) }
    }

    @Test("a folder of the sources holds at most 25 files") func sizes() throws {
        let all = try folders(below: "Sources")
        #expect(all.count > 60 && Self.larger.isSubset(of: all))
        for folder in all {
            let count = try Checkout.entries(of: folder).count { $0.hasSuffix(".swift") }
            #expect((count > 25) == Self.larger.contains(folder), "\(folder) holds \(count) files")
        }
    }

    @Test(
        "the large targets keep every file in a folder by concern",
        arguments: ["DaybookKit", "DaybookCommands", "EventStore", "EventCodec", "LMDB"])
    func concerns(target: String) throws {
        let loose = try Checkout.entries(of: "Sources/\(target)").filter { $0.hasSuffix(".swift") }
        #expect(loose == [], "\(target) has files beside its folders")
    }
}
