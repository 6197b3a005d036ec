import Engine
public import EventCodec
public import EventModel
import EventSourcing
package import EventStore
import TransparencyLog

/// A lie, a fork or a doubt: something that a reader should know, and no damage (semantics §10).
public struct LedgerFinding: Hashable, Sendable {
    /// Dotted lowerCamelCase.
    public let code: String
    public let event: EventID?
    public let log: LogName?
    /// One or two sentences.
    public let text: String

    package var json: JSONValue {
        .object(pairs: [
            "code": .string(code), "event": event.map { .string($0.hex) } ?? .null,
            "log": log.map { .string($0.description) } ?? .null,
            "text": .string(text),
        ])
    }
}

extension Ledger {
    /// The contradictions between signatures and logs of this ledger.
    ///
    /// - Parameter places: Where the events with the critical flag stand.
    package func findings(
        at places: [EventPlace], _ logs: [LogRecord], _ transaction: borrowing StoreRead
    ) throws -> (signatures: [KeySignature], findings: [LedgerFinding], notes: [String]) {
        let names = Dictionary(
            uniqueKeysWithValues: logs.map { ($0.number, LogName(origin: $0.origin, branch: $0.branch)) })
        let (signatures, roots) = try keySignatures(at: places, names, transaction)
        return try findings(of: signatures, roots, logs, transaction)
    }

    package func findings(
        of signatures: [KeySignature], _ roots: HeldRoots, _ logs: [LogRecord], _ transaction: borrowing StoreRead
    ) throws -> (signatures: [KeySignature], findings: [LedgerFinding], notes: [String]) {
        let own = signatures.isEmpty ? [:] : try ownKeys(logs, transaction)
        var found = signatures.compactMap { LedgerFinding($0) }
        found += signatures.compactMap { LedgerFinding(beforeItsFlight: $0) }
        found += LedgerFinding.shared(signatures)
        found += signatures.compactMap { signature in own[signature.key].map { LedgerFinding(signature, byKeyOf: $0) } }
        let placed = signatures.filter { $0.holds && $0.scope == .entry && $0.placement == .placed }
        let frontiers = placed.compactMap { roots.place($0.frontier, signedAt: $0.instant) }
        let owners = Set(placed.map(\.context.author))
        found += LedgerFinding.unwitnessed(try engine.unknownToSigners(frontiers, roots, transaction), owners: owners)
        let forks = try forks(logs, transaction)
        return (KeySignature.doubted(signatures, own: Set(own.keys), logs), found + forks.findings, forks.notes)
    }

    /// The keys that are no instructor's, those of the persons and logs held here, and whose each is. O(logs).
    package func ownKeys(_ logs: [LogRecord], _ transaction: borrowing StoreRead) throws -> [Bytes32: String] {
        var own: [Bytes32: String] = [:]
        for log in logs {
            own[log.publicKey] = "the log \(log.origin.hex.prefix(12))"
            guard log.start == 0, log.size > 0 else { continue }
            let principal = try transaction.withEvent(at: EventPlace(log: log.number, sequence: 0)) { row in
                RecordFields.bytes32(of: OriginStartedKey.principalKey, inBody: row.body.array)
            }
            if let principal { own[principal] = "the person \(log.principal.hex.prefix(12))" }
        }
        return own
    }

