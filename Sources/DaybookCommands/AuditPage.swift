import DaybookKit

/// The audit as a page to print: one file, nothing loaded from elsewhere.
enum AuditPage {
    /// Gives the page to `write`, part by part.
    static func write(_ report: AuditReport, _ asOf: AnsweredAsOf, to write: ([UInt8]) throws -> Void) throws {
        try write(Array(head(asOf).utf8))
        for section in report.sections {
            var lines = "<h2>\(escaped(section.title))</h2>\n"
            if let note = section.note { lines += "<p>\(escaped(note))</p>\n" }
            try write(Array(lines.utf8))
            guard let table = section.table else { continue }
            try self.write(table, to: write)
            for picture in table.pictures {
                try write(Array("<figure><img src=\"\(picture.url)\" alt=\"Signature\"><figcaption>\(escaped(picture.title))</figcaption></figure>\n".utf8))
            }
        }
        try write(Array("</body>\n</html>\n".utf8))
    }

    private static func head(_ asOf: AnsweredAsOf) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Logbook audit, \(asOf.on)\(AuditReport.supposed(asOf))</title>
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
        <p>\(AuditReport.asOf(asOf)), by \(escaped(asOf.evaluator)).</p>

        """
    }

    private static func write(_ table: AuditReport.Rows, to write: ([UInt8]) throws -> Void) throws {
        let areNumbers = table.columns.map { $0.alignment == .right }
        let titles = zip(table.columns, areNumbers).map { "<th\($1 ? number : "")>\(escaped($0.title))</th>" }
        try write(Array("<table>\n<thead><tr>\(titles.joined())</tr></thead>\n<tbody>\n".utf8))
        try table.made({ lines($0, areNumbers) }, take: { try write($0) })
        try write(Array("</tbody>\n</table>\n".utf8))
    }

    private static let number = " class=\"number\""

    /// A line of each row.
    private static func lines(_ rows: Table.Rows, _ areNumbers: [Bool]) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(rows.count * 256)
        // What stands before each cell, with the end of the one before it.
        let starts = areNumbers.enumerated().map { column, isNumber in Array("\(column == 0 ? "<tr>" : "</td>")<td\(isNumber ? number : "")>".utf8) }
        let end = Array("</td></tr>\n".utf8)
        for row in 0..<rows.count {
            for column in starts.indices {
                lines.append(contentsOf: starts[column])
                // The cells of rows hold no control characters.
                append(rows.text(row, column), to: &lines)
            }
            lines.append(contentsOf: end)
        }
        return lines
    }

    /// Text of entries never becomes markup.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(Array(Text.shown(text).utf8)[...], to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a text of which nothing becomes markup.
    private static func append(_ text: ArraySlice<UInt8>, to page: inout [UInt8]) {
        var rest = text
        // Nearly every text has nothing to escape, and goes over as it is.
        while let index = rest.firstIndex(where: isMarkup) {
            page.append(contentsOf: rest[..<index])
            switch rest[index] {
            case UInt8(ascii: "&"): page.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): page.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): page.append(contentsOf: "&gt;".utf8)
            default: page.append(contentsOf: "&quot;".utf8)
            }
            rest = rest[(index + 1)...]
        }
        page.append(contentsOf: rest)
    }

    private static func isMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
    }
}
