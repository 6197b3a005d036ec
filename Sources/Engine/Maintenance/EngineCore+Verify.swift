import EventCodec
package import EventModel
package import EventStore
import EventSourcing
import ReadModels
import TransparencyLog

/// Something that is not as it was written.
package struct DamageFound: Hashable, Sendable {
    package var log: UInt32?
    package var sequence: UInt64?
    package var position: Position?
    package var stream: StreamID?
    package var version: StreamVersion?
    package var reason: String
    /// Whether it is the store's place in its history that is wrong, and nothing in the store.
    package var isOfCheckpoint = false
}

/// The result of `verify`.
package struct Verification: Sendable {
    package var events: UInt64 = 0
    package var logs: [LogRecord] = []
    /// The checkpoint file's statement about the store.
    package var checkpoint = "not compared"
    /// The warnings that are no damage, in sentences.
    package var warnings: [String] = []
    package var damage: [DamageFound] = []
    /// Where the events with the critical flag stand.
    package var critical: [EventPlace] = []
}

extension EngineCore {
    /// Recomputes everything that the store claims about its events, from their bytes: checksums, body digests, leaves,
    /// trees, places, positions, the arrival chain, the index of streams, the sums of the projections, blobs and keys.
    ///
    /// Reads every page. Finds any single changed byte, a row that vanished or came back old, and a store rolled back
    /// behind its checkpoint.
    ///
    /// A store of some size is read on two threads at once, the logs on one and the other tables on another, each
    /// taking over from the other what is left when it is done; whatever does not come out sound that way is read
    /// again, one thing after another, to name what is wrong.
    ///
    /// - Parameter progress: How many events were checked, of how many. What is read again is counted again.
    package func verify(
        _ transaction: borrowing StoreRead, progress: (UInt64, UInt64) -> Void = { _, _ in }
    ) -> Verification {
        quickVerification(transaction, progress) ?? carefulVerification(transaction, progress)
    }

    private func carefulVerification(
        _ transaction: borrowing StoreRead, _ progress: (UInt64, UInt64) -> Void
    ) -> Verification {
        var check = LogCheck(registry: registry)
        var report = Verification()
        do {
            let head = try transaction.storeRecord()
            report.logs = try transaction.logRecords(head)
            try check.logs(report.logs, head, transaction, progress)
            for part in TablePart.allCases {
                try check.check(part, head, transaction)
                check.compare(
                    journal: part == .journal ? check.journalTally : nil,
                    streams: part == .streams ? check.streamsTally : nil)
            }
            report.checkpoint = try check.checkpoint(store.checkpointAtOpen, head, report.logs)
            report.warnings = LogCheck.warnings(store.checkpointAtOpen)
        } catch {
            check.damage.append(DamageFound(reason: "\((error as? StoreError)?.fault.message ?? "\(error)")"))
        }
        report.events = check.events
        report.damage = check.damage
        report.critical = check.critical
        return report
    }

    /// Nil where anything is wrong, or the store is too small to be worth a thread, or a commit came between the two
    /// readings.
    private func quickVerification(
        _ transaction: borrowing StoreRead, _ progress: (UInt64, UInt64) -> Void
    ) -> Verification? {
        // The careful verification names rows that cannot be read.
        guard let head = try? transaction.storeRecord(), head.position.value >= 4_096 else { return nil }
        let thread = StoreThread()
        defer { thread.stop() }
        let box = AnswerBox<CheckedTables>()
        // The careful verification names rows that cannot be read.
        guard let logs = try? transaction.logRecords(head) else { return nil }
        let (share, parts) = (BodyShare(logs), TwoEnds(count: TablePart.shared.count))
        // Without a thread the careful verification reads all.
        let isGiven = try? thread.enqueue {
            box.set(Result { try self.readBeside { try self.checkTables(parts, share, $0) } })
        }
        guard isGiven == true else { return nil }
        var check = LogCheck(registry: registry, share: share)
        var report = Verification()
        report.logs = logs
        do {
            try check.logs(report.logs, head, transaction, progress)
            while let part = parts.claimLast() { try check.check(TablePart.shared[part], head, transaction) }
            report.checkpoint = try check.checkpoint(store.checkpointAtOpen, head, report.logs)
            report.warnings = LogCheck.warnings(store.checkpointAtOpen)
        } catch {
            check.damage.append(DamageFound(reason: "\(error)"))
        }
        // The careful verification also names rows that the other thread could not read.
        guard let tables = try? box.wait(isSoon: false), tables.commit == head.commit else { return nil }
        guard let journal = check.journalTally ?? tables.journal, let streams = check.streamsTally ?? tables.streams
        else { return nil }
        check.compare(journal: journal, streams: streams)
        guard tables.areSound, check.damage.isEmpty else { return nil }
        report.events = check.events
        report.critical = check.critical
        return report
    }

    private func checkTables(_ parts: TwoEnds, _ share: BodyShare, _ transaction: borrowing StoreRead) throws
        -> CheckedTables
    {
        let head = try transaction.storeRecord()
        var check = LogCheck(registry: registry)
        while let part = parts.claimFirst() { try check.check(TablePart.shared[part], head, transaction) }
        let bodiesAreRight = try share.checkLast(transaction)
        return CheckedTables(
            commit: head.commit, journal: check.journalTally, streams: check.streamsTally,
            areSound: check.damage.isEmpty && bodiesAreRight)
    }
}

/// The second thread's findings about the tables beside the logs; nil: the first checked it.
private struct CheckedTables: Sendable {
    let commit: UInt64
    let journal: Tally?
    let streams: Tally?
    let areSound: Bool
}
