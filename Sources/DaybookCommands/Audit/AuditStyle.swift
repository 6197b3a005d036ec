/// How the page of the audit looks, on a screen and on paper of any size, in black alone.
enum AuditStyle {
    /// The style sheet; `foot` stands at the foot of every page beside its number, where the browser prints such feet.
    static func sheet(foot: String) -> String {
        """
        @page { margin: 16mm 14mm 18mm; @bottom-left { content: "\(quoted(foot))"; font: 8pt \(fonts); } @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt \(fonts); } }
        body { font: 9.5pt/1.35 \(fonts); color: #000; background: #fff; max-width: 60em; margin: 2em auto; padding: 0 1em; }
        h1 { font-size: 18pt; margin: 0 0 .4em; }
        h2 { font-size: 13pt; margin: 1.6em 0 .3em; border-bottom: 1.5pt solid #000; }
        h3 { font-size: 10.5pt; margin: 1.2em 0 .2em; }
        h1, h2, h3, thead { break-after: avoid; }
        p { margin: .3em 0; break-inside: avoid; }
        h2 + p, h3 + p, p:has(+ table) { break-after: avoid; }
        table { border-collapse: collapse; margin: .5em 0; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; vertical-align: top; padding: .15em 1.4em .15em 0; border-bottom: .5pt solid #aaa; }
        td { white-space: nowrap; }
        tr > :last-child { padding-right: 0; }
        .whole { width: 100%; }
        thead { display: table-header-group; }
        thead th { border-bottom: 1pt solid #000; font-size: 8.5pt; vertical-align: bottom; }
        \(rights) { text-align: right; white-space: nowrap; }
        \(free) { white-space: normal; overflow-wrap: anywhere; min-width: 6em; }
        .long { font-size: 8.5pt; }
        .long th, .long td { padding-right: .8em; }
        .long td:last-child { min-width: 10em; }
        .sum tbody tr:last-child td { font-weight: bold; border-top: 1pt solid #000; }
        .facts { border-top: 1.5pt solid #000; }
        .facts th { width: 9em; font-weight: normal; color: #333; }
        .facts td, .whole td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; }
        .blank { display: inline-block; width: 24em; border-bottom: .5pt solid #000; height: 1.4em; }
        .day { width: 9em; }
        .list td { white-space: normal; overflow-wrap: anywhere; }
        \(PrintedPage.listStyle)
        .verdict { font-size: 12pt; font-weight: bold; margin: .8em 0; }
        .sign { margin: 1.4em 0 .6em; }
        .sign .blank { width: 17em; }
        .sign .day { width: 8em; }
        .date { white-space: nowrap; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
        .figures { list-style: none; padding: 0; margin: .8em 0; display: flex; flex-wrap: wrap; gap: .2em 1.6em; }
        .figures b { font-size: 12pt; }
        .warn { border: 1.5pt solid #000; padding: .4em .6em; font-weight: bold; }
        small { font-size: 8.5pt; }
        tr, li, figure { break-inside: avoid; }
        figure { margin: .6em 0; }
        img { max-width: 20em; max-height: 8em; }
        @media screen and (max-width: 45em) { table { display: block; overflow-x: auto; } }
        @media print { body { max-width: none; margin: 0; padding: 0; } .back { display: none; } }
        """
    }

    static let fonts = "Helvetica, Arial, \"Liberation Sans\", \"DejaVu Sans\", sans-serif"

    /// Columns of numbers are named by a class of their table, so that their cells need none.
    private static let rights = (2...10).map { ".r\($0) tr > :nth-child(\($0))" }.joined(separator: ", ")

    /// Columns of long texts, in the same way: there alone a line may be broken, and where nothing else helps a word.
    private static let free = (1...10).map { ".f\($0) td:nth-child(\($0))" }.joined(separator: ", ")

    /// A text within quotes of a style sheet, of which nothing ends them or the sheet: all but letters, digits and
    /// blanks are written as their numbers.
    static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ",", "-": result.unicodeScalars.append(scalar)
            default: result += "\\" + String(scalar.value, radix: 16) + " "
            }
        }
        return result
    }
}
