import Daybook
import DaybookTestKit
import Foundation
import Testing

/// Sums by keys that a function of the app gives.
@Suite struct RecordTallyTests {
    private let test: DomainTest

    init() throws { test = try DomainTest(Domain("walks", records: Walk<ByLetter>.self)) }

    private func walk(_ place: String, _ metres: Int, _ day: Int = 0) -> Walk<ByLetter> {
        Walk(place: place, day: test.today.adding(days: day), metres: metres)
    }

    private func metres(_ letter: String, _ asOf: AsOf = .now) throws -> [Int] {
        try test.device.read(asOf) { try $0.days(of: ByLetter.tally, key: letter) }.map(\.value)
    }

    @Test func aTallyFollowsItsRecord() throws {
        let id: RecordID<Walk<ByLetter>> = "a"
        try test.given { try $0.create(walk("beach", 300), id: id) }
        try test.given { try $0.create(walk("bay", 100, -1), id: "b") }
        // A record that gives no key adds nothing.
        try test.given { try $0.create(walk("", 50), id: "c") }
        #expect(try metres("b") == [100, 300])
        try test.given { try $0.amend(id) { $0.place = "hill" } }
        #expect(try metres("b") == [100] && metres("h") == [300])
        try test.given { try $0.remove(id) }
        #expect(try metres("h") == [])
        try test.given { try $0.restore(id) }
        let today = try test.device.read { try $0.sum(of: ByLetter.tally, key: "h", on: test.today) }
        #expect((today.date, today.records, today.value) == (test.today, 1, 300))
        let none = try test.device.read { try $0.sum(of: ByLetter.tally, key: "z", on: test.today) }
        #expect((none.date, none.records, none.value) == (test.today, 0, 0))
        let before = try test.device.read {
            try $0.days(of: ByLetter.tally, key: "b", in: test.today...test.today.adding(days: 9))
        }
        #expect(before == [])
        #expect(try test.device.verify().isSound)
        #expect(try test.device.replay().isEqual)
    }

    @Test func aTallyIsAnsweredAtAnyPast() throws {
        var known: [(position: Position, letters: [[Int]])] = []
        func step(_ write: (inout WriteUnit) throws -> Void) throws {
            try test.given(write)
            known.append((try test.device.position, try ["b", "h"].map { try metres($0) }))
        }
        let id: RecordID<Walk<ByLetter>> = "a"
        try step { try $0.create(walk("beach", 300), id: id) }
        try step { try $0.create(walk("bay", 40), id: "b") }
        try step { try $0.amend(id) { $0.place = "hill" } }
        try step { try $0.amend(id) { $0.day = $0.day.adding(days: -40) } }
        try step { try $0.remove("b" as RecordID<Walk<ByLetter>>) }
        #expect(known.map(\.letters) == [[[300], []], [[340], []], [[40], [300]], [[40], [300]], [[], [300]]])
        for step in known {
            let asOf = AsOf(known: .position(step.position))
            #expect(try ["b", "h"].map { try metres($0, asOf) } == step.letters)
        }
        let supposed = try test.device.simulate {
            try $0.create(walk("brook", 7))
        } then: {
            try $0.sum(of: ByLetter.tally, key: "b", on: test.today).value
        }
        #expect(try supposed == 7 && metres("b") == [])
    }

    @Test func aRuleAsksTheSumOfAKey() throws {
        try test.given { try $0.create(walk("beach", 6_000), id: "a") }
        #expect(test.when { try $0.create(walk("bay", 4_001)) }.code == "walk.tooFar")
        #expect(test.when { try $0.create(walk("hill", 4_001)) }.types == ["walk.taken"])
        #expect(test.when { try $0.create(walk("bay", 4_000, 1)) }.types == ["walk.taken"])
        let unit = test.when { unit in
            try unit.create(walk("bay", 3_000))
            try unit.create(walk("brook", 1_001))
        }
        #expect(unit.code == "walk.tooFar")
        // The record that is decided is not among those that it is held against.
        #expect(test.when { try $0.amend("a" as RecordID<Walk<ByLetter>>) { $0.metres = 9_999 } }.code == nil)
    }

