/// Where a repair finds lost events. A bundle and lines may be read twice, each time from the beginning.
package enum RepairSource {
    /// The folder of another ledger, or of a backup. It may be damaged, too.
    case ledger(path: String)
    /// Opens a bundle; what it returns gives the bytes, in pieces.
    case bundle(() throws -> () throws -> [UInt8]?)
    /// Opens an export; what it returns gives the lines, without their ends.
    case lines(() throws -> () throws -> [UInt8]?)
}
