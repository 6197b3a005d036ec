import Daybook

/// A medicine that was prescribed, with the most that may be taken in a day.
public struct Medicine: Record {
    public static let schema = RecordSchema<Medicine>(
        kind: "medicine", created: "medicine.prescribed", amended: "medicine.changed", removed: "medicine.stopped",
        restored: "medicine.resumed", limits: [.name: .text(80), .dailyMilligrams: .range(1...100_000)])
    public var name: String
    public var dailyMilligrams: Int
    public enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1, dailyMilligrams = 2 }

    public init(name: String, dailyMilligrams: Int) {
        self.name = name
        self.dailyMilligrams = dailyMilligrams
    }
}

/// A dose that was taken; a pharmacist verifies it, which locks it.
public struct Dose: Record {
    public static let schema = RecordSchema<Dose>(
        kind: "dose", created: "dose.taken", amended: "dose.corrected", removed: "dose.withdrawn",
        locked: "dose.verified", unlocked: "dose.reopened", limits: [.milligrams: .range(1...100_000)],
        validTime: .day, sums: [.milligrams], sumsBy: .medicine)
    public var medicine: RecordID<Medicine>
    public var day: CivilDate
    public var milligrams: Int
    public enum CodingKeys: Int, CodingKey, CaseIterable { case medicine = 1, day = 2, milligrams = 3 }

    public init(_ milligrams: Int, of medicine: RecordID<Medicine>, on day: CivilDate) {
        self.medicine = medicine
        self.day = day
        self.milligrams = milligrams
    }

    public static func validate(_ dose: Dose, _ context: RuleContext) throws {
        if dose.day > context.today { throw Rejection(.doseFuture, "\(dose.day) has not come yet.") }
        guard let medicine = try context.record(dose.medicine) else {
            throw Rejection(.medicineUnknown, "\(dose.medicine) is not prescribed.", hint: "Prescribe it first.")
        }
        let taken = try context.sums(of: Dose.self, by: dose.medicine, on: dose.day)
        let total = taken[.milligrams] + dose.milligrams
        if total > medicine.dailyMilligrams {
            throw Rejection(.doseTooMuch, "\(total) mg exceed the \(medicine.dailyMilligrams) mg of a day.")
        }
    }
}

extension Rejection.Code {
    public static let doseFuture: Self = "dose.future"
    public static let doseTooMuch: Self = "dose.tooMuch"
    public static let medicineUnknown: Self = "medicine.unknown"
}

public let medication = Domain("medication", records: Medicine.self, Dose.self)
