/// How the pages of a printed logbook look, in black alone; their heights are counted in `BookLayout`.
enum BookStyle {
    /// The style sheet; `foot` stands at the foot of every page.
    static func sheet(_ paper: Paper, _ layout: BookLayout, foot: String) -> String {
        """
        @page { size: \(paper.size) landscape; margin: 9mm 10mm 13mm; }
        @page { @bottom-left { content: "\(AuditStyle.quoted(foot))"; font: 7pt \(AuditStyle.fonts); } }
        @page { @bottom-right { content: "Sheet " counter(page) " of " counter(pages); } }
        @page { @bottom-right { font: 7pt \(AuditStyle.fonts); } }
        body { font: 9.5pt/1.35 \(AuditStyle.fonts); color: #000; background: #fff; margin: 1em; }
        h1 { font-size: 18pt; margin: 0 0 .4em; }
        h2 { font-size: 12pt; margin: 1.2em 0 .3em; }
        p { margin: .3em 0; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; vertical-align: top; }
        .page { break-after: page; margin-bottom: 2em; }
        .page h2 { display: flex; justify-content: space-between; margin: 0 0 2pt; }
        .page h2 { font-size: 8.5pt; line-height: 12pt; }
        .book { table-layout: fixed; }
        .book { font-size: \(points(BookLayout.fontSize)); line-height: \(points(BookLayout.lineHeight)); }
        .book th, .book td { border: .4pt solid #777; padding: 1pt .5mm; }
        .book td { text-align: right; white-space: nowrap; }
        .book td:nth-child(-n+5) { text-align: left; white-space: normal; overflow-wrap: anywhere; }
        .book thead { display: table-row-group; }
        .book thead th { font-size: 5.6pt; line-height: 6.8pt; text-align: center; vertical-align: bottom; }
        .book thead th { overflow-wrap: anywhere; }
        .book tr { break-inside: avoid; }
        .book small { font-size: \(points(BookLayout.smallSize)); color: #333; }
        .sums { border-top: 1.2pt solid #000; }
        .sums th { text-align: right; font-weight: normal; }
        .sums td:nth-child(n) { text-align: right; white-space: nowrap; }
        .sums tr:last-child > * { font-weight: bold; }
        .long .sums td { font-size: 5.2pt; }
        .sign { margin: 7pt 0 0; font-size: 8pt; line-height: 14pt; }
        .facts { border-top: 1.5pt solid #000; margin: .5em 0; }
        .facts th { width: 11em; font-weight: normal; color: #333; }
        .facts th, .facts td, .list th, .list td { padding: .15em 1.4em .15em 0; border-bottom: .5pt solid #aaa; }
        .list td { overflow-wrap: anywhere; }
        \(PrintedPage.listStyle)
        .list thead th { border-bottom: 1pt solid #000; font-size: 8.5pt; }
        .list tr, .facts tr { break-inside: avoid; }
        .whole { width: 100%; }
        .blank { display: inline-block; width: 22em; border-bottom: .5pt solid #000; height: 1.3em; }
        .day { width: 9em; }
        .date { white-space: nowrap; }
        section { break-inside: avoid; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 8.5pt; }
        .figures { list-style: none; padding: 0; margin: .8em 0; display: flex; flex-wrap: wrap; gap: .2em 1.6em; }
        .figures b { font-size: 12pt; }
        .warn { border: 1.5pt solid #000; padding: .4em .6em; font-weight: bold; }
        h2, thead { break-after: avoid; }
        \(layout.style)
        @media screen { .page { overflow-x: auto; } .book { min-width: 250mm; } }
        @media print { body { margin: 0; } .page { margin-bottom: 0; } .back { display: none; } }
        """
    }

    private static func points(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)pt" }
}
