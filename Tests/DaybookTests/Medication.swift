import Daybook

/// A ledger as an app would have it: medicines with a daily limit, and doses that a pharmacist locks.
struct Medicine: Record {
    static let schema = RecordSchema<Medicine>(
        kind: "medicine", created: "medicine.prescribed", amended: "medicine.changed", removed: "medicine.stopped",
        restored: "medicine.resumed", limits: [.name: .text(80), .dailyMilligrams: .range(1...100_000)])
    var name: String
    var dailyMilligrams: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1, dailyMilligrams = 2 }
}

enum Route: String, RecordChoice { case oral, injected }

struct Dose: Record {
    static let schema = RecordSchema<Dose>(
        kind: "dose", created: "dose.taken", amended: "dose.corrected", removed: "dose.withdrawn",
        restored: "dose.restored", locked: "dose.verified", unlocked: "dose.reopened",
        limits: [.milligrams: .range(1...100_000), .tags: .elements(4)], validTime: .day, sums: [.milligrams])
    var medicine: RecordID<Medicine>
    var day: CivilDate
    var milligrams: Int
    var route: Route?
    var note: String?
    var tags: [String]?
    enum CodingKeys: Int, CodingKey, CaseIterable {
        case medicine = 1, day = 2, milligrams = 3, route = 4, note = 5, tags = 6
    }

    static func validate(_ dose: Dose, _ context: RuleContext) throws {
        if dose.day > context.today { throw Rejection(.doseFuture, "\(dose.day) has not come yet.") }
        guard let medicine = try context.record(dose.medicine) else {
            throw Rejection(.medicineUnknown, "There is no medicine \"\(dose.medicine)\".", hint: "Prescribe it first.")
        }
        let taken = try context.records(Dose.self).filter { $0.day == dose.day && $0.medicine == dose.medicine }
            .reduce(0) { $0 + $1.milligrams }
        if taken + dose.milligrams > medicine.dailyMilligrams {
            throw Rejection(
                .doseTooMuch, "\(taken + dose.milligrams) mg exceed the \(medicine.dailyMilligrams) mg of a day.")
        }
    }

    static func explain(_ rejection: Rejection) -> Rejection {
        rejection.code == "record.exists" ? Rejection(.doseTwice, "This dose is recorded already.") : rejection
    }
}

extension Rejection.Code {
    static let doseFuture: Self = "dose.future"
    static let doseTooMuch: Self = "dose.tooMuch"
    static let doseTwice: Self = "dose.twice"
    static let medicineUnknown: Self = "medicine.unknown"
}

let medication = Domain("medication", records: Medicine.self, Dose.self)

extension Snapshot {
    borrowing func milligrams(of medicine: RecordID<Medicine>, on day: CivilDate) throws -> Int {
        try records(Dose.self).filter { $0.medicine == medicine && $0.day == day }.reduce(0) { $0 + $1.milligrams }
    }
}
