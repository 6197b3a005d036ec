import DaybookDomains
import Testing

@testable import DaybookPage

/// An entry that takes the place of another one.
@Suite final class SupersedingTests {
    private let visitor: PageVisitor

    init() throws { visitor = try PageVisitor() }

    @Test("the same form writes one new flight; another value of it is another flight, which is refused")
    func once() throws {
        let old = try visitor.flight()
        let path = old + "/supersede"
        let form = try visitor.form(old + "/supersede", to: path, ["hobbs": "2.0"])
        let new = try visitor.place(visitor.ask(path, form))
        let after = try visitor.events()
        #expect(try visitor.place(visitor.ask(path, form)) == new)
        #expect(try visitor.events() == after)
        let page = visitor.text(new)
        #expect(page.contains("The old one is in no total.") && page.contains("This flight took the place of"))
        #expect(visitor.text(old).contains("Its place was taken by"))
        let other = visitor.ask(path, form.replacing("hobbs=2.0", with: "hobbs=3.0"))
        #expect(other.status == 422 && visitor.text(other).contains("Nothing was written."))
        #expect(try visitor.ledger { try $0.flightSummary().value.flights } == 1)
    }

    @Test("a form of the past, of no flight, and one without a change are refused") func refused() throws {
        let old = try visitor.flight()
        let end = try visitor.events()
        #expect(visitor.ask(old + "/supersede?known=1").status == 409)
        #expect(visitor.ask("/flight/none/supersede").status == 404)
        let same = try visitor.send(old + "/supersede", to: old + "/supersede")
        #expect(visitor.text(same).contains("Nothing to change: the flight already has these values."))
        #expect(try visitor.events() == end)
    }
}
