import DaybookDomains

/// The frame of every page: the navigation, the two times, and the position they mean.
enum PageFrame {
    static func document(_ view: PageView, _ context: PageContext) throws -> HTML {
        let steps = TimeSteps(context, view.marks)
        var page = HTML()
        page.documentType()
        try page.element(
            .html, .named("lang", "en"), .named("data-newest", "\(context.newest)"),
            .flag("data-past", context.isPast)
        ) { page in
            head(view.title, isInProgress: view.isInProgress, &page)
            try page.element(.body, context.isPast ? .class("past") : nil) { page in
                page.element(.a, .class("skip"), .named("href", "#answer"), text: "Skip to the answer")
                navigation(view, context, &page)
                if !view.isForm { TimesBar.add(context, view.marks, steps, to: &page) }
                try page.element(.main, .id("answer"), .named("tabindex", "-1")) { page in
                    if context.isPast { pastNote(context, &page) }
                    page.append(view.content)
                    try TourPanel.add(view, context, to: &page)
                    try NoticesPage.addFocus(view, context, to: &page)
                }
                page.element(.div, .id("live"), .named("role", "status"))
                keys(&page)
                if view.hasForms { PageFile.forms.addScript(to: &page) }
            }
        }
        return page
    }

    static func head(_ title: String, isInProgress: Bool = false, _ page: inout HTML) {
        page.element(.head) { page in
            page.element(.meta, .named("charset", "utf-8"))
            page.element(.meta, .named("name", "viewport"), .named("content", "width=device-width, initial-scale=1"))
            page.element(.meta, .named("name", "color-scheme"), .named("content", "light dark"))
            page.element(.title, text: "\(title) – Daybook")
            page.element(.link, .named("rel", "stylesheet"), .href(PageFile.style.address))
            page.element(.script, .named("src", PageFile.script.address.text), .flag("defer"))
            if isInProgress {
                page.element(.noscript) {
                    $0.element(.meta, .named("http-equiv", "refresh"), .named("content", "2"))
                }
            }
        }
    }

    private static func navigation(_ view: PageView, _ context: PageContext, _ page: inout HTML) {
        page.element(.header) { page in
            page.element(.span, .class("brand"), text: "Daybook")
            page.element(.nav, .label("Pages")) { page in
                for section in PageView.Section.allCases {
                    page.element(
                        .a, .href(context.link(section.path)),
                        section == view.section ? .named("aria-current", "page") : nil,
                        .named("data-go", section.key), text: section.rawValue)
                }
            }
        }
    }

    private static func pastNote(_ context: PageContext, _ page: inout HTML) {
        page.element(.p, .class("note"), .named("role", "note")) { page in
            page.element(.strong, text: "The past.")
            page.text(" The page shows what was known then; \(PageContext.count(newer(context), "newer event")) ")
            page.text(newer(context) == 1 ? "is left out. " : "are left out. ")
            page.text("Nothing can be written here. ")
            page.element(.a, .href(context.address.setting("known", nil)), text: "Go to what is known now")
        }
    }

    private static func newer(_ context: PageContext) -> Int {
        Int(context.newest.value - context.answered.position.value)
    }

    /// The list of keys, which `?` opens; a page of its own shows it without a script.
    private static func keys(_ page: inout HTML) {
        page.element(.dialog, .id("keys"), .named("aria-labelledby", "keys-title")) { page in
            page.element(.h2, .id("keys-title"), text: "Keys")
            HelpPage.addKeys(to: &page)
            page.element(.form, .named("method", "dialog")) { $0.element(.button, text: "Close") }
        }
    }
}
