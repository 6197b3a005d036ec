import DaybookDomains
import EventCodec
import Testing

@testable import DaybookPage

/// The import and the exports without a network.
@Suite final class ImportPageTests {
    private let visitor: PageVisitor
    private let type = "multipart/form-data; boundary=edge"

    init() throws { visitor = try PageVisitor() }

    /// A form with files as a browser writes it.
    private func body(_ fields: [(String, String)], file: (String, String)? = nil) -> String {
        var text = ""
        for (name, value) in fields {
            text += "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        if let file {
            text += "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file.0)\"\r\n"
            text += "Content-Type: text/csv\r\n\r\n\(file.1)\r\n"
        }
        return text + "--edge--\r\n"
    }

    private func fields(_ page: String, to action: String) throws -> [(String, String)] {
        try #require(PageAddress.items(of: Array(try visitor.form(page, to: action).utf8))).map { ($0.name, $0.value) }
    }

    @Test("a body with files is read part by part, whatever a part holds") func multipart() throws {
        let text = "a\r\n--edg\r\n-edge\u{301}"
        let form = try #require(
            UploadForm(Array(body([("x", "1"), ("y", "ü\r\nz")], file: ("a;b.csv", text)).utf8), type: type))
        #expect(form.items.map(\.name) == ["x", "y"] && form.items.map(\.value) == ["1", "ü\r\nz"])
        #expect(form.files["file"]?.name == "a;b.csv")
        #expect(form.files["file"]?.bytes == Array(text.utf8))
    }

    @Test(
        "a body that is cut off or has no boundary is no form",
        arguments: [
            "", "--edge", "--edge\r\n", "--edge\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1", "x--edge--",
        ])
    func cutOff(text: String) { #expect(UploadForm(Array(text.utf8), type: type) == nil) }

    @Test("a boundary is needed, in quotes or without") func boundary() {
        let bytes = Array("--edge--\r\n".utf8)
        #expect(UploadForm(bytes, type: "multipart/form-data; charset=x; boundary=\"edge\"") != nil)
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "text/plain"] {
            #expect(UploadForm(bytes, type: type) == nil, "\(type)")
        }
    }

    @Test("a file is checked, imported once, and taken back") func wholeWay() throws {
        _ = try visitor.flight()
        let file = visitor.text("/logbook/export/solotrack.csv")
        let flight = try visitor.ledger { ledger in
            let stream = try ledger.flights().value[0].stream
            _ = try ledger.removeFlight(stream)
            return stream
        }
        let before = try visitor.events()
        let secrets = try fields("/import", to: "/import")
        let checked = visitor.ask("/import", body(secrets, file: ("logbook.csv", file)), type: type)
        #expect(checked.status == 200 && visitor.text(checked).contains("1 new flight, 0 there already."))
        #expect(try visitor.events() == before)
        let save = secrets.filter { $0.0 != "format" } + [("kept", Base64.encode(Array(file.utf8))), ("name", "a.csv")]
        let place = try visitor.place(visitor.ask("/import/save", body(save), type: type))
        #expect(place.hasPrefix("/batch/") && place.hasSuffix("?saved=imported"))
        let after = try visitor.events()
        let again = visitor.ask("/import/save", body(save), type: type)
        #expect(visitor.text(again).contains("All flights of this file are there already."))
        #expect(try visitor.events() == after)
        let batch = String(place.prefix { $0 != "?" })
        let undo = try visitor.form(place, to: "\(batch)/undo")
        for _ in 0..<2 {
            #expect(try visitor.place(visitor.ask("\(batch)/undo", undo)) == "\(batch)?saved=undone")
            #expect(try visitor.events() == after + 1)
        }
        #expect(visitor.text("\(batch)?saved=undone").contains("This import was undone."))
        #expect(try visitor.ledger { try $0.flights().value.contains { $0.stream == flight } } == false)
    }

    @Test("what is no table is refused in words") func refused() throws {
        let secrets = try fields("/import", to: "/import")
        let none = visitor.ask("/import", body(secrets), type: type)
        #expect(none.status == 422 && visitor.text(none).contains("Choose a file first."))
        let other = visitor.ask("/import", body(secrets, file: ("x.csv", "a,b\n1,2\n")), type: type)
        #expect(visitor.text(other).contains("This file is in no format that is known"))
        #expect(visitor.ask("/import", body([("key", "1")], file: ("x", "y")), type: type).status == 403)
        #expect(visitor.ask("/import?known=0", body(secrets), type: type).status == 409)
    }

    @Test("a table that is broken is refused in a sentence, with its line") func broken() throws {
        _ = try visitor.flight()
        let file = visitor.text("/logbook/export/solotrack.csv")
        let secrets = try fields("/import", to: "/import")
        let answer = visitor.ask("/import", body(secrets, file: ("x.csv", file + "\"2026")), type: type)
        let text = visitor.text(answer)
        #expect(answer.status == 422)
        #expect(text.contains("Line 3 of the file: The quote opened here is never closed."), "\(text)")
        #expect(!text.contains("Fault"))
    }

    @Test("S-TC-054, S-TC-055: an export is a download, and an empty logbook offers none") func export() throws {
        #expect(visitor.text("/logbook").contains("Tap + to log your first flight"))
        #expect(!visitor.text("/logbook").contains("/logbook/export"))
        _ = try visitor.flight()
        let file = visitor.ask("/logbook/export/foreflight.csv")
        #expect(
            file.headers.contains {
                $0.name == "Content-Disposition" && $0.value == "attachment; filename=\"foreflight.csv\""
            })
        #expect(visitor.ask("/logbook/export/other.csv").status == 404)
        #expect(visitor.text("/logbook/export").contains("Export Logbook"))
    }
}
