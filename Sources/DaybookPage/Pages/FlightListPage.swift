import DaybookDomains

/// The entries of the logbook, newest first, a hundred at a time.
enum FlightListPage {
    private static let rowsMaximum = 100

    static func make(_ context: PageContext) throws -> PageView {
        let start = try FlightKey(context)
        let search = context.address["q"]
        let batch = context.address["batch"].flatMap { StreamID("batch/\($0)") }
        let rows = try rows(from: start, search, batch, context)
        let summary = try context.ledger.flightSummary(context.asOf).value
        var content = HTML()
        content.element(.h1, text: "Logbook")
        content.element(.p, .id("sums"), text: try sums(summary, context))
        if let batch {
            content.element(.p) { content in
                content.text("Only the flights of one ")
                content.element(.a, .href(context.link("/\(batch.text)")), text: "import")
                content.text(". ")
                content.element(.a, .href(context.link("/logbook")), text: "All flights")
            }
        }
        addDeeds(summary.flights, isEmpty: rows.isEmpty && search == nil && start.isFirst, context, &content)
        addSearch(search, context, &content)
        if rows.isEmpty {
            addNone(search, start, context, &content)
        } else {
            addMonths(rows.prefix(rowsMaximum), &content)
        }
        addTurns(rows, start, context, &content)
        return PageView(
            title: search.map { "Search for \($0)" } ?? "Logbook", section: .logbook,
            marks: try PageMarks.ofLogbook(context), content: content)
    }

    /// The sum of the logbook, with the totals brought forward, which have no row.
    private static func sums(_ summary: FlightSummary, _ context: PageContext) throws -> String {
        let forwarded = try context.ledger.forwardedTotals(context.asOf).value
        let parts = BroughtForward.parts(forwarded, context.form)
        let hours = "\(summary.totalHours.text(context.form)) hours on or before \(context.answered.on)"
        let sum = parts.isEmpty ? "\(hours)." : "\(hours), of which \(parts.joined(separator: " and "))."
        return "\(PageContext.count(summary.flights, "flight")), \(sum)"
    }

    /// The actions on the whole logbook. An empty one has its first step beside its words.
    private static func addDeeds(_ flights: Int, isEmpty: Bool, _ context: PageContext, _ content: inout HTML) {
        content.element(.p, .class("deeds")) { content in
            if !context.isPast {
                if !isEmpty { addFlight(&content) }
                content.element(.a, .href(PageAddress("/flight/quick")), text: "Quick entry")
                content.element(.a, .href(PageAddress("/import")), text: "Import")
            }
            if flights > 0 { content.element(.a, .href(context.link("/months")), text: "Flying months") }
            content.element(
                .a, flights == 0 ? .named("aria-disabled", "true") : .href(context.link("/logbook/export")),
                flights == 0 ? .named("role", "link") : nil, text: "Export")
        }
    }

    private static func addFlight(_ content: inout HTML) {
        content.element(
            .a, .href(PageAddress("/flight/new")), .class("deed"), .named("data-go", "n"), text: EmptyLogbook.call)
    }

    private struct Row {
        let date: CivilDate
        let html: [UInt8]
    }

    /// One row more than are shown, where there are more.
    private static func rows(
        from start: FlightKey, _ search: String?, _ batch: StreamID?, _ context: PageContext
    ) throws -> [Row] {
        let asOf = AsOf(on: start.date, known: .position(context.answered.position))
        let writer = FlightRow(context)
        let most = start.skip + rowsMaximum + 1
        var rows: [Row] = []
        if search != nil || batch != nil {
            let wanted = FlightSearch(search ?? "")
            try context.ledger.listFlights(asOf) { entry, bytes in
                if let batch, entry.flight.batch != batch { return false }
                guard wanted.finds(entry.flight, signedNumber: entry.signature?.cfiNumber) else { return false }
                bytes.append(contentsOf: writer.bytes(entry))
                return true
            } receive: { flight, bytes in
                rows.append(Row(date: flight.date, html: Array(bytes)))
                return rows.count < most
            }
        } else {
            rows = try context.ledger.newestFlights(most, asOf).value.map {
                Row(date: $0.flight.date, html: writer.bytes($0))
            }
        }
        return Array(rows.dropFirst(start.skip))
    }

    private static func addSearch(_ search: String?, _ context: PageContext, _ content: inout HTML) {
        content.element(.form, .class("search"), .named("method", "get"), .named("action", "/logbook")) { content in
            for item in context.link("/logbook").query {
                content.element(
                    .input, .named("type", "hidden"), .named("name", item.name), .named("value", item.value))
            }
            content.element(.label, .named("for", "q"), text: "Search")
            content.element(
                .input, .named("type", "search"), .named("name", "q"), .id("q"), .named("value", search ?? ""))
            content.element(.label, .named("for", "month"), text: "Go to month")
            content.element(
                .input, .named("type", "month"), .named("name", "month"), .id("month"),
                .named("placeholder", "2026-02"), .named("value", context.address["month"] ?? ""))
            content.element(.button, text: "Find")
            if search != nil || context.address["month"] != nil || context.address["before"] != nil {
                content.element(.a, .href(context.link("/logbook")), text: "All flights")
            }
        }
    }

    private static func addNone(
        _ search: String?, _ start: FlightKey, _ context: PageContext, _ content: inout HTML
    ) {
        if let search {
            content.element(.p, .class("empty")) { content in
                content.text("No Results for ")
                content.isolated(search)
            }
        } else if start.isFirst {
            content.element(.h2, text: EmptyLogbook.title)
            content.element(.p, text: "No flight is logged on or before \(context.answered.on).")
            if context.isPast { return }
            content.element(.p, text: EmptyLogbook.description)
            content.element(.p) { addFlight(&$0) }
        } else {
            content.element(.p, .class("empty"), text: "No flight on or before \(start.date).")
        }
    }

    private static func addMonths(_ rows: ArraySlice<Row>, _ content: inout HTML) {
        var rest = rows
        while let first = rest.first {
            let month = first.date.components
            let own = rest.prefix { $0.date.components.year == month.year && $0.date.components.month == month.month }
            content.element(.h2, text: "\(monthNames[month.month - 1]) \(month.year)")
            content.element(.ol, .class("flights")) { content in
                for row in own { content.append(written: row.html[...]) }
            }
            rest = rest.dropFirst(own.count)
        }
    }

    private static func addTurns(_ rows: [Row], _ start: FlightKey, _ context: PageContext, _ content: inout HTML) {
        let shown = rows.prefix(rowsMaximum)
        content.element(.nav, .class("turns"), .label("Parts of the list")) { content in
            if !start.isFirst {
                let newest = context.address.setting("before", nil).setting("month", nil)
                content.element(.a, .href(newest), text: "Newest")
            }
            guard rows.count > rowsMaximum, let last = shown.last?.date else { return }
            let ofLast = shown.reversed().prefix { $0.date == last }.count
            let next = FlightKey(date: last, skip: ofLast + (start.date == last ? start.skip : 0), isFirst: false)
            let older = context.address.setting("month", nil).setting("before", next.text)
            content.element(.a, .href(older), .named("rel", "next"), text: "Older flights")
        }
    }
}

private let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
]
