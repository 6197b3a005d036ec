public import EventModel
import Tables

/// A format of another program's logbook; the raw value is its name on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
    case foreflight, myflightbook, logten, solotrack

    /// The format that a file's first rows show; nil for none of them. Throws where they cannot be read as text.
    public static func recognise(_ bytes: [UInt8]) throws(ImportFault) -> ImportFormat? {
        try refuseWide(bytes)
        return allCases.first { $0.recognises(bytes) }
    }

    func recognises(_ bytes: [UInt8]) -> Bool { table?.recognises(bytes) ?? ForeFlightImport.recognises(bytes) }

    /// The content of the file, its text in Normalization Form C. Throws for an unreadable file; an unreadable row is
    /// skipped and named.
    ///
    /// `today` is the date in the pilot's zone: rows after it are skipped. O(bytes).
    public func read(_ bytes: [UInt8], today: CivilDate, options: ImportOptions = ImportOptions()) throws(ImportFault)
        -> ImportReading
    {
        try ImportFormat.refuseWide(bytes)
        var options = options
        options.commaSeparatesFields = CSVReader.likelySeparator(of: bytes) == UInt8(ascii: ",")
        guard let table else { return try ForeFlightImport.read(bytes, today: today, options: options) }
        return try table.read(bytes, today: today, options: options)
    }

    /// Refuses text of two or four bytes a letter.
    static func refuseWide(_ bytes: [UInt8]) throws(ImportFault) {
        switch WideText(bytes) {
        case .utf16?: throw .utf16
        case .utf32?: throw .utf32
        case nil: break
        }
    }

    /// Nil for the one that holds more than one table.
    private var table: FlatTable? {
        switch self {
        case .foreflight: nil
        case .myflightbook: MyFlightbook.table
        case .logten: LogTen.table
        case .solotrack: SoloTrack.table
        }
    }
}
