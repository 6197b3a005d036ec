/// An answer of the server.
public struct PageResponse: Sendable {
    public var status: Int
    public var headers: [PageRequest.Header]
    public var body: [UInt8]
    /// The sources that a browser may load for it, where they differ from the policy of the pages.
    var contentPolicy: String?

    init(_ status: Int, _ type: String, _ body: [UInt8]) {
        self.status = status
        headers = [PageRequest.Header("Content-Type", type)]
        self.body = body
    }

    static func html(_ page: HTML, status: Int = 200) -> PageResponse {
        PageResponse(status, "text/html; charset=utf-8", page.bytes)
    }

    static func text(_ text: String, status: Int = 200) -> PageResponse {
        PageResponse(status, "text/plain; charset=utf-8", Array(text.utf8))
    }

    /// Another place to ask.
    static func seeOther(_ address: PageAddress) -> PageResponse {
        var response = PageResponse(303, "text/plain; charset=utf-8", [])
        response.add("Location", address.text)
        return response
    }

    mutating func add(_ name: String, _ value: String) { headers.append(PageRequest.Header(name, value)) }

    /// The headers of every answer: nothing is kept, framed, guessed, or loaded from elsewhere.
    mutating func addSecurity() {
        add("Content-Security-Policy", contentPolicy ?? PageResponse.pagePolicy)
        add("X-Content-Type-Options", "nosniff")
        // Under `no-referrer` a browser sends `Origin: null` with a form, as it does from another site's frame.
        add("Referrer-Policy", "same-origin")
        add("Cross-Origin-Opener-Policy", "same-origin")
        add("Cross-Origin-Resource-Policy", "same-origin")
        if !headers.contains(where: { $0.name == "Cache-Control" }) { add("Cache-Control", "no-store") }
    }

    /// The sources that a browser may load for the page (Content Security Policy 3): the files of this server, and
    /// nothing inline.
    private static let pagePolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        + "trusted-types daybook"
}
