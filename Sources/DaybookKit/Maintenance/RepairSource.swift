/// Where a repair finds lost events.
public enum RepairSource {
    /// The folder of another ledger, or of a backup. It may be damaged, too.
    case ledger(path: String)
    /// The bytes of a bundle, in pieces.
    case bundle(() throws -> [UInt8]?)
    /// The lines of an export, without their ends.
    case lines(() throws -> [UInt8]?)
}
