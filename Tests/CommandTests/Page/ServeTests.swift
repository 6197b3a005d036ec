import DaybookDomains
import Foundation
import Testing

@testable import DaybookCommands

@Suite struct ServeTests {
    @Test("a program without the page states where one with it comes from") func absent() {
        let shell = Shell()
        let answer = shell.run("serve")
        #expect(answer.status == 64 && answer.out == "")
        #expect(
            answer.err == """
                error: This program was built without the page.
                hint: Run "tools/daybook serve" in a checkout: it builds a program with it.

                """)
        #expect(shell.run("serve", "--json").err.contains("\"code\":\"serve.absent\""))
    }

    @Test("--log-out puts another secret in the place of the one before, also of one that cannot be read") func logOut()
        throws
    {
        let shell = Shell()
        let secret = PageSecret(folder: shell.ledger) { Array(repeating: 7, count: $0) }
        #expect(try secret.bytes() == Array(repeating: 7, count: 32))
        let answer = shell.run("serve", "--log-out")
        #expect(answer.out == "Every browser is logged out. The next start of the server prints an address.\n")
        let second = try secret.bytes()
        #expect(second != Array(repeating: 7, count: 32) && second.count == 32)
        #expect(shell.run("serve", "--log-out", "--json").out == "{\"loggedOut\":true}\n")
        #expect(try secret.bytes() != second)
        let keys = shell.ledger + "/keys"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: keys + "/page.key"))
        #expect(throws: Fault.self) { try secret.bytes() }
        #expect(shell.run("serve", "--log-out").status == 0)
        #expect(try secret.bytes().count == 32)
        let mode = try FileManager.default.attributesOfItem(atPath: keys + "/page.key")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let names = try FileManager.default.contentsOfDirectory(atPath: keys)
        #expect(names.filter { $0.hasPrefix("page") } == ["page.key"])
    }

    @Test("a port that is none is refused", arguments: ["0", "65536", "x", "-1"]) func port(text: String) {
        let answer = Shell().run("serve", "--port", text)
        #expect(answer.status == 64 && answer.err.contains("is not a whole number from 1 to 65535"), "\(answer.err)")
    }
}
