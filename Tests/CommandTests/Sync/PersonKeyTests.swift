import DaybookDomains
import Foundation
import Testing

/// A ledger whose person's key is not in its place: it can be read, and its copies say so.
@Suite struct PersonKeyTests {
    private let shell = Shell()
    private var key: String { shell.ledger + "/keys/principal.key" }

    /// Until the key is known to be in a second place.
    static let unkept =
        "No second copy of the person's key is known. Without this key, no event can be added. "
        + "Keep it elsewhere with \"daybook principal export FILE\" or \"daybook backup DIR --with-keys\"."

    @Test(
        "verify warns of a key that is nowhere else, until it was exported or backed up with keys; a device that joined or was restored has it from there"
    )
    func keptElsewhere() throws {
        #expect(shell.run("verify", "--json").json["warnings"] == nil, "a ledger without events has nothing to lose")
        _ = shell.log("--hobbs", "1")
        func warnings(_ ledger: String) -> [String] {
            guard case .array(let all)? = shell.run("verify", "--json", "--ledger", ledger).json["warnings"] else {
                return []
            }
            return all.compactMap(\.stringValue)
        }
        #expect(warnings(shell.ledger) == [PersonKeyTests.unkept])
        #expect(shell.run("verify").lines.last == "Warning: " + PersonKeyTests.unkept)
        shell.must("backup", shell.file("bare"))
        #expect(warnings(shell.ledger) == [PersonKeyTests.unkept], "a backup without keys keeps none")
        shell.must("backup", shell.file("keyed"), "--with-keys")
        #expect(warnings(shell.ledger) == [])
        shell.must("restore", shell.file("keyed"), "--ledger", shell.file("restored"))
        #expect(warnings(shell.file("restored")) == [])
        shell.must("init", "--join", shell.ledger, "--ledger", shell.file("joined"))
        shell.must("flight", "log", "--hobbs", "1", "--ledger", shell.file("joined"))
        #expect(warnings(shell.file("joined")) == [])
        // A note that is of another key, such as that of the person before, counts for nothing.
        try Data("00\n".utf8).write(to: URL(fileURLWithPath: shell.ledger + "/keys/kept"))
        #expect(warnings(shell.ledger) == [PersonKeyTests.unkept])
        shell.must("principal", "export", shell.file("me.key"))
        #expect(warnings(shell.ledger) == [])
    }

    private func warning(_ path: String, _ found: String, goesOn: Bool = false) -> String {
        "The person's key is not here (\(path) \(found)): "
            + (goesOn
                ? "this ledger goes on only in the log that it writes now, and signs no link and no score card "
                    + "until it is put back. "
                : "the events can be read, and nothing can be added to them until it is put back. ")
            + "It may be in an older backup, in the keys folder of another device of this person, or in a file that \"daybook principal export\" made: "
            + "copy that file to \(path)."
    }

    @Test("verify, backup and restore of a ledger without its keys say what it lacks, and where that may be")
    func missing() throws {
        _ = shell.log("--hobbs", "1")
        shell.must("principal", "export", shell.file("me.key"))
        try FileManager.default.removeItem(atPath: shell.ledger + "/keys")
        let verify = shell.run("verify")
        let log = try #require(shell.run("verify", "--json").json["origins"]?[0]?["origin"]?.stringValue).prefix(12)
        let stranded =
            "2 events of the log \(log) cannot leave this ledger: neither the key of the log nor its person's key is here. "
            + "Put keys/principal.key back: a backup with keys has it, and so has the file of \"daybook principal export\"."
        #expect(
            verify.status == 0
                && verify.lines.suffix(2) == ["Warning: " + warning(key, "is missing"), "Warning: " + stranded],
            "\(verify)")
        #expect(shell.run("verify", "--json").json["warnings"]?[0]?.stringValue == warning(key, "is missing"))