    @Test func aKeyAndAValueOutsideTheirRange() throws {
        let test = try DomainTest(Domain("walks", records: Walk<Whole>.self))
        func outcome(_ place: String, _ metres: Int) throws -> Rejection? {
            #expect(throws: Rejection.self) {
                try test.device.write { try $0.create(Walk<Whole>(place: place, day: test.today, metres: metres)) }
            }
        }
        let long = try outcome(String(repeating: "é", count: 129), 1)
        #expect(long?.code == "tally.range" && long?.hint == "Enter a shorter text.")
        #expect(long?.message == "This walk gives the tally whole a key of more than 128 characters.")
        let high = try outcome("a", 1_025)
        #expect(high?.message == "This walk gives the tally whole the value 1100585369600, beyond 2^40.")
        #expect(high?.hint == "Enter a smaller figure.")
        // A key has as many characters as it has in Form C.
        let decomposed = String(repeating: "e\u{301}", count: 100)
        try test.device.write { try $0.create(Walk<Whole>(place: decomposed, day: test.today, metres: 1)) }
        let composed = String(repeating: "é", count: 100)
        #expect(try test.device.read { try $0.sum(of: Whole.tally, key: composed, on: test.today).records } == 1)
        for metres in [1_024, -1_024] {
            try test.device.write { try $0.create(Walk<Whole>(place: "a", day: test.today, metres: metres)) }
        }
        #expect(try test.device.read { try $0.sum(of: Whole.tally, key: "a", on: test.today).records } == 2)
        #expect(try test.device.position.value >= 2)
    }

    /// A folder of the test; the caller takes it away.
    private static func folder() -> String {
        FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()
    }

    @Test func whatArrivesAddsNothingOutsideTheRange() throws {
        let folders = (Self.folder(), Self.folder())
        // A folder that stays in the temporary files harms nothing.
        defer { for folder in [folders.0, folders.1] { try? FileManager.default.removeItem(atPath: folder) } }
        let plain = try Ledger.open(at: folders.0, domains: [Domain("walks", records: Walk<ByLetter>.self)])
        let (today, seed) = (plain.today, try plain.exportPrincipal())
        try plain.write { unit in
            try unit.create(Walk<ByLetter>(place: "a", day: today, metres: 9_000))
            try unit.create(Walk<ByLetter>(place: "a", day: today, metres: 2))
        }
        var lines: [String] = []
        _ = try plain.exportLines { lines.append($0) }
        plain.close()
        let other = try Ledger.open(
            at: folders.1, domains: [Domain("walks", records: Walk<Whole>.self)], person: .joining(seed: seed))
        var next = lines.makeIterator()
        _ = try other.importLines { next.next().map { Array($0.utf8) } }
        #expect(try other.read { try $0.records(Walk<Whole>.self).count } == 2)
        let sum = try other.read { try $0.sum(of: Whole.tally, key: "a", on: today) }
        #expect((sum.records, sum.value) == (1, 2 << 30))
        // It can be changed without an end to what was there before.
        let id = try #require(try other.read { try $0.records(Walk<Whole>.self).first { $0.metres == 9_000 }?.id })
        try other.write { try $0.amend(id) { $0.day = $0.day.adding(days: -1) } }
        #expect(throws: Rejection.self) { try other.write { try $0.amend(id) { $0.metres = 9_001 } } }
        #expect(try other.verify().isSound)
        other.close()
    }

    @Test func anotherFunctionHasAnotherVersion() throws {
        let folder = Self.folder()
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try Ledger.open(at: folder, domains: [Domain("walks", records: Walk<ByLetter>.self)])
        let today = first.today
        try first.write { try $0.create(Walk<ByLetter>(place: "beach", day: today, metres: 5), id: "a") }
        first.close()
        let second = try Ledger.open(at: folder, domains: [Domain("walks", records: Walk<ByLetterTwice>.self)])
        func value() throws -> Int {
            try second.read { try $0.sum(of: ByLetterTwice.tally, key: "b", on: today).value }
        }
        #expect(try value() == 10)
        try second.write { try $0.create(Walk<ByLetterTwice>(place: "bay", day: today, metres: 1), id: "b") }
        #expect(try value() == 12)
        #expect(try second.verify().isSound && second.replay().isEqual)
        let old = RecordTally<Walk<ByLetterTwice>>("byLetter") { ($0.place, 1) }
        let fault = #expect(throws: Fault.self) { try second.read { try $0.days(of: old, key: "b") } }
        #expect(fault?.code == "sums.undeclared")
        second.close()
    }

    @Test func aTallyThatTheSchemaDoesNotName() throws {
        let other = RecordTally<Walk<ByLetter>>("other") { ($0.place, $0.metres) }
        let fault = #expect(throws: Fault.self) { try test.device.read { try $0.days(of: other, key: "b") } }
        #expect(fault?.code == "sums.undeclared")
        #expect(fault?.message == "The schema of Walk<ByLetter> has no tally \"other\".")
        #expect(fault?.hint == "Name it: RecordSchema(…, tallies: […]).")
    }

    @Test func declarationsThatDoNotFit() {
        func problem<Form: WalkForm>(_ form: Form.Type) -> String? {
            let fault = #expect(throws: Fault.self) { try DomainTest(Domain("walks", records: Walk<Form>.self)) }
            #expect(fault?.code == "domains.unusable")
            return fault?.message
        }
        let start = "The app's domains cannot be used: "
        #expect(
            problem(Nameless.self)
                == start + "a tally of walk needs a name of 1 to 32 letters and digits other than days.")
        #expect(problem(Unversioned.self) == start + "the tally a of walk has version 0, and not from 1 to 1,000.")
        #expect(problem(Twice.self) == start + "walk has two tallies a.")
        #expect(problem(Undated.self) == start + "walk has tallies by day, and no valid time.")
        #expect(problem(Many.self) == start + "walk has more than 16 tallies.")
    }

    /// Against a plain fold of what was written.
    @Test(arguments: [UInt64.random(in: 0...UInt64.max), 1]) func aRandomHistory(seed: UInt64) throws {
        print("RecordTallyTests: seed \(seed)")
        var random = SeededRandom(seed: seed)
        var walks: [String: Walk<ByLetter>] = [:]
        var known: [(position: Position, walks: [String: Walk<ByLetter>])] = []
        for _ in 0..<60 {
            let name = "w\(Int.random(in: 0...9, using: &random))"
            let new = walk(
                ["beach", "bay", "hill", ""].randomElement(using: &random) ?? "",
                Int.random(in: -90...90, using: &random), -Int.random(in: 0...40, using: &random))
            let id = RecordID<Walk<ByLetter>>(name) ?? "x"
            if walks[name] != nil, Bool.random(using: &random) {
                try test.given { try $0.remove(id) }
                try test.given { try $0.restore(id) }
            }
            try test.given { try $0.set(id, to: new) }
            walks[name] = new
            known.append((try test.device.position, walks))
        }
        for (position, walks) in known {
            for letter in ["b", "h"] {
                let own = walks.values.filter { $0.place.hasPrefix(letter) }
                let sums = Dictionary(grouping: own, by: \.day).mapValues { $0.reduce(0) { $0 + $1.metres } }
                let asOf = AsOf(known: .position(position))
                let found = try test.device.read(asOf) { try $0.days(of: ByLetter.tally, key: letter) }
                #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.date, $0.value) }) == sums)
            }
        }
        #expect(try test.device.verify().isSound && test.device.replay().isEqual)
    }
}

