/// The error, its reason and the remedy.
enum ErrorPage {
    static func response(_ problem: PageProblem) -> PageResponse {
        var page = HTML()
        page.documentType()
        page.element(.html, .named("lang", "en")) { page in
            PageFrame.head(problem.title, &page)
            page.element(.body) { page in
                page.element(.main) { page in
                    page.element(.h1, text: problem.title)
                    page.element(.p) { $0.isolated(problem.message) }
                    if let hint = problem.hint { page.element(.p) { $0.isolated(hint) } }
                    page.element(.p, .class("deeds")) { page in
                        if let link = problem.link { page.element(.a, .href(link.address), text: link.text) }
                        page.element(.a, .href(PageAddress("/")), text: "To the first page")
                    }
                }
            }
        }
        return .html(page, status: problem.status)
    }
}
