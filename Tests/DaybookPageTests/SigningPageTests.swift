import DaybookDomains
import EventCodec
import Testing

@testable import DaybookPage

/// The forms that sign, void, copy, settle and undo, without a network.
@Suite final class SigningPageTests {
    private let visitor: PageVisitor
    /// The smallest picture that is one by its first bytes.
    private let drawing = "data:image/png;base64," + Base64.encode([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    init() throws { visitor = try PageVisitor() }

    @Test("S-TC-031: a drawn signature is kept with its picture, and a form that is sent again signs nothing more")
    func drawn() throws {
        let flight = try visitor.flight()
        let body = try visitor.form("\(flight)/sign", to: "\(flight)/sign", ["number": "1234567", "drawing": drawing])
        let before = try visitor.events()
        for _ in 0..<2 {
            #expect(try visitor.place(visitor.ask("\(flight)/sign", body)) == "\(flight)?saved=signed")
            #expect(try visitor.events() == before + 1)
        }
        let picture = visitor.ask("\(flight)/picture")
        #expect(picture.status == 200 && picture.body.count == 8)
        #expect(picture.headers.contains { $0.name == "Content-Type" && $0.value == "image/png" })
        #expect(picture.headers.contains { $0.name == "X-Content-Type-Options" && $0.value == "nosniff" })
        #expect(visitor.ask("\(flight)/picture?known=\(before)").status == 404)
    }

    @Test(
        "S-TC-032: a signature lacks nothing: number, drawing or name",
        arguments: [
            ("", "", "Jane", "A signature needs the instructor&#39;s certificate number."),
            ("  ", "", "Jane", "A signature needs the instructor&#39;s certificate number."),
            ("123", "", " ", "Draw the signature, or type the instructor&#39;s name."),
            ("123", "data:image/png;base64,AAAA", "", "The drawing is no picture. Draw it again."),
            ("123", "data:text/html;base64,AAAA", "", "The drawing is no picture. Draw it again."),
        ])
    func lacking(number: String, drawing: String, name: String, words: String) throws {
        let flight = try visitor.flight()
        let before = try visitor.events()
        let response = try visitor.send(
            "\(flight)/sign", to: "\(flight)/sign", ["number": number, "drawing": drawing, "name": name])
        #expect(response.status == 422 && visitor.text(response).contains(words), "\(visitor.text(response))")
        #expect(try visitor.events() == before)
    }

    @Test("the last day of the certificate stands with the signature") func through() throws {
        let flight = try visitor.flight()
        _ = try visitor.send(
            "\(flight)/sign", to: "\(flight)/sign", ["number": "1", "name": "Jane", "through": "2027-06-30"])
        let page = visitor.text(visitor.ask(flight))
        #expect(page.contains("<dt>Certificate through</dt>") && page.contains("2027-06-30"))
    }

    @Test("S-TC-035: a void needs its reason, is written once, and a second page of it states that there is none")
    func void() throws {
        let flight = try visitor.flight()
        _ = try visitor.send("\(flight)/sign", to: "\(flight)/sign", ["number": "1234567", "name": "Jane"])
        let empty = try visitor.send("\(flight)/void", to: "\(flight)/void")
        #expect(empty.status == 422 && visitor.text(empty).contains("Voiding a signature needs a reason."))
        let body = try visitor.form("\(flight)/void", to: "\(flight)/void", ["reason": "wrong"])
        let before = try visitor.events()
        for _ in 0..<2 {
            #expect(try visitor.place(visitor.ask("\(flight)/void", body)) == "\(flight)?saved=voided")
            #expect(try visitor.events() == before + 1)
        }
        #expect(visitor.text("\(flight)/void").contains("No signature stands on this flight."))
        #expect(visitor.text("\(flight)/sign?known=\(before)").contains("The past cannot be written"))
    }

    @Test("S-TC-051: a copy is made once for each press of its button") func copy() throws {
        let flight = try visitor.flight()
        let body = try visitor.form(flight, to: "\(flight)/duplicate")
        let before = try visitor.events()
        let first = try visitor.place(visitor.ask("\(flight)/duplicate", body))
        #expect(try visitor.place(visitor.ask("\(flight)/duplicate", body)) == first)
        #expect(try visitor.events() == before + 1 && first.hasSuffix("?saved=copied"))
        #expect(try visitor.place(visitor.send(flight, to: "\(flight)/duplicate")) != first)
    }

    @Test("an undo takes back the change that was seen, once, and nothing that came later") func undo() throws {
        let flight = try visitor.flight()
        _ = try visitor.send("\(flight)/edit", to: "\(flight)/edit", ["hobbs": "2.0"])
        let body = try visitor.form("\(flight)?saved=changed", to: "\(flight)/undo")
        let before = try visitor.events()
        for _ in 0..<2 {
            #expect(try visitor.place(visitor.ask("\(flight)/undo", body)) == "\(flight)?saved=undone")
            #expect(try visitor.events() == before + 1)
        }
        _ = try visitor.send("\(flight)/edit", to: "\(flight)/edit", ["hobbs": "2.5"])
        let old = try visitor.form("\(flight)?saved=changed", to: "\(flight)/undo")
        _ = try visitor.send("\(flight)/edit", to: "\(flight)/edit", ["hobbs": "2.7"])
        let refused = visitor.ask("\(flight)/undo", old)
        #expect(refused.status == 409 && visitor.text(refused).contains("The record was changed after this page"))
    }

    @Test("a decision names an event, and one that is none is refused") func settle() throws {
        let flight = try visitor.flight()
        let secrets = try visitor.form(flight, to: "\(flight)/duplicate")
        for more in ["&seen=x", "&seen=x&event=00&decision=apply", "&seen=x&event=&decision=later"] {
            #expect(visitor.ask("\(flight)/settle", secrets + more).status == 400, "\(more)")
        }
    }
}
