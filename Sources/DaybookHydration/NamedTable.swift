import DaybookKit
import EventModel
import Tables

/// A CSV file whose first row names its columns, as the imports of drinks and of nights read it.
///
/// Commas, semicolons and tabs separate its fields, as in the files that the logbook imports.
struct NamedTable {
    /// The kind of a file, for the message about another one.
    struct Kind {
        /// The name of its rows, such as drinks.
        let rows: String
        /// The columns without which the first row is no header.
        let required: [String]
        let code: String
        let remedy: Remedy
    }

    struct Row {
        let line: Int
        fileprivate let fields: [String]
        fileprivate let places: [String: Int]

        /// The field of a column; nothing where the file has no such column, or the row ends before it.
        func cell(_ name: String) -> String {
            places[name].flatMap { fields.indices.contains($0) ? FormulaGuard.unguarded(fields[$0]) : nil } ?? ""
        }
    }

    /// The columns, in lower case.
    let names: [String]
    /// Whether it was made of JSON.
    let isJSON: Bool
    private(set) var rows: [Row] = []
    /// Rows whose fields cannot be separated.
    private(set) var skipped: [WaterRowNote] = []

    /// Throws `Fault` (65) for a file that is no such table. O(bytes).
    init(_ bytes: [UInt8], of kind: Kind) throws {
        try NamedTable.refuseOtherContent(bytes, kind)
        var records: [CSVRecord]
        do throws(CSVFault) {
            records = try CSVReader.records(bytes, separator: CSVReader.likelySeparator(of: bytes)).filter {
                !$0.isBlank
            }
        } catch {
            throw Fault(
                .unreadable, code: error.code, message: "Line \(error.line): \(error.message)", hint: error.hint)
        }
        isJSON = false
        // Samsung Health names the kind of data in a line before the columns, and those by the kind.
        let isSamsung = records.first?.fields.first?.hasPrefix("com.samsung.") ?? false
        if isSamsung { records.removeFirst() }
        names = (records.first?.fields ?? []).map { field in
            let name = field.lowercased()
            return name.hasPrefix("com.samsung.") ? String(name.split(separator: ".").last ?? "") : name
        }
        guard kind.required.allSatisfy(names.contains) else {
            throw kind.fault(
                "its first line does not name the columns \(kind.required.dropLast().joined(separator: ", ")) and \(kind.required[kind.required.count - 1])"
            )
        }
        let places = Dictionary(zip(names, names.indices)) { first, _ in first }
        for record in records.dropFirst() {
            // Each of its rows ends with a separator.
            let isEndedTwice = isSamsung && record.fields.count == names.count + 1 && record.fields.last == ""
            if let refusal = NamedTable.refusal(of: record, columns: names.count + (isEndedTwice ? 1 : 0)) {
                skipped.append(refusal)
            } else {
                rows.append(Row(line: record.line, fields: record.fields, places: places))
            }
        }
    }

    /// From the entries of a JSON file.
    init(names: [String], entries: [(line: Int, fields: [String])]) {
        (self.names, isJSON) = (names, true)
        let places = Dictionary(zip(names, names.indices)) { first, _ in first }
        rows = entries.map { Row(line: $0.line, fields: $0.fields, places: places) }
    }

    /// Why a row is skipped; nil where it is read.
    ///
    /// A comma too many, such as 1,5 for 1.5, moves the following fields by one column. Such a row is not guessed at,
    /// even where the surplus is blank. The last row of a file that was cut short is skipped where it lost columns,
    /// because these would count as not given.
    private static func refusal(of record: CSVRecord, columns: Int) -> WaterRowNote? {
        let count = record.fields.count
        if count > columns {
            return WaterRowNote(
                line: record.line, code: "row.tooLong",
                text: "The row has more fields than the header has columns: \(count), not \(columns).")
        }
        if count < columns, !record.isEnded {
            return WaterRowNote(
                line: record.line, code: "row.cut",
                text: "The file ends within this row: it has \(count) of \(columns) fields and no line end.")
        }
        return nil
    }

    /// Refuses content that is no table, and names what it seems to be.
    private static func refuseOtherContent(_ bytes: [UInt8], _ kind: Kind) throws {
        if let wide = WideText(bytes) { throw wide.fault }
        let content = UnknownContent(bytes)
        switch content {
        case .empty: throw kind.fault(content.seen)
        case .archive: throw kind.fault(content.seen, hint: "Save the table as CSV.")
        case .notText where bytes.starts(with: "SQLite format 3".utf8):
            throw kind.fault(
                "it is a database, as Health Connect exports one",
                hint: "Write its table of drinks, hydration_record_table, as CSV with the names of its columns.")
        case .notText: throw kind.fault(content.seen, hint: "Save the table as CSV.")
        case .loneCarriageReturns: throw kind.fault(content.seen, hint: content.remedy.text)
        // The reader names the line that is not UTF-8. For other texts the fault describes the first line.
        case .notUTF8, .markup, .jsonArray, .table, .text: break
        }
    }
}

extension NamedTable.Kind {
    /// Why a file is none of these; exit status 65.
    func fault(_ seen: String, hint: String? = nil) -> Fault {
        Fault(
            .unreadable, code: code, message: "This is no file of \(rows): \(seen).",
            remedy: hint.map { Remedy("Nothing was imported. \($0)") } ?? remedy)
    }
}
