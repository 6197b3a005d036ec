import DaybookDomains

/// How far training is toward 61.109(a), with the flights behind each figure.
enum ProgressPage {
    static func make(_ context: PageContext) throws -> PageView {
        let progress = try context.ledger.progress(context.asOf).value
        let whole = try context.ledger.progressDetail(context.asOf).value
        let items = whole.items
        let figures = Figure.progress(progress, on: context.answered.on)
        // Both lists rest on the same entries: they are read once.
        let evidence = try context.ledger.evidence(
            figures + Figure.detail(items, on: context.answered.on), context.asOf)
        var content = HTML()
        content.element(.h1, text: "Progress on \(context.answered.on)")
        if progress.requirements.allSatisfy({ $0.hours == .zero }) { try addNone(context, &content) }
        addOverall(progress, context, &content)
        if let note = try context.ledger.authority(context.asOf).note(on: "14 CFR 61.109(a)") {
            content.element(.p, text: note)
        }
        content.element(.section, .class("cards"), .label("Requirements")) { content in
            for (requirement, evidence) in zip(progress.requirements, evidence) {
                add(requirement, evidence, context, &content)
            }
        }
        content.element(.section) { content in
            content.element(.h2, text: "The whole list of 61.109(a)")
            content.element(
                .p,
                text: "By night and by instruments it counts hours of training only; the requirements above count all.")
            for note in whole.notes(context.form) { content.element(.p, text: note) }
            content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("The whole list, table")) {
                addTable(Array(zip(items, evidence.dropFirst(figures.count))), context, &$0)
            }
        }
        return PageView(
            title: "Progress", section: .progress, marks: try PageMarks.ofLogbook(context), content: content)
    }

    private static func addNone(_ context: PageContext, _ content: inout HTML) throws {
        content.element(.h2, text: "No Progress Yet")
        let persona = try context.ledger.profile(context.asOf).value.persona
        if context.isPast { return }
        content.element(.p) {
            $0.element(.a, .href(PageAddress("/flight/new")), .class("deed"), text: persona.call)
        }
    }

    private static func addOverall(_ progress: Progress, _ context: PageContext, _ content: inout HTML) {
        content.element(.p, .class("figure")) { content in
            content.text("\(progress.overallPercent) % in all, ")
            content.text("\(progress.met) of \(progress.requirements.count) requirements met.")
        }
        guard let next = progress.next else { return }
        content.element(.p, text: "Next: \(next.requirement.title), \(next.remaining(context.form)).")
    }

    // MARK: - The six requirements

    private static func add(
        _ progress: RequirementProgress, _ evidence: Evidence, _ context: PageContext, _ content: inout HTML
    ) {
        let (requirement, text) = (progress.requirement, progress.text(context.form))
        let id = "progress-\(requirement.rawValue)"
        content.element(.article, .class("card"), .id(requirement.rawValue), .named("aria-labelledby", id)) {
            content in
            content.element(.h2, .id(id), text: requirement.title)
            content.element(.p, .class("faint"), text: requirement.paragraph)
            content.element(
                .progress, .named("max", "100"), .named("value", "\(progress.percent)"),
                .label("\(requirement.title): \(text), \(progress.percent) percent"))
            content.element(.p, .class("figure"), text: text)
            content.element(.p, text: "\(progress.percent) %, \(progress.remaining(context.form))")
            EvidenceList.add(evidence, context, to: &content)
        }
    }

    // MARK: - The whole list

    private static func addTable(
        _ items: [(ItemProgress, Evidence)], _ context: PageContext, _ content: inout HTML
    ) {
        content.element(.table) { content in
            content.element(.thead) { content in
                content.element(.tr) { content in
                    for title in ["Item", "Paragraph", "Have", "Need", "State", "Because of"] {
                        content.element(.th, .named("scope", "col"), text: title)
                    }
                }
            }
            content.element(.tbody) { content in
                for (progress, evidence) in items {
                    content.element(.tr) { content in
                        content.element(.th, .named("scope", "row"), text: progress.title)
                        content.element(.td, text: progress.item.paragraph)
                        content.element(.td, text: have(progress, context.form))
                        content.element(.td, text: amount(progress.item.goal, of: progress.item, context.form))
                        content.element(.td, text: word(progress.state))
                        content.element(.td) { EvidenceList.add(evidence, context, to: &$0) }
                    }
                }
            }
        }
    }

    /// An item that no entry records has no figure.
    private static func have(_ progress: ItemProgress, _ form: HoursForm) -> String {
        progress.state == .notRecorded ? "–" : amount(progress.value, of: progress.item, form)
    }

    private static func amount(_ value: Int, of item: ExperienceItem, _ form: HoursForm) -> String {
        item.isHours ? Hours(seconds: value).text(form) : "\(value)"
    }

    private static func word(_ state: ItemProgress.State) -> String {
        switch state {
        case .met: "✓ met"
        case .unmet: "✕ not met"
        case .notRecorded: "– not recorded"
        }
    }
}