    /// Logs that go on in two ways. One whose successor names the retired origin is a note; one of a person whom a link
    /// sets aside is neither, because nothing of it is in a figure.
    private func forks(_ logs: [LogRecord], _ transaction: borrowing StoreRead) throws -> (
        findings: [LedgerFinding], notes: [String]
    ) {
        var forked = Dictionary(grouping: logs.filter { $0.size > 0 }, by: \.origin).filter { $0.value.count > 1 }
        if forked.isEmpty { return ([], []) }
        let shadows = try engine.shadows(knownAt: nil, transaction)
        let aside = Set(shadows.all.filter { $0.cut == nil }.map(\.principal))
        forked = forked.filter { _, paths in !paths.contains { aside.contains($0.principal) } }
        if forked.isEmpty { return ([], []) }
        let replaced = try transaction.replacedOrigins(logs)
        var (findings, notes): ([LedgerFinding], [String]) = ([], [])
        for (origin, paths) in forked.sorted(by: { $0.key < $1.key }) {
            let start = paths.filter { $0.parent != 0 }.map(\.start).min() ?? 0
            if replaced.contains(origin) {
                notes.append(
                    "The log \(origin.hex.prefix(12)) has \(paths.count) branches from event \(start). Its successor retired it."
                )
            } else {
                findings.append(
                    LedgerFinding(
                        code: "log.forked", event: nil, log: LogName(origin: origin),
                        text:
                            "The log \(origin.hex.prefix(12)) has \(paths.count) branches from event \(start), and no successor retired it. "
                            + "A copy of the ledger was written to, or the key of the log was used twice."))
            }
        }
        return (findings, notes)
    }
}

extension LedgerFinding {
    /// The finding about a signature by itself; nil for one that holds and is placed.
    package init?(_ signature: KeySignature) {
        func finding(_ code: String, _ text: String) -> LedgerFinding {
            LedgerFinding(code: code, event: signature.event, log: signature.log, text: text)
        }
        let stream = signature.stream.text
        guard signature.holds else {
            self = finding(
                "signature.forged",
                "The signature on \(stream) is not by the key \(signature.key.hex.prefix(12)) over this entry. It locks nothing."
            )
            return
        }
        if signature.outcome.reason == OutcomeReason.signatureMismatch {
            self = finding(
                "signature.mismatch",
                "The signature on \(stream) is not over this entry: what it covers is not here, or has other content. It locks nothing."
            )
            return
        }
        guard let reason = signature.placement.reason else { return nil }
        switch signature.placement {
        case .placed: return nil
        case .unplaced, .otherClosedLogs:
            self = finding("signature.unplaced", "The signature on \(stream) cannot be placed: \(reason).")
        case .otherBranch:
            self = finding("signature.otherBranch", "The signature on \(stream) cannot be placed: \(reason).")
        case .contradicted:
            self = finding("signature.contradicted", "The instructor who signed \(stream) saw another log: \(reason).")
        case .beforeEntry:
            self = finding(
                "signature.beforeEntry",
                "The signature on \(stream) does not show that its signer saw the entry: \(reason).")
        }
    }

    package init(_ signature: KeySignature, byKeyOf owner: String) {
        self.init(
            code: "signature.ownKey", event: signature.event, log: signature.log,
            text: "The signature on \(signature.stream.text) is by the key of \(owner), not by an instructor's own key."
        )
    }

    /// Signatures that stand twice, and certificate numbers with two keys.
    package static func shared(_ signatures: [KeySignature]) -> [LedgerFinding] {
        var found: [LedgerFinding] = []
        var seen: [[UInt8]: KeySignature] = [:]
        var keys = CertificateKeys()
        for signature in signatures {
            if let first = seen[signature.bytes] {
                if signature.isSameUse(as: first) { continue }
                found.append(
                    LedgerFinding(
                        code: "signature.repeated", event: signature.event, log: signature.log,
                        text:
                            "The signature on \(signature.stream.text) is the same, byte for byte, as the one on \(first.stream.text)."
                    ))
            } else {
                seen[signature.bytes] = signature
            }
            guard signature.holds else { continue }
            if let other = keys.other(than: signature) {
                let spelling =
                    other.certificate == signature.certificate
                    ? "," : ", which is another spelling of \(other.certificate),"
                found.append(
                    LedgerFinding(
                        code: "certificate.twoKeys", event: signature.event, log: signature.log,
                        text: "The signature on \(signature.place) gives the certificate number "
                            + "\(signature.certificate)\(spelling) and another key than the one on \(other.place)."))
            }
        }
        return found
    }
}
