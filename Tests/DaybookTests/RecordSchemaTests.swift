import Daybook
import DaybookTestKit
import Testing

/// Declarations that do not fit are refused when a ledger is opened.
@Suite struct RecordSchemaTests {
    private func problem(_ domain: Domain) throws -> String {
        let fault = #expect(throws: Fault.self) { try DomainTest(domain) }
        #expect(fault?.code == "domains.unusable")
        return try #require(fault).message
    }

    struct KeyZero: Record {
        static let schema = RecordSchema<KeyZero>(kind: "zero", created: "zero.made")
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 0 }
    }

    struct Key64: Record {
        static let schema = RecordSchema<Key64>(kind: "high", created: "high.made")
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 64 }
    }

    struct Fraction: Record {
        static let schema = RecordSchema<Fraction>(kind: "fraction", created: "fraction.made")
        var value: Double
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1 }
    }

    struct WrongLimit: Record {
        static let schema = RecordSchema<WrongLimit>(
            kind: "limit", created: "limit.made", limits: [.name: .range(1...2)])
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    struct WrongTime: Record {
        static let schema = RecordSchema<WrongTime>(kind: "time", created: "time.made", validTime: .name)
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    struct WrongSum: Record {
        static let schema = RecordSchema<WrongSum>(
            kind: "sum", created: "sum.made", validTime: .day, sums: [.count])
        var day: CivilDate
        var count: Int
        enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, count = 2 }
    }

    struct TwoRoles: Record {
        static let schema = RecordSchema<TwoRoles>(kind: "roles", created: "roles.made", amended: "roles.made")
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    struct BuiltInKind: Record {
        static let schema = RecordSchema<BuiltInKind>(kind: "settings", created: "drink.made")
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    struct BadKind: Record {
        static let schema = RecordSchema<BadKind>(kind: "x2", created: "x.made")
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    @Test func eachMistakeIsNamed() throws {
        let start = "The app's domains cannot be used: "
        #expect(
            try problem(Domain("a", records: KeyZero.self))
                == start + "the key of zero.name is 0, and not from 1 to 63.")
        #expect(
            try problem(Domain("a", records: Key64.self))
                == start + "the key of high.name is 64, and not from 1 to 63.")
        #expect(
            try problem(Domain("a", records: Fraction.self))
                == start + "value is of the type Double, which no field has.")
        #expect(
            try problem(Domain("a", records: WrongLimit.self))
                == start + "the limit of limit.name does not fit its type.")
        #expect(
            try problem(Domain("a", records: WrongTime.self))
                == start + "the valid time of time, name, is no date.")
        #expect(
            try problem(Domain("a", records: WrongSum.self))
                == start + "sum sums count, which has no range within 2^32.")
        #expect(try problem(Domain("a", records: TwoRoles.self)) == start + "roles.made has two roles in roles.")
        #expect(
            try problem(Domain("a", records: Medicine.self, Medicine.self))
                == start + "the kind of stream \"medicine\" is declared twice.")
        #expect(
            try problem(Domain("a", records: BuiltInKind.self))
                == start + "the kind of stream \"settings\" is declared twice.")
        #expect(
            try problem(Domain("a", records: BadKind.self))
                == start + "\"x2\" is no name for a kind of stream: 1 to 32 letters from a to z.")
    }

    @Test func aRecordWithoutItsDomainIsAFault() throws {
        let test = try DomainTest(Domain("medicines", records: Medicine.self))
        let fault = #expect(throws: Fault.self) { try test.device.read { try $0.records(Dose.self) } }
        #expect(fault?.code == "record.undeclared")
        #expect(fault?.message == "No domain of this ledger declares Dose.")
    }

    @Test func aRoleThatIsNotDeclaredIsAFault() throws {
        let test = try DomainTest(medication)
        try test.given { try $0.create(Medicine(name: "A", dailyMilligrams: 1), id: "a") }
        let outcome = test.when { try $0.lock("a" as RecordID<Medicine>, by: "Jane") }
        #expect(outcome == .failed("role.undeclared: The schema of Medicine has no type for \"locked\"."))
    }

    @Test func limitsAreKept() throws {
        let test = try DomainTest(medication)
        let outcome = test.when { try $0.create(Medicine(name: "A", dailyMilligrams: 0)) }
        #expect(
            outcome
                == .rejected(
                    Rejection(code: "field.range", message: "\"dailyMilligrams\" is not from 1 to 100000.")))
        for text in ["no space", "", String(repeating: "a", count: 65)] { #expect(RecordID<Medicine>(text) == nil) }
    }
}
