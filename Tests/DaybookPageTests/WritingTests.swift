import DaybookDomains
import LedgerTestSupport
import Testing

@testable import DaybookPage

/// The forms of the page without a network: what is written, how often, and what is refused in which words.
@Suite final class WritingTests {
    private let path = Scratch.path()
    private let identity: PageIdentity
    private let environment = LedgerEnvironment.daybook(clock: { Instant("2026-02-10T13:00:00Z")! })
    /// A server that was started again has the same identity and nothing else of the one before.
    private var site: PageSite

    init() throws {
        let ledger = try Ledger.create(at: path, environment: environment)
        try ledger.onboard(stage: .postSolo, intent: .logFresh)
        ledger.close()
        identity = PageIdentity(secret: Array(0..<32), folder: path)
        site = PageSite(ledger: path, environment, identity, token: "once")
    }

    deinit { Scratch.remove(path) }

    // MARK: - Requests

    private func ask(_ target: String, _ body: String? = nil, _ more: [(String, String)]? = nil, cookie: String? = nil)
        -> PageResponse
    {
        var headers = [
            ("Host", identity.host), ("Cookie", cookie ?? "\(identity.cookieName)=\(identity.cookie)"),
        ]
        if body != nil {
            headers += [("Content-Type", "application/x-www-form-urlencoded")]
            headers += more ?? [("Origin", identity.origin), ("Sec-Fetch-Site", "same-origin")]
        }
        return site.respond(
            to: PageRequest(
                method: body == nil ? "GET" : "POST", target: target,
                headers: headers.map { PageRequest.Header($0.0, $0.1) }, body: Array((body ?? "").utf8)))
    }

    private func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    /// Where a form that was taken leads.
    private func place(_ response: PageResponse, _ comment: Comment? = nil) throws -> String {
        let place = response.headers.first { $0.name == "Location" }?.value
        return try #require(response.status == 303 ? place : nil, comment ?? "\(text(response))")
    }

