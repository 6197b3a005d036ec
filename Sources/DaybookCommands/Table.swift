import DaybookKit

/// A table of texts: columns as wide as they need to be, numbers to the right, two blanks between.
///
/// A row is one array of bytes, because a list may have very many rows.
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

    /// The cells of one row, measured: for each its end, its width on a screen and its paint, then all texts.
    struct Row: Sendable {
        fileprivate let bytes: [UInt8]

        init(_ cells: [Cell]) {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(cells.reduce(0) { $0 + $1.text.utf8.count + Row.headBytes })
            var end = cells.count * Row.headBytes
            for cell in cells {
                end += cell.text.utf8.count
                Row.append(UInt32(end), to: &bytes)
                Row.append(UInt32(Text.width(cell.text)), to: &bytes)
                bytes.append(cell.paint?.rawValue ?? 0)
            }
            for cell in cells { bytes.append(contentsOf: cell.text.utf8) }
            self.bytes = bytes
        }

        private static let headBytes = 9

        private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
            bytes.append(UInt8(truncatingIfNeeded: number))
            bytes.append(UInt8(truncatingIfNeeded: number >> 8))
            bytes.append(UInt8(truncatingIfNeeded: number >> 16))
            bytes.append(UInt8(truncatingIfNeeded: number >> 24))
        }

        private func number(at offset: Int) -> Int {
            Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3]) << 24
        }

        fileprivate func width(_ column: Int) -> Int { number(at: column * Row.headBytes + 4) }

        /// Nil for 0, which is no paint.
        fileprivate func paint(_ column: Int) -> Style.Paint? { Style.Paint(rawValue: bytes[column * Row.headBytes + 8]) }

        fileprivate func text(_ column: Int, of columns: Int) -> ArraySlice<UInt8> {
            let start = column == 0 ? columns * Row.headBytes : number(at: (column - 1) * Row.headBytes)
            return bytes[start..<number(at: column * Row.headBytes)]
        }
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var widths: [Int]
    /// The titles come first.
    private var all: [Row] = []

    init(_ columns: [(title: String, alignment: Alignment)]) {
        self.columns = columns
        widths = columns.map { _ in 0 }
        add(columns.map { Cell($0.title, .strong) })
    }

    /// Adds a row at the end.
    mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count, "a row of another table")
        add(Row(cells))
    }

    /// As above; made of as many cells as there are columns.
    mutating func add(_ row: Row) {
        for column in columns.indices { widths[column] = max(widths[column], row.width(column)) }
        all.append(row)
    }

    var rows: Range<Int> { 1..<all.count }
    /// Whether there are titles to show.
    var isTitled: Bool { columns.contains { !$0.title.isEmpty } }

    /// Appends a row; row 0 is the titles. Blanks are written only before something, so that no line ends in them.
    func write(row number: Int, _ style: Style, into line: inout [UInt8]) {
        let row = all[number]
        var blanks = 0
        for column in columns.indices {
            let width = row.width(column)
            let padding = widths[column] - width
            let isRight = columns[column].alignment == .right
            if isRight { blanks += padding }
            if width > 0 {
                line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
                style.paint(row.text(column, of: columns.count), row.paint(column), into: &line)
                blanks = 0
            }
            blanks += width == 0 && isRight ? 2 : (isRight ? 0 : padding) + 2
        }
    }
}
