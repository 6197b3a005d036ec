import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventStore
import LedgerTestSupport
import Testing

/// `verify` of a store that is read on two threads: it reports the findings of both, and one of them checks each body.
@Suite struct VerifySharedTests {
    /// More than one thread is worth: 4,096.
    private static let flights = 4_300

    private func ledger() throws -> StoreLedger {
        let store = try StoreLedger(seed: 9)
        for start in stride(from: 0, to: VerifySharedTests.flights, by: 860) {
            _ = try store.append(
                (start..<start + 860).map { Draft.log("f\($0)", remarks: "flight number \(10_000 + $0)") },
                condition: nil)
        }
        return store
    }

    /// The file with one byte of the body of an event changed, and the row's checksum made right again.
    private func altered(_ store: StoreLedger, sequence: UInt64) throws -> [UInt8] {
        let place = EventPlace(log: 1, sequence: sequence)
        let (old, new) = try store.ledger.engine.read { transaction in
            try transaction.withEvent(at: place) { row in
                let (envelope, salt, body) = (row.envelope.array, row.salt.array, row.body.array)
                var other = body
                other[other.count - 1] ^= 1
                return (
                    LogRow.bytes(
                        of: StoredEvent(envelope: envelope, salt: salt, body: body), position: row.position,
                        version: row.version, place: place),
                    LogRow.bytes(
                        of: StoredEvent(envelope: envelope, salt: salt, body: other), position: row.position,
                        version: row.version, place: place)
                )
            }
        }
        var file = Scratch.bytes(store.path + "/data.mdb")
        // Every row holds an envelope of its own; pages that an earlier commit left behind may hold it once more.
        var start = 0
        while start + old.count <= file.count {
            if file[start] == old[0], file[start + old.count - 1] == old[old.count - 1],
                file[start..<start + old.count].elementsEqual(old)
            {
                file.replaceSubrange(start..<start + old.count, with: new)
            }
            start += 1
        }
        return file
    }

    @Test(
        "D-1: a body that is not the one its envelope names is found wherever it stands, by whichever thread looks at it"
    )
    func bodies() throws {
        let store = try ledger()
        #expect(try store.ledger.verify().isSound)
        let sound = Scratch.bytes(store.path + "/data.mdb")
        for sequence in [1, UInt64(VerifySharedTests.flights)] {
            let wrong = try altered(store, sequence: sequence)
            #expect(wrong != sound)
            try store.rollBack(to: [("data.mdb", wrong)])
            let report = try store.ledger.verify()
            #expect(report.damage.map(\.reason) == ["its body is not the one its envelope names"])
            #expect(
                report.damage.map(\.sequence) == [sequence] && report.damage.map(\.position) == [Position(sequence + 1)]
            )
            // The share of the second thread, when it gets all of them.
            let isRight = try store.ledger.engine.read { transaction in
                try BodyShare(try transaction.logRecords(try transaction.storeRecord())).checkLast(transaction)
            }
            #expect(!isRight, "event \(sequence)")
            try store.rollBack(to: [("data.mdb", sound)])
        }
        let isRight = try store.ledger.engine.read { transaction in
            try BodyShare(try transaction.logRecords(try transaction.storeRecord())).checkLast(transaction)
        }
        #expect(isRight)
    }

    @Test("a verification states how many events it checked of how many, after each chunk") func progress() throws {
        let store = try ledger()
        var steps: [UInt64] = []
        _ = try store.ledger.verify { checked, all in
            #expect(all == 4_301)
            steps.append(checked)
        }
        #expect(steps == [0, 1_024, 2_048, 3_072, 4_096, 4_301])
    }

    @Test(
        "the two threads take every chunk once, one from the first on, the other from the last backwards, until they meet"
    )
    func claims() throws {
        let store = try ledger()
        let logs = try store.ledger.engine.read { transaction in
            try transaction.logRecords(try transaction.storeRecord())
        }
        let share = BodyShare(logs)
        #expect(share.chunks.map(\.first) == [0, 1_024, 2_048, 3_072, 4_096])
        #expect(
            share.chunks.map(\.end) == [1_024, 2_048, 3_072, 4_096, 4_301] && share.chunks.allSatisfy { $0.log == 1 })
        #expect(share.claimFirst())
        #expect(share.claimLast()?.first == 4_096 && share.claimLast()?.first == 3_072)
        #expect(share.claimFirst() && share.claimFirst() && !share.claimFirst())
        #expect(share.claimLast() == nil && !share.claimFirst())
        #expect(BodyShare([]).claimLast() == nil && BodyShare([]).chunks.isEmpty)
    }
}
