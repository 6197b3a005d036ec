import Daybook
import DaybookTestKit
import Foundation
import Testing

/// A record of two releases of an app.
@Suite struct RecordVersionTests {
    enum First {
        struct Walk: Record {
            static let schema = RecordSchema<Walk>(kind: "walk", created: "walk.taken", amended: "walk.corrected")
            var metres: Int
            enum CodingKeys: Int, CodingKey, CaseIterable { case metres = 1 }
        }
        static let domain = Domain("walks", records: Walk.self)
    }

    enum Second {
        struct Walk: Record {
            static let schema = RecordSchema<Walk>(
                kind: "walk", created: "walk.taken", amended: "walk.corrected", since: [.dog: 2])
            var metres: Int
            var dog: String?
            enum CodingKeys: Int, CodingKey, CaseIterable { case metres = 1, dog = 2 }
        }
        static let domain = Domain("walks", records: Walk.self)
    }

    struct Required: Record {
        static let schema = RecordSchema<Required>(kind: "required", created: "required.made", since: [.name: 2])
        var name: String
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1 }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)").path()

    @Test func aLaterReleaseReadsTheEarlierOneAndTheEarlierOneKeepsTheLater() throws {
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ledger = try Ledger.open(at: folder, domains: [First.domain])
        try ledger.write { try $0.create(First.Walk(metres: 900), id: "a") }
        try ledger.write { try $0.amend("a" as RecordID<First.Walk>) { $0.metres = 1_000 } }
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [Second.domain])
        #expect(try ledger.read { try $0.records(Second.Walk.self) }.map(\.value) == [.init(metres: 1_000)])
        try ledger.write { unit in
            try unit.amend("a" as RecordID<Second.Walk>) { $0.dog = "Rex" }
            try unit.create(Second.Walk(metres: 5, dog: "Rex"), id: "b")
        }
        let walks = try ledger.read { try $0.records(Second.Walk.self) }
        #expect(walks.map(\.value) == [.init(metres: 1_000, dog: "Rex"), .init(metres: 5, dog: "Rex")])
        #expect(try ledger.replay().isEqual)
        ledger.close()

        ledger = try Ledger.open(at: folder, domains: [First.domain])
        #expect(try ledger.read { try $0.records(First.Walk.self) }.map(\.value) == [.init(metres: 1_000)])
        #expect(try ledger.read { try $0.outcomes() }.map(\.outcome.status) == [.quarantined, .quarantined])
        #expect(try ledger.verify().isSound)
        ledger.close()
    }

    @Test func aFieldThatMustBeThereCannotComeLater() {
        let fault = #expect(throws: Fault.self) { try DomainTest(Domain("a", records: Required.self)) }
        #expect(
            fault?.message
                == "The app's domains cannot be used: required.name came with version 2 and is not optional.")
    }

    @Test func theJSONSchemas() throws {
        let test = try DomainTest(medication)
        let schemas = try test.device.jsonSchemas(for: Dose.self)
        #expect(
            schemas.map(\.fileName) == [
                "dose.taken.v1.json", "dose.corrected.v1.json", "dose.withdrawn.v1.json", "dose.restored.v1.json",
                "dose.verified.v1.json", "dose.reopened.v1.json",
            ])
        #expect(schemas[0].schema["x-daybook"]?["validTime"] == .string("day"))
        #expect(
            schemas[0].schema["required"] == .array([.string("medicine"), .string("day"), .string("milligrams")]))
        #expect(
            schemas[0].schema["properties"]?["milligrams"]?.text
                == #"{"type":"integer","minimum":1,"maximum":100000,"x-daybook":{"key":3,"kind":"integer"}}"#)
        #expect(
            schemas[1].schema["properties"]?["note"]?.text
                == #"{"type":["string","null"],"maxLength":1024,"x-daybook":{"key":5,"kind":"text"}}"#)
        #expect(
            schemas[4].schema["required"]
                == .array([.string("by"), .string("covers"), .string("content"), .string("form")]))
    }
}
