import Daybook

extension Snapshot {
    /// How much of a medicine was taken on a day: from the sums that the ledger keeps.
    public borrowing func milligrams(of medicine: RecordID<Medicine>, on day: CivilDate) throws -> Int {
        try sums(of: Dose.self, by: medicine, on: day)[.milligrams]
    }
}
