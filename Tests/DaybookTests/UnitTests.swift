import Daybook
import DaybookTestKit
import Foundation
import Synchronization
import Testing

/// The writes of a unit beside fields: attachments, notes, and records as they shall be.
@Suite struct UnitTests {
    struct Prescription: Record {
        static let schema = RecordSchema<Prescription>(
            kind: "prescription", created: "prescription.filed", amended: "prescription.corrected",
            locked: "prescription.checked", noted: "prescription.noted")
        var name: String
        var scan: Daybook.Attachment?
        var back: Daybook.Attachment?
        enum CodingKeys: Int, CodingKey, CaseIterable { case name = 1, scan = 2, back = 3 }
    }

    let id: RecordID<Prescription> = "a"
    let test: DomainTest

    init() throws { test = try DomainTest(Domain("prescriptions", records: Prescription.self)) }

    @Test func aUnitStoresTheAttachmentsThatItsRecordNames() throws {
        let (front, back): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        try test.given {
            let scan = $0.attach(front)
            try $0.create(Prescription(name: "Ibuprofen", scan: scan, back: $0.attach(back)), id: id)
        }
        try test.device.read { snapshot in
            let record = try #require(try snapshot.record(id))
            let scan = try #require(record.scan)
            #expect(try snapshot.bytes(of: scan) == front)
            let rear = try #require(record.back)
            #expect(try snapshot.bytes(of: rear) == back)
            #expect(try snapshot.bytes(of: Daybook.Attachment(of: [9])) == nil)
        }
    }

    @Test func aReplacedAttachmentStaysAndTravels() throws {
        try test.given { try $0.create(Prescription(name: "Ibuprofen", scan: $0.attach([1])), id: id) }
        try test.given { unit in
            let scan = unit.attach([2])
            try unit.amend(id) { $0.scan = scan }
        }
        let tablet = try test.device("tablet")
        try test.exchange()
        #expect(try tablet.read { try $0.bytes(of: Daybook.Attachment(of: [2])) } == [2])
        #expect(try tablet.read { try $0.bytes(of: Daybook.Attachment(of: [1])) } == [1])
    }

    @Test func anAttachmentThatNoRecordNamesIsRefused() throws {
        let outcome = test.when {
            _ = $0.attach([7])
            try $0.create(Prescription(name: "Ibuprofen"), id: id)
        }
        #expect(outcome.code == "blob.unnamed")
        #expect(try test.device.read { try $0.record(id) } == nil)
    }

    @Test func aNoteStandsInTheHistoryAlsoOfALockedRecord() throws {
        #expect(test.when { try $0.note(id, "lost") }.code == .recordMissing)
        try test.given { try $0.create(Prescription(name: "Ibuprofen"), id: id) }
        try test.given { try $0.lock(id, by: "Jane Doe") }
        #expect(test.when { try $0.note(id, "asked the doctor") }.types == ["prescription.noted"])
        let notes = try test.device.read { try $0.notes(of: id) }
        #expect(notes.map(\.text) == ["asked the doctor"])
        #expect(notes.map(\.recorded) == [DomainTest.start])
        #expect(try test.device.read { try $0.record(id)?.name } == "Ibuprofen")
    }

    @Test func aTypeWithoutNotesTakesNone() throws {
        let test = try DomainTest(medication)
        try test.given { try $0.create(Medicine(name: "Ibuprofen", dailyMilligrams: 1_200), id: "ibu") }
        let fault = #expect(throws: Fault.self) {
            try test.device.write { try $0.note("ibu" as RecordID<Medicine>, "new box") }
        }
        #expect(fault?.message == "The schema of Medicine has no type for \"noted\".")
    }

    @Test func setCreatesOrChanges() throws {
        #expect(
            test.when { try $0.set(id, to: Prescription(name: "Ibuprofen")) }.types == ["prescription.filed"])
        #expect(
            test.when { try $0.set(id, to: Prescription(name: "Aspirin")) }.types == ["prescription.corrected"])
        #expect(test.when { try $0.set(id, to: Prescription(name: "Aspirin")) }.types == [])
        #expect(
            test.when {
                try $0.set("b", to: Prescription(name: "Codeine"))
                try $0.set("b", to: Prescription(name: "Morphine"))
            }.types == ["prescription.filed", "prescription.corrected"])
    }

    @Test func devicesExchangeFromAsynchronousCode() async throws {
        try test.given { try $0.create(Prescription(name: "Ibuprofen"), id: id) }
        let tablet = try test.device("tablet")
        let bundle = Mutex<[[UInt8]]>([])
        let written = try await test.device.exportBundle { bytes in bundle.withLock { $0.append(bytes) } }
        #expect(written.events > 0)
        let taken = try await tablet.importBundle { bundle.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
        #expect(taken.received == written.events)
        #expect(try tablet.read { try $0.record(id)?.name } == "Ibuprofen")
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-unit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A folder that stays in the temporary files harms nothing.
        defer { try? FileManager.default.removeItem(at: folder) }
        try await tablet.write { try $0.note(id, "taken along") }
        #expect(try await tablet.sync(folder: folder.path()).sent > 0)
        // The beginning of the tablet's log, and the note.
        #expect(try await test.device.sync(folder: folder.path()).received == 2)
        #expect(try test.device.read { try $0.notes(of: id).map(\.text) } == ["taken along"])
    }
}
