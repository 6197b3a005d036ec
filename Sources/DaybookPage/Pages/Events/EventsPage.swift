import DaybookDomains

/// The events of the ledger, newest first, a hundred at a time: all, of a stream, or of a type.
enum EventsPage {
    private static let rowsMaximum = 100
    /// So many positions are read at a time while those that are wanted are looked for.
    private static let window: UInt64 = 4096

    static func make(_ context: PageContext) throws -> PageView {
        let stream = try stream(context.address["stream"])
        let type = context.address["type"]
        let top = try start(context)
        let (rows, isMore) = try rows(stream, type, below: top, context)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/ledger")), text: "Ledger") }
        content.element(.h1, text: "Events")
        addSearch(context, &content)
        if rows.isEmpty { content.element(.p, .class("empty"), text: "No event is like this.") }
        content.element(.div, .class("scroll"), .named("tabindex", "0"), .label("Events, table")) { content in
            content.element(.table) { content in
                content.element(.thead) { content in
                    content.element(.tr) { content in
                        for title in ["Position", "Type", "Stream", "Recorded", "Outcome"] {
                            content.element(.th, .named("scope", "col"), text: title)
                        }
                    }
                }
                content.element(.tbody) { content in
                    for event in rows { content.element(.tr) { add(event, context, &$0) } }
                }
            }
        }
        content.element(.nav, .class("turns"), .label("Parts of the list")) { content in
            if context.address["before"] != nil {
                content.element(.a, .href(context.address.setting("before", nil)), text: "Newest")
            }
            if isMore, let last = rows.last {
                content.element(
                    .a, .href(context.address.setting("before", "\(last.position)")), .named("rel", "next"),
                    text: "Older events")
            }
        }
        return PageView(title: "Events", section: .ledger, content: content)
    }

    private static func stream(_ text: String?) throws -> StreamID? {
        guard let text else { return nil }
        guard let stream = StreamID(text) else {
            throw PageProblem(400, "This stream cannot be read", "\"\(text)\" is no stream.", hint: "Write flight/ID.")
        }
        return stream
    }

    /// Below which position the list begins.
    private static func start(_ context: PageContext) throws -> UInt64 {
        let newest = context.answered.position.value + 1
        guard let text = context.address["before"] else { return newest }
        guard let position = UInt64(text) else {
            throw PageProblem(
                400, "This place cannot be read", "\"\(text)\" names no place in the list.",
                hint: "Begin at the newest event.")
        }
        return min(position, newest)
    }

    /// Newest first; looked for from the top in windows.
    private static func rows(
        _ stream: StreamID?, _ type: String?, below top: UInt64, _ context: PageContext
    ) throws -> (rows: [EventView], isMore: Bool) {
        if let stream {
            var rows: [EventView] = []
            try context.ledger.events(Ledger.EventFilter(stream: stream, type: type), asOf: context.asOf) { event in
                if event.position.value < top { rows.append(event) }
                return true
            }
            rows.sort { $1.position < $0.position }
            return (Array(rows.prefix(rowsMaximum)), rows.count > rowsMaximum)
        }
        var (found, top): ([EventView], UInt64) = ([], top)
        while top > 1, found.count <= rowsMaximum {
            let size = type == nil ? UInt64(rowsMaximum + 1) : window
            let bottom = top > size ? top - size : 1
            var part: [EventView] = []
            let filter = Ledger.EventFilter(type: type, after: Position(bottom - 1))
            try context.ledger.events(filter, asOf: context.asOf) { event in
                guard event.position.value < top else { return false }
                part.append(event)
                return true
            }
            found += part.reversed()
            top = bottom
        }
        return (Array(found.prefix(rowsMaximum)), found.count > rowsMaximum)
    }

    private static func addSearch(_ context: PageContext, _ content: inout HTML) {
        content.element(.form, .class("search"), .named("method", "get"), .named("action", "/ledger/events")) {
            content in
            for item in context.link("/").query {
                content.element(
                    .input, .named("type", "hidden"), .named("name", item.name), .named("value", item.value))
            }
            for (name, title, hint) in [
                ("stream", "Stream", "flight/ID"), ("type", "Type", "flight.logged"), ("before", "Before position", ""),
            ] {
                content.element(.label, .named("for", name), text: title)
                content.element(
                    .input, .named("type", "text"), .named("name", name), .id(name), .named("placeholder", hint),
                    .named("value", context.address[name] ?? ""))
            }
            content.element(.button, text: "Show")
        }
    }

    private static func add(_ event: EventView, _ context: PageContext, _ content: inout HTML) {
        let envelope = event.envelope
        content.element(.td) {
            $0.element(.a, .href(context.link("/event/\(event.id.hex)")), text: "\(event.position)")
        }
        content.element(.td, text: envelope.type)
        content.element(.td) { content in
            content.element(
                .a, .href(context.link("/ledger/events", [.init(name: "stream", value: envelope.stream.text)]))
            ) { $0.isolated(envelope.stream.text) }
        }
        content.element(.td, text: context.time(envelope.recorded))
        content.element(.td, text: event.outcome.status.description)
    }
}