    /// The fields of the first form of a page that is sent, with some of them set.
    private func form(_ page: PageResponse, _ values: KeyValuePairs<String, String> = [:]) throws -> String {
        let text = text(page)
        let start = try #require(text.firstRange(of: "method=\"post\""), "\(text)")
        var fields: [(String, String)] = []
        for input in text[start.upperBound...].matches(of: /<input type="([a-z]+)" name="([A-Za-z]+)"([^>]*)>/) {
            let value = input.3.firstMatch(of: /value="([^"]*)"/)?.1 ?? ""
            if input.1 == "checkbox", !input.3.contains(" checked") { continue }
            fields.append((String(input.2), String(value)))
        }
        for (name, value) in values {
            fields.removeAll { $0.0 == name }
            fields.append((name, value))
        }
        return PageAddress("", fields.map { PageAddress.Item(name: $0.0, value: $0.1) }).text.dropFirst().description
    }

    private func ledger<Result>(_ body: (Ledger) throws -> Result) throws -> Result {
        let ledger = try Ledger.open(at: path, .readWrite, environment: environment)
        defer { ledger.close() }
        return try body(ledger)
    }

    private func events() throws -> UInt64 { try ledger { try $0.position.value } }
    private func flights() throws -> [FlightEntry] { try ledger { try $0.flights().value } }

    /// Logs a flight by the form; its address.
    private func logged(_ values: KeyValuePairs<String, String> = ["from": "KSJC", "to": "KRHV", "hobbs": "1.5"]) throws
        -> String
    {
        let place = try place(ask("/flight/new", try form(ask("/flight/new"), values)))
        return String(place.prefix { $0 != "?" })
    }

    // MARK: - What is written

    @Test("S-TC-010: a form logs a flight, and its page shows it") func log() throws {
        let place = try place(
            ask(
                "/flight/new",
                try form(ask("/flight/new"), ["from": "KSJC", "to": "KRHV", "hobbs": "1.5", "remarks": "a\r\nb"])))
        let page = text(ask(place))
        #expect(page.contains("Flight saved. To undo it, delete the flight.") && page.contains("KSJC → KRHV"))
        let flight = try #require(try flights().first).flight
        #expect(flight.hobbs == Hours(tenths: 15) && flight.dayLandings == 1 && flight.nightLandings == 0)
        #expect(flight.remarks == "a\nb")
    }

    @Test("S-TC-011: a form begins with the route and the categories of the latest flight") func defaults() throws {
        _ = try logged(["from": "KSJC", "to": "KRHV", "hobbs": "1.5", "solo": "on"])
        let page = text(ask("/flight/new"))
        #expect(page.contains("name=\"from\" id=\"from\" value=\"KSJC\""))
        #expect(page.contains("name=\"to\" id=\"to\" value=\"KRHV\""))
        #expect(
            page.contains("name=\"solo\" value=\"on\" checked") && !page.contains("name=\"dual\" value=\"on\" checked"))
        #expect(page.contains("id=\"hobbs\" value=\"\" inputmode=\"decimal\" autofocus"))
    }

    @Test("S-TC-050: a form changes only what is different, and clears what was emptied") func amend() throws {
        let flight = try logged(["from": "KSJC", "to": "KRHV", "hobbs": "1.5", "remarks": "first"])
        let before = try flights()[0].flight
        let place = try place(
            ask(flight + "/edit", try form(ask(flight + "/edit"), ["hobbs": "2.0", "remarks": ""])))
        #expect(
            text(ask(place)).contains(
                "Change saved. &quot;Undo the change&quot; takes it back; the history keeps both."))
        let entries = try flights()
        #expect(entries.count == 1 && entries[0].flight.hobbs == Hours(tenths: 20) && entries[0].flight.remarks == nil)
        #expect(entries[0].flight.from == before.from && entries[0].flight.dayLandings == before.dayLandings)
        let changed = try ledger { try $0.history(of: entries[0].stream)!.value.steps.last!.changes.map(\.field) }
        #expect(Set(changed) == ["hobbs", "tach", "remarks"])
    }

    @Test("S-TC-052: a question stands before a removal, and the flight can be restored") func removal() throws {
        let flight = try logged()
        let question = ask(flight + "/remove")
        #expect(text(question).contains("Delete Flight?"))
        #expect(text(question).contains("This flight entry will be permanently deleted."))
        #expect(try flights().count == 1)
        let removed = text(ask(try place(ask(flight + "/remove", try form(question)))))
        #expect(removed.contains("Flight deleted. To undo it, restore the flight."))
        #expect(try flights().isEmpty)
        #expect(ask(flight + "/edit").status == 422 && text(ask(flight + "/edit")).contains("This flight was removed"))
        let restored = text(ask(try place(ask(flight + "/restore", try form(ask(flight))))))
        #expect(restored.contains("Flight restored. To undo it, delete the flight."))
        #expect(try flights().count == 1)
    }

    // MARK: - Once

    @Test("each form that is sent again, to a server that was started again, is written once") func once() throws {
        func twice(_ target: String, _ body: String) throws -> String {
            let before = try events()
            let first = try place(ask(target, body))
            #expect(try events() == before + 1)
            site = PageSite(ledger: path, environment, identity, token: "twice")
            #expect(try place(ask(target, body)) == first)
            #expect(try events() == before + 1, "\(target)")
            return String(first.prefix { $0 != "?" })
        }
        // The first event of a device comes with one that starts its log.
        let first = try logged()
        _ = try place(ask(first + "/remove", try form(ask(first + "/remove"))))
        let new = try form(ask("/flight/new"), ["from": "KSJC", "hobbs": "1.5"])
        let flight = try twice("/flight/new", new)
        let change = try form(ask(flight + "/edit"), ["hobbs": "2.0"])
        _ = try twice(flight + "/edit", change)
        let removal = try form(ask(flight + "/remove"))
        _ = try twice(flight + "/remove", removal)
        _ = try twice(flight + "/restore", try form(ask(flight)))
        // Replayed after what came later, each is what was written then, and writes nothing.
        let end = try events()
        for (target, body) in [("/flight/new", new), (flight + "/edit", change), (flight + "/remove", removal)] {
            _ = try place(ask(target, body))
        }
        #expect(try events() == end)
        #expect(try flights().map(\.flight.hobbs) == [Hours(tenths: 20)])
    }

    @Test("a form that was saved and is sent with other values writes nothing by itself") func sentWithOthers() throws {
        let new = try form(ask("/flight/new"), ["from": "KSJC", "hobbs": "1.5"])
        let flight = String(try place(ask("/flight/new", new)).prefix { $0 != "?" })
        let before = try events()
        let other = ask("/flight/new", new.replacing("hobbs=1.5", with: "hobbs=1.6"))
        #expect(other.status == 422 && text(other).contains("This form was saved before, with other values."))
        let change = try form(ask(flight + "/edit"), ["hobbs": "2.0"])
        _ = try place(ask(flight + "/edit", change))
        // The way back of the browser, and another value: the flight is no longer what the form was opened with.
        let late = ask(flight + "/edit", change.replacing("hobbs=2.0", with: "hobbs=2.5"))
        #expect(late.status == 422 && text(late).contains("This flight was changed after this form was opened."))
        #expect(text(late).contains("value=\"2.5\""))
        #expect(try events() == before + 1)
        _ = try place(ask(flight + "/edit", try form(late)))
        #expect(try flights()[0].flight.hobbs == Hours(tenths: 25))
    }

    @Test("a change of another program meanwhile is not overwritten") func changedMeanwhile() throws {
        let flight = try logged()
        let change = try form(ask(flight + "/edit"), ["hobbs": "2.0"])
        try ledger {
            _ = try $0.amendFlight(try $0.flights().value[0].stream, .object(pairs: ["hobbs": .number("3.0")]))
        }
        #expect(ask(flight + "/edit", change).status == 422)
        #expect(try flights()[0].flight.hobbs == Hours(tenths: 30))
    }

    @Test("a flight that changed after its form was opened is neither removed nor restored") func removedMeanwhile()
        throws
    {
        let flight = try logged()
        func refused(_ deed: String, _ body: String) throws {
            let before = try events()
            let answer = ask("\(flight)/\(deed)", body)
            #expect(answer.status == 409 && text(answer).contains("This changed meanwhile"))
            #expect(text(answer).contains("The record was changed after this page was opened. Nothing was written."))
            #expect(text(answer).contains("<a href=\"\(flight)\">To the flight</a>"))
            #expect(try events() == before)
        }
        let removal = try form(ask(flight + "/remove"))
        _ = try place(ask(flight + "/edit", try form(ask(flight + "/edit"), ["hobbs": "2.0"])))
        try refused("remove", removal)
        try refused("remove", "key=none&form=\(identity.formToken)")
        _ = try place(ask(flight + "/remove", try form(ask(flight + "/remove"))))
        let restoration = try form(ask(flight))
        _ = try place(ask(flight + "/restore", restoration.replacing("key=", with: "key=other")))
        _ = try place(ask(flight + "/remove", try form(ask(flight + "/remove"))))
        try refused("restore", restoration)
        #expect(try flights().isEmpty)
    }

    // MARK: - What is refused

    @Test(
        "S-TC-017, S-TC-018, S-TC-019, S-TC-020, S-TC-021, S-TC-023, S-TC-027, S-TC-028, S-TC-030: what is refused",
        arguments: [
            (["hobbs": ""], "hobbs", "Every flight needs its Hobbs time"),
            (["hobbs": "0"], "hobbs", "Hobbs time must be greater than zero"),
            (["hobbs": "abc"], "hobbs", "Hours must be a number such as 1.5, or hours and minutes such as 1:30."),
            (["hobbs": "1,5"], "hobbs", "Hours are written with a point: 1.5, not 1,5."),
            (["hobbs": "-1.0"], "hobbs", "Hours cannot be negative."),
            (
                ["hobbs": "1.555"], "hobbs",
                "Hours have at most two digits after the point; write hours and minutes as 1:20."
            ),
            (["hobbs": "1.5", "dayLandings": "0"], "dayLandings", "Every flight needs at least one landing"),
            (["hobbs": "1.5", "dayLandings": "-1"], "dayLandings", "\"-1\" is no number of landings from 0 to 99."),
            (
                ["hobbs": "1.5", "nightLandings": "100"], "nightLandings",
                "\"100\" is no number of landings from 0 to 99."
            ),
            (["hobbs": "1.5", "date": "2026-02-11"], "date", "2026-02-11"),
            (["hobbs": "1.5", "date": ""], "date", "Every flight needs its date"),
            (["hobbs": "1.5", "date": "soon"], "date", "\"soon\" is no date. Write it like 2026-02-10."),
            (
                ["hobbsStart": "1236.0", "hobbsEnd": "1234.5"], "hobbsEnd",
                "The Hobbs reading at the end is lower than the one at the start."
            ),
            (["hobbsStart": "500.0", "hobbsEnd": "500.0"], "hobbs", "Hobbs time must be greater than zero"),
            (
                ["hobbsStart": "x"], "hobbsStart",
                "Hours must be a number such as 1.5, or hours and minutes such as 1:30."
            ),
            (["hobbs": "1.5", "solo": "on", "dual": "on"], nil, "A flight cannot be both solo and dual."),
            (["hobbs": "1.5", "remarks": String(repeating: "a", count: 40_000)], nil, "remarks"),
        ] as [([String: String], String?, String)])
    func refusals(values: [String: String], field: String?, words: String) throws {
        let before = try events()
        var body = try form(ask("/flight/new"), ["from": "\"<b>\u{301}"])
        for (name, value) in values {
            body = body.split(separator: "&").filter { !$0.hasPrefix(name + "=") }.joined(separator: "&")
            body += "&" + PageAddress("", [PageAddress.Item(name: name, value: value)]).text.dropFirst()
        }
        let response = ask("/flight/new", body)
        var escaped = HTML()
        escaped.text(words)
        let page = text(response)
        #expect(response.status == 422 && page.contains(String(decoding: escaped.bytes, as: UTF8.self)), "\(page)")
        #expect(page.contains("Nothing was written."))
        #expect(page.contains("value=\"&quot;&lt;b&gt;\u{301}\""))
        if let field {
            #expect(page.contains("id=\"\(field)-fault\"") && page.contains("href=\"#\(field)\""), "\(page)")
        }
        for (name, value) in values where name != "remarks" && value != "on" {
            #expect(page.contains("name=\"\(name)\" id=\"\(name)\" value=\"\(value)\""), "\(page)")
        }
        #expect(try events() == before)
    }

    @Test("S-TC-022: a warning is accepted by its box, and the flight records it") func warning() throws {
        let refused = ask("/flight/new", try form(ask("/flight/new"), ["hobbs": "13.0"]))
        let page = text(refused)
        #expect(refused.status == 422)
        #expect(page.contains("Hobbs time exceeds 12 hours. Please verify this is correct."))
        #expect(page.contains("This is right: save it as it is") && !page.contains("aria-invalid"))
        #expect(try flights().isEmpty)
        _ = try place(ask("/flight/new", try form(refused, ["accept": "hobbs.over12"])))
        #expect(try flights()[0].flight.accepted == ["hobbs.over12"])
        #expect(!text(ask("/flight/new", try form(ask("/flight/new"), ["hobbs": "12.0"]))).contains("exceeds"))
        #expect(try flights().count == 2)
    }

    @Test("S-TC-034: a signed flight offers no change, and refuses one that is sent") func locked() throws {
        let flight = try logged()
        let (change, removal) = (try form(ask(flight + "/edit"), ["hobbs": "2.0"]), try form(ask(flight + "/remove")))
        try ledger { ledger in
            let stream = try ledger.flights().value[0].stream
            _ = try ledger.signFlight(stream, cfiNumber: "1234567")
        }
        let before = try events()
        let page = text(ask(flight))
        #expect(!page.contains("/edit\"") && !page.contains("/remove\"") && !page.contains("/restore\""))
        for response in [ask(flight + "/remove"), ask(flight + "/remove", removal)] {
            #expect(response.status == 422 && text(response).contains("Cannot Delete"))
            #expect(text(response).contains("This flight has a locked CFI signature and cannot be deleted."))
            #expect(text(response).contains("Void the signature first to enable deletion."))
        }
        for response in [ask(flight + "/edit"), ask(flight + "/edit", change)] {
            #expect(response.status == 422 && text(response).contains("This flight is locked"))
        }
        #expect(try events() == before)
    }

    @Test("what is not removed is not restored, and what is removed is not removed again") func states() throws {
        let flight = try logged()
        let removal = try form(ask(flight + "/remove"))
        let key = "key=another&form=\(identity.formToken)"
        let standing = ask(flight + "/restore", key)
        #expect(standing.status == 422 && text(standing).contains("There is nothing to restore"))
        _ = try place(ask(flight + "/remove", removal))
        let gone = ask(flight + "/remove", key)
        #expect(gone.status == 422 && text(gone).contains("This flight was removed"))
        #expect(ask("/flight/none/remove", key).status == 404 && ask("/flight/none/edit", key).status == 404)
        // The key of one flight's removal removes no other.
        let other = try logged()
        let reused = ask(other + "/remove", removal)
        #expect(reused.status == 422 && text(reused).contains("This form was sent before"))
        #expect(try flights().count == 1)
    }

    @Test("a page of the past offers no form, and refuses one") func past() throws {
        let flight = try logged()
        let before = try events()
        for target in ["/?known=0", "/logbook?known=0", "\(flight)?known=1"] {
            #expect(!text(ask(target)).contains("method=\"post\"") && !text(ask(target)).contains("/flight/new"))
            #expect(!text(ask(target)).contains("/edit\"") && !text(ask(target)).contains("/remove\""), "\(target)")
        }
        let body = try form(ask("/flight/new"), ["hobbs": "1.5"])
        for (target, body) in [
            ("/flight/new?known=0", nil), ("/flight/new?known=0", body), ("\(flight)/edit?known=1", nil),
            ("\(flight)/edit?known=1", body), ("\(flight)/remove?known=1", body), ("\(flight)/restore?known=1", body),
        ] {
            let response = ask(target, body)
            #expect(response.status == 409 && text(response).contains("The past cannot be written"), "\(target)")
        }
        #expect(try events() == before)
    }

    @Test("a form without its token, from elsewhere, or unreadable writes nothing") func access() throws {
        let before = try events()
        let body = try form(ask("/flight/new"), ["hobbs": "1.5"])
        let token = "form=\(identity.formToken)"
        let own = [("Origin", identity.origin), ("Sec-Fetch-Site", "same-origin")]
        let port = identity.origin.replacing(":7310", with: ":7311")
        let statuses = [
            ask("/flight/new", body.replacing(token, with: "form=")),
            ask("/flight/new", body.replacing(token, with: "form=\(identity.cookie)")),
            ask("/flight/new", body + "&" + token),
            ask("/flight/new", body, [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")]),
            // Another port of this address with a form token that was stolen: the browser sends the cookie.
            ask("/flight/new", body, [("Origin", port), ("Sec-Fetch-Site", "same-site")]),
            ask("/flight/new", body, []),
            ask("/flight/new", body, own, cookie: ""),
            ask("/flight/new", body, own + [("Content-Type", "text/plain")]),
            ask("/flight/new", body + "&key=second"),
            ask("/flight/new", body.replacing(/key=[^&]*/, with: "key=" + String(repeating: "k", count: 65))),
            ask("/flight/new", body.replacing(/key=[^&]*/, with: "key=")),
            ask("/flight/new", body.replacing(/key=[^&]*/, with: "key=%ff")),
            ask("/logbook", body),
        ].map(\.status)
        #expect(statuses == [403, 403, 403, 403, 403, 403, 401, 400, 400, 400, 400, 400, 404])
        // Under another policy a browser names no origin, and each of its forms would be refused.
        let policy = ask("/flight/new").headers.filter { $0.name == "Referrer-Policy" }.map(\.value)
        #expect(policy == ["same-origin"])
        #expect(try events() == before)
    }
}
