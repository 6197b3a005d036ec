import DaybookDomains
import Foundation
import Glibc
import Testing

/// A command that writes a file leaves everything else as it is, above all the ledger.
@Suite struct FileWritingTests {
    private func shell() -> Shell {
        let shell = Shell()
        shell.must("flight", "log", "--hobbs", "1.5", "--id", "a")
        return shell
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func kind(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    @Test(
        "What is written to a file alone does not take - for one",
        arguments: [["principal", "export"], ["key", "new"]])
    func dash(command: [String]) {
        let shell = Shell()
        let result = shell.run(command + ["-"])
        #expect(result.status == 64 && result.out == "")
        #expect(
            result.err
                == "error: This is written to a file, not to standard output.\nhint: Name a file; one called - is ./-.\n",
            "\(command)")
        #expect(!FileManager.default.fileExists(atPath: "-"))
    }

    @Test(
        "nothing is written among the files of a ledger, of this one or another",
        arguments: [
            ["export"], ["export", "--format", "solotrack"], ["audit", "--html"], ["key", "new"],
            ["principal", "export"],
        ]
    ) func insideALedger(command: [String]) throws {
        let shell = shell()
        let other = shell.file("other")
        shell.must("init", "--ledger", other)
        try FileManager.default.createSymbolicLink(atPath: shell.file("way"), withDestinationPath: shell.ledger)
        try FileManager.default.createSymbolicLink(atPath: shell.file("link"), withDestinationPath: "ledger/token")
        let before = try files(shell.ledger) + files(other)
        let cases = [
            (shell.ledger + "/data.mdb", shell.ledger), (shell.ledger + "/keys/principal.key", shell.ledger),
            (shell.ledger + "/checkpoint", shell.ledger),
            (shell.ledger + "/new.csv", shell.ledger), (shell.file("way") + "/keys/new", shell.ledger),
            (shell.file("link"), shell.ledger),
            (other + "/data.mdb", other), (other + "/keys/../keys/x", other),
        ]
        for (path, ledger) in cases {
            let result = shell.run(command + [path])
            let isThere = command.first == "key" || command.first == "principal"
            if isThere, FileManager.default.fileExists(atPath: path) {
                // A key is never written over.
                #expect(
                    result.status == 1 && shell.run(command + [path, "--json"]).code == "file.exists",
                    "\(command) \(path)")
                continue
            }
            #expect(result.status == 1 && result.out == "", "\(command) \(path): \(result)")
            #expect(
                result.err == """
                    error: \(path) lies among the files of the ledger at \(real(ledger)), which nothing else may write to.
                    hint: Name a file in another folder.

                    """, "\(command) \(path)")
            #expect(shell.run(command + [path, "--json"]).code == "file.insideLedger")
        }
        #expect(try files(shell.ledger) + files(other) == before)
        #expect(shell.run("verify").status == 0)
    }

    private func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0 != "lock.mdb" }.sorted().map {
            "\($0) \(FileManager.default.contents(atPath: folder + "/" + $0)?.hashValue ?? 0)"
        }
    }

    @Test("a link stays, what it leads to is written, and a file keeps its mode") func linksAndModes() throws {
        let shell = shell()
        let (target, link, deep) = (shell.file("target", "old"), shell.file("link"), shell.file("deep"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        try FileManager.default.createSymbolicLink(atPath: deep, withDestinationPath: link)
        for path in [link, deep, target] {
            chmod(target, 0o600)
            shell.must("export", "--format", "solotrack", path)
            #expect(
                kind(link) == S_IFLNK && kind(deep) == S_IFLNK && kind(target) == S_IFREG && mode(target) == 0o600,
                "\(path)")
            #expect(text(target)?.hasPrefix("Date,From,To,") == true)
            try "old".write(toFile: target, atomically: false, encoding: .utf8)
        }
        chmod(target, 0o664)
        shell.must("audit", "--html", target)
        #expect(mode(target) == 0o664)
        // A link to nothing yet: what it names is made.
        let dangling = shell.file("dangling")
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "made.csv")
        shell.must("export", "--format", "solotrack", dangling)
        #expect(kind(dangling) == S_IFLNK && kind(shell.file("made.csv")) == S_IFREG)
        let loop = shell.file("loop")
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        #expect(
            shell.run("export", loop).err
                == "error: \(loop) cannot be written: Too many levels of symbolic links.\nhint: Name another file, or check its folder.\n"
        )
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shell.folder).allSatisfy { !$0.contains("partial") })
    }

    @Test(
        "a pipe and a terminal are written to and stay what they are",
        arguments: [["export"], ["audit", "--html"], ["bundle", "export"]])
    func pipes(command: [String]) throws {
        let shell = shell()
        let pipe = shell.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let words = command.joined(separator: " ")
        let result = try RealProgram.sh(
            "cat \(pipe) > \(shell.file("copy")) & $daybook \(words) \(pipe); status=$?; wait; exit $status", on: shell)
        #expect(result.status == 0 && result.err == "", "\(result)")
        #expect(kind(pipe) == S_IFIFO)
        shell.must(command[0], command[1...].first ?? "--format=jsonl", shell.file("plain"))
        #expect(
            FileManager.default.contents(atPath: shell.file("copy"))
                == FileManager.default.contents(atPath: shell.file("plain")))
        let (terminal, name) = try #require(pseudoTerminal())
        defer { close(terminal) }
        // A terminal that no process holds open drops what is written to it.
        let held = open(name, O_RDWR | O_NOCTTY)
        defer { close(held) }
        let shown = shell.run(["export", "--format", "solotrack", name])
        #expect(shown.status == 0 && kind(name) == S_IFCHR, "\(shown.err)")
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(terminal, &bytes, bytes.count)
        #expect(count > 0 && String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasPrefix("Date,From,To,"))
    }

    /// A new terminal of no screen: the side that sees what is written, and the name of the other (ioctl_tty(2)).
    private func pseudoTerminal() -> (Int32, String)? {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (unlocked, number): (Int32, UInt32) = (0, 0)
        guard terminal >= 0, ioctl(terminal, 0x4004_5431, &unlocked) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
        else { return nil }
        return (terminal, "/dev/pts/\(number)")
    }

    @Test("a pipe that nobody reads ends in a sentence, not in waiting for ever") func unreadPipe() {
        let shell = shell()
        let pipe = shell.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let result = shell.run("bundle", "export", pipe)
        #expect(
            result.status == 75
                && result.err
                    == "error: \(pipe) cannot be written: no program reads from this pipe.\nhint: Start the reader first.\n"
        )
        #expect(kind(pipe) == S_IFIFO)
    }

    @Test("standard output by its name in /dev takes the file alone, and the report goes to standard error")
    func standardOutput() throws {
        let shell = shell()
        let copy = shell.file("copy")
        let result = try RealProgram.sh(
            "$daybook export --format solotrack /dev/stdout | cat; $daybook export --format solotrack /dev/stdout > \(copy)",
            on: shell)
        #expect(
            result.status == 0 && result.lines.count == 2
                && result.err == String(repeating: "Wrote 1 flight to /dev/stdout.\n", count: 2), "\(result)")
        #expect(text(copy)?.hasPrefix("Date,From,To,") == true && kind(copy) == S_IFREG)
    }

    @Test(
        "what cannot be written is told with its reason",
        arguments: [
            ("/none/x", 66, "No such file or directory"), ("", 66, "Is a directory"),
            ("/plain/x", 66, "Not a directory"),
        ])
    func unwritable(end: String, status: Int32, reason: String) {
        let shell = shell()
        _ = shell.file("plain", "text")
        let path = shell.folder + end
        for command in [["export"], ["export", "--format", "foreflight"], ["audit", "--html"]] {
            let result = shell.run(command + [path])
            #expect(
                result.status == status
                    && result.err
                        == "error: \(path) cannot be written: \(reason).\nhint: Name another file, or check its folder.\n",
                "\(result.err)")
            #expect(shell.run(command + [path, "--json"]).code == "file.unwritable")
        }
    }

    @Test(
        "an empty name of a file or folder is wrong usage",
        arguments: [
            ["backup", ""], ["export", ""], ["export", "--format", "solotrack", ""], ["import", ""], ["append", ""],
            ["restore", ""], ["key", "new", ""],
            ["key", "show", ""], ["principal", "export", ""], ["audit", "--html", ""], ["init", "--join", ""],
            ["currency", "--with", ""],
            ["flight", "sign", "a", "--cfi", "1", "--image", ""],
        ]) func emptyNames(arguments: [String])
    {
        let shell = shell()
        let result = shell.run(arguments)
        #expect(result.status == 64 && result.out == "", "\(arguments): \(result)")
        #expect(
            result.err
                == "error: The name of a file or folder is empty.\nhint: Name one; a variable of the shell may be unset.\n",
            "\(arguments)")
        #expect(shell.run(arguments + ["--json"]).code == "file.unnamed" && shell.events == 1)
    }
}
