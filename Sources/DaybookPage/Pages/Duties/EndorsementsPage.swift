import DaybookDomains

/// Endorsements and reviews: what was given and passed, how long it holds, and forms for more.
enum EndorsementsPage {
    /// A form that was refused.
    struct Sent {
        let items: [PageAddress.Item]
        let refusal: FormRefusal

        func text(_ name: String) -> String { items.last { $0.name == name }?.value ?? "" }
    }

    static func make(_ context: PageContext, _ secrets: FormSecrets, _ sent: Sent? = nil) throws -> PageView {
        let given = try context.ledger.endorsements(context.asOf).value
        let reviews = try context.ledger.reviews(context.asOf).value
        let due = try context.ledger.flightReview(context.asOf).value
        var content = HTML()
        content.element(.h1, text: "Endorsements and reviews")
        if sent == nil, !context.isPast, let saved = context.address["saved"] {
            let words = saved == "withdrawn" ? "Endorsement withdrawn. Its history stays." : "Saved."
            content.element(.p, .class("saved"), .id("saved"), .named("role", "status"), text: words)
        }
        FlightFormPage.add(sent?.refusal, to: &content)
        try WaterPage.part("endorsements", "Endorsements", &content) { content in
            if given.isEmpty { content.element(.p, .class("empty"), text: "No endorsement is recorded.") }
            try content.element(.ul, .class("drinks")) { content in
                for each in given { try content.element(.li) { try add(each, context, secrets, &$0) } }
            }
            if !context.isPast { addForm(secrets, sent, &content) }
        }
        WaterPage.part("reviews", "Reviews", &content) { content in
            content.element(.p) { content in
                StateWord.add(due.state, to: &content)
                content.text(
                    due.goodThrough.map { " Flight review of 61.56, good through \($0)" } ?? " No flight review")
            }
            content.element(.ul, .class("drinks")) { content in
                for each in reviews {
                    content.element(.li) { content in
                        content.element(.strong, text: FieldText.name(each.review.kind.rawValue))
                        content.element(.span, text: "\(each.review.date)")
                        content.element(.a, .href(LedgerPage.link(each.stream, context)), text: "Record")
                    }
                }
            }
            if !context.isPast { addReviewForm(secrets, sent, &content) }
        }
        return PageView(
            status: sent == nil ? 200 : 422, title: "Endorsements and reviews", section: .logbook,
            marks: try PageMarks.ofLogbook(context), content: content)
    }

    private static func add(
        _ given: GivenEndorsement, _ context: PageContext, _ secrets: FormSecrets, _ content: inout HTML
    ) throws {
        let endorsement = given.endorsement
        content.element(.strong, text: FieldText.name(endorsement.kind.rawValue))
        content.element(.span, text: "\(endorsement.date)")
        StateWord.add(given.state, to: &content)
        if let through = endorsement.goodThrough { content.element(.span, text: "through \(through)") }
        content.element(.span) { content in
            content.text("certificate ")
            content.isolated(endorsement.cfiNumber)
        }
        for text in [endorsement.makeModel, endorsement.remarks].compactMap(\.self) {
            content.element(.span) { $0.isolated(text) }
        }
        if let signature = given.signatures.first {
            let through = signature.certificateThrough.map { ", certificate through \($0)" } ?? ""
            content.element(.span, .class("mark"), text: "signed\(through)")
        }
        if context.isPast || !given.signatures.isEmpty { return }
        let history = try context.ledger.history(of: given.stream)?.value
        FlightFormPage.addButton(
            "/\(given.stream.text)/withdraw", "Withdraw", secrets, seen: SeenRecord(history), to: &content)
    }

    private static func addForm(_ secrets: FormSecrets, _ sent: Sent?, _ content: inout HTML) {
        content.element(.form, .class("fields"), .named("method", "post"), .named("action", "/endorsements/add")) {
            content in
            secrets.add(to: &content)
            content.addChoice(
                "kind", "Endorsement", titled(Endorsement.Kind.allCases.map(\.rawValue)), sent?.text("kind") ?? "")
            content.addField("date", "Date of the endorsement", "date", sent?.text("date") ?? "")
            content.addField("cfi", "Instructor's certificate number", "text", sent?.text("cfi") ?? "")
            content.addField("makeModel", "Make and model", "text", sent?.text("makeModel") ?? "")
            content.addField("remarks", "Remarks", "text", sent?.text("remarks") ?? "")
            content.element(.button, text: "Record the endorsement")
        }
    }

    private static func addReviewForm(_ secrets: FormSecrets, _ sent: Sent?, _ content: inout HTML) {
        content.element(.form, .class("fields"), .named("method", "post"), .named("action", "/reviews/add")) {
            content in
            secrets.add(to: &content)
            content.addChoice(
                "review", "Review or test", titled(PassedReview.Kind.allCases.map(\.rawValue)),
                sent?.text("review") ?? "")
            content.addField("passed", "Date of the review", "date", sent?.text("passed") ?? "")
            content.addField(
                "examiner", "Certificate of the instructor or examiner", "text", sent?.text("examiner") ?? "")
            content.element(.button, text: "Record the review")
        }
    }

    private static func titled(_ values: [String]) -> [(value: String, text: String)] {
        values.map { ($0, $0 == "ipc" ? "Instrument proficiency check" : FieldText.name($0)) }
    }
}
