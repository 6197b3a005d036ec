import DaybookDomains
import Testing

@testable import DaybookPage

/// Photos of alarms: a file is sent once, shown from the store, and taken off.
@Suite struct AlarmPhotoTests {
    private let bench: AlarmBench
    private let path: String
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 13, 10, 45, 45]

    init() throws {
        bench = try AlarmBench()
        try bench.change(AlarmTier(.plus, plan: .annual))
        path = try bench.made()
    }

    private static func body(_ fields: String, _ file: [UInt8]?, end: String = "--") -> [UInt8] {
        var body: [UInt8] = []
        for field in fields.split(separator: "&") {
            let sides = field.split(separator: "=", omittingEmptySubsequences: false)
            body += "--x y\r\nContent-Disposition: form-data; name=\"\(sides[0])\"\r\n\r\n\(sides[1])\r\n".utf8
        }
        if let file {
            body += "--x y\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.png\"\r\n".utf8
            body += "Content-Type: text/html\r\n\r\n".utf8
            body.append(contentsOf: file)
            body += "\r\n".utf8
        }
        body += "--x y\(end)\r\n".utf8
        return body
    }

    private func fields() throws -> String {
        let page = bench.page(path)
        let upload = try #require(page.firstRange(of: "class=\"upload\""))
        return try bench.form(String(page[upload.lowerBound...]), to: path + "/photo", [("photo", nil)])
    }

    private func send(_ fields: String, _ file: [UInt8]?, end: String = "--") -> PageResponse {
        bench.ask(
            path + "/photo", bytes: AlarmPhotoTests.body(fields, file, end: end),
            "multipart/form-data; boundary=\"x y\"")
    }

    @Test("C-P-12.6: another photo takes the place of one, once, in two events") func changed() throws {
        _ = try bench.taken(send(try fields(), AlarmPhotoTests.png))
        let page = bench.page(path)
        let exchange = try #require(page.firstRange(of: "class=\"exchange\""))
        let fields = try bench.form(String(page[exchange.lowerBound...]), to: path + "/photo", [("photo", nil)])
        let end = try bench.events()
        let after = try bench.taken(send(fields, AlarmPhotoTests.png + [7]))
        #expect(after.contains("The photo was changed. The history keeps both."))
        #expect(try bench.events() == end + 2)
        _ = try bench.taken(send(fields, AlarmPhotoTests.png + [7]))
        #expect(try bench.events() == end + 2)
        let digests = try bench.detail(path).listed.photos.map(\.digest.hex)
        #expect(digests == [Ledger.digest(ofFile: AlarmPhotoTests.png + [7])])
        #expect(bench.text(send(fields, [])).contains("Choose a photo first."))
        #expect(try bench.taken(send(fields, AlarmPhotoTests.png + [8])).contains("Nothing was written"))
    }

    @Test("C-P-12.5: a photo is written once, and served with its own type and nosniff") func added() throws {
        let fields = try fields()
        let page = try bench.taken(send(fields, AlarmPhotoTests.png))
        let digest = Ledger.digest(ofFile: AlarmPhotoTests.png)
        #expect(page.contains("The photo was added.") && page.contains("src=\"\(path)/photo/\(digest)\""))
        let end = try bench.events()
        _ = try bench.taken(send(fields, AlarmPhotoTests.png))
        #expect(try bench.events() == end)
        let other = try bench.taken(send(fields, AlarmPhotoTests.png + [7]))
        #expect(other.contains("Nothing was written: the alarm changed"))
        let photo = bench.ask("\(path)/photo/\(digest)")
        func header(_ name: String) -> [String] { photo.headers.filter { $0.name == name }.map(\.value) }
        #expect(photo.body == AlarmPhotoTests.png && header("Content-Type") == ["image/png"])
        #expect(header("X-Content-Type-Options") == ["nosniff"] && header("Cache-Control") == ["no-store"])
        #expect(bench.ask("\(path)/photo/none").status == 404)
        #expect(bench.page(path + "/firing").contains("<img src=\"\(path)/photo/\(digest)\""))
        let form = try bench.form(page, to: path + "/photo", [("digest", digest)])
        #expect(try bench.taken(bench.ask(path + "/photo", form)).contains("The photo was removed."))
        #expect(try bench.detail(path).listed.photos.isEmpty && bench.ask("\(path)/photo/\(digest)").status == 404)
    }

    @Test("a photo that is none is refused in place, and nothing is written") func refused() throws {
        let end = try bench.events()
        for (file, words) in [
            ([], "Choose a photo first."), (Array("<svg>".utf8), "The picture is neither PNG"),
            (AlarmPhotoTests.png + Array(repeating: 0, count: 10 << 20), "A photo has at most 10 MB."),
        ] {
            let refused = send(try fields(), file)
            #expect(refused.status == 422 && bench.text(refused).contains(words), "\(words)")
            #expect(bench.text(refused).contains("Nothing was written."))
        }
        #expect(send(try fields(), nil).status == 400)
        #expect(send(try fields(), AlarmPhotoTests.png, end: "").status == 400)
        #expect(send(try fields().replacing("form=", with: "form=1"), AlarmPhotoTests.png).status == 403)
        #expect(try bench.events() == end)
    }

    @Test("on the free tier a photo is answered by the plans") func free() throws {
        let fields = try fields()
        try bench.change(AlarmTier(.free))
        let refused = send(fields, AlarmPhotoTests.png)
        #expect(refused.status == 422 && bench.text(refused).contains("Photos need Plus. Nothing was written."))
    }

    @Test("a body of 10 MB is read only from a browser that may write") func maximum() {
        func head(_ headers: [(String, String)]) -> PageRequest {
            let all = [("Host", bench.identity.host), ("Content-Type", "multipart/form-data; boundary=x")] + headers
            return PageRequest(method: "POST", target: "/", headers: all.map { PageRequest.Header($0.0, $0.1) })
        }
        let cookie = ("Cookie", "\(bench.identity.cookieName)=\(bench.identity.cookie)")
        let origin = [("Origin", bench.identity.origin), ("Sec-Fetch-Site", "same-origin")]
        #expect(bench.site.bodyMaximum(head([cookie] + origin)) > 10 << 20)
        #expect(bench.site.bodyMaximum(head(origin)) == 256 << 10)
        #expect(bench.site.bodyMaximum(head([cookie, ("Origin", "http://evil.example")])) == 256 << 10)
    }

    @Test(
        "a body of another shape is no form with files",
        arguments: [
            "", "--x", "--x y", "--x y\r\n", "--x y\r\n\r\n\r\n--x y--",
            "--x y\r\nContent-Disposition: form-data\r\n\r\n\r\n--x y--",
            "--x y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\0\r\n--x y--",
        ])
    func shapes(body: String) {
        #expect(UploadForm(Array(body.utf8), type: "multipart/form-data; boundary=\"x y\"") == nil)
        #expect(UploadForm(Array(body.utf8), type: "multipart/form-data") == nil)
    }

    @Test("a form with files has its fields and its files") func parts() throws {
        let body = AlarmPhotoTests.body("a=1&b=2", [13, 10, 45, 45, 0, 255])
        let form = try #require(UploadForm(body, type: "multipart/form-data; boundary=\"x y\""))
        #expect(form.items.map(\.name) == ["a", "b"] && form.items.map(\.value) == ["1", "2"])
        #expect(form.files.count == 1 && form.files["photo"]?.bytes == [13, 10, 45, 45, 0, 255])
    }
}
