import Daybook
import DaybookTestKit
import Foundation
import Testing

/// Mistakes of an app at run time: a typed error with its code, nothing written, nothing lost, no trap.
///
/// Declarations that do not fit are in RecordSchemaTests, what does not compile in tutorial_mistakes_test.py.
@Suite struct BadInputTests {
    struct Cup: Record {
        static let schema = RecordSchema<Cup>(
            kind: "cup", created: "cup.filled", amended: "cup.changed", limits: [.millilitres: .range(10...500)],
            validTime: .day, sums: [.millilitres])
        var day: CivilDate
        // Out of the range of its own schema.
        var millilitres = 5
        enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, millilitres = 2 }
    }

    /// Another struct for the same stream and event types.
    struct Mug: Record {
        static let schema = RecordSchema<Mug>(kind: "cup", created: "cup.filled")
        var colour: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case colour = 1 }
    }

    struct Careless: Record {
        static let schema = RecordSchema<Careless>(kind: "careless", created: "careless.made")
        var value: Int
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1 }

        struct Mistake: Error {}
        static func validate(_ record: Careless, _ context: RuleContext) throws {
            if record.value == 0 { throw Mistake() }
            if record.value == 1 { _ = try context.record("a" as RecordID<Cup>) }
            if record.value == 2 { _ = try context.sums(of: Careless.self, by: 1, on: context.today) }
            if record.value == 3 { _ = try context.sums(of: Cup.self, by: 1, on: context.today) }
        }
    }

    static let cups = Domain("cups", records: Cup.self)
    let test: DomainTest

    init() throws { test = try DomainTest(Self.cups, Domain("careless", records: Careless.self)) }

    /// Nothing was written, and the ledger is sound.
    private func unchanged(at position: Position) throws -> Bool {
        try test.device.position == position && test.device.verify().isSound && test.device.replay().isEqual
    }

    @Test func aDefaultOutOfItsRangeIsRefusedWhereItIsWritten() throws {
        let before = try test.device.position
        let outcome = test.when { try $0.create(Cup(day: test.today)) }
        #expect(outcome.code == "field.range")
        #expect(try unchanged(at: before))
    }

    @Test func aRecordThatIsReadAsAnotherTypeIsAFault() throws {
        try test.given { try $0.create(Cup(day: test.today, millilitres: 200), id: "a") }
        let fault = #expect(throws: Fault.self) { try test.device.read { try $0.record("a" as RecordID<Mug>) } }
        #expect(fault?.code == "record.unreadable")
        #expect(fault?.message.hasPrefix("The fields of a cup do not make a Mug: ") == true)
        #expect(throws: Fault.self) { try test.device.write { try $0.amend("a" as RecordID<Mug>) { _ in } } }
        #expect(try test.device.read { try $0.record("a" as RecordID<Cup>) }?.millilitres == 200)
    }

    @Test func aUnitOfTenThousandEventsIsRefused() throws {
        let before = try test.device.position
        let outcome = test.when { unit in
            for _ in 0..<10_000 { try unit.create(Cup(day: test.today, millilitres: 100)) }
        }
        #expect(outcome.code == "unit.tooLarge")
        #expect(try unchanged(at: before))
        #expect(try test.device.read { try $0.records(Cup.self) }.isEmpty)
    }

    @Test(arguments: 0...3) func aRuleThatThrowsRefuses(value: Int) throws {
        let before = try test.device.position
        let outcome = test.when { try $0.create(Careless(value: value)) }
        #expect(outcome.code == "rule.failed")
        #expect(try unchanged(at: before))
        #expect(test.when { try $0.create(Careless(value: 4)) }.types == ["careless.made"])
    }

    @Test func aLedgerOfAnotherAppKeepsItsEventsWithoutEffect() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ledger = try Ledger.open(at: folder, domains: [Self.cups])
        let today = ledger.today
        try ledger.write { try $0.create(Cup(day: today, millilitres: 200), id: "a") }
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [] as [Domain])
        let fault = #expect(throws: Fault.self) { try ledger.read { try $0.records(Cup.self) } }
        #expect(fault?.code == "record.undeclared")
        let refused = #expect(throws: Fault.self) {
            try ledger.write { try $0.create(Cup(day: today, millilitres: 300)) }
        }
        #expect(refused?.code == "record.undeclared")
        #expect(try ledger.read { try $0.outcomes() }.map(\.outcome.reason) == ["type.unknown"])
        #expect(try ledger.verify().isSound)
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [Self.cups])
        #expect(try ledger.read { try $0.days(of: Cup.self) }.map { $0[.millilitres] } == [200])
        #expect(try ledger.read { try $0.outcomes() }.isEmpty)
        ledger.close()
    }

    @Test func aBodyOfANewerVersionIsKeptWithoutEffect() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ledger = try Ledger.open(at: folder, domains: [RecordVersionTests.Second.domain])
        try ledger.write { try $0.create(RecordVersionTests.Second.Walk(metres: 5, dog: "Rex"), id: "a") }
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [RecordVersionTests.First.domain])
        #expect(try ledger.read { try $0.records(RecordVersionTests.First.Walk.self) }.isEmpty)
        #expect(try ledger.read { try $0.outcomes() }.map(\.outcome.reason) == ["schema.newer"])
        let refusal = #expect(throws: Rejection.self) {
            try ledger.write { try $0.amend("a" as RecordID<RecordVersionTests.First.Walk>) { $0.metres = 6 } }
        }
        #expect(refusal?.code == "record.missing")
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [RecordVersionTests.Second.domain])
        #expect(try ledger.read { try $0.records(RecordVersionTests.Second.Walk.self) }.map(\.dog) == ["Rex"])
        ledger.close()
    }
}
