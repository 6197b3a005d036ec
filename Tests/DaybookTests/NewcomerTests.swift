import Daybook
import DaybookTestKit
import Foundation
import Testing

/// The attempts of a developer who knew the pages alone.
@Suite struct NewcomerTests {
    struct Meter: Record {
        static let schema = RecordSchema<Meter>(
            kind: "meter", created: "meter.made", amended: "meter.read", removed: "meter.gone",
            restored: "meter.back", locked: "meter.sealed", unlocked: "meter.opened")
        var value: Int
        var at: Instant?
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1, at = 2 }

        static func validate(_ meter: Meter, _ context: RuleContext) throws {
            if meter.value == 9_013 { throw CancellationError() }
            if meter.value == 9_014 {
                while true { _ = try context.record(RecordID<Meter>("x\(Int.random(in: 0..<1 << 40))") ?? "x") }
            }
            if let before = try context.record("m" as RecordID<Meter>), meter.value < before.value.value {
                throw Rejection("meter.back", "A meter does not run back.")
            }
        }
    }

    static let domain = Domain("meters", records: Meter.self)
    private let id: RecordID<Meter> = "m"

    @Test func noUpdateIsLost() async throws {
        let test = try DomainTest(Self.domain)
        let (ledger, id) = (test.device, id)
        try await ledger.write { try $0.create(Meter(value: 0), id: id) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 {
                group.addTask { try await ledger.write { try $0.amend(id) { $0.value += 1 } } }
            }
            try await group.waitForAll()
        }
        #expect(try ledger.read { try $0.record(id)?.value.value } == 60)
        #expect(try ledger.read { try $0.record(id)?.version } == 61)
    }

    @Test func aKeyIsIdempotent() throws {
        let test = try DomainTest(Self.domain)
        let first = try test.device.write { try $0.create(Meter(value: 1), key: "k") }
        let again = try test.device.write { try $0.create(Meter(value: 1), key: "k") }
        #expect((again.value, again.events, again.duplicates) == (first.value, first.events, 1))
        let amended = try test.device.write { try $0.amend(first.value, key: "inc") { $0.value += 1 } }
        let repeated = try test.device.write { try $0.amend(first.value, key: "inc") { $0.value += 1 } }
        #expect((repeated.events, repeated.duplicates) == (amended.events, 1))
        // A change of nothing takes the key, too.
        try test.device.write { try $0.amend(first.value, key: "two") { $0.value = 2 } }
        try test.device.write { try $0.amend(first.value) { $0.value = 5 } }
        try test.device.write { try $0.amend(first.value, key: "two") { $0.value = 2 } }
        #expect(try test.device.read { try $0.record(first.value)?.value.value } == 5)
    }

    @Test func aRuleSeesTheRecordBeforeTheChange() throws {
        let test = try DomainTest(Self.domain)
        try test.given { try $0.create(Meter(value: 7), id: id) }
        #expect(test.when { try $0.amend(id) { $0.value = 6 } }.code == "meter.back")
        #expect(test.when { try $0.amend(id) { $0.value = 8 } }.types == ["meter.read"])
    }

    @Test func aRuleThatFailsOrNeverHasEnoughRefuses() throws {
        let test = try DomainTest(Self.domain)
        #expect(test.when { try $0.create(Meter(value: 9_013)) }.code == "rule.failed")
        let outcome = test.when { try $0.create(Meter(value: 9_014)) }
        guard case .rejected(let rejection) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(rejection.message == "The rule of meter looks up more than 1000 records or sums one by one.")
    }

    @Test func noInstantTraps() throws {
        let test = try DomainTest(Self.domain)
        for milliseconds in [Int64.min, Int64.max, 1 << 58] {
            let meter = Meter(value: 1, at: Instant(milliseconds: milliseconds))
            guard case .failed(let text) = test.when({ try $0.create(meter) }) else {
                Issue.record("\(milliseconds) was taken")
                return
            }
            #expect(text == "field.type: \"at\" is not an RFC 3339 instant.")
        }
        let early = AsOf(known: .at(Instant(milliseconds: .min)))
        #expect(try test.device.read(early) { try $0.records(Meter.self) }.isEmpty)
    }

    @Test func versionsAndNamesAreHeld() throws {
        let test = try DomainTest(Self.domain)
        try test.given { try $0.create(Meter(value: 1), id: id) }
        #expect(test.when { try $0.amend(id, expectedVersion: 77) { _ in } }.code == .versionConflict)
        #expect(test.when { try $0.lock(id, by: "") }.code == "lock.name")
        #expect(test.when { try $0.unlock(id, reason: "") }.code == "unlock.reason")
        #expect(
            test.when { try $0.unlock(id, reason: "why") }
                == .rejected(Rejection("void.nothing", "No lock stands on this meter.")))
        #expect(
            test.when { try $0.restore(id) } == .rejected(Rejection("restore.nothing", "This meter was not removed.")))
        #expect(
            test.when(on: "tabelt") { try $0.remove(id) }
                == .failed("There is no device \"tabelt\"; device(_:) makes one."))
    }

    @Test func anUndeclaredRecordIsOneFault() throws {
        let test = try DomainTest(medication)
        let ledger = test.device
        for read in [
            { try ledger.read { _ = try $0.record("m" as RecordID<Meter>) } },
            { try ledger.read { _ = try $0.records(Meter.self) } },
            { try ledger.read { _ = try $0.days(of: Meter.self) } },
            { try ledger.read { _ = try $0.history(of: "m" as RecordID<Meter>) } },
            { _ = try ledger.write { try $0.create(Meter(value: 1)) } },
        ] as [() throws -> Void] {
            let fault = #expect(throws: Fault.self) { try read() }
            #expect(fault?.code == "record.undeclared")
        }
    }
}