        let (copy, again) = (shell.file("copy"), shell.file("again"))
        let backup = shell.run("backup", copy, "--with-keys")
        #expect(
            backup.lines == [
                "Copied 2 events to \(copy); the copy is sound.",
                "It holds the secret keys. Its holder can write in this person's name.",
                "Warning: \(stranded)", "Warning: \(warning(key, "is missing")) The copy has no such key either.",
            ])
        #expect(shell.run("backup", shell.file("two"), "--with-keys", "--json").json["warnings"]?.count == 2)
        let restored = shell.run("restore", copy, "--ledger", again)
        #expect(restored.status == 0)
        #expect(
            restored.lines == [
                "Restored 2 events to \(again).", "Warning: " + warning(again + "/keys/principal.key", "is missing"),
                "Warning: " + stranded,
            ])
        #expect(shell.run("restore", copy, "--ledger", shell.file("three"), "--json").json["warnings"]?.count == 2)
        #expect(shell.run("flight", "log", "--hobbs", "1", "--ledger", again, "--json").code == "key.missing")

        // The remedy in the warning helps.
        try FileManager.default.copyItem(atPath: shell.file("me.key"), toPath: again + "/keys/principal.key")
        #expect(
            shell.run("verify", "--ledger", again, "--json").json["warnings"]?.text == "["
                + JSONValue.string(PersonKeyTests.unkept).text + "]")
        shell.must("flight", "log", "--hobbs", "1", "--ledger", again)
    }

    @Test("a key of another content is told as one; a backup told to leave the keys out says nothing of them")
    func another() throws {
        _ = shell.log("--hobbs", "1")
        for (bytes, found) in [(32, "is another's"), (5, "cannot be used: it is no key file (5 bytes)")] {
            try Data(repeating: 7, count: bytes).write(to: URL(fileURLWithPath: key))
            #expect(shell.run("verify").lines.last == "Warning: " + warning(key, found, goesOn: true))
            shell.must("flight", "log", "--hobbs", "1")
            let bare = shell.file("bare\(bytes)")
            #expect(shell.run("backup", bare).lines.count == 2)
            #expect(
                shell.run("verify", "--ledger", bare).lines.last == "Warning: "
                    + warning(bare + "/keys/principal.key", "is missing"))
            #expect(
                shell.run("restore", bare, "--ledger", shell.file("of\(bytes)"), "--json").json["warnings"]?.count == 1)
        }
    }

    @Test("a person's key that lies in a folder without a ledger is used by init, and never written over")
    func keyWithoutLedger() throws {
        _ = shell.run("init")
        let own = try #require(FileManager.default.contents(atPath: key))
        let (found, joined) = (shell.file("found"), shell.file("joined"))
        for folder in [found, joined] {
            try FileManager.default.createDirectory(atPath: folder + "/keys", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: key, toPath: folder + "/keys/principal.key")
        }
        let person = shell.run("init", "--json").json["principal"]
        #expect(shell.run("init", "--ledger", found, "--json").json["principal"] == person)
        #expect(FileManager.default.contents(atPath: found + "/keys/principal.key") == own)
        let other = shell.file("other.key")
        shell.must("init", "--ledger", shell.file("stranger"))
        shell.must("principal", "export", other, "--ledger", shell.file("stranger"))
        let refused = shell.run("init", "--ledger", joined, "--join", other)
        #expect(refused.status == 1)
        #expect(
            refused.err
                == "error: The key of another person lies at \(joined)/keys/principal.key already.\n"
                + "hint: Nothing was changed. Name a new folder with --ledger, or move that key to a safe place.\n")
        #expect(FileManager.default.contents(atPath: joined + "/keys/principal.key") == own)
    }

    @Test("an origin's key file with another content stops what leaves the ledger, in a sentence, and verify states it")
    func unusableOriginKey() throws {
        _ = shell.log("--hobbs", "1")
        let keys = shell.ledger + "/keys/"
        let names = try FileManager.default.contentsOfDirectory(atPath: keys)
        let name = try #require(names.first { $0.hasPrefix("origin-") })
        let (file, folder) = (URL(fileURLWithPath: keys + name), shell.file("shared"))
        shell.must("key", "new", shell.file("instructor.key"))
        let instructor = try Data(contentsOf: URL(fileURLWithPath: shell.file("instructor.key")))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let cases = [
            (Data(repeating: 7, count: 32), "it is the key of another log"),
            (Data(repeating: 7, count: 31), "it is no key file (31 bytes)"),
            (instructor, "it is a key of the kind \"instructor\""),
        ]
        for (content, reason) in cases {
            try content.write(to: file)
            let why = "The key file \(file.path) cannot be used: \(reason)."
            for command in [["export", shell.file("x.jsonl")], ["sync", folder], ["backup", shell.file("copy")]] {
                let refused = shell.run(command)
                #expect(refused.status == 74)
                #expect(refused.err == "error: \(why)\nhint: Put it back from a backup.\n", "\(refused)")
            }
            let warning =
                why + " The events of its log cannot leave this ledger. Put it back from a backup, or remove it: "
                + "then the person's key signs, and the next write begins a new log."
            let verify = shell.run("verify")
            #expect(verify.status == 0 && verify.lines.contains("Warning: " + warning), "\(verify)")
        }
        // The remedy in the warning helps.
        try FileManager.default.removeItem(at: file)
        shell.must("export", shell.file("x.jsonl"))
        shell.must("flight", "log", "--hobbs", "1")
        #expect(shell.run("verify", "--json").json["origins"]?.count == 2)
    }

    @Test("a file of the ids' secret with other bytes stops an import, and verify states it") func unusableIDSecret()
        throws
    {
        let (book, keys) = (shell.file("book.csv"), shell.ledger + "/keys/")
        _ = shell.log("--hobbs", "1", "--from", "KSJC", "--aircraft", "N1")
        shell.must("export", book, "--format", "solotrack")
        shell.must("import", book)
        let names = try FileManager.default.contentsOfDirectory(atPath: keys)
        let path = keys + (try #require(names.first { $0.hasPrefix("ids-") }))
        let whole = try #require(FileManager.default.contents(atPath: path))
        for (content, reason) in [
            (Data(repeating: 7, count: 32), "the person's key gives other bytes"),
            (Data(repeating: 7, count: 31), "it is not 32 bytes"),
        ] {
            try content.write(to: URL(fileURLWithPath: path))
            let why = "The key file \(path) cannot be used: \(reason)."
            let refused = shell.run("import", book)
            #expect(
                refused.status == 74 && refused.err == "error: \(why)\nhint: Put it back from a backup.\n", "\(refused)"
            )
            let warning =
                why + " No file can be imported. Put it back from a backup, or remove it: "
                + "the next import derives it from the person's key."
            #expect(shell.run("verify").lines.contains("Warning: " + warning))
        }
        // The remedy in the warning helps, and gives the same ids.
        try FileManager.default.removeItem(atPath: path)
        let again = shell.run("import", book, "--json")
        #expect(again.status == 0, "\(again)")
        #expect(FileManager.default.contents(atPath: path) == whole)
        #expect(!shell.run("verify").out.contains("cannot be used"))
    }
}
