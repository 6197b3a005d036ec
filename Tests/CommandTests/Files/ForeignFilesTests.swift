import DaybookDomains
import Foundation
import Testing

/// Files in a ledger's folder that no program of ours has written.
@Suite struct ForeignFilesTests {
    private let shell = Shell()

    @Test("a folder whose data.mdb is a link is refused and gets no file")
    func strangersStore() throws {
        let folder = shell.file("given")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/data.mdb", withDestinationPath: shell.file("victim", "precious"))
        for command in [["flight", "list"], ["flight", "log", "--hobbs", "1"], ["verify"]] {
            let result = shell.run(command + ["--json", "--ledger", folder])
            #expect(result.status == 74 && result.code == "ledger.unsafeFile", "\(command): \(result.err)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["data.mdb"])
    }

    @Test(
        "a token of the wrong length counts as missing: the next write begins a log", arguments: [0, 31, 33, 65, 9_000])
    func tokenLengths(byteCount: Int) throws {
        _ = shell.log("--hobbs", "1")
        let isMade = FileManager.default.createFile(
            atPath: shell.ledger + "/token", contents: Data(repeating: 1, count: byteCount),
            attributes: [.posixPermissions: 0o600])
        #expect(isMade)
        _ = shell.log("--hobbs", "1")
        let frontier = shell.run("frontier", "--json").json["origins"]
        #expect(frontier?[1] != nil && frontier?[2] == nil)
        #expect(try Data(contentsOf: URL(filePath: shell.ledger + "/token")).count == 32)
    }
}
