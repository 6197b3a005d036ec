import DaybookDomains

/// A file of the page that is the same for every ledger; its address has the digest of its bytes.
struct PageFile {
    let address: PageAddress
    private let type: String
    private let bytes: [UInt8]

    private init(_ name: String, _ ending: String, _ type: String, _ text: String) {
        bytes = Array(text.utf8)
        address = PageAddress("/\(name)-\(Ledger.digest(ofFile: bytes).prefix(16)).\(ending)")
        self.type = type
    }

    static let style = PageFile("style", "css", "text/css; charset=utf-8", PageStyle.sheet)
    static let script = PageFile("script", "js", "text/javascript; charset=utf-8", PageScript.text)
    /// Of pages with forms.
    static let forms = PageFile("forms", "js", "text/javascript; charset=utf-8", FormScript.text)
    static let all = [style, script, forms]

    /// A script of the page.
    func addScript(to page: inout HTML) {
        page.element(.script, .named("src", address.text), .flag("defer"))
    }

    func response(to request: PageRequest) -> PageResponse {
        var response = PageResponse(200, type, bytes)
        response.add("Cache-Control", "private, max-age=31536000, immutable")
        return response
    }
}
