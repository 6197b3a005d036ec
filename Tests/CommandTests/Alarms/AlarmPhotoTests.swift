import DaybookDomains
import Foundation
import Testing

@Suite struct AlarmPhotoTests {
    private let shell = Shell(plus: true)
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func file(_ name: String, _ bytes: [UInt8]) -> String {
        let path = shell.file(name)
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    private func photo(_ number: UInt8) -> String { file("\(number).png", AlarmPhotoTests.png + [number]) }

    private func error(_ arguments: String...) -> String {
        let result = shell.run(arguments + ["--json"])
        let error = result.error["error"]
        return
            "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
    }

    private func digests(_ shell: Shell) -> [String] {
        guard case .array(let photos)? = shell.must("alarm", "list", "--json").json[0]?["photos"] else { return [] }
        return photos.compactMap { $0["digest"]?.stringValue }
    }

    private func add(_ more: String...) {
        #expect(
            shell.run(["alarm", "add", "--title", "Meter", "--days", "2", "--time", "09:00", "--id", "a"] + more).status
                == 0)
    }

    @Test("C-P-12.4, C-P-13.1: a photo beside a note; its digest is the SHA-256 of its bytes") func added() throws {
        add("--note", "Read it")
        let path = photo(1)
        // sha256sum of the nine bytes.
        let digest = "275f1bcbbb585c71e3b2184304eccfa0e37de92022ca3b6f4e9c10df32318d85"
        #expect(shell.must("alarm", "photo", "add", "a", path).out == "Photo attached: sha256:\(digest).\n")
        #expect(shell.must("alarm", "photo", "add", "a", path).out == "This photo is attached already.\n")
        #expect(
            shell.must("alarm", "photo", "add", "a", path, "--json").out == #"{"id":"a","digest":"\#(digest)"}"# + "\n")
        #expect(shell.events == 2)
        let log = shell.run("log", "--json").jsonLines
        #expect(log.last?["data"]?.text == #"{"digest":"\#(digest)","bytes":9,"mediaType":"image/png"}"#)
        #expect(log.contains { $0["data"]?["note"]?.stringValue == "Read it" })
        #expect(
            shell.must("alarm", "photo", "list", "a").lines == [
                "Number  Kind       Bytes  SHA-256", "     1  image/png      9  \(digest)",
            ])
        #expect(
            shell.must("alarm", "photo", "list", "a", "--json").out
                == #"[{"digest":"\#(digest)","bytes":9,"mediaType":"image/png"}]"# + "\n")
        #expect(digests(shell) == [digest])
        let out = shell.file("out.png")
        #expect(shell.must("alarm", "photo", "save", "a", "1", out).out == "The photo is in \(out).\n")
        #expect(
            shell.must("alarm", "photo", "save", "a", "1", out).out
                == "The photo is in \(out), in place of the file that was there.\n")
        #expect(FileManager.default.contents(atPath: out) == Data(AlarmPhotoTests.png + [1]))
        #expect(
            shell.must("alarm", "photo", "save", "a", String(digest.prefix(4)), "-").out
                == String(decoding: AlarmPhotoTests.png + [1], as: UTF8.self))
        #expect(
            error("alarm", "photo", "save", "a", "1", "-")
                == "64 usage.wrong: The photo and the JSON document would both go to standard output. Name a file, or leave --json out."
        )
    }

    @Test("C-P-12.4: what is no photo, too large, or a sixth is refused, and nothing is kept") func refused() throws {
        add()
        let none =
            "65 image.unknownType: The picture is neither PNG, JPEG, GIF, WebP nor HEIC. Save the photo as one of these, such as photo.jpeg."
        #expect(error("alarm", "photo", "add", "a", file("a.pdf", Array("%PDF-1.7".utf8))) == none)
        #expect(error("alarm", "photo", "add", "a", file("a.txt", Array("hello".utf8))) == none)
        #expect(
            error("alarm", "photo", "add", "a", file("empty.png", []))
                == "65 image.unknownType: The picture is an empty file. Save the photo as one of these, such as photo.jpeg."
        )
        let large = file("large.png", AlarmPhotoTests.png + [UInt8](repeating: 0, count: 10_485_760 - 7))
        #expect(
            error("alarm", "photo", "add", "a", large)
                == "1 blob.tooLarge: \(large) is larger than the 10 MiB that are kept of a picture. Make the picture smaller."
        )
        #expect(
            error("alarm", "photo", "add", "b", photo(1))
                == #"1 alarm.unknown: There is no alarm "b". "daybook alarm list" shows them."#)
        #expect(
            error("alarm", "photo", "add", "a", shell.file("none.png")).hasPrefix("66 file.missing: There is no file "))
        #expect(shell.events == 1)
        for number in 1...5 { shell.must("alarm", "photo", "add", "a", photo(UInt8(number))) }
        #expect(
            error("alarm", "photo", "add", "a", photo(6))
                == "1 attachment.limit: An alarm has at most 5 photos of one person. Remove one of yours first: daybook alarm photo remove a NUMBER"
        )
        let unknown =
            #"1 attachment.unknown: No such photo is attached to this alarm. "daybook alarm photo list a" shows those that are."#
        for name in ["0", "6", "zz", "", String(repeating: "0", count: 64)] {
            #expect(error("alarm", "photo", "remove", "a", name) == unknown)
        }
        #expect(shell.events == 6)
        #expect(shell.must("compact", "--json").json["blobsDropped"]?.integerValue == 0)
    }

    @Test("an undo names the photo, not the alarm alone") func undoInWords() {
        add()
        shell.must("alarm", "photo", "add", "a", photo(1))
        #expect(shell.must("undo").out == "Undone: a photo was added to alarm \"Meter\".\n")
    }

    @Test("C-P-12.6, C-P-12.7: changed, there is one with a new digest; removed, there is none; undo brings it back")
    func changedAndRemoved() throws {
        add()
        shell.must("alarm", "photo", "add", "a", photo(1))
        let first = digests(shell)
        #expect(shell.must("alarm", "photo", "change", "a", "1", photo(2)).out.hasPrefix("Photo changed: sha256:"))
        #expect(digests(shell).count == 1 && digests(shell) != first)
        #expect(shell.must("alarm", "photo", "change", "a", "1", photo(2)).out == "This photo is attached already.\n")
        #expect(
            shell.run("log", "--json").jsonLines.suffix(2).map { $0["type"]?.stringValue } == [
                "attachment.removed", "attachment.added",
            ])
        let second = digests(shell)
        let removed = shell.must("alarm", "photo", "remove", "a", "1").out
        #expect(removed.hasPrefix("Photo removed. \"daybook undo ") && removed.hasSuffix("\" brings it back.\n"))
        #expect(digests(shell) == [])
        #expect(shell.must("alarm", "photo", "list", "a").out == "This alarm has no photo.\n")
        let events = shell.run("log", "--json").jsonLines.suffix(2).compactMap { $0["id"]?.stringValue }
        #expect(
            error("undo", events[0])
                == "1 undo.nothing: Nothing of the event \(events[0].prefix(12)) can be undone: later changes have overwritten it. "
        )
        shell.must("undo", events[1])
        #expect(digests(shell) == second)
        shell.must("undo", events[0])
        #expect(digests(shell) == [])
    }

    @Test("C-P-12.7, C-P-12.8: compact drops a photo that was removed, or whose alarm was; its digest stays in history")
    func compacted() throws {
        add()
        #expect(shell.run("alarm", "add", "--title", "Roof", "--days", "2", "--id", "b").status == 0)
        shell.must("alarm", "photo", "add", "a", photo(1))
        shell.must("alarm", "photo", "add", "a", photo(2))
        shell.must("alarm", "photo", "add", "b", photo(2))
        shell.must("alarm", "photo", "add", "b", photo(3))
        let removed = shell.must("alarm", "photo", "remove", "a", "1", "--json").json["event"]?.stringValue ?? ""
        shell.must("alarm", "photo", "remove", "a", "1")
        // The second is still the other alarm's.
        #expect(shell.must("compact", "--json").json["blobsDropped"]?.integerValue == 1)
        #expect(
            error("undo", removed)
                == "1 undo.impossible: The photo that was removed is not in this ledger any more. Attach it again: daybook alarm photo add a FILE"
        )
        shell.must("alarm", "photo", "save", "b", "1", shell.file("out.png"))
        shell.must("alarm", "remove", "b", "--yes")
        #expect(shell.must("compact").out.hasSuffix("; 2 attachments that nothing needed any more are gone.\n"))
        #expect(shell.run("log", "--type", "attachment.added", "--json").jsonLines.count == 4)
        let missing = error("alarm", "photo", "save", "b", "1", shell.file("out.png"))
        #expect(missing.hasPrefix("66 image.missing: The photo sha256:"))
        #expect(
            missing.hasSuffix(
                " is not in this ledger. Take it from the ledger in which it was attached: daybook sync, or import its export."
            ))
        #expect(shell.must("verify").status == 0)
    }

    @Test("C-P-16.8: all fields, photos among them, are equal after store, export and import, bundle and sync")
    func everyField() throws {
        let schedule =
            #"{"kind":"monthlyDate","interval":3,"days":[15,31],"start":"2026-02-10","times":["09:00","21:30"],"zone":"Europe/Berlin","floating":false,"weekStart":"SU"}"#
        let data =
            #"{"title":"Meter","note":"Read it","schedule":\#(schedule),"persistent":true,"category":"home","preAlarms":["1d"]}"#
        shell.must("append", "-", input: #"{"stream":"alarm/a","type":"alarm.created","data":\#(data)}"# + "\n")
        shell.must("alarm", "photo", "add", "a", photo(1))
        let key = shell.file("me.key")
        shell.must("principal", "export", key)
        let (file, bundle) = (shell.file("all.jsonl"), shell.file("all.daybook"))
        shell.must("export", file)
        let written = shell.run("bundle", "export", bundle, "--json").json
        let (events, bytes) = (written["events"]?.text ?? "", written["bytes"]?.text ?? "")
        #expect(
            shell.must("bundle", "export", bundle).out
                == "Wrote \(events) events (\(bytes) bytes) to \(bundle), in place of the file that was there.\n")
        #expect(
            written["replaced"] == nil
                && shell.run("bundle", "export", bundle, "--json").json["replaced"] == .bool(true))
        let folder = shell.file("shared")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        shell.must("sync", folder)
        for way in [["import", file], ["bundle", "import", bundle], ["sync", folder]] {
            let other = Shell(initialise: false)
            other.must("init", "--join", key, "--zone", "America/New_York")
            #expect(other.run(way).status == 0)
            let created = other.run("log", "--type", "alarm.created", "--json").jsonLines
            #expect(created.map { $0["data"]?.text } == [data], "\(way)")
            #expect(other.must("alarm", "list", "--json").out == shell.must("alarm", "list", "--json").out, "\(way)")
            #expect(
                other.must("alarm", "photo", "save", "a", "1", "-").out
                    == String(decoding: AlarmPhotoTests.png + [1], as: UTF8.self), "\(way)")
            #expect(other.run("digest", "--json").out == shell.run("digest", "--json").out, "\(way)")
        }
    }

    @Test("photos that two devices attach apart stand beside each other; what one removed stays removed")
    func twoDevices() throws {
        add()
        shell.must("alarm", "photo", "add", "a", photo(1))
        let (key, folder) = (shell.file("me.key"), shell.file("shared"))
        shell.must("principal", "export", key)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let other = Shell(initialise: false)
        other.must("init", "--join", key, "--zone", "America/New_York")
        shell.must("sync", folder)
        other.must("sync", folder)
        shell.clock = "2026-02-10T13:01:00Z"
        other.clock = "2026-02-10T13:02:00Z"
        for number in 2...5 { shell.must("alarm", "photo", "add", "a", photo(UInt8(number))) }
        other.must("alarm", "photo", "remove", "a", "1")
        for number in 6...8 { other.must("alarm", "photo", "add", "a", photo(UInt8(number))) }
        for each in [shell, other, shell] { each.must("sync", folder) }
        let expected = [2, 3, 4, 5, 6, 7, 8].map { Ledger.digest(ofFile: AlarmPhotoTests.png + [UInt8($0)]) }
        #expect(digests(shell) == expected && digests(other) == expected)
        #expect(error("alarm", "photo", "add", "a", photo(9)).hasPrefix("1 attachment.limit"))
        #expect(shell.run("outcomes", "--json").out == "")
        for number in 1...7 { other.must("alarm", "photo", "save", "a", "\(number)", other.file("out.png")) }
    }

    @Test("show tells the photos in the history, and none as a field of the alarm") func shown() {
        add()
        for number in 1...2 { shell.must("alarm", "photo", "add", "a", photo(UInt8(number))) }
        let lines = shell.must("show", "alarm/a").lines
        #expect(
            lines.prefix { !$0.isEmpty }.map { $0.split(separator: " ").first ?? "" } == [
                "alarm/a", "title", "schedule",
            ])
        for number in 1...2 {
            #expect(lines.contains("  digest     \(Ledger.digest(ofFile: AlarmPhotoTests.png + [UInt8(number)]))"))
        }
    }

    @Test("HEIC is known by its brands") func heic() {
        func start(_ brands: String) -> [UInt8] {
            [0, 0, 0, UInt8(8 + brands.utf8.count)] + Array("ftyp\(brands)".utf8) + [0, 0, 0, 8]
        }
        for brands in ["heic\0\0\0\0mif1heic", "heix\0\0\0\0", "mif1\0\0\0\0mif1heic"] {
            #expect(PictureType(start(brands)) == .heic, "\(brands)")
        }
        for brands in ["avif\0\0\0\0mif1", "mif1\0\0\0\0mif1avif", "isom\0\0\0\0heic", "mif1heic"] {
            #expect(PictureType(start(brands)) == nil, "\(brands)")
        }
        #expect(PictureType(Array("....ftyp".utf8)) == nil)
        // A signature is kept as what every program reads.
        let id = shell.log("--hobbs", "1")
        #expect(
            shell.run("flight", "sign", id, "--cfi", "1", "--image", file("s.heic", start("heic\0\0\0\0")), "--json")
                .code == "image.unknownType")
        add()
        #expect(shell.run("alarm", "photo", "add", "a", file("p.heic", start("heic\0\0\0\0"))).status == 0)
    }
}