/// Declarations that change between two releases.
@Suite struct ChangedDeclarationTests {
    enum Wide {
        struct Note: Record {
            static let schema = RecordSchema<Note>(
                kind: "note", created: "note.made", limits: [.count: .range(0...100)], validTime: .day, sums: [.count])
            var day: CivilDate
            var count: Int
            enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, count = 2 }
        }
        static let domain = Domain("notes", records: Note.self)
    }

    enum Narrow {
        struct Note: Record {
            static let schema = RecordSchema<Note>(
                kind: "note", created: "note.made", limits: [.count: .range(0...6)], validTime: .day, sums: [.count])
            var day: CivilDate
            var count: Int
            enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, count = 2 }
        }
        static let domain = Domain("notes", records: Note.self)
    }

    struct TwiceSummed: Record {
        static let schema = RecordSchema<TwiceSummed>(
            kind: "twice", created: "twice.made", limits: [.count: .range(0...6)], validTime: .day,
            sums: [.count, .count])
        var day: CivilDate
        var count: Int
        enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, count = 2 }
    }

    struct Constant: Record {
        static let schema = RecordSchema<Constant>(kind: "constant", created: "constant.made")
        let value: Int
        let b: Int
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1, b = 2 }

        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
            b = 3
        }
    }

    struct Forgotten: Record {
        static let schema = RecordSchema<Forgotten>(kind: "forgotten", created: "forgotten.made")
        var value: Int
        var note = "none"
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1 }
    }

    enum Nothing: String, RecordChoice {
        case some
        static let allCases: [Nothing] = []
    }

    struct NoChoice: Record {
        static let schema = RecordSchema<NoChoice>(kind: "choice", created: "choice.made")
        var value: Nothing
        enum CodingKeys: Int, CodingKey, CaseIterable { case value = 1 }
    }

    @Test func keptSumsAndOutcomesFollowTheDeclaration() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let day = CivilDate(day: 20_000)
        var ledger = try Ledger.open(at: folder, domains: [Wide.domain])
        try ledger.write { unit in
            try unit.create(Wide.Note(day: day, count: 50), id: "a")
            try unit.create(Wide.Note(day: day, count: 5), id: "b")
        }
        #expect(try ledger.read { try $0.days(of: Wide.Note.self) }.map { $0[.count] } == [55])
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [Narrow.domain])
        #expect(try ledger.read { try $0.records(Narrow.Note.self) }.map(\.count) == [5])
        try ledger.write { try $0.create(Narrow.Note(day: day, count: 1), id: "c") }
        #expect(try ledger.read { try $0.days(of: Narrow.Note.self) }.map { $0[.count] } == [6])
        #expect(try ledger.read { try $0.outcomes() }.map(\.stream.id) == ["a"])
        #expect(try ledger.read { try $0.incomplete(Narrow.Note.self) } != nil)
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [Wide.domain])
        try ledger.write { try $0.create(Wide.Note(day: day, count: 2), id: "d") }
        #expect(try ledger.read { try $0.days(of: Wide.Note.self) }.map { $0[.count] } == [58])
        #expect(try ledger.read { try $0.outcomes() }.isEmpty)
        #expect(try ledger.replay().isEqual)
        ledger.close()
    }

    @Test func furtherMistakesAreNamed() {
        let start = "The app's domains cannot be used: "
        func problem(_ domains: Domain...) -> String? {
            #expect(throws: Fault.self) {
                let test = try DomainTest(domains[0])
                _ = test
                if domains.count > 1 { _ = try DomainTest(domains[0], domains[1]) }
            }?.message
        }
        #expect(problem(Domain("a", records: TwiceSummed.self)) == start + "twice sums count twice.")
        #expect(
            problem(Domain("a", records: Constant.self))
                == start + "Constant has a coding key b, and decodes no field of it.")
        #expect(
            problem(Domain("a", records: Forgotten.self))
                == start + "Forgotten stores note, which has no coding key.")
        #expect(problem(Domain("a", records: NoChoice.self)) == start + "value is a choice of no words.")
        #expect(
            problem(Domain("", records: Wide.Note.self))
                == start + "a domain needs a name of 1 to 32 letters and digits from a to z, and \"-\".")
        #expect(
            problem(Domain("a", version: 0, records: Wide.Note.self))
                == start + "the version of a is 0, and not from 1.")
        #expect(
            problem(Domain("a", records: Wide.Note.self), Domain("a", records: Medicine.self))
                == start + "the domain \"a\" is declared twice.")
    }
}
