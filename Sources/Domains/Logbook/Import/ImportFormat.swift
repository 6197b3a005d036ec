public import EventModel

/// A format of another program's logbook; the raw value is its name on the command line.
public enum ImportFormat: String, CaseIterable, Sendable {
    case foreflight, myflightbook, logten, solotrack

    /// The format that a file's first rows show; nil for none of them. Throws where they cannot be read as text.
    public static func recognise(_ bytes: [UInt8]) throws(ImportFault) -> ImportFormat? {
        try refuseUTF16(bytes)
        return allCases.first { $0.recognises(bytes) }
    }

    func recognises(_ bytes: [UInt8]) -> Bool { table?.recognises(bytes) ?? ForeFlightImport.recognises(bytes) }

    /// What the file says, its text in Normalization Form C. Throws where it cannot be read at all; a row that cannot is skipped and named.
    ///
    /// `today` is the date in the pilot's zone: rows after it are skipped. O(bytes).
    public func read(_ bytes: [UInt8], today: CivilDate) throws(ImportFault) -> ImportReading {
        try ImportFormat.refuseUTF16(bytes)
        return if let table { try table.read(bytes, today: today) } else { try ForeFlightImport.read(bytes, today: today) }
    }

    /// With its mark, or without: text of a table begins with letters, each of which has a zero byte there.
    private static func refuseUTF16(_ bytes: [UInt8]) throws(ImportFault) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .utf16 }
        let start = bytes.prefix(8).map { $0 == 0 }
        if start.count == 8, start == [false, true, false, true, false, true, false, true] || start == [true, false, true, false, true, false, true, false] {
            throw .utf16
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
