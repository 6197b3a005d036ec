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
    fileprivate struct Place {
        let end: Int
        let width: Int32
        let paint: Style.Paint?
    }

    /// The cells of one row, measured.
    struct Row: Sendable {
        fileprivate var bytes: [UInt8] = []
        fileprivate var places: [Place] = []

        init(_ cells: [Cell]) {
            places.reserveCapacity(cells.count)
            bytes.reserveCapacity(cells.reduce(0) { $0 + $1.text.utf8.count })
            for cell in cells {
                bytes.append(contentsOf: cell.text.utf8)
                places.append(Place(end: bytes.count, width: Int32(Text.width(cell.text)), paint: cell.paint))
            }
        }
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var widths: [Int]
    private var bytes: [UInt8] = []
    /// Row by row; the titles come first.
    private var places: [Place] = []

    init(_ columns: [(title: String, alignment: Alignment)]) {
        self.columns = columns
        widths = columns.map { _ in 0 }
        add(columns.map { Cell($0.title, .strong) })
    }

    /// Adds a row at the end.
    mutating func add(_ cells: [Cell]) { add(Row(cells)) }

    mutating func add(_ row: Row) {
        precondition(row.places.count == columns.count, "a row of another table")
        for (column, place) in row.places.enumerated() {
            widths[column] = max(widths[column], Int(place.width))
            places.append(Place(end: bytes.count + place.end, width: place.width, paint: place.paint))
        }
        bytes.append(contentsOf: row.bytes)
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
