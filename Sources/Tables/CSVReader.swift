/// One record of a CSV file.
public struct CSVRecord: Hashable, Sendable {
    /// The line on which the record begins, from 1; a quoted field may run over several.
    public let line: Int
    public let fields: [String]
    /// Whether a line end follows; only the last record of a file can lack it.
    public let isEnded: Bool

    public init(line: Int, fields: [String], isEnded: Bool = true) {
        self.line = line
        self.fields = fields
        self.isEnded = isEnded
    }

    /// Whether no field holds anything but blanks.
    public var isBlank: Bool { fields.allSatisfy(\.isBlank) }
}

/// Why bytes are not a CSV file, and the line where that shows.
public enum CSVFault: Error, Hashable, Sendable {
    /// The quote opened on this line is never closed.
    case unterminatedQuote(line: Int)
    /// A field that does not begin with a quote holds one.
    case quoteInUnquotedField(line: Int)
    /// Something other than a separator or a line end follows a closing quote.
    case textAfterQuote(line: Int)
    /// A carriage return without a line feed, outside quotes.
    case loneCarriageReturn(line: Int)
    case nul(line: Int)
    case notUTF8(line: Int)
    /// The record has more fields than any logbook's.
    case tooManyFields(line: Int)
    /// The file has more records than any logbook's.
    case tooManyRecords(line: Int)

    public var line: Int {
        switch self {
        case .unterminatedQuote(let line), .quoteInUnquotedField(let line), .textAfterQuote(let line),
            .loneCarriageReturn(let line), .nul(let line), .notUTF8(let line), .tooManyFields(let line),
            .tooManyRecords(let line):
            line
        }
    }

    public var code: String {
        switch self {
        case .unterminatedQuote: "csv.unterminatedQuote"
        case .quoteInUnquotedField: "csv.quoteInUnquotedField"
        case .textAfterQuote: "csv.textAfterQuote"
        case .loneCarriageReturn: "csv.loneCarriageReturn"
        case .nul: "csv.nul"
        case .notUTF8: "csv.notUTF8"
        case .tooManyFields: "csv.tooManyFields"
        case .tooManyRecords: "csv.tooManyRecords"
        }
    }

    /// Without the line, which stands beside it.
    public var message: String {
        switch self {
        case .unterminatedQuote: "The quote opened here is never closed."
        case .quoteInUnquotedField: "A quote stands inside a field that does not begin with one."
        case .textAfterQuote: "The line goes on after a closing quote without a separator."
        case .loneCarriageReturn: "A carriage return stands without a line feed."
        case .nul: "There is a zero byte; this is not a text file."
        case .notUTF8: "This is not UTF-8 text."
        case .tooManyFields: "The row has more than \(CSVReader.fieldsMaximum) fields."
        case .tooManyRecords: "The file has more than \(CSVReader.recordsMaximum) rows."
        }
    }

    public var hint: String {
        switch self {
        case .unterminatedQuote: "Nothing was imported. Close it, or export the file again: it may have been cut."
        case .quoteInUnquotedField, .textAfterQuote:
            "Nothing was imported. Put quotes around the whole field, and write a quote within it twice."
        case .loneCarriageReturn: "Nothing was imported. Save the file with line ends of today (LF or CRLF)."
        case .nul: "Nothing was imported. Export the logbook as CSV; a workbook is not a CSV file."
        case .notUTF8: "Nothing was imported. Save the file again as UTF-8."
        case .tooManyFields: "Nothing was imported. Check the separator, or export the file again."
        case .tooManyRecords: "Nothing was imported. Divide it, the first row before each part."
        }
    }
}

/// Reads CSV strictly, one record at a time. Source: RFC 4180; line ends CRLF or LF, a UTF-8 byte order mark is
/// skipped.
///
/// Nothing is repaired and no blanks are trimmed. O(bytes) over the whole file; after a fault the reader is at its end.
public struct CSVReader: Sendable {
    private let bytes: [UInt8]
    private let separator: UInt8
    private let isQuoting: Bool
    private var index: Int
    private var line = 1
    /// Of the record before: the next one has as many, nearly always.
    private var fieldCount = 0
    private var recordCount = 0
    /// A field takes many times its bytes in memory: 60 MB of commas took 2 GB.
    static let fieldsMaximum = 1_000
    static let recordsMaximum = 200_000
    /// Of a file: titles, blank lines and the header stand there.
    private static let linesOfHead = 16

