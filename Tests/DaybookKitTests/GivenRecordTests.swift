import Daybook
import DaybookDomains
import LedgerTestSupport
import Testing

/// Endorsements and reviews through the typed library.
@Suite struct GivenRecordTests {
    private let given: CivilDate
    private let solo: Endorsement
    private let check: PassedReview

    init() throws {
        given = try #require(CivilDate("2026-02-10"))
        solo = Endorsement(kind: .solo, date: given, cfiNumber: " 1234567 ", makeModel: "C172", remarks: "Dry runway.")
        check = PassedReview(kind: .ipc, date: given, cfiNumber: "7654321 ")
    }

    private func lines(_ story: (Ledger) throws -> Void) throws -> [String] {
        let store = try StoreLedger(seed: 1)
        try story(store.ledger)
        var lines: [String] = []
        _ = try store.ledger.exportLines { lines.append($0) }
        return lines
    }

    @Test("a typed write appends the bytes that the logbook's commands append") func sameBytes() throws {
        let commands = try lines { ledger in
            try ledger.endorse(solo, id: "a")
            try ledger.addReview(check)
            try ledger.withdrawEndorsement(try #require(StreamID("endorsement/a")))
        }
        let typed = try lines { ledger in
            try ledger.write { try $0.create(solo, id: "a") }
            try ledger.write { try $0.create(check) }
            try ledger.write { try $0.remove("a" as RecordID<Endorsement>) }
        }
        #expect(commands == typed)
        let start = #""data":{"kind":"solo","date":"2026-02-10","cfiNumber":"1234567","#
        let data = start + #""makeModel":"C172","remarks":"Dry runway."}"#
        #expect(commands.contains { $0.contains(data) })
        #expect(commands.contains { $0.contains(#""data":{"kind":"ipc","date":"2026-02-10","cfiNumber":"7654321"}"#) })
    }

    @Test("a unit of both, the rules of the logbook, and its answers") func unit() throws {
        let store = try StoreLedger(seed: 1)
        let ledger = store.ledger
        let (endorsement, review) = try ledger.write { (try $0.create(solo), try $0.create(check)) }.value
        #expect(try ledger.read { try $0.record(endorsement) }?.value == solo)
        #expect(try ledger.read { try $0.records(PassedReview.self).map(\.id) } == [review])
        #expect(try ledger.endorsements().value.map(\.endorsement) == [solo])
        let reviews = try ledger.reviews().value
        #expect(reviews.map(\.stream) == [review.stream] && reviews.map(\.review) == [check])
        let position = try ledger.position
        let rejection = #expect(throws: Rejection.self) {
            try ledger.write { try $0.create(Endorsement(kind: .complex, date: given, cfiNumber: " ")) }
        }
        #expect(rejection?.code == "cfi.required")
        let fault = #expect(throws: Fault.self) { try ledger.write { try $0.amend(endorsement) { _ in } } }
        #expect(fault?.code == "role.undeclared")
        #expect(try ledger.position == position)
    }
}