/// The tallies of a walk.
private protocol WalkForm: Sendable {
    static var tallies: [RecordTally<Walk<Self>>] { get }
    static var validTime: Walk<Self>.CodingKeys? { get }
    static func validate(_ walk: Walk<Self>, _ context: RuleContext) throws
}

extension WalkForm {
    static var validTime: Walk<Self>.CodingKeys? { .day }
    static func validate(_ walk: Walk<Self>, _ context: RuleContext) throws {}
}

private struct Walk<Form: WalkForm>: Record {
    static var schema: RecordSchema<Self> {
        RecordSchema(
            kind: "walk", created: "walk.taken", amended: "walk.corrected", removed: "walk.withdrawn",
            restored: "walk.restored", limits: [.metres: .range(-10_000...10_000)], validTime: Form.validTime,
            tallies: Form.tallies)
    }
    static func validate(_ walk: Self, _ context: RuleContext) throws { try Form.validate(walk, context) }

    var place: String
    var day: CivilDate
    var metres: Int
    enum CodingKeys: Int, CodingKey, CaseIterable { case place = 1, day = 2, metres = 3 }
}

/// Metres by the first letter of the place, of which a day allows so many.
private enum ByLetter: WalkForm {
    static let tally = RecordTally<Walk<ByLetter>>("byLetter") { walk in
        walk.place.first.map { (key: String($0), value: walk.metres) }
    }
    static var tallies: [RecordTally<Walk<ByLetter>>] { [tally] }

    static func validate(_ walk: Walk<ByLetter>, _ context: RuleContext) throws {
        let walked = try context.sum(of: tally, key: String(walk.place.prefix(1)), on: walk.day)
        if walked.value + walk.metres > 10_000 { throw Rejection("walk.tooFar", "That is too far for a day.") }
    }
}

private enum ByLetterTwice: WalkForm {
    static let tally = RecordTally<Walk<ByLetterTwice>>("byLetter", version: 2) { walk in
        walk.place.first.map { (key: String($0), value: 2 * walk.metres) }
    }
    static var tallies: [RecordTally<Walk<ByLetterTwice>>] { [tally] }
}

/// Figures that not every tally holds.
private enum Whole: WalkForm {
    static let tally = RecordTally<Walk<Whole>>("whole") { ($0.place, $0.metres << 30) }
    static var tallies: [RecordTally<Walk<Whole>>] { [tally] }
}

private enum Nameless: WalkForm {
    static var tallies: [RecordTally<Walk<Nameless>>] { [.init("days") { ($0.place, 1) }] }
}
private enum Unversioned: WalkForm {
    static var tallies: [RecordTally<Walk<Unversioned>>] { [.init("a", version: 0) { ($0.place, 1) }] }
}
private enum Twice: WalkForm {
    static var tallies: [RecordTally<Walk<Twice>>] { (1...2).map { .init("a", version: $0) { ($0.place, 1) } } }
}
private enum Undated: WalkForm {
    static var validTime: Walk<Undated>.CodingKeys? { nil }
    static var tallies: [RecordTally<Walk<Undated>>] { [.init("a") { ($0.place, 1) }] }
}
private enum Many: WalkForm {
    static var tallies: [RecordTally<Walk<Many>>] { (1...17).map { .init("a\($0)") { ($0.place, 1) } } }
}
