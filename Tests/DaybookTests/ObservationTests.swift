import Daybook
import DaybookTestKit
import Testing

/// An app's observation of commits.
@Suite struct ObservationTests {
    private func medicine(_ name: String) -> Medicine { Medicine(name: name, dailyMilligrams: 1) }

    @Test func changesComeEachOnceAndInOrder() async throws {
        let test = try DomainTest(medication)
        let ledger = test.device
        // The first write of a device begins its log.
        try await ledger.write { try $0.create(medicine("first")) }
        let start = try ledger.position
        for number in 0..<150 { try await ledger.write { try $0.create(medicine("before \(number)")) } }
        let reading = Task {
            var positions: [Position] = []
            for try await event in ledger.changes(after: start) {
                positions.append(event.position)
                if positions.count == 300 { break }
            }
            return positions
        }
        for number in 0..<150 { try await ledger.write { try $0.create(medicine("after \(number)")) } }
        let positions = try await reading.value
        #expect(positions == (1...300).map { Position(start.value + $0) })
        // It goes on behind the last that was seen.
        var further = ledger.changes(after: positions[298]).makeAsyncIterator()
        #expect(try await further.next()?.position == positions[299])
    }

    @Test func aValueComesAgainWhenItHasChanged() async throws {
        let test = try DomainTest(medication)
        let ledger = test.device
        var values = ledger.values { try $0.records(Medicine.self).count }.makeAsyncIterator()
        #expect(try await values.next() == 0)
        try await ledger.write { try $0.create(medicine("A"), id: "a") }
        #expect(try await values.next() == 1)
        // A commit that changes nothing of it is passed over.
        try await ledger.write { try $0.amend("a" as RecordID<Medicine>) { $0.name = "B" } }
        try await ledger.write { try $0.create(medicine("C")) }
        #expect(try await values.next() == 2)
    }

    @Test func aCommitOfThisProcessWakesAtOnceAndACancelledTaskEnds() async throws {
        let test = try DomainTest(medication)
        let ledger = test.device
        try await ledger.write { try $0.create(medicine("first")) }
        let reading = Task {
            var seen = 0
            for try await _ in ledger.changes(after: try ledger.position) { seen += 1 }
            return seen
        }
        try await Task.sleep(for: .milliseconds(50))
        try await ledger.write { try $0.create(medicine("A")) }
        try await Task.sleep(for: .milliseconds(300))
        reading.cancel()
        #expect(try await reading.value == 1)
    }

    @Test func whatIsWrittenPastTheBellIsHeard() async throws {
        let test = try DomainTest(medication)
        let ledger = test.device
        try await ledger.write { try $0.create(medicine("first")) }
        let start = try ledger.position
        // Written past the typed library, which rings no bell.
        try await ledger.appending([
            EventDraft(
                "medicine.prescribed", in: ("x" as RecordID<Medicine>).stream,
                ["name": .string("X"), "dailyMilligrams": .number("1")])
        ])
        var changes = ledger.changes(after: start).makeAsyncIterator()
        #expect(try await changes.next()?.envelope.type == "medicine.prescribed")
    }
}
