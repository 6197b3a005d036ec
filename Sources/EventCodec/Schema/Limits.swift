/// The sizes that are frozen in the format (docs/format.md).
public enum Limits {
    /// Envelope, salt and body of one event together.
    public static let eventBytesMaximum = 65_535
    public static let envelopeBytesMaximum = 4_096
    public static let saltBytes = 16
    public static let basisMaximum = 64
    /// Ids that a lock covers, or that an unlock or a settle keeps.
    public static let idsMaximum = 1_000
    /// Locks that one unlock lifts where its stream holds more: they have room beside what it keeps.
    public static let voidsInPartMaximum = 500
    /// Events that the unlocks or settles of one unit keep together.
    public static let keptMaximum = 100_000
    /// Logs that a cut names.
    public static let cutLogsMaximum = 4_096
    /// Logs that the end of a link names, each with its root: as many as an event holds.
    public static let endedLogsMaximum = 600
    public static let correlationBytesMaximum = 64
    public static let keyBytesMaximum = 128
    public static let typeBytesMaximum = 64
    public static let unitEventsMaximum = 8_192
    public static let unitBytesMaximum = 8 << 20
    public static let blobBytesMaximum = 10 << 20
    public static let blobRowBytesMaximum = 65_536
}
