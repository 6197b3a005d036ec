import DaybookDomains

/// The files that a compaction removed beside the ledger.
enum LeftoverText {
    static func print(removed names: [String], _ session: Session) throws {
        if names.isEmpty { return }
        try session.print(
            "Removed from the ledger's folder: \(names.joined(separator: ", ")). "
                + "\(names.count == 1 ? "It" : "They") could hold what is erased.")
    }
}
