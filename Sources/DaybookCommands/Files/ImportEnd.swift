import DaybookDomains

/// How the import of a file of another program ends where nothing of it could be taken.
enum ImportEnd {
    /// Throws `Ended` (1) where something was there and each of it was skipped; the answer that names them was given
    /// before. A file of which all is here already, or that holds nothing but its header, ends well.
    static func check(taken: Int, duplicates: Int, skipped: Int, _ row: String = "row", into entry: String) throws {
        guard taken == 0, duplicates == 0, skipped > 0 else { return }
        throw Ended(
            status: 1,
            reason: Rejection(
                code: "import.allRefused",
                message: skipped == 1
                    ? "The one \(row) could not become \(entry)."
                    : "Not one of the \(skipped) "
                        + "\(row)s could become \(entry).",
                hint: skipped == 1
                    ? "The answer names it with its line and its reason."
                    : "The answer names "
                        + "each with its line and its reason."))
    }
}
