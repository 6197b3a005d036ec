import Daybook

/// The app in the README; its test compares the two.
func readmeSnippet(in folder: String) async throws -> (now: Int, then: Int) {
    let yesterday = CivilDate(day: 0)
    // README
    struct Dose: Record {
        static let schema = RecordSchema<Dose>(
            kind: "dose", created: "dose.taken", amended: "dose.corrected", locked: "dose.verified",
            limits: [.milligrams: .range(1...4_000)], validTime: .day, sums: [.milligrams])
        var day: CivilDate
        var milligrams: Int
        enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, milligrams = 2 }
    }

    let ledger = try Ledger.open(at: folder, domains: [Domain("medication", records: Dose.self)])
    let dose = try await ledger.write { try $0.create(Dose(day: ledger.today, milligrams: 400)) }.value
    try await ledger.write { try $0.amend(dose) { $0.milligrams = 600 } }
    let now = try ledger.read { try $0.records(Dose.self) }
    let then = try ledger.read(AsOf(known: .endOf(yesterday))) { try $0.records(Dose.self) }
    // README
    defer { ledger.close() }
    return (now[0].milligrams, then.count)
}
