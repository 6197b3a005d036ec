import DaybookDomains

/// The logbook as files of other programs: a preview, a copy, and downloads.
enum ExportPage {
    private static let linesMaximum = 20

    static func make(_ context: PageContext) throws -> PageView {
        let (bytes, flights, leftOut) = try context.ledger.exportFlights(.solotrack, context.asOf)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/logbook")), text: "Logbook") }
        content.element(.h1, text: "Export Logbook")
        content.element(.p, text: "The file has \(PageContext.count(flights, "flight")).")
        content.element(.p, .class("deeds")) { content in
            content.element(
                .button, .class("scripted"), .named("type", "button"), .named("data-copy", file("solotrack", context)),
                text: "Copy CSV")
            content.element(
                .a, .named("href", file("solotrack", context)), .named("download", "logbook.csv"),
                text: "Download CSV for SoloTrack")
            content.element(
                .a, .named("href", file("foreflight", context)), .named("download", "foreflight.csv"),
                text: "Download CSV for ForeFlight")
        }
        for each in leftOut { content.element(.p, .class("warning")) { $0.isolated(text(each)) } }
        content.element(.h2, text: "Preview")
        content.element(.pre, .class("scroll"), .named("tabindex", "0"), .label("The first lines of the file")) {
            $0.isolated(lines.prefix(linesMaximum).joined(separator: "\n"))
        }
        if lines.count > linesMaximum {
            content.element(.p, .class("faint"), text: "The file has \(lines.count - linesMaximum) more lines.")
        }
        return PageView(
            title: "Export Logbook", section: .logbook, marks: try PageMarks.ofLogbook(context), isCopied: true,
            content: content)
    }

    private static func text(_ left: LeftOut) -> String {
        let flights = PageContext.count(left.flights, "flight")
        return switch left.how {
        case .noColumn: "Left out, because SoloTrack has no column for them: \(left.what) of \(flights)."
        case .noRow: "Left out, because SoloTrack takes no \(left.what): \(flights)."
        case .changed: "Changed in \(flights), because SoloTrack has no columns for them: \(left.what)."
        case .formula: "Begins with an apostrophe now, lest a spreadsheet runs it: a text of \(flights)."
        }
    }

    private static func file(_ format: String, _ context: PageContext) -> String {
        context.link("/logbook/export/\(format).csv").text
    }

    /// A file of the export; nil for a name that is none.
    static func file(_ name: String, _ context: PageContext) throws -> PageResponse? {
        guard name.utf8.suffix(4).elementsEqual(".csv".utf8),
            let format = ExportFormat(rawValue: String(name.dropLast(4)))
        else { return nil }
        var response = PageResponse(
            200, "text/csv; charset=utf-8", try context.ledger.exportFlights(format, context.asOf).bytes)
        let file = format == .solotrack ? "logbook.csv" : "foreflight.csv"
        response.add("Content-Disposition", "attachment; filename=\"\(file)\"")
        return response
    }
}
