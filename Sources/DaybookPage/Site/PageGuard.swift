import Synchronization

/// Who is let in: the browser that opened the address with its one-time token, and nothing that another page sends.
public final class PageGuard: Sendable {
    private let secrets: PageSecrets
    private let known: Mutex<PageIdentity>
    /// Opens the page once; nil after that.
    private let token: Mutex<String?>

    /// - Parameter token: The secret that opens the page once.
    public init(_ identity: PageIdentity, _ secrets: PageSecrets, token: String) {
        known = Mutex(identity)
        self.secrets = secrets
        self.token = Mutex(token)
    }

    var identity: PageIdentity { known.withLock { $0 } }

    /// Lets no browser in that was let in before.
    func logOut() throws { try secrets.renew() }

    /// Takes the secret as it is kept now.
    private func refresh() throws(PageProblem) {
        do {
            guard let secret = try secrets.current() else { return }
            known.withLock { if $0.secret != secret { $0 = $0.with(secret) } }
        } catch { throw PageProblem(error) }
    }

    /// Whether a browser that was let in sends the request, before its body is read.
    func isKnown(_ head: PageRequest) throws(PageProblem) -> Bool {
        try refresh()
        return head.value("host") == identity.host && hasCookie(head)
    }

    /// Checks a request before anything of it is routed.
    ///
    /// - Returns: An answer instead of a page, where the request opens the page with its token.
    /// - Throws: ``PageProblem``.
    func check(_ request: PageRequest) throws(PageProblem) -> PageResponse? {
        try refresh()
        guard let host = request.value("host") else {
            throw PageProblem(400, "This request cannot be read", "It must name one host.")
        }
        // A name that resolves to this address is another site's (DNS rebinding).
        guard host == identity.host else {
            throw PageProblem(421, "This is another site's address", "This server answers at \(identity.origin) only.")
        }
        guard ["GET", "HEAD", "POST"].contains(request.method) else {
            throw PageProblem(405, "This is not done here", "The page answers GET, HEAD and POST.")
        }
        if let opened = opened(by: request) { return opened }
        guard hasCookie(request) else {
            throw PageProblem(
                401, "This browser was not let in", "It has not opened the address that the server printed.",
                hint: PageGuard.wayIn)
        }
        if request.method == "POST" { try checkOrigin(request) }
        return nil
    }

    /// A write must come from a page of this server: no other site, and no other port of this machine.
    private func checkOrigin(_ request: PageRequest) throws(PageProblem) {
        // `same-site` is what a browser states of another port.
        guard request.value("origin") == identity.origin, request.value("sec-fetch-site") == "same-origin" else {
            throw PageProblem(
                403, "This form came from elsewhere", "Only a form of this page may write to the ledger.",
                hint: "Open the page and fill in its form.")
        }
    }

    /// Checks the token of a form.
    func checkForm(_ fields: [PageAddress.Item]) throws(PageProblem) {
        let tokens = fields.filter { $0.name == "form" }
        guard tokens.count == 1, PageGuard.isEqual(tokens[0].value, identity.formToken) else {
            throw PageProblem(
                403, "This form is not of this page", "Its token is missing or wrong. Nothing was written.",
                hint: "Open the form again.")
        }
    }

    /// Lets the browser in that brings the token. Its next request comes from this answer, so that the browser sends
    /// the cookie whatever page or program opened the address.
    private func opened(by request: PageRequest) -> PageResponse? {
        guard request.method == "GET", let address = PageAddress(target: request.target), address.path == "/",
            let given = address["token"]
        else { return nil }
        let isRight = token.withLock { token in
            guard let expected = token, PageGuard.isEqual(given, expected) else { return false }
            token = nil
            return true
        }
        // A link that is followed again changes nothing for a browser that was let in.
        guard isRight || hasCookie(request) else { return nil }
        var page = HTML()
        page.documentType()
        page.element(.html, .named("lang", "en")) { page in
            page.element(.head) { page in
                page.element(.meta, .named("charset", "utf-8"))
                page.element(.meta, .named("http-equiv", "refresh"), .named("content", "0;url=/"))
                page.element(.title, text: "Daybook")
            }
            page.element(.body) { page in page.element(.p) { $0.element(.a, .href(PageAddress("/")), text: "Open") } }
        }
        var response = PageResponse.html(page)
        response.add(
            "Set-Cookie",
            "\(identity.cookieName)=\(identity.cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000")
        return response
    }

    private func hasCookie(_ request: PageRequest) -> Bool {
        let prefix = identity.cookieName + "="
        let found = request.values("cookie").flatMap { $0.split(separator: ";") }.map { $0.drop { $0 == " " } }
            .filter { $0.utf8.starts(with: prefix.utf8) }
        return found.count == 1 && PageGuard.isEqual(String(found[0].dropFirst(prefix.count)), identity.cookie)
    }

    static let wayIn = "Stop \"daybook serve\", start it again, and open the address that it prints."

    /// Compares without stopping at the first difference.
    static func isEqual(_ given: String, _ expected: String) -> Bool {
        let (given, expected) = (Array(given.utf8), Array(expected.utf8))
        guard given.count == expected.count else { return false }
        var differences: UInt8 = 0
        for (one, other) in zip(given, expected) { differences |= one ^ other }
        return differences == 0
    }
}
