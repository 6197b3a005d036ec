import DaybookDomains

/// The paper that a logbook is printed on, with its long side across.
enum Paper: String, CaseIterable, Sendable {
    case a4, letter

    /// As a style sheet names it.
    var size: String { self == .a4 ? "A4" : "letter" }

    /// Within the margins, in tenths of a millimetre.
    fileprivate var width: Int { self == .a4 ? 2_770 : 2_594 }
    /// The room for the entries of a page, in tenths of a point: the height within the margins less heads, totals and
    /// the pilot's line.
    var entryRoom: Int { self == .a4 ? 4_150 : 4_320 }
}

/// Which columns a printed logbook has, how wide they are, and how high an entry is.
///
/// A page ends where its totals say so, whatever a browser would do: heights are counted from the texts, with letters a
/// little wider than in Helvetica, Arial and Liberation Sans.
struct BookLayout: Sendable {
    /// The columns of texts, which come first.
    enum Text: String, CaseIterable, Sendable { case date, model, ident, route, remarks }

    let columns: [BookFigures.Column]
    private let titles: [String]
    private let widths: [(name: String, width: Int)]
    private let textRooms: [Text: Int]

    /// Tenths of a point.
    static let (fontSize, smallSize, lineHeight, rowSpace) = (68, 56, 84, 28)
    /// On both sides of a cell together, tenths of a millimetre.
    private static let cellSpace = 11

    init(_ paper: Paper, _ classes: BookClasses, filled: Set<BookFigures.Column>) {
        var (columns, titles): ([BookFigures.Column], [String]) = ([], [])
        for column in BookFigures.Column.allCases {
            guard let title = BookLayout.title(column) ?? classes.title(of: column) else { continue }
            // All others are in every logbook.
            if [.otherClass, .ground].contains(column), !filled.contains(column) { continue }
            columns.append(column)
            titles.append(title)
        }
        let isWide = paper == .a4
        var widths: [Text: Int] = [
            .date: 160, .model: isWide ? 170 : 150, .ident: isWide ? 140 : 130, .route: isWide ? 210 : 190,
        ]
        let figures = columns.map(BookLayout.width)
        widths[.remarks] = max(300, paper.width - figures.reduce(0, +) - widths.values.reduce(0, +))
        (self.columns, self.titles) = (columns, titles)
        self.widths =
            Text.allCases.map { ($0.rawValue, widths[$0] ?? 0) }
            + zip(columns, figures).map { ("c\($0.rawValue)", $1) }
        // A tenth of a millimetre has 2.835 tenths of a point.
        textRooms = widths.mapValues { ($0 - BookLayout.cellSpace) * 2_835 / BookLayout.fontSize }
    }

    private static func width(_ column: BookFigures.Column) -> Int {
        switch column {
        case .total: 110
        case .dayTakeoffs, .nightTakeoffs, .dayLandings, .nightLandings, .approaches: 66
        case .actualInstrument, .simulatedInstrument, .simulator, .sic, .dualGiven, .ground: 85
        case .dualReceived: 95
        default: 90
        }
    }

    /// Nil for a class, which has its title from the aircraft.
    private static func title(_ column: BookFigures.Column) -> String? {
        switch column {
        case .dayTakeoffs, .dayLandings: "Day"
        case .nightTakeoffs, .nightLandings, .night: "Night"
        case .firstClass, .secondClass, .thirdClass, .fourthClass, .otherClass: nil
        case .actualInstrument: "Actual instr."
        case .simulatedInstrument: "Simul. instr."
        case .approaches: "Appr."
        case .simulator: "Flight simul."
        case .crossCountry: "Cross country"
        case .solo: "Solo"
        case .pic: "PIC"
        case .sic: "SIC"
        case .dualReceived: "Dual received"
        case .dualGiven: "Dual given"
        case .ground: "Ground"
        case .total: "Total"
        }
    }

    private static func group(_ column: BookFigures.Column) -> String {
        switch column {
        case .dayTakeoffs, .nightTakeoffs: "Takeoffs"
        case .dayLandings, .nightLandings: "Landings"
        case .firstClass, .secondClass, .thirdClass, .fourthClass, .otherClass: "Aircraft class"
        case .night, .actualInstrument, .simulatedInstrument: "Conditions"
        case .approaches, .simulator: ""
        case .crossCountry, .solo, .pic, .sic, .dualReceived, .dualGiven, .ground: "Kind of time"
        case .total: ""
        }
    }

    // MARK: - Markup

    /// The widths, as rules of a style sheet.
    var style: String {
        widths.map { ".\($0.name) { width: \($0.width / 10).\($0.width % 10)mm; }" }.joined(separator: "\n")
    }

    /// A table up to its first entry; `isLong` where its totals have many digits.
    func tableHead(isLong: Bool) -> String {
        var groups: [(title: String, count: Int)] = []
        for column in columns {
            let title = BookLayout.group(column)
            if !title.isEmpty, groups.last?.title == title {
                groups[groups.count - 1].count += 1
            } else {
                groups.append((title, 1))
            }
        }
        let over = groups.map { "<th colspan=\"\($0.count)\">\($0.title)" }.joined()
        let texts = ["Date", "Make and model", "Ident", "From – to", "Remarks, procedures, signatures"]
        return """
            <table class="book\(isLong ? " long" : "")">
            <colgroup>\(widths.map { "<col class=\"\($0.name)\">" }.joined())</colgroup>
            <thead>
            <tr>\(texts.map { "<th rowspan=\"2\">\($0)" }.joined())\(over)
            <tr>\(titles.map { "<th>\($0)" }.joined())
            </thead>
            <tbody>

            """
    }

    // MARK: - Heights

    /// The height of a row of so many lines, in tenths of a point.
    static func height(lines: Int) -> Int { lines * lineHeight + rowSpace }

    /// In how many lines a text of a size is broken within a column.
    func lines(_ text: String, in column: Text, size: Int = fontSize) -> Int {
        let room = (textRooms[column] ?? 0) * BookLayout.fontSize / size
        var (lines, used) = (1, 0)
        for word in text.split(whereSeparator: \.isWhitespace) {
            let width = word.unicodeScalars.reduce(0) { $0 + BookLayout.width(of: $1) }
            if used > 0, used + BookLayout.blank + width > room {
                lines += 1
                used = 0
            }
            if width > room {
                // It is broken anywhere; the letter at each end may not fit.
                lines += width / max(1, room - 1_000)
                used = width % max(1, room - 1_000)
            } else {
                used += (used > 0 ? BookLayout.blank : 0) + width
            }
        }
        return lines
    }

    private static let blank = 300

    /// In thousandths of the size of the font.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar {
        case "i", "j", "l", "t", "f", "I", "!", ".", ",", ":", ";", "'", "|", "/", "(", ")", "[", "]", "-": 340
        case "m", "M", "W", "w", "@", "%": 1_020
        case "A"..."Z", "&": 780
        case "\u{21}"..."\u{7E}": 580
        default: scalar.value > 0xFFFF ? 1_400 : 1_050
        }
    }
}
