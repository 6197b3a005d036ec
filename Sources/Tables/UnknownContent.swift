public import EventModel

/// The apparent kind of a file in no known format; the message lets the person act on it.
public enum UnknownContent: Hashable, Sendable {
    case empty, archive, notText, notUTF8, markup, jsonArray, loneCarriageReturns
    /// A table of other columns; the separator of its first row.
    case table(separator: UInt8)
    case text

    /// O(bytes).
    public init(_ bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]
        guard let first = start.first(where: { !blanks.contains($0) }) else {
            self = .empty
            return
        }
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            self = .archive
        } else if start.contains(0) {
            self = .notText
        } else if String(validating: start, as: UTF8.self) == nil {
            self = .notUTF8
        } else if first == UInt8(ascii: "[") {
            self = .jsonArray
        } else if first == UInt8(ascii: "<") {
            self = .markup
        } else if start.contains(0x0D), !start.contains(0x0A) {
            self = .loneCarriageReturns
        } else {
            let separator = CSVReader.likelySeparator(of: bytes)
            let row = start.drop { blanks.contains($0) }.prefix { $0 != 0x0A }
            self = row.contains(separator) ? .table(separator: separator) : .text
        }
    }

    /// The observation, as the end of a sentence.
    public var seen: String {
        switch self {
        case .empty: "it is empty"
        case .archive: "it is a zip archive, as the workbooks of spreadsheets are"
        case .notText: "it is not text"
        case .notUTF8: "it is not UTF-8 text"
        case .markup: "it looks like HTML or XML"
        case .jsonArray: "it looks like a JSON array"
        case .loneCarriageReturns: "its lines end with a lone carriage return"
        case .table(let separator):
            "its first row, separated by \(UnknownContent.name(of: separator)), names the columns of no program "
                + "that is known"
        case .text: "its first row names no columns"
        }
    }

    public var remedy: Remedy {
        switch self {
        case .empty: Remedy("file.empty", "Export the logbook again.")
        case .archive, .markup: Remedy("Export the logbook, or save the workbook, as CSV.")
        case .notText: Remedy("Export the logbook as CSV.")
        case .notUTF8: Remedy("Save it again as UTF-8.")
        case .jsonArray: Remedy("Our own files are JSON Lines: one object on each line, without brackets around them.")
        case .loneCarriageReturns: Remedy("Save it with line ends of today (LF or CRLF).")
        case .table, .text:
            Remedy(
                "file.format",
                "Formats are the files of ForeFlight, MyFlightbook, LogTen and SoloTrack and our own JSON Lines. "
                    + "Any other table is read with a map of its columns.")
        }
    }

    private static func name(of separator: UInt8) -> String {
        switch separator {
        case UInt8(ascii: ";"): "semicolons"
        case UInt8(ascii: "\t"): "tabs"
        default: "commas"
        }
    }
}
