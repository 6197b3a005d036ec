import Daybook
import Foundation

/// A record of an app's own ledger.
private struct Dose: Record {
    static let schema = RecordSchema<Dose>(
        kind: "dose", created: "dose.taken", limits: [.milligrams: .range(1...100_000)], validTime: .day,
        sums: [.milligrams])
    var day: CivilDate
    var milligrams: Int
    var note: String?
    enum CodingKeys: Int, CodingKey, CaseIterable { case day = 1, milligrams = 2, note = 3 }
}

/// One caller that appends one record after another, each a durable unit: as a typed record, or as the draft of it.
///
/// The figure is the processor time of one append, because both sides wait for the same disk.
final class DoseAppend: Subject {
    let name: String
    private let isTyped: Bool
    private var ledger: Ledger?
    private var processor = 0.0

    init(isTyped: Bool) { (self.isTyped, name) = (isTyped, isTyped ? "daybook" : "daybook-draft") }

    func prepare(_ workload: Workload, folder: String) throws {
        ledger = try Ledger.open(at: folder + "/ledger", domains: [Domain("medication", records: Dose.self)])
    }

    func run(_ workload: Workload) throws {
        guard let ledger else { throw BenchmarkError("no ledger was prepared") }
        let begin = Harness.processorSeconds()
        for index in 0..<workload.count {
            let dose = Dose(
                day: CivilDate(day: Int32(20_000 + index / 8)), milligrams: 1 + index % 900, note: "after a meal")
            if isTyped { try ledger.write { _ = try $0.create(dose, id: id(index)) } } else { try append(dose, index) }
        }
        processor = Harness.processorSeconds() - begin
    }

    private func append(_ dose: Dose, _ index: Int) throws {
        let members: [JSONValue.Member] = [
            .init("day", .string(dose.day.description)), .init("milligrams", .integer(dose.milligrams)),
            .init("note", .string(dose.note ?? "")),
        ]
        try ledger?.append([EventDraft(stream: id(index).stream, type: "dose.taken", data: .json(.object(members)))])
    }

    private func id(_ index: Int) -> RecordID<Dose> {
        guard let id = RecordID<Dose>("d\(index)") else { preconditionFailure("digits make an id") }
        return id
    }

    func digest(_ workload: Workload) throws -> String {
        guard let ledger else { throw BenchmarkError("no ledger was prepared") }
        return try stateDigest(ledger, expecting: workload.count)
    }

    func finish() {
        ledger?.close()
        ledger = nil
    }

    func value(seconds: Double, events: Int) -> Double { processor / Double(events) * 1e6 }
}
