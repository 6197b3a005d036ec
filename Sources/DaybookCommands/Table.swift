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
            var writer = RowWriter(columns: cells.count)
            for cell in cells { writer.add(shown: cell.text, cell.paint) }
            self = writer.row
        }

        fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

        fileprivate static let headBytes = 9

        private func number(at offset: Int) -> Int {
            Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3]) << 24
        }

        fileprivate func width(_ column: Int) -> Int { number(at: column * Row.headBytes + 4) }

        /// Nil for 0, which is no paint.
        fileprivate func paint(_ column: Int) -> Style.Paint? { Style.Paint(rawValue: bytes[column * Row.headBytes + 8]) }

        /// The text of a cell of so many.
        func text(_ column: Int, of columns: Int) -> ArraySlice<UInt8> {
            let start = column == 0 ? columns * Row.headBytes : number(at: (column - 1) * Row.headBytes)
            return bytes[start..<number(at: column * Row.headBytes)]
        }
    }

    /// Makes a row cell by cell, without a text of each.
    struct RowWriter {
        private var bytes: [UInt8] = []
        private let columns: Int
        private var column = 0
        /// The width to which cells are cut.
        private let most: Int

        init(columns: Int, cutTo most: Int = Int.max) {
            self.columns = columns
            self.most = most
            bytes.reserveCapacity(columns * Row.headBytes + 128)
            bytes.append(contentsOf: repeatElement(0, count: columns * Row.headBytes))
        }

        /// The row; as many cells were added as it has columns.
        var row: Row {
            precondition(column == columns, "a row of another table")
            // A copy of its own size: a list may have very many rows.
            return Row(bytes: Array(bytes[...]))
        }

        /// Adds a text, cut and without control characters.
        mutating func add(_ text: String, cutTo width: Int = Int.max, _ paint: Style.Paint? = nil) {
            let width = min(width, most)
            let plain = Text.plainCount(text, atMost: width == Int.max ? width : width + 1)
            if plain == text.utf8.count, plain <= width {
                bytes.append(contentsOf: text.utf8)
                end(plain, paint)
            } else if plain > width {
                // Every character up to what follows the cut is one byte.
                let start = bytes.count
                bytes.append(contentsOf: text.utf8)
                cut(from: start, to: width)
                end(width, paint)
            } else {
                add(shown: Text.shown(Text.cut(text, to: width)), paint)
            }
        }

        /// Cuts what was appended last, of which each byte up to there is a character, with an ellipsis.
        private mutating func cut(from start: Int, to width: Int) {
            bytes.removeSubrange((start + width - 1)...)
            bytes.append(contentsOf: "…".utf8)
        }

        /// As the three texts in one.
        mutating func add(_ first: String, _ second: String, _ third: String, cutTo width: Int = Int.max) {
            let count = first.utf8.count + second.utf8.count + third.utf8.count
            guard count <= min(width, most), Text.isPlain(first), Text.isPlain(third) else { return add(first + second + third, cutTo: width) }
            for text in [first, second, third] { bytes.append(contentsOf: text.utf8) }
            end(first.utf8.count + Text.width(second) + third.utf8.count, nil)
        }

        fileprivate mutating func add(shown text: String, _ paint: Style.Paint?) {
            bytes.append(contentsOf: text.utf8)
            end(Text.width(text), paint)
        }

        /// Adds what the closure appends, which is printable ASCII.
        mutating func addPlain(_ paint: Style.Paint? = nil, _ write: (inout [UInt8]) -> Void) {
            let start = bytes.count
            write(&bytes)
            let width = bytes.count - start
            if width > most { cut(from: start, to: most) }
            end(min(width, most), paint)
        }

        /// Writes the head of the cell whose text has been added.
        private mutating func end(_ width: Int, _ paint: Style.Paint?) {
            precondition(column < columns, "a row of another table")
            let head = column * Row.headBytes
            write(UInt32(bytes.count), at: head)
            write(UInt32(width), at: head + 4)
            bytes[head + 8] = paint?.rawValue ?? 0
            column += 1
        }

        private mutating func write(_ number: UInt32, at offset: Int) {
            bytes[offset] = UInt8(truncatingIfNeeded: number)
            bytes[offset + 1] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[offset + 2] = UInt8(truncatingIfNeeded: number >> 16)
            bytes[offset + 3] = UInt8(truncatingIfNeeded: number >> 24)
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
