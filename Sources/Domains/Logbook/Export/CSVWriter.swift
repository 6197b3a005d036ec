import Tables

/// Writes CSV: RFC 4180 but for the line end, which the format says.
struct CSVWriter {
    private(set) var bytes: [UInt8] = []
    private let lineEnd: [UInt8]
    private let guardsFormulas: Bool
    private var isInRow = false

    /// - Parameter guardsFormulas: whether a cell that a spreadsheet would run gets an apostrophe (``FormulaGuard``).
    init(lineEnd: String, guardsFormulas: Bool) {
        self.lineEnd = Array(lineEnd.utf8)
        self.guardsFormulas = guardsFormulas
    }

    mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(byteCount) }

    /// Adds a whole row.
    mutating func add(_ fields: [String]) {
        for field in fields { add(field: field) }
        endRow()
    }

    mutating func add(field: String) { addField { $0.append(contentsOf: field.utf8) } }

    /// Adds a field that the closure appends to the bytes before it.
    mutating func addField(_ write: (inout [UInt8]) -> Void) {
        separate()
        let start = bytes.count
        write(&bytes)
        if guardsFormulas, FormulaGuard.isNeeded(bytes[start...]) { bytes.insert(FormulaGuard.mark, at: start) }
        if mustBeQuoted(from: start) { quote(from: start) }
    }

    /// Adds a figure, which needs no quotes.
    mutating func addFigure(_ write: (inout [UInt8]) -> Void) {
        separate()
        write(&bytes)
    }

    private mutating func separate() {
        if isInRow { bytes.append(UInt8(ascii: ",")) }
        isInRow = true
    }

    /// Adds so many fields without content.
    mutating func addBlank(_ count: Int) {
        if count == 0 { return }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: isInRow ? count : count - 1))
        isInRow = true
    }

    mutating func endRow() {
        bytes.append(contentsOf: lineEnd)
        isInRow = false
    }

    /// Adds fields, or whole rows, that another writer has written.
    mutating func add(written: [UInt8]) { bytes.append(contentsOf: written) }

    /// A field is quoted when it holds a comma, a quote or a line end; inner quotes are doubled.
    private mutating func quote(from start: Int) {
        let field = Array(bytes[start...])
        bytes.replaceSubrange(start..., with: CollectionOfOne(UInt8(ascii: "\"")))
        for byte in field {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func mustBeQuoted(from start: Int) -> Bool {
        let bytes = bytes.span
        var index = start
        while index < bytes.count, !CSVWriter.mustBeQuoted(bytes[index]) { index += 1 }
        return index < bytes.count
    }

    private static func mustBeQuoted(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
}
