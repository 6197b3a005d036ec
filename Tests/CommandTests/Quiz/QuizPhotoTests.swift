import DaybookDomains
import Foundation
import Testing

@Suite struct QuizPhotoTests {
    private let shell = Shell()

    private func photo(_ number: UInt8) -> String {
        let path = shell.file("\(number).png")
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, number])))
        return path
    }

    @Test("T-3.2.6: a photo of the profile is kept under its SHA-256, changed, saved, taken off, and each of it undone")
    func kept() throws {
        // sha256sum of the nine bytes.
        let digest = "275f1bcbbb585c71e3b2184304eccfa0e37de92022ca3b6f4e9c10df32318d85"
        #expect(shell.must("quiz", "photo").out == "There is no photo.\n")
        #expect(shell.must("quiz", "photo", "--remove").out == "There is no photo.\n")
        #expect(shell.must("quiz", "photo", photo(1)).out == "Photo attached: sha256:\(digest).\n")
        #expect(shell.must("quiz", "photo", photo(1)).out == "This is the photo already.\n")
        #expect(shell.must("quiz", "photo").out == "image/png, 9 bytes, sha256:\(digest)\n")
        #expect(
            shell.must("quiz", "photo", "--json").json["photo"]?.text
                == #"{"digest":"\#(digest)","bytes":9,"mediaType":"image/png"}"#)
        let copy = shell.file("copy.png")
        #expect(shell.must("quiz", "photo", "--save", copy).out == "The photo is in \(copy).\n")
        #expect(
            shell.must("quiz", "photo", "--save", copy).out
                == "The photo is in \(copy), in place of the file that was there.\n")
        #expect(FileManager.default.contents(atPath: copy) == FileManager.default.contents(atPath: photo(1)))
        #expect(shell.events == 1)

        shell.must("quiz", "photo", photo(2))
        let second = try #require(
            shell.run("log", "--type", "photo.changed", "--json").jsonLines.last?["id"]?.stringValue)
        shell.must("undo", second)
        #expect(shell.must("quiz", "photo", "--json").json["photo"]?["digest"]?.stringValue == digest)
        #expect(shell.must("quiz", "photo", "--remove").out == "Photo removed.\n")
        #expect(shell.must("quiz", "photo", "--json").json["photo"] == .null)
        #expect(
            shell.must("quiz", "photo", "--known-at", "3", "--json").json["photo"]?["digest"]?.stringValue != digest)
        // A photo that is off stays in history, and with it its bytes.
        #expect(shell.must("compact", "--json").json["blobsDropped"]?.integerValue == 0)
    }

    @Test("what is no photo, and what does not go together") func refused() {
        func error(_ arguments: String...) -> String {
            let result = shell.run(arguments + ["--json"])
            let error = result.error["error"]
            return
                "\(result.status) \(error?["code"]?.stringValue ?? ""): \(error?["message"]?.stringValue ?? "") \(error?["hint"]?.stringValue ?? "")"
        }
        #expect(
            error("quiz", "photo", shell.file("a.txt", "hello"))
                == "65 image.unknownType: The picture is neither PNG, JPEG, GIF, WebP nor HEIC. Save the photo as one of these, such as photo.jpeg."
        )
        #expect(
            error("quiz", "photo", "--remove", "--save", "x")
                == "64 usage.wrong: A file, --save and --remove do not go together. ")
        #expect(
            error("quiz", "photo", "--save", shell.file("x.png"))
                == "66 image.missing: There is no photo in this ledger. Give one: daybook quiz photo FILE")
        #expect(shell.events == 0)
    }
}
