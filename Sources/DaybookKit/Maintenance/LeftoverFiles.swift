import EventCodec
import EventStore

/// The files in a ledger's folder that are no part of the ledger and may hold what is erased from it.
package struct LeftoverFiles: Hashable, Sendable {
    private let path: String
    private let files: [Leftover]
    /// How many files of others the text names.
    private static let namedMaximum = 5

    init(_ folder: LedgerFolder) { (path, files) = (folder.path, folder.leftovers()) }

    private func names(_ kind: Leftover.Kind) -> [String] { files.filter { $0.kind == kind }.map(\.name) }

    /// Nil where there are none.
    package var json: JSONValue? {
        if files.isEmpty { return nil }
        return .array(
            files.map { .object(pairs: ["file": .string($0.name), "made": .bool($0.kind != .foreign)]) })
    }

    /// Each with a command, where one destroys no events: a store that was set aside may be the last with some.
    var findings: [HealthFinding] {
        let setAside = names(.setAside).map { name in
            HealthFinding(
                "file.setAside",
                "\(name) is a store that a repair set aside. It may hold what is erased since; the next erasure "
                    + "removes it.",
                command: nil)
        }
        let stopped = names(.stopped).map { name in
            HealthFinding(
                "file.leftOver",
                "\(name) was left by a command that was stopped. It may hold what is erased since.",
                command: "daybook compact")
        }
        return setAside + stopped + foreign
    }

    /// One finding about all files that this program did not make.
    private var foreign: [HealthFinding] {
        foreignText.map { [HealthFinding("file.foreign", $0, command: nil)] } ?? []
    }

    package var texts: [String] { findings.map(\.text) }

    /// The files that an erasure leaves in the folder, in a sentence; nil without any.
    package var foreignText: String? {
        let names = names(.foreign)
        if names.isEmpty { return nil }
        let rest = names.count - LeftoverFiles.namedMaximum
        let named = names.prefix(LeftoverFiles.namedMaximum).joined(separator: ", ")
        return rest > 0
            ? "The ledger's folder also holds \(named) and \(rest) more, which this program did not make. "
                + "They may hold what is erased."
            : "The ledger's folder also holds \(named), which this program did not make. "
                + "\(names.count == 1 ? "It" : "They") may hold what is erased."
    }
}

extension Ledger {
    /// The files beside the ledger that may hold what is erased from it.
    var leftovers: LeftoverFiles { LeftoverFiles(engine.store.folder) }

    /// The name of the notes about commands of watches, in a ledger's folder.
    package static var commandNotes: String { LedgerFolder.commandNotes }
}
