import DaybookDomains

/// Writes an entry as a row of the list.
struct FlightRow: Sendable {
    private let items: [PageAddress.Item]
    private let form: HoursForm

    init(_ context: PageContext) {
        items = context.link("/").query
        form = context.form
    }

    func bytes(_ entry: FlightEntry) -> [UInt8] {
        var html = HTML()
        add(entry, to: &html)
        return html.bytes
    }

    private func add(_ entry: FlightEntry, to html: inout HTML) {
        let flight = entry.flight
        let hours = flight.totalHours.text(form)
        html.element(.li, entry.mask == nil ? nil : .class("set-aside")) { html in
            html.element(.time, .named("datetime", "\(flight.date)"), text: "\(flight.date)")
            html.text(" ")
            html.element(
                .a, .href(PageAddress("/\(entry.stream.text)", items)),
                .label("\(flight.title), \(hours) hours, \(flight.date)")
            ) { $0.isolated(flight.title) }
            html.text(" ")
            html.element(.span, .class("hours"), text: "\(hours) h")
            html.text(" ")
            html.element(.span, .class("landings"), text: landings(flight))
            html.text(" ")
            html.element(.span, .class("marks")) { html in
                for mark in marks(entry) {
                    html.element(.span, .class(mark.isWarning ? "mark warning" : "mark"), text: mark.text)
                    html.text(" ")
                }
            }
            if let remarks = flight.remarks, !remarks.isEmpty {
                html.element(.span, .class("remarks")) { $0.isolated(remarks) }
            }
        }
    }

    private func landings(_ flight: Flight) -> String {
        [("day", flight.dayLandings), ("night", flight.nightLandings)].compactMap { name, count in
            count.map { "\($0) \(name)" }
        }.joined(separator: ", ")
    }

    private func marks(_ entry: FlightEntry) -> [(text: String, isWarning: Bool)] {
        var marks = FlightRow.tags(entry.flight).map { (text: $0, isWarning: false) }
        if let mask = entry.mask { marks.append((FlightRow.word(mask), true)) }
        if entry.isDisputed {
            marks.append(("disputed", true))
        } else if entry.isLocked {
            marks.append(("signed", false))
        }
        return marks
    }

    /// The categories; of what is no flight and names a place, what it is.
    static func tags(_ flight: Flight) -> [String] {
        guard let noFlight = flight.noFlight, !flight.namesNoPlace else { return flight.tags }
        return flight.tags + [noFlight.title]
    }

    /// Why an entry does not count because of another record.
    static func word(_ mask: RecordMask) -> String {
        switch mask.reason {
        case .superseded: "superseded"
        case .heldBack: "waits"
        case .takenBack: "taken back"
        }
    }
}
