import DaybookKit
import Engine
import EventModel
import EventStore

extension Ledger {
    /// The contradictions between an audit's signatures and the logs of this ledger.
    func audited(_ signatures: [AuditedSignature]) throws -> (
        signatures: [EventID: KeySignature], findings: [LedgerFinding]
    ) {
        try translated {
            try engine.read { transaction in
                let logs = try transaction.logRecords(try transaction.storeRecord())
                let names = Dictionary(
                    uniqueKeysWithValues: logs.map { ($0.number, LogName(origin: $0.origin, branch: $0.branch)) })
                let locked = signatures.compactMap { signature in signature.locked.map { (signature, $0) } }
                let roots = try HeldRoots(locked.map(\.1.frontier), engine, transaction)
                let found = try locked.map { signature, locked in
                    KeySignature(
                        locked, signature.stream, signature.event, names[signature.place.log],
                        holds: !signature.isForged, signature.outcome, signature.context,
                        try placement(of: locked, in: signature.stream, roots, transaction))
                }
                let (judged, findings, _) = try findings(of: found, roots, logs, transaction)
                return (Dictionary(judged.map { ($0.event, $0) }) { first, _ in first }, findings)
            }
        }
    }
}
