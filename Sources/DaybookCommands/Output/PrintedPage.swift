import DaybookDomains

/// The common parts of pages to print: one file without a script, nothing loaded from elsewhere, in which no text of
/// the ledger becomes markup.
enum PrintedPage {
    /// Up to the body.
    static func head(title: String, style: String) -> String {
        let style = "\n\(style)\n"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(contentPolicy(style: style))">
            <title>\(escaped(title))</title>
            <style>\(style)</style>
            </head>
            <body>

            """
    }

    /// The sources that a browser may load for the page (Content Security Policy 3): its own style sheet, known by its
    /// hash, and pictures that it holds itself.
    private static func contentPolicy(style: String) -> String {
        let hash = Base64.encode(Hex.decode(Ledger.digest(ofFile: Array(style.utf8))) ?? [])
        return "default-src 'none'; style-src 'sha256-\(hash)'; img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// Rows of a name and what it is.
    static func facts(_ facts: [(name: String, html: String)]) -> String {
        """
        <table class="facts whole">
        \(facts.map { "<tr><th scope=\"row\">\($0.name)<td>\($0.html)" }.joined(separator: "\n"))
        </table>

        """
    }

    /// Columns of short texts, such as dates, are never broken; those of usual words only between words.
    static let listStyle =
        (1...10).map { ".list.s\($0) td:nth-child(\($0))" }.joined(separator: ", ") + " { white-space: nowrap; }\n"
        + (1...10).map { ".list.w\($0) td:nth-child(\($0))" }.joined(separator: ", ") + " { overflow-wrap: normal; }"

    /// The classes of a list's columns by the longest of their texts and words.
    private static func columnClasses(_ columns: Int, _ rows: [[String]]) -> String {
        (0..<columns).map { column in
            let texts = rows.map { $0[column] }
            if texts.allSatisfy({ $0.utf8.count <= 12 }) { return " s\(column + 1)" }
            let isUsual = texts.allSatisfy { $0.split(separator: " ").allSatisfy { $0.utf8.count <= 24 } }
            return isUsual ? " w\(column + 1)" : ""
        }.joined()
    }

    /// A table with heads; text of the ledger in its cells never becomes markup.
    static func list(_ columns: [String], _ rows: [[String]]) -> String {
        """
        <table class="list whole\(columnClasses(columns.count, rows))">
        <thead><tr>\(columns.map { "<th>\($0)" }.joined())</thead>
        <tbody>
        \(rows.map { "<tr>" + $0.map { "<td>\(isolated($0))" }.joined() }.joined(separator: "\n"))
        </tbody>
        </table>

        """
    }

    /// Describes the logs and the instructors' keys, and the command that checks them without trust in the pilot or
    /// this program. Each key is a row: its digits, its numbers, its names and how many flights it signed.
    static func proof(_ logs: AuditedLogs, keys: [[String]]) -> String {
        var command = "tools/check-export FILE"
        for log in logs.logs {
            command += " \\\n    --expect \(log.origin.hex):\(log.size):\(Base64.encode(log.root.bytes))"
        }
        for key in keys { command += " \\\n    --expect-key \(key[0])" }
        let roots = logs.logs.map { [Answers.name($0), String($0.size), Base64.encode($0.root.bytes)] }
        let signed =
            keys.isEmpty
            ? "<p>No key of an instructor signed an entry: each signature is the owner's word that it was given.</p>\n"
            : """
            <p>Keys that signed. Compare each with the one that the instructor reads out from <code>daybook key show \
            FILE</code>; nothing else shows whose it is.</p>
            \(list(["Key", "Number", "Name", "Entries"], keys))
            """
        return """
            <section>
            <h2>How to check this</h2>
            <p>Ask the owner for an export, made by <code>daybook export --format jsonl FILE</code>. Then run this \
            command, of a separate program without code of the ledger's:</p>
            <pre>\(command)</pre>
            <p>It recomputes every event, root and signature from the bytes. It ends with "As expected" where each log \
            still begins with the events of this page. The root is one number over all events of a log (a Merkle tree, \
            RFC 6962): changing a single byte would change the root.</p>
            \(signed)\(list(["Log", "Events", "Root"], roots))\
            <p>No log states whether an entry was true when it was made, or who a key belongs to.</p>
            </section>

            """
    }

    /// The line that a pilot signs.
    static func certified(_ what: String) -> String {
        """
        <p class="sign">I certify that the entries \(what) are true. Pilot's signature \(blank) \
        <span class="date">Date <span class="blank day"></span></span></p>
        """
    }

    /// A blank to fill in by hand.
    static let blank = "<span class=\"blank\"></span>"

    /// Text of entries never becomes markup.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        appendEscaped(Text.shown(text), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same; letters that go from right to left turn nothing around them.
    static func isolated(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a text without control characters, of which nothing becomes markup and nothing turns what is around it.
    static func append(_ text: String, to page: inout [UInt8]) {
        // Nearly every text goes over as it is.
        if isPlain(text) { return page.append(contentsOf: text.utf8) }
        let shown = Text.shown(text)
        guard shown.unicodeScalars.contains(where: goesLeft) else { return appendEscaped(shown, to: &page) }
        page.append(contentsOf: "<bdi>".utf8)
        appendEscaped(shown, to: &page)
        page.append(contentsOf: "</bdi>".utf8)
    }

    /// Whether it is of a script that is written from right to left. Source: Unicode, the blocks of DerivedBidiClass
    /// whose default is R or AL.
    private static func goesLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func appendEscaped(_ text: String, to page: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): page.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): page.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): page.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): page.append(contentsOf: "&quot;".utf8)
            default: page.append(byte)
            }
        }
    }

    /// Whether it is printable ASCII without a sign of markup.
    private static func isPlain(_ text: String) -> Bool {
        let units = text.utf8.span
        for index in units.indices {
            switch units[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): return false
            case 0x20..<0x7F: continue
            default: return false
            }
        }
        return true
    }
}
