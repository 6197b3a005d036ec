/// Writes CSV: RFC 4180 but for the line end, which the format says.
struct CSVWriter {
    private(set) var text = ""
    private let lineEnd: String

    init(lineEnd: String) { self.lineEnd = lineEnd }

    mutating func add(_ fields: [String]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { text += "," }
            text += CSVWriter.quoted(field)
        }
        text += lineEnd
    }

    /// A field is quoted when it holds a comma, a quote or a line end; inner quotes are doubled.
    static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
