import DaybookDomains

/// The events that a figure counts, and those it leaves out, folded up.
enum EvidenceList {
    static func add(_ evidence: Evidence, _ context: PageContext, to content: inout HTML) {
        if evidence.countedTotal == 0, evidence.leftOutTotal == 0 { return }
        content.element(.details) { content in
            content.element(
                .summary, text: "Because of \(PageContext.count(evidence.countedTotal, "event"))")
            content.element(.ul) { content in
                for each in evidence.counted {
                    content.element(.li) { content in
                        addLink(each.stream, each.text, context, &content)
                        if let amount = each.amountText { content.text(": \(amount)") }
                    }
                }
            }
            addRest(evidence.countedTotal - evidence.counted.count, &content)
            if evidence.leftOut.isEmpty { return }
            content.element(.p, text: "Left out:")
            content.element(.ul) { content in
                for each in evidence.leftOut {
                    content.element(.li) { content in
                        addLink(each.stream, each.text, context, &content)
                        content.text(". \(each.reason.text)")
                    }
                }
            }
            addRest(evidence.leftOutTotal - evidence.leftOut.count, &content)
        }
    }

    private static func addRest(_ count: Int, _ content: inout HTML) {
        if count > 0 { content.element(.p, text: "and \(PageContext.count(count, "earlier event"))") }
    }

    private static func addLink(_ stream: StreamID, _ text: String, _ context: PageContext, _ content: inout HTML) {
        if stream.kind == "flight" {
            content.element(.a, .href(context.link("/\(stream.text)"))) { $0.isolated(text) }
        } else {
            content.isolated(text)
        }
    }
}
