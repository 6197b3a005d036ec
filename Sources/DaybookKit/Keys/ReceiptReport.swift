import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

/// How the signature of a receipt stands in a ledger, and what its record is now.
package struct ReceiptReport: Hashable, Sendable {
    package enum Standing: Hashable, Sendable {
        /// A lock with exactly this signature is here and locks the record.
        case standing
        /// The lock is here, and was voided.
        case voided
        /// The lock is here and locks nothing, with the outcome of the lock.
        case withoutEffect(EventOutcome)
        /// A lock has these bytes over something else; the one that was signed is not here.
        case forged
        /// The lock, or what it covers, was erased: nothing here shows which signature it was.
        case erased
        /// No lock with this signature is here.
        case missing
    }

    /// Who brought this standing about, and when that was recorded: by the void, the erasure, the forged lock or the
    /// lock itself.
    package struct Cause: Hashable, Sendable {
        package let event: EventID
        package let by: PrincipalID
        package let recorded: Instant
    }

    /// The present state of the record.
    package enum Now: String, Hashable, Sendable, CaseIterable {
        case absent, erased, removed, unsigned, signedOtherwise, signedAgain, changed
    }

    package let statement: WitnessStatement
    package let key: Bytes32
    package let standing: Standing
    /// Nil where the signature stands and where it is missing.
    package let cause: Cause?
    package let now: Set<Now>

    /// Whether the signature stands and was never voided.
    package var agrees: Bool { standing == .standing }

    /// Whether a lock with exactly this signature is held.
    package var isHeld: Bool {
        switch standing {
        case .standing, .voided, .withoutEffect: true
        case .forged, .erased, .missing: false
        }
    }

    /// Whether the ledger shows a history without the signature; an erased one may have been it.
    package var isContradicted: Bool { standing == .missing || standing == .forged }
}

extension ReceiptReport {
    /// - Parameter loaded: The stream of the record; nil where it is not here.
    init(_ receipt: SignatureReceipt, _ loaded: LoadedStream?) {
        (statement, key) = (receipt.statement, receipt.key)
        guard let loaded else {
            (standing, cause, now) = (.missing, nil, [.absent])
            return
        }
        let found = loaded.standing(of: receipt)
        standing = found.standing
        cause = found.cause
        now = loaded.now(against: receipt)
    }
}

extension LoadedStream {
    fileprivate func standing(
        of receipt: SignatureReceipt
    ) -> (standing: ReceiptReport.Standing, cause: ReceiptReport.Cause?) {
        let standings = locks(with: receipt).map(standing)
        // A signature may stand twice: a void of one of its locks is named, then the lock with the most effect counts.
        if let held = standings.first(where: { $0.standing == .voided })
            ?? standings.first(where: { $0.standing == .standing }) ?? standings.last
        {
            return held
        }
        let forged = events.indices.first { events[$0].payload?.engine.witness?.signature == receipt.signature }
        if let forged { return (.forged, cause(forged)) }
        let erased = events.indices.last {
            events[$0].role == .lock && events[$0].actor == receipt.statement.principal && isErased($0)
        }
        if let erased { return (.erased, fold.outcomes[erased].because.flatMap(cause)) }
        return (.missing, nil)
    }

    /// The locks with exactly this signature.
    private func locks(with receipt: SignatureReceipt) -> [Int] {
        events.indices.filter { index in
            events[index].payload?.engine.witness?.signature == receipt.signature && !events[index].links.isForged
                && isExactly(receipt, events[index])
        }
    }

    private func isExactly(_ receipt: SignatureReceipt, _ lock: FoldEvent<EventContent>) -> Bool {
        guard let fields = lock.payload?.engine, let witness = fields.witness, witness.key == receipt.key else {
            return false
        }
        return LockSignature.statement(fields, witness.signed, in: stream, by: lock.actor) == receipt.statement
    }

    private func standing(_ lock: Int) -> (standing: ReceiptReport.Standing, cause: ReceiptReport.Cause?) {
        let outcome = fold.outcomes[lock]
        if outcome.reason == OutcomeReason.signatureErased { return (.erased, outcome.because.flatMap(cause)) }
        guard outcome.status == .effective else { return (.withoutEffect(outcome), cause(lock)) }
        let void = events.indices.first {
            fold.outcomes[$0].status == .effective && events[$0].links.voids.contains(events[lock].id)
        }
        return void.map { (.voided, cause($0)) } ?? (.standing, nil)
    }

    private func cause(_ event: EventID) -> ReceiptReport.Cause? { events.firstIndex { $0.id == event }.flatMap(cause) }

    private func cause(_ index: Int) -> ReceiptReport.Cause? {
        let event = events[index]
        return .init(event: event.id, by: event.actor, recorded: Instant(milliseconds: event.recordedMilliseconds))
    }

    fileprivate func now(against receipt: SignatureReceipt) -> Set<ReceiptReport.Now> {
        let statement = receipt.statement
        guard let state = fold.state else { return [.erased] }
        var now: Set<ReceiptReport.Now> = []
        if fold.isRemoved { now.insert(.removed) }
        let standings = locks(with: receipt).map { standing($0).standing }
        if !standings.contains(.standing) {
            now.insert(fold.isLocked ? .signedOtherwise : .unsigned)
        } else if standings.contains(.voided) {
            now.insert(.signedAgain)
        }
        // A content in a form that this program does not know is another for all that is known.
        if rules.content(state, form: statement.form) != statement.content { now.insert(.changed) }
        return now
    }
}

extension Ledger {
    /// Throws `Rejection` `receipt.otherPerson` for a receipt of a person whose records are not held here.
    func refuseOther(_ person: PrincipalID, _ transaction: borrowing StoreRead) throws {
        let head = try transaction.storeRecord()
        if person == head.principal { return }
        if try transaction.logRecords(head).contains(where: { $0.principal == person && $0.size > 0 }) { return }
        var isLinked = false
        try engine.forEachStream(kind: "link", knownAt: try engine.latest(transaction), transaction) { loaded in
            guard let link = loaded.principalLink, link.isConsented, let body = loaded.statedLink else { return true }
            let both = [body.principals.first, body.principals.second]
            isLinked = isLinked || both.contains(person) && both.contains(head.principal)
            return !isLinked
        }
        if isLinked { return }
        throw Rejection(
            code: "receipt.otherPerson",
            message: "The receipt is of a record of the person \(person.hex), and this ledger is that of "
                + "\(head.principal.hex), whom no link binds to that person.",
            hint: "Name the ledger of that person with --ledger DIR.")
    }
}
