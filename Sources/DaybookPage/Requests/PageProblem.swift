import DaybookDomains

/// Why a page cannot be shown: what is wrong, why, and what to do.
struct PageProblem: Error {
    let status: Int
    let title: String
    let message: String
    let hint: String?
    /// Where the remedy is.
    let link: (text: String, address: PageAddress)?

    init(
        _ status: Int, _ title: String, _ message: String, hint: String? = nil,
        link: (text: String, address: PageAddress)? = nil
    ) {
        self.status = status
        self.title = title
        self.message = message
        self.hint = hint
        self.link = link
    }

    /// The same problem with a link to a record.
    func at(_ stream: StreamID) -> PageProblem {
        PageProblem(
            status, title, message, hint: hint, link: ("To the \(stream.kind)", PageAddress("/\(stream.text)")))
    }

    static let malformed = PageProblem(
        400, "This request cannot be read", "Its address, or a field of its form, is no well-formed text.",
        hint: "Go back, and follow a link of the page.")

    static func noPage(_ path: String) -> PageProblem {
        PageProblem(404, "There is no such page", "Nothing is shown at \(path).", hint: "Begin at the first page.")
    }

    /// An error of the library, in its words.
    init(_ error: any Error) {
        switch translation(of: error) {
        case let problem as PageProblem: self = problem
        case let refusal as DraftRefusal: self = PageProblem(refusal.reason)
        case let rejection as Rejection:
            let isUnknown = rejection.code.hasSuffix(".unknown") || rejection.code.hasSuffix(".notFound")
            self.init(
                isUnknown ? 404 : 422, isUnknown ? "There is no such record" : "This is refused", rejection.message,
                hint: rejection.hint)
        case let fault as Fault: self.init(fault)
        default:
            self.init(
                500, "Internal error", "The page could not be made: \(error)", hint: "Please report it with this text.")
        }
    }

    private init(_ fault: Fault) {
        switch fault.kind {
        case .usage: self.init(400, "This cannot be read", fault.message, hint: fault.hint)
        case .busy: self.init(503, "The ledger is busy", fault.message, hint: fault.hint)
        case .missing: self.init(503, "The ledger cannot be found", fault.message, hint: fault.hint)
        case .damaged: self.init(500, "The ledger is damaged", fault.message, hint: fault.hint)
        default: self.init(500, "The ledger cannot be read", fault.message, hint: fault.hint)
        }
    }
}
