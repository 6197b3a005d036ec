import DaybookKit

/// The audit as a page to print: one file, nothing loaded from elsewhere.
enum AuditPage {
    static func text(_ report: AuditReport, _ asOf: AnsweredAsOf) throws -> String {
        let sections = try report.sections.map { section in
            var lines = ["<h2>\(escaped(section.title))</h2>"]
            if let note = section.note { lines.append("<p>\(escaped(note))</p>") }
            if let table = section.table { lines.append(try html(table)) }
            for picture in section.table?.pictures ?? [] {
                lines.append("<figure><img src=\"\(picture.url)\" alt=\"Signature\"><figcaption>\(escaped(picture.title))</figcaption></figure>")
            }
            return lines.joined(separator: "\n")
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Logbook audit, \(asOf.on)</title>
            <style>
            body { font: 10pt/1.4 system-ui, sans-serif; margin: 2em; }
            table { border-collapse: collapse; }
            th, td { border-bottom: 1px solid #999; padding: 0.15em 0.6em; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
            .number { text-align: right; font-variant-numeric: tabular-nums; }
            tr, figure { break-inside: avoid; }
            img { max-width: 20em; max-height: 8em; }
            </style>
            </head>
            <body>
            <h1>Logbook audit</h1>
            <p>As of \(asOf.on), known at position \(asOf.position.value)\(asOf.knownAt.map { " (\($0))" } ?? ""), by \(escaped(asOf.evaluator)).</p>
            \(sections.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func html(_ table: AuditReport.Rows) throws -> String {
        let rows = try table.made().flatMap { made in
            (0..<made.count).map { row in table.columns.indices.map { String(decoding: made.text(row, $0), as: UTF8.self) } }
        }
        func row(_ cells: [String], _ tag: String) -> String {
            let marked = zip(cells, table.columns).map { cell, column in
                "<\(tag)\(column.alignment == .right ? " class=\"number\"" : "")>\(escaped(cell))</\(tag)>"
            }
            return "<tr>\(marked.joined())</tr>"
        }
        return "<table>\n<thead>\(row(table.columns.map(\.title), "th"))</thead>\n<tbody>\n\(rows.map { row($0, "td") }.joined(separator: "\n"))\n</tbody>\n</table>"
    }

    /// Text of entries never becomes markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in Text.shown(text) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
