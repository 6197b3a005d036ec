import Daybook
import Foundation
import Medication

@main
struct Doses {
    static func main() async throws {
        // An app takes the system's clock, which is the default. These stand still, so that every run prints the same.
        let environment = LedgerEnvironment(clock: { Instant(milliseconds: 1_770_728_400_000) })
        let later = LedgerEnvironment(clock: { Instant(milliseconds: 1_770_728_460_000) })
        let folder = CommandLine.arguments[1]
        let shared = folder + "/shared"
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)

        // A phone. The keys make each write idempotent: the program can be run again.
        let phone = try Ledger.open(at: folder + "/phone", domains: [medication], environment: environment)
        let (ibu, today): (RecordID<Medicine>, CivilDate) = ("ibuprofen", phone.today)
        let dose: RecordID<Dose> = "morning"
        var totals = phone.values { try $0.milligrams(of: ibu, on: $0.on) }.makeAsyncIterator()
        print("Taken: \(try await totals.next() ?? 0) mg")
        try await phone.write { unit in
            let ibuprofen = Medicine(name: "Ibuprofen", dailyMilligrams: 1_200)
            try unit.create(ibuprofen, id: ibu, key: "prescription-17")
            try unit.create(Dose(400, of: ibu, on: today), id: dose, key: "morning")
        }
        print("Taken: \(try phone.read { try $0.milligrams(of: ibu, on: today) }) mg")

        // A rule refuses; nothing is written.
        do {
            try await phone.write { try $0.create(Dose(1_000, of: ibu, on: today)) }
        } catch let refusal as Rejection where refusal.code == "dose.tooMuch" {
            print("Refused: \(refusal.message)")
        }

        // A tablet of the same person. Both exchange by a folder.
        let person = Ledger.Person.joining(seed: try phone.exportPrincipal())
        let tablet = try Ledger.open(at: folder + "/tablet", domains: [medication], person: person, environment: later)
        for ledger in [phone, tablet] { try await ledger.sync(folder: shared) }

        // The pharmacist verifies the dose on the phone. The tablet is offline, does not know of it, and corrects it.
        let before = try phone.position
        try await phone.write { try $0.lock(dose, by: "Jane Doe, pharmacist", key: "verified") }
        try await tablet.write { try $0.amend(dose, key: "corrected") { $0.milligrams = 600 } }
        for ledger in [phone, tablet, phone] { try await ledger.sync(folder: shared) }
        print("Locked: \(try phone.read { try $0.milligrams(of: ibu, on: today) }) mg")

        // The correction waits. The lock is lifted, and the correction is let in, on both devices.
        for waiting in try phone.read({ try $0.outcomes() }) {
            print("Waiting: \(waiting.type), \(waiting.outcome.reason ?? "")")
            try await phone.write { try $0.unlock(dose, reason: "The patient took more.", key: "reopened") }
            try await phone.settle(apply: waiting.event)
        }
        for ledger in [phone, tablet] { try await ledger.sync(folder: shared) }
        let settled = try [phone, tablet].map { device in
            try device.read { try $0.milligrams(of: ibu, on: today) }
        }
        print("Settled: \(settled) mg")

        // Two times: what the phone knew before. And what would be, if another dose were taken.
        let then = try phone.read(AsOf(known: .position(before))) { try $0.milligrams(of: ibu, on: today) }
        print("Known before: \(then) mg")
        let supposed = try phone.simulate { unit in
            try unit.create(Dose(200, of: ibu, on: today))
        } then: { snapshot in
            try snapshot.milligrams(of: ibu, on: today)
        }
        print("With 200 mg more: \(supposed) mg")

        // The history has every step; verify checks each byte of it.
        for step in try phone.read({ try $0.history(of: dose) })?.steps ?? [] {
            let change = step.changes.first { $0.field == "milligrams" }
            let text = change.map { " \($0.old?.text ?? "none") → \($0.new?.text ?? "none")" } ?? ""
            print("  \(step.event.envelope.type)\(text)")
        }
        let audit = try phone.verify()
        let isEqual = try phone.digest() == tablet.digest()
        print("\(audit.events) events, sound: \(audit.isSound), devices equal: \(isEqual)")

        // With these schemas, a program without the app checks an export of the ledger.
        let schemas = folder + "/schemas/events/medication"
        try FileManager.default.createDirectory(atPath: schemas, withIntermediateDirectories: true)
        for file in try phone.jsonSchemas(for: Medicine.self) + phone.jsonSchemas(for: Dose.self) {
            try file.schema.text.write(toFile: "\(schemas)/\(file.fileName)", atomically: true, encoding: .utf8)
        }
    }
}
