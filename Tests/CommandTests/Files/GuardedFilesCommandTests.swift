import DaybookDomains
import Foundation
import Glibc
import Testing

/// Odd things in a ledger's folder in place of its files, and other users who may write there.
@Suite struct GuardedFilesCommandTests {
    private let shell = Shell()

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let remedy =
        "hint: Nothing was written. Remove it, and put the file back from a backup; a missing checkpoint or lock is made anew.\n"

    @Test(
        "S5: a link in place of any file of a ledger is refused, and what it leads to stays as it was",
        .timeLimit(.minutes(1)),
        arguments: [
            "data.mdb", "lock.mdb", "checkpoint", "token", "ledger.lock", "writer.lock", "keys/principal.key", "keys",
        ])
    func links(name: String) throws {
        _ = shell.log("--hobbs", "1")
        let path = shell.ledger + "/" + name
        let isFolder = name == "keys"
        let victim = shell.file("victim", "precious")
        if isFolder {
            try FileManager.default.moveItem(atPath: path, toPath: shell.file("moved"))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: isFolder ? shell.file("moved") : victim)
        let commands = [
            ["flight", "log", "--hobbs", "1"], ["principal", "export", shell.file("me.key")], ["sync", shell.folder],
            ["compact"],
        ]
        let results = commands.map { shell.run($0 + ["--json"]) }
        // An origin that goes on needs no person's key, and an export of the key no token.
        #expect((name == "keys/principal.key" ? results[1] : results[0]).status == (isFolder ? 1 : 74))
        for (command, result) in zip(commands, results) {
            #expect(
                result.status == 0 || ["ledger.unsafeFile", "ledger.foreignKeys"].contains(result.code ?? ""),
                "\(command): \(result.err)")
        }
        #expect(text(victim) == "precious" && mode(path).map { $0 & S_IFMT } != S_IFREG)
    }

    @Test(
        "a pipe in place of a file of a ledger is refused at once", .timeLimit(.minutes(1)),
        arguments: ["data.mdb", "lock.mdb", "checkpoint", "token", "ledger.lock", "keys/principal.key"])
    func pipes(name: String) throws {
        _ = shell.log("--hobbs", "1")
        let path = shell.ledger + "/" + name
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        let command =
            name.hasPrefix("keys") ? ["principal", "export", shell.file("me.key")] : ["flight", "log", "--hobbs", "1"]
        let result = shell.run(command)
        #expect(result.status == 74 && result.err.hasPrefix("error: "), "\(result.err)")
        #expect(
            result.err.hasSuffix(
                " is not used: it is a pipe, and a ledger's file is a regular one.\n" + GuardedFilesCommandTests.remedy),
            "\(result.err)")
    }

    @Test("a folder that others may write to is refused, for reading too, and --allow-shared-folder takes it")
    func sharedFolder() {
        _ = shell.log("--hobbs", "1")
        for path in [shell.ledger, shell.ledger + "/keys"] {
            for bits: mode_t in [0o770, 0o702, 0o1777] {
                #expect(chmod(path, bits) == 0)
                for command in [["flight", "list"], ["flight", "log", "--hobbs", "1"], ["verify"]] {
                    let result = shell.run(command)
                    #expect(
                        result.status == 1
                            && result.err
                                == "error: \(path) was refused because other users can write to it (mode \(String(bits, radix: 8))).\n"
                                + "hint: \"chmod go-w \(path)\" mends it. Where you trust everyone who may write there, give --allow-shared-folder.\n",
                        "\(result.err)")
                    #expect(shell.run(command + ["--json"]).code == "ledger.sharedFolder")
                    #expect(shell.run(command + ["--allow-shared-folder"]).status == 0)
                }
            }
            #expect(shell.run("keys", "fix").out == "\(path): mode changed from 0777 to 0700.\n")
            #expect(shell.run("flight", "list").status == 0)
        }
        #expect(chmod(shell.folder, 0o1777) == 0)
        #expect(shell.run("flight", "list").status == 0, "the folder above is not looked at")
    }

    @Test("S8: init in a folder that others may write to leaves it as it was; nor is a planted keys/ used")
    func initInSharedFolder() throws {
        let shared = shell.file("shared")
        #expect(mkdir(shared, 0o700) == 0 && chmod(shared, 0o777) == 0)
        let refused = shell.run("init", "--ledger", shared)
        #expect(
            refused.status == 1
                && refused.err.hasPrefix(
                    "error: \(shared) was refused because other users can write to it (mode 777).\n")
        )
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == [])
        #expect(shell.run("init", "--ledger", shared, "--allow-shared-folder").status == 0)

        let planted = shell.file("planted")
        #expect(mkdir(planted, 0o700) == 0 && mkdir(shell.file("theirs"), 0o700) == 0)
        try FileManager.default.createSymbolicLink(atPath: planted + "/keys", withDestinationPath: shell.file("theirs"))
        let link = shell.run("init", "--ledger", planted)
        #expect(
            link.status == 1
                && link.err
                    == "error: \(planted)/keys is not used: it is a symbolic link.\nhint: Nothing was written. Make it a folder of your own, and put only key files of yours into it.\n",
            "\(link.err)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.file("theirs")) == [])
    }

    @Test("what is another user's is not written to", .enabled(if: geteuid() == 0)) func otherOwner() throws {
        _ = shell.log("--hobbs", "1")
        #expect(chown(shell.ledger + "/checkpoint", 1_002, 1_002) == 0)
        let write = shell.run("flight", "log", "--hobbs", "1")
        #expect(
            write.err.contains("\(shell.ledger)/checkpoint is not written to: it belongs to another user."),
            "\(write.err)")
        #expect(chown(shell.ledger + "/checkpoint", 0, 0) == 0 && chown(shell.ledger + "/keys", 1_002, 1_002) == 0)
        let keys = shell.run("flight", "list")
        #expect(
            keys.status == 1
                && keys.err.hasPrefix(
                    "error: \(shell.ledger)/keys is not used: it belongs to another user (uid 1002).\n"),
            "\(keys.err)")
        #expect(chown(shell.ledger, 1_002, 1_002) == 0)
        let before = try FileManager.default.contentsOfDirectory(atPath: shell.ledger)
        #expect(shell.run("flight", "list").status == 0, "another user's ledger is read")
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.ledger) == before)
        let log = shell.run("flight", "log", "--hobbs", "1")
        #expect(
            log.status == 1
                && log.err == "error: \(shell.ledger) is not written to: it belongs to another user (uid 1002).\n"
                    + "hint: Run the command as that user, or name another folder with --ledger. Where you trust that user, give --allow-shared-folder.\n",
            "\(log.err)")
    }

    @Test(
        "a file of the store that others may write to is refused where they may enter the folder, and mended by keys fix"
    ) func looseFiles() throws {
        _ = shell.log("--hobbs", "1")
        for name in ["data.mdb", "lock.mdb", "checkpoint", "token"] {
            let path = shell.ledger + "/" + name
            let before = try #require(mode(path)) & 0o777
            #expect(chmod(path, 0o666) == 0)
            #expect(shell.run("flight", "list").status == 0, "the folder keeps others out")
            #expect(chmod(shell.ledger, 0o755) == 0)
            for command in [["flight", "list"], ["flight", "log", "--hobbs", "1"], ["verify"]] {
                let result = shell.run(command)
                #expect(
                    result.status == 1
                        && result.err.hasPrefix(
                            "error: \(path) was refused because other users can write to it (mode 666).\n"),
                    "\(result.err)")
                #expect(shell.run(command + ["--allow-shared-folder"]).status == 0)
            }
            // A lock file is closed to all others: an open one lets them hold up every write.
            let closed = path.hasSuffix("/lock.mdb") ? "0600" : "0644"
            #expect(
                shell.must("keys", "fix").lines == [
                    "\(shell.ledger): mode changed from 0755 to 0700.", "\(path): mode changed from 0666 to \(closed).",
                ])
            #expect(shell.run("flight", "list").status == 0)
            #expect(chmod(path, before) == 0)
        }
    }

    @Test("loosened keys are reported by verify and mended by keys fix, which names what it leaves") func looseKeys()
        throws
    {
        _ = shell.log("--hobbs", "1")
        shell.must("principal", "export", shell.file("me.key"))
        let key = shell.ledger + "/keys/principal.key"
        #expect(chmod(key, 0o644) == 0 && chmod(shell.ledger + "/keys", 0o755) == 0)
        func warning(_ path: String, _ mode: String) -> String {
            "\(path) is open to other users (mode \(mode)): a reader of this key can write in this person's name. "
                + "\"daybook keys fix\" mends modes; a key that was open may be known to others."
        }
        let verify = shell.run("verify", "--json")
        #expect(verify.status == 0 && verify.json["ok"] == .bool(true))
        #expect(
            verify.json["warnings"]?.text
                == JSONValue.array([.string(warning(shell.ledger + "/keys", "755")), .string(warning(key, "644"))]).text
        )
        #expect(
            shell.run("verify").lines.suffix(2) == [
                "Warning: " + warning(shell.ledger + "/keys", "755"), "Warning: " + warning(key, "644"),
            ])
        let fix = shell.run("keys", "fix")
        #expect(
            fix.status == 0
                && fix.lines == [
                    "\(shell.ledger)/keys: mode changed from 0755 to 0700.", "\(key): mode changed from 0644 to 0600.",
                ])
        #expect(mode(key) == S_IFREG | 0o600 || mode(key) == 0o600)
        #expect(shell.run("verify", "--json").json["warnings"] == nil)
        #expect(shell.run("keys", "fix").out == "The folder and its keys are closed to other users already.\n")

        try FileManager.default.createSymbolicLink(
            atPath: shell.ledger + "/keys/other.key", withDestinationPath: shell.file("me.key"))
        let other =
            "\(shell.ledger)/keys/other.key is no regular file, and no key is read from it. Remove it, and put the key file back."
        #expect(shell.run("verify", "--json").json["warnings"]?.text == JSONValue.array([.string(other)]).text)
        let left = shell.run("keys", "fix")
        #expect(
            left.status == 1 && left.lines == ["\(shell.ledger)/keys/other.key stays as it is: it is a symbolic link."])
        #expect(
            left.err
                == "error: \(shell.ledger)/keys/other.key could not be mended: it is a symbolic link.\nhint: Its owner can mend it, or move it out of the folder.\n"
        )
        #expect(shell.run("keys", "fix", "--json").json["left"]?[0]?["reason"] == .string("it is a symbolic link"))
        #expect(shell.run("keys", "fix", "--ledger", shell.file("none"), "--json").code == "ledger.missing")
    }

    @Test(
        "a secret is written to a new file only", .timeLimit(.minutes(1)),
        arguments: [["principal", "export"], ["key", "new"]]) func secrets(command: [String]) throws
    {
        let (pipe, link, dangling, file) = (
            shell.file("pipe"), shell.file("link"), shell.file("dangling"), shell.file("file", "text")
        )
        #expect(mkfifo(pipe, 0o666) == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: shell.file("nothing"))
        for path in [pipe, link, dangling, file, "/dev/null", "/dev/stdout"] {
            let result = shell.run(command + [path])
            #expect(
                result.status == 1
                    && result.err
                        == "error: \(path) exists already; a key is never written over.\nhint: Name another file.\n",
                "\(path): \(result.err)")
            #expect(shell.run(command + [path, "--json"]).code == "file.exists")
        }
        #expect(text(file) == "text" && mode(shell.file("nothing")) == nil)
        shell.must(command[0], command[1], shell.file("new.key"))
        #expect(mode(shell.file("new.key")).map { $0 & 0o777 } == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: shell.folder).allSatisfy { !$0.contains("partial") })
    }

    @Test(
        "a key is taken for what it is: no instructor's or origin's for a person, no person's or origin's for an instructor"
    ) func kinds() throws {
        let id = shell.log("--hobbs", "1")
        let (person, instructor, target) = (shell.file("me.key"), shell.file("cfi.key"), shell.file("other"))
        shell.must("principal", "export", person)
        shell.must("key", "new", instructor)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: shell.ledger + "/keys").first {
                $0.hasPrefix("origin-")
            })
        let origin = shell.ledger + "/keys/" + name
        for (file, words) in [(instructor, "an instructor's key"), (origin, "the key of an origin")] {
            let join = shell.run("init", "--ledger", target, "--join", file)
            #expect(
                join.status == 1
                    && join.err
                        == "error: \(file) is \(words), and a person's key is needed.\nhint: \"daybook principal export FILE\" on another device writes the person's key.\n"
            )
        }
        for (file, words) in [(person, "a person's key"), (origin, "the key of an origin")] {
            let sign = shell.run("flight", "sign", id, "--cfi", "1", "--key", file)
            #expect(
                sign.status == 1
                    && sign.err
                        == "error: \(file) is \(words), and an instructor's key is needed.\nhint: \"daybook key new FILE\" makes an instructor's key.\n"
            )
        }
        for (file, kind) in [(person, "person"), (instructor, "instructor"), (origin, "origin")] {
            #expect(shell.run("key", "show", file, "--json").json["kind"] == .string(kind))
        }
        #expect(!FileManager.default.fileExists(atPath: target))

        // 32 bytes, as versions before this one wrote them.
        func plain(_ file: String) throws -> String {
            let hex = try #require(text(file)?.split(separator: "\n").last?.split(separator: " ").last)
            let path = file + ".plain"
            try Data(try #require(Hex.decode(String(hex)))).write(to: URL(fileURLWithPath: path))
            #expect(chmod(path, 0o600) == 0)
            return path
        }
        let (old, oldInstructor, oldOrigin) = (try plain(person), try plain(instructor), try plain(origin))
        #expect(shell.run("key", "show", old, "--json").json["kind"] == .null)
        let public_ = shell.run("principal", "show").lines[0]
        for file in [old, oldInstructor] {
            let join = shell.run("init", "--ledger", target, "--join", file)
            #expect(
                join.status == 1
                    && join.err
                        == "error: \(file) holds 32 bytes that name no kind of key: it may be a person's, an instructor's or an origin's.\n"
                        + "hint: Export it anew with \"daybook principal export FILE\", or add --person KEY; \"daybook principal show\" on another device prints KEY.\n",
                "\(join.err)")
        }
        let other = shell.run("init", "--ledger", target, "--join", oldInstructor, "--person", public_)
        #expect(
            other.status == 1
                && other.err
                    == "error: The key of \(oldInstructor) is not that of the person \(public_).\nhint: Nothing was made. Name that person's file.\n"
        )
        shell.must("init", "--ledger", target, "--join", old, "--person", public_)
        let alone = shell.run("init", "--ledger", shell.file("third"), "--person", public_)
        #expect(
            alone.status == 64
                && alone.err
                    == "error: --person names the person of --join.\nhint: Give --join, too, or leave it out.\n"
        )
        for file in [old, oldOrigin] {
            let sign = shell.run("flight", "sign", id, "--cfi", "1", "--key", file)
            #expect(
                sign.status == 1
                    && sign.err
                        == "error: This key is the owner's own, of the person or of a log; an instructor signs with another.\nhint: \"daybook key new FILE\" makes an instructor's key.\n",
                "\(sign.err)")
        }
        shell.must("flight", "sign", id, "--cfi", "1", "--key", oldInstructor)
    }

    @Test("keys of an older version, 32 bytes each, work in their places, and a key of another kind there does not")
    func plainKeysInPlace() throws {
        _ = shell.log("--hobbs", "1")
        let keys = shell.ledger + "/keys"
        let names = try FileManager.default.contentsOfDirectory(atPath: keys).filter { $0.hasSuffix(".key") }
        #expect(names.count == 2)
        for name in names {
            let hex = try #require(text(keys + "/" + name)?.split(separator: "\n").last?.split(separator: " ").last)
            try Data(try #require(Hex.decode(String(hex)))).write(to: URL(fileURLWithPath: keys + "/" + name))
        }
        _ = shell.log("--hobbs", "1")
        #expect(shell.run("verify", "--json").json["origins"]?.count == 1, "the same origin goes on")
        shell.must("export", shell.file("all.jsonl"))
        shell.must("key", "new", shell.file("cfi.key"))
        let cfi = try #require(FileManager.default.contents(atPath: shell.file("cfi.key")))
        try cfi.write(to: URL(fileURLWithPath: keys + "/principal.key"))
        let export = shell.run("principal", "export", shell.file("me.key"))
        #expect(
            export.status == 74
                && export.err
                    == "error: The key file \(keys)/principal.key cannot be used: it is a key of the kind \"instructor\".\nhint: Put it back from a backup.\n",
            "\(export.err)")
    }

    @Test("what holds a person's data is its user's alone, and a file that is there keeps its mode") func exports()
        throws
    {
        _ = shell.log("--hobbs", "1")
        for (number, command) in [
            ["export"], ["export", "--format", "solotrack"], ["audit", "--html"], ["bundle", "export"],
        ].enumerated() {
            let path = shell.file("new-\(number)")
            shell.run(command + [path])
            #expect(mode(path).map { $0 & 0o777 } == 0o600, "\(command)")
            #expect(chmod(path, 0o644) == 0)
            shell.run(command + [path])
            #expect(mode(path).map { $0 & 0o777 } == 0o644, "\(command)")
        }
    }

    @Test(
        "S8: sync writes nothing into a ledger's folder, its keys/ or below",
        arguments: ["/keys", "/below", "/keys/below"]) func syncInside(end: String) throws
    {
        _ = shell.log("--hobbs", "1")
        let path = shell.ledger + end
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let before = try FileManager.default.subpathsOfDirectory(atPath: shell.ledger).filter { $0 != "lock.mdb" }
        let result = shell.run("sync", path)
        let real = URL(fileURLWithPath: shell.ledger).resolvingSymlinksInPath().path
        #expect(
            result.status == 1
                && result.err
                    == "error: \(path) lies in the folder of the ledger at \(real), which nothing else may write to.\n"
                    + "hint: Name a folder outside it, or that ledger's own folder.\n",
            "\(result.err)")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: shell.ledger).filter { $0 != "lock.mdb" } == before)
    }
}
