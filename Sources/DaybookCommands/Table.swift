import DaybookKit

/// A table of texts: columns as wide as they need to be, numbers to the right, two blanks between.
///
/// The texts lie one behind the other in one array of bytes, because a list may have very many rows.
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

    /// A cell's end in the bytes, and how wide it is on a screen.
    private struct Place {
        let end: Int
        let width: Int32
        let paint: Style.Paint?
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var widths: [Int]
    private var bytes: [UInt8] = []
    /// Row by row; the titles come first.
    private var places: [Place] = []

    init(_ columns: [(title: String, alignment: Alignment)]) {
        self.columns = columns
        widths = columns.map { _ in 0 }
        for (column, title) in columns.enumerated() { add(column, Cell(title.title, .strong)) }
    }

    /// Adds a row at the end; its number, from 1.
    @discardableResult mutating func add(_ cells: [Cell]) -> Int {
        precondition(cells.count == columns.count, "a row of another table")
        for (column, cell) in cells.enumerated() { add(column, cell) }
        return places.count / columns.count - 1
    }

    private mutating func add(_ column: Int, _ cell: Cell) {
        let width = Text.width(cell.text)
        bytes.append(contentsOf: cell.text.utf8)
        places.append(Place(end: bytes.count, width: Int32(width), paint: cell.paint))
        widths[column] = max(widths[column], width)
    }

    var rows: Range<Int> { 1..<places.count / columns.count }
    /// Whether there are titles to show.
    var isTitled: Bool { columns.contains { !$0.title.isEmpty } }

    /// Appends a row; row 0 is the titles. Blanks are written only before something, so that no line ends in them.
    func write(row: Int, _ style: Style, into line: inout [UInt8]) {
        var blanks = 0
        for column in columns.indices {
            let index = row * columns.count + column
            let place = places[index]
            let padding = widths[column] - Int(place.width)
            let isRight = columns[column].alignment == .right
            if isRight { blanks += padding }
            if place.width > 0 {
                line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks))
                style.paint(bytes[(index == 0 ? 0 : places[index - 1].end)..<place.end], place.paint, into: &line)
                blanks = 0
            }
            blanks += place.width == 0 && isRight ? 2 : (isRight ? 0 : padding) + 2
        }
    }
}
