import Daybook

extension Snapshot {
    /// How much was taken on a day, of all medicines: from the sums that the ledger keeps.
    public borrowing func milligrams(on day: CivilDate) throws -> Int {
        try days(of: Dose.self).first { $0.date == day }?[.milligrams] ?? 0
    }
}
