import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// The statement about the checkpoint file in an audit of a ledger that stays open.
@Suite struct AuditedLogsTests {
    @Test("D-4, D-6: after commits of the open ledger itself the checkpoint file agrees with its newest state")
    func agrees() throws {
        try Scratch.with { path in
            let ledger = try Ledger.create(at: path, environment: .test(TestClock("2026-02-01T12:00:00Z")))
            defer { ledger.close() }
            for count in 1...3 {
                _ = try ledger.logFlight(
                    .object(pairs: ["date": .string("2026-02-01"), "hobbs": .number("1.5"), "dayLandings": .integer(1)])
                )
                let logs = try ledger.auditLogbook().value.logs
                #expect(logs.checkpoint == .agrees && Int(logs.newest.value) == count + 1)
            }
        }
    }

    @Test("how far the checkpoint file is behind is told in words") func behind() {
        #expect(CheckpointAgreement.behind(commits: 1).text == "behind the store by 1 commit")
        #expect(CheckpointAgreement.behind(commits: 2).text == "behind the store by 2 commits")
    }
}