    /// From a file's bytes; the separator is one ASCII byte. Without quoting a quote is a character like any other.
    public init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), isQuoting: Bool = true) {
        precondition(separator < 0x80 && separator != Byte.quote && separator != Byte.cr && separator != Byte.lf)
        self.bytes = bytes
        self.separator = separator
        self.isQuoting = isQuoting
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The separator that is met most often on a line: comma, semicolon or tab; of equals the first.
    ///
    /// The first line that holds it twice decides, because a title above the columns may be one text. Where none of
    /// the first lines does, the first that holds one decides.
    public static func likelySeparator(of bytes: [UInt8]) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var first: UInt8?
        let lines = bytes.split(maxSplits: linesOfHead, whereSeparator: { $0 == Byte.lf || $0 == Byte.cr })
        for line in lines.prefix(linesOfHead) {
            var (best, most) = (candidates[0], 0)
            for candidate in candidates {
                let count = count(of: candidate, in: line)
                if count > most { (best, most) = (candidate, count) }
            }
            if most > 1 { return best }
            if most == 1, first == nil { first = best }
        }
        return first ?? candidates[0]
    }

    /// All records of a file.
    public static func records(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) throws(CSVFault) -> [CSVRecord] {
        var reader = CSVReader(bytes, separator: separator)
        var records: [CSVRecord] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    /// The next record, nil at the end of the file. An empty line is a record of one empty field.
    public mutating func next() throws(CSVFault) -> CSVRecord? {
        guard index < bytes.count else { return nil }
        do throws(CSVFault) {
            recordCount += 1
            if recordCount > CSVReader.recordsMaximum { throw .tooManyRecords(line: line) }
            return try record()
        } catch {
            index = bytes.count
            throw error
        }
    }

    private mutating func record() throws(CSVFault) -> CSVRecord {
        let start = line
        var fields: [String] = []
        fields.reserveCapacity(fieldCount)
        defer { fieldCount = fields.count }
        var isEnded = false
        while true {
            if fields.count == CSVReader.fieldsMaximum { throw .tooManyFields(line: start) }
            fields.append(try field())
            guard index < bytes.count else { break }
            let ending = bytes[index]
            index += 1
            if ending == separator { continue }
            // `field` stops only before a separator or a line end, and checks that a CR is followed by its LF.
            if ending == Byte.cr { index += 1 }
            line += 1
            isEnded = true
            break
        }
        return CSVRecord(line: start, fields: fields, isEnded: isEnded)
    }

    private mutating func field() throws(CSVFault) -> String {
        let isQuoted = isQuoting && index < bytes.count && bytes[index] == Byte.quote
        let content = isQuoted ? try quotedContent() : try plainContent()
        if index < bytes.count {
            let byte = bytes[index]
            if byte == Byte.cr, index + 1 == bytes.count || bytes[index + 1] != Byte.lf {
                throw .loneCarriageReturn(line: line)
            }
            guard byte == separator || byte == Byte.cr || byte == Byte.lf else { throw .textAfterQuote(line: line) }
        }
        // Most fields are blank or plain ASCII, of which nothing must be proved.
        if content.isEmpty { return "" }
        if content.allSatisfy({ $0 < 0x80 }) { return String(decoding: content, as: UTF8.self) }
        guard let text = String(validating: content, as: UTF8.self) else { throw .notUTF8(line: line) }
        return text
    }

    private mutating func plainContent() throws(CSVFault) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == separator || byte == Byte.cr || byte == Byte.lf { break }
            if isQuoting, byte == Byte.quote { throw .quoteInUnquotedField(line: line) }
            if byte == 0 { throw .nul(line: line) }
            index += 1
        }
        return bytes[start..<index]
    }

    /// Leaves the index behind the closing quote.
    private mutating func quotedContent() throws(CSVFault) -> ArraySlice<UInt8> {
        let opened = line
        var content: [UInt8] = []
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Byte.quote {
                guard index < bytes.count, bytes[index] == Byte.quote else { return content[...] }
                index += 1
            }
            if byte == 0 { throw .nul(line: line) }
            if byte == Byte.lf { line += 1 }
            content.append(byte)
        }
        throw .unterminatedQuote(line: opened)
    }

    private static func count(of byte: UInt8, in line: ArraySlice<UInt8>) -> Int { line.count(where: { $0 == byte }) }
}

private enum Byte {
    static let quote = UInt8(ascii: "\"")
    static let cr: UInt8 = 13
    static let lf: UInt8 = 10
}

extension String {
    /// Whether there is nothing but blanks.
    package var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
