import DaybookDomains

/// A table of texts: columns as wide as they need to be, numbers to the right, two blanks between.
///
/// Rows are bytes, and stay where they were made, because a list may have very many.
struct Table: Sendable {
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

    /// A row, measured: for each cell its end, its width on a screen and its paint, then all texts. It lies somewhere
    /// in an array.
    struct Row: Sendable {
        fileprivate let bytes: ArraySlice<UInt8>

        /// Of bytes that begin with a row that was appended.
        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        /// Appends the row whose cells a closure adds, as many as there are columns.
        static func append(to bytes: inout [UInt8], columns: Int, _ write: (inout RowWriter) -> Void) {
            var writer = RowWriter(of: columns)
            // There and back without a copy.
            swap(&writer.made.bytes, &bytes)
            writer.begin()
            write(&writer)
            precondition(writer.column == columns, "a row of another table")
            swap(&writer.made.bytes, &bytes)
        }

        fileprivate static let headBytes = 9

        // Of a row that begins at a place in a span: thousands are read where they lie, and none of them counted as
        // held for it.

        private static func number(_ bytes: Span<UInt8>, at offset: Int) -> Int {
            Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3])
                << 24
        }

        fileprivate static func width(_ bytes: Span<UInt8>, _ start: Int, _ column: Int) -> Int {
            number(bytes, at: start + column * Row.headBytes + 4)
        }

        /// Nil for 0, which is no paint.
        fileprivate static func paint(_ bytes: Span<UInt8>, _ start: Int, _ column: Int) -> Style.Paint? {
            Style.Paint(rawValue: bytes[start + column * Row.headBytes + 8])
        }

        /// Where the text of a cell lies, in a row of so many.
        fileprivate static func text(_ bytes: Span<UInt8>, _ start: Int, _ column: Int, of columns: Int) -> Range<Int> {
            let first = column == 0 ? columns * Row.headBytes : number(bytes, at: start + (column - 1) * Row.headBytes)
            return start + first..<start + number(bytes, at: start + column * Row.headBytes)
        }
    }

    /// Rows of as many cells that were made together, in one array of bytes.
    struct Rows: Sendable {
        fileprivate let columns: Int
        fileprivate var bytes: [UInt8] = []
        /// Where each row begins.
        fileprivate var starts: [Int] = []
        /// The greatest width in each column; empty while they are not measured.
        fileprivate var widths: [Int] = []

        fileprivate init(columns: Int) { self.columns = columns }

        var count: Int { starts.count }

        fileprivate mutating func measure() { widths = measured }

        private var measured: [Int] {
            var widths = [Int](repeating: 0, count: columns)
            let (bytes, starts) = (bytes.span, starts.span)
            for row in starts.indices {
                for column in widths.indices {
                    widths[column] = max(widths[column], Row.width(bytes, starts[row], column))
                }
            }
            return widths
        }
    }

    /// The content of a table: rows that came one by one, or that were made together.
    private enum Part: Sendable {
        case single([Row])
        case together(Rows)

        var count: Int {
            switch self {
            case .single(let rows): rows.count
            case .together(let rows): rows.count
            }
        }
    }

    /// Makes rows cell by cell, without a text of each.
    struct RowWriter {
        fileprivate var made: Rows
        /// Of the row that is being made.
        private var start = 0
        fileprivate private(set) var column = 0
        /// The width to which cells are cut.
        private let most: Int

        /// For about so many rows.
        init(columns: Int, cutTo most: Int, rows: Int) {
            made = Rows(columns: columns)
            self.most = most
            made.bytes.reserveCapacity(rows * columns * (Row.headBytes + 28))
            made.starts.reserveCapacity(rows)
            begin()
        }

        fileprivate init(of columns: Int) {
            made = Rows(columns: columns)
            most = Int.max
        }

        /// Begins a row behind what is there.
        fileprivate mutating func begin() {
            start = made.bytes.count
            let count = made.columns * Row.headBytes
            made.bytes.append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
            column = 0
        }

        /// Ends a row, to which as many cells were added as there are columns, and begins the next one.
        mutating func endRow() {
            precondition(column == made.columns, "a row of another table")
            made.starts.append(start)
            begin()
        }

        /// Gives the rows that were ended, and has none then; nothing was added since.
        mutating func rows() -> Rows {
            precondition(column == 0, "a row that was not ended")
            // Through its own variable: `self` would hold the bytes, too, and they would be copied.
            var rows = made
            made = Rows(columns: rows.columns)
            rows.bytes.removeLast(rows.bytes.count - start)
            begin()
            rows.measure()
            return rows
        }

        private var bytes: [UInt8] {
            get { made.bytes }
            _modify { yield &made.bytes }
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
            } else if let simple = Text.simpleWidth(text), simple <= width {
                bytes.append(contentsOf: text.utf8)
                end(simple, paint)
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
            guard count <= min(width, most), Text.isPlain(first), Text.isPlain(third) else {
                return add(first + second + third, cutTo: width)
            }
            bytes.append(contentsOf: first.utf8)
            bytes.append(contentsOf: second.utf8)
            bytes.append(contentsOf: third.utf8)
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

        /// Adds what the closure appends, which takes so many columns and is not cut; false, and nothing is added,
        /// where it would have to be.
        mutating func add(width: Int, _ write: (inout [UInt8]) -> Void) -> Bool {
            if width > most { return false }
            write(&bytes)
            end(width, nil)
            return true
        }

        /// Writes the head of the cell whose text has been added.
        private mutating func end(_ width: Int, _ paint: Style.Paint?) {
            precondition(column < made.columns, "a row of another table")
            let head = start + column * Row.headBytes
            let end = UInt32(made.bytes.count - start)
            // Through the span: an array is looked at for other owners at each byte that is set.
            var span = made.bytes.mutableSpan
            RowWriter.write(end, at: head, in: &span)
            RowWriter.write(UInt32(width), at: head + 4, in: &span)
            span[head + 8] = paint?.rawValue ?? 0
            column += 1
        }

        private static func write(_ number: UInt32, at offset: Int, in bytes: inout MutableSpan<UInt8>) {
            bytes[offset] = UInt8(truncatingIfNeeded: number)
            bytes[offset + 1] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[offset + 2] = UInt8(truncatingIfNeeded: number >> 16)
            bytes[offset + 3] = UInt8(truncatingIfNeeded: number >> 24)
        }
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var widths: [Int]
    /// Each with the numbers of its first row and of the one behind its last. The titles come first.
    private var parts: [(first: Int, end: Int, rows: Part)] = []
    private var partsEnd: Int { parts.last?.end ?? 0 }
    /// Rows that came one by one, after all parts.
    private var last: [Row] = []

    init(_ columns: [(title: String, alignment: Alignment)]) {
        self.columns = columns
        widths = [Int](repeating: 0, count: columns.count)
        add(columns.map { Cell($0.title, .strong) })
    }

    /// Adds a row at the end.
    mutating func add(_ cells: [Cell]) {
        precondition(cells.count == columns.count, "a row of another table")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(cells.count * Row.headBytes + 128)
        Row.append(to: &bytes, columns: cells.count) { for cell in cells { $0.add(shown: cell.text, cell.paint) } }
        add(Row(bytes[...]))
    }

    /// Adds a measured row at the end. It has as many cells as there are columns.
    mutating func add(_ row: Row) {
        last.append(row)
        let bytes = row.bytes.span
        for column in columns.indices { widths[column] = max(widths[column], Row.width(bytes, 0, column)) }
    }

    /// Adds rows at the end.
    mutating func add(_ rows: Rows) {
        precondition(rows.columns == columns.count, "rows of another table")
        if !last.isEmpty { add(.single(last)) }
        last = []
        add(.together(rows))
        for column in columns.indices { widths[column] = max(widths[column], rows.widths[column]) }
    }

    private mutating func add(_ part: Part) { parts.append((partsEnd, partsEnd + part.count, part)) }

    /// Of the rows that were added.
    var count: Int { partsEnd + last.count - 1 }
    /// About how much a line takes at the most.
    var lineWidth: Int { widths.reduce(8) { $0 + $1 + 2 } }
    /// Whether there are titles to show.
    var isTitled: Bool { columns.contains { !$0.title.isEmpty } }

    /// All of its lines, and the titles where there are some to show.
    func write(_ style: Style, into lines: inout [UInt8]) { write((isTitled ? 0 : 1)..<count + 1, style, into: &lines) }

    /// The lines of some rows, row 0 being the titles.
    func write(_ rows: Range<Int>, _ style: Style, into lines: inout [UInt8]) {
        // The part in which the first of them lies.
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].end <= rows.lowerBound { low = middle + 1 } else { high = middle }
        }
        var row = rows.lowerBound
        while low < parts.count, row < rows.upperBound {
            let (first, end) = (parts[low].first, min(parts[low].end, rows.upperBound))
            write(parts[low].rows, row - first..<end - first, style, into: &lines)
            (row, low) = (end, low + 1)
        }
        if row < rows.upperBound {
            write(.single(last), row - partsEnd..<rows.upperBound - partsEnd, style, into: &lines)
        }
    }

    /// The lines of some rows of a part.
    private func write(_ part: Part, _ some: Range<Int>, _ style: Style, into lines: inout [UInt8]) {
        switch part {
        case .single(let rows):
            for row in some {
                let bytes = rows[row].bytes
                write(bytes.span, 0, style, into: &lines)
            }
        case .together(let rows):
            let (bytes, starts) = (rows.bytes.span, rows.starts.span)
            for row in some { write(bytes, starts[row], style, into: &lines) }
        }
    }

    /// The line of the row that begins at a place. Blanks are written only before something, so that no line ends in
    /// them.
    private func write(_ bytes: Span<UInt8>, _ start: Int, _ style: Style, into lines: inout [UInt8]) {
        var blanks = 0
        for column in columns.indices {
            let width = Row.width(bytes, start, column)
            let padding = widths[column] - width
            let isRight = columns[column].alignment == .right
            if isRight { blanks += padding }
            if width > 0 {
                lines.append(addingCapacity: blanks) { $0.append(repeating: UInt8(ascii: " "), count: blanks) }
                let paint = Row.paint(bytes, start, column)
                bytes.extracting(Row.text(bytes, start, column, of: columns.count)).withUnsafeBufferPointer {
                    style.paint($0, paint, into: &lines)
                }
                blanks = 0
            }
            blanks += width == 0 && isRight ? 2 : (isRight ? 0 : padding) + 2
        }
        lines.append(UInt8(ascii: "\n"))
    }
}
