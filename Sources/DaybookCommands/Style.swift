import DaybookKit

/// Colours for a terminal; none in a pipe or under NO_COLOR.
struct Style {
    let isOn: Bool

    /// What a colour stands for; the raw value is the code of ECMA-48 §8.3.117.
    enum Paint: String { case strong = "1", faint = "2", good = "32", warning = "33", bad = "31" }

    func strong(_ text: String) -> String { paint(text, .strong) }
    func faint(_ text: String) -> String { paint(text, .faint) }
    func good(_ text: String) -> String { paint(text, .good) }
    func warning(_ text: String) -> String { paint(text, .warning) }
    func bad(_ text: String) -> String { paint(text, .bad) }

    func paint(_ text: String, _ paint: Paint?) -> String {
        guard isOn, let paint else { return text }
        return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
    }
}

/// Texts from events on their way to a screen.
enum Text {
    /// Without control characters, which could move the cursor or colour what follows.
    static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isControl(scalar) ? (scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}") : scalar) }
        return String(result)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL and C1, and the marks that turn the direction of text.
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Cut to a width, with an ellipsis.
    static func cut(_ text: String, to width: Int) -> String { text.count <= width ? text : String(text.prefix(width - 1)) + "…" }

    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// A value of a field as a person reads it.
    static func value(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: "–"
        case .string(let text)?: text.isEmpty ? "\"\"" : shown(text)
        case .bool(let flag)?: flag ? "yes" : "no"
        case let other?: shown(other.text)
        }
    }

    /// An instant on the wall clock of a zone, to the minute.
    static func time(_ instant: Instant, _ zone: any ZoneRules) -> String {
        let (date, millisecond) = instant.local(offsetSeconds: zone.offsetSeconds(at: instant))
        let minute = millisecond / 60_000
        return "\(date) \(Digits.text(minute / 60, width: 2)):\(Digits.text(minute % 60, width: 2))"
    }
}

/// A table of texts: columns as wide as they need to be, numbers to the right, two blanks between.
struct Table {
    enum Alignment { case left, right }

    struct Cell: ExpressibleByStringInterpolation {
        let text: String
        let paint: Style.Paint?

        init(stringLiteral text: String) { self.init(text) }
        init(_ text: String, _ paint: Style.Paint? = nil) {
            self.text = Text.shown(text)
            self.paint = paint
        }
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var rows: [[Cell]] = []

    init(_ columns: [(title: String, alignment: Alignment)]) { self.columns = columns }

    mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count, "a row of another table")
        rows.append(cells)
    }

    func lines(_ style: Style) -> [String] {
        let widths = columns.indices.map { column in max(columns[column].title.count, rows.map { $0[column].text.count }.max() ?? 0) }
        let header = columns.map { Cell($0.title, .strong) }
        let isTitled = columns.contains { !$0.title.isEmpty }
        return ((isTitled ? [header] : []) + rows).map { line($0, widths, style) }
    }

    /// Blanks are written only before something, so that no line ends in them.
    private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
        var line = ""
        var blanks = 0
        for (column, cell) in cells.enumerated() {
            let padding = widths[column] - cell.text.count
            let isRight = columns[column].alignment == .right
            if isRight { blanks += padding }
            if !cell.text.isEmpty {
                line += String(repeating: " ", count: blanks) + style.paint(cell.text, cell.paint)
                blanks = 0
            }
            blanks += cell.text.isEmpty && isRight ? 2 : (isRight ? 0 : padding) + 2
        }
        return line
    }
}
