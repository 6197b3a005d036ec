import Engine
import EventCodec
import EventModel
import EventStore
import TransparencyLog

/// How a ledger stands to what was kept elsewhere.
package struct AnchorReport: Sendable {
    /// A log whose root at that size is another here.
    package struct Contradiction: Hashable, Sendable {
        package let origin: OriginID
        package let size: UInt64
        package let kept: Bytes32
        package let held: Bytes32
    }

    /// A log, or a size of it, that is not here.
    package struct Missing: Hashable, Sendable {
        package let origin: OriginID
        package let size: UInt64
    }

    /// The first event of an export that is another here.
    package struct Difference: Hashable, Sendable {
        package let origin: OriginID
        package let sequence: UInt64
        package let kept: EventID
        package let held: EventID
    }

    package let kind: Anchor.Kind
    package internal(set) var contradictions: [Contradiction] = []
    package internal(set) var missing: [Missing] = []
    /// Events that a receipt covers and that are not here.
    package internal(set) var missingEvents: [EventID] = []
    package internal(set) var difference: Difference?
    /// Events whose bodies an export holds and that were erased here.
    package internal(set) var erasedEvents: [EventID] = []
    /// Attachments of an export that are not here.
    package internal(set) var missingAttachments: [Bytes32] = []
    /// How the signature of a receipt stands here.
    package internal(set) var receipt: ReceiptReport?
    /// Why the frontier of a receipt is not the one held here, although each log that it lists is; the rest of a
    /// sentence.
    package internal(set) var unplaced: String?

    /// Whether this ledger holds other events than what was kept, or lacks a signature or some that it covers.
    package var isContradicted: Bool {
        !contradictions.isEmpty || difference != nil || !missingEvents.isEmpty || receipt?.isContradicted ?? false
    }
    /// Whether all that was kept is here, and a signature of it stands and was never voided.
    package var agrees: Bool { isHeld && receipt?.agrees ?? true }
    /// Whether all that was kept is here; of a signature that was voided, too.
    package var isHeld: Bool {
        !isContradicted && missing.isEmpty && erasedEvents.isEmpty && missingAttachments.isEmpty
            && unplaced == nil && receipt?.isHeld ?? true
    }
}

extension Ledger {
    /// Holds what was kept elsewhere against this ledger.
    ///
    /// - Throws: `Rejection` `receipt.otherPerson`.
    /// - Complexity: O(events of the logs that are named).
    package func compare(with anchor: Anchor) throws -> AnchorReport {
        try translated {
            try engine.read { transaction in
                var report = AnchorReport(kind: anchor.kind)
                let named = anchor.states.map { SignedFrontier.Log(origin: $0.origin, size: $0.size, root: $0.root) }
                let closed = anchor.receipt?.statement.signed.frontier.closed
                let roots = try HeldRoots([SignedFrontier(logs: named, closed: closed)], engine, transaction)
                for state in named {
                    switch roots.placing(of: state) {
                    case .placed: continue
                    case .unplaced: report.missing.append(.init(origin: state.origin, size: state.size))
                    // Of a log with several paths the one that was kept may not have come here.
                    case .otherBranch: report.missing.append(.init(origin: state.origin, size: state.size))
                    case .contradicted(let held):
                        report.contradictions.append(
                            .init(origin: state.origin, size: state.size, kept: state.root, held: held))
                    }
                }
                if let receipt = anchor.receipt { try compare(receipt, roots, &report, transaction) }
                for path in anchor.paths where report.difference == nil { try compare(path, &report, transaction) }
                report.erasedEvents = Set(report.erasedEvents).sorted()
                if !anchor.attachments.isEmpty {
                    report.missingAttachments = anchor.attachments.subtracting(try transaction.blobDigests()).sorted()
                }
                return report
            }
        }
    }

    private func compare(
        _ receipt: SignatureReceipt, _ roots: HeldRoots, _ report: inout AnchorReport,
        _ transaction: borrowing StoreRead
    ) throws {
        let statement = receipt.statement
        try refuseOther(statement.principal, transaction)
        let covered = Set(statement.covers)
        let held = try transaction.streams(of: covered)
        report.missingEvents = covered.filter { held[$0] != statement.stream }.sorted()
        let loaded = try engine.stream(statement.stream, knownAt: try engine.latest(transaction), transaction)
        report.receipt = ReceiptReport(receipt, loaded)
        let places = try engine.places(of: covered, in: statement.stream, transaction)
        let signed = statement.signed
        let placement = SignaturePlacement(signed.frontier, signedAt: signed.instant, covering: places, roots)
        switch placement {
        case .otherClosedLogs, .beforeEntry: report.unplaced = placement.reason
        // The logs that are listed were held one by one.
        case .placed, .unplaced, .otherBranch, .contradicted: break
        }
    }

    /// The path here that goes furthest with a kept one decides.
    private func compare(_ path: Anchor.Path, _ report: inout AnchorReport, _ transaction: borrowing StoreRead) throws {
        let logs = try transaction.logRecords(try transaction.storeRecord()).filter {
            $0.origin == path.origin && $0.size > 0
        }
        var furthest: (common: Int, held: EventID?, erased: [EventID]) = (0, nil, [])
        for log in logs {
            let (common, held, erased) = try common(path, log, transaction)
            if common > furthest.common || furthest.held == nil && held != nil && common == furthest.common {
                furthest = (common, held, erased)
            }
            if common == path.leaves.count { break }
        }
        report.erasedEvents += furthest.erased
        if furthest.common == path.leaves.count { return }
        if let held = furthest.held {
            report.difference = .init(
                origin: path.origin, sequence: UInt64(furthest.common), kept: path.leaves[furthest.common], held: held)
        } else if !report.missing.contains(where: { $0.origin == path.origin }) {
            report.missing.append(.init(origin: path.origin, size: UInt64(path.leaves.count)))
        }
    }

    /// How many first events a kept path and a log have in common, the log's first other one (nil where the log ends
    /// there), and those of the common ones that have lost a body which the kept path holds.
    private func common(
        _ path: Anchor.Path, _ log: LogRecord, _ transaction: borrowing StoreRead
    ) throws -> (count: Int, held: EventID?, erased: [EventID]) {
        var (count, erased) = (0, [EventID]())
        let end = min(path.leaves.count, Int(clamping: log.size))
        while count < end {
            let upper = min(end, count + 1_024)
            for event in try engine.storedEvents(onPathOf: log, UInt64(count)..<UInt64(upper), transaction) {
                let held = EventID(SHA256Hasher.leafHash(envelope: event.envelope))
                guard held == path.leaves[count] else { return (count, held, erased) }
                if event.isErased, path.hasBody[count] { erased.append(held) }
                count += 1
            }
        }
        return (count, nil, erased)
    }
}
