import EventModel
import EventSourcing
import EventStore
import ReadModels

/// Builds the ledgers of this program's plan beside the existing ones, and swaps them in.
///
/// The build runs under the writer's lock, so no other program writes meanwhile. It takes several commits, so memory
/// and transactions stay small. Each commit records its progress (`KeptState.Building`). An interrupted build resumes
/// there, unless another program has written since; then it starts again. The last commit swaps: it names the new
/// ledgers and removes the old ones.
extension EngineCore {
    /// Builds the kept ledgers if they are not those that this program would write. `afterCommit` is called after each
    /// commit but the last.
    ///
    /// Rewrites outcomes and registers, too: a program that understands more of the events judges them differently.
    /// Each outcome that differs is recorded as a change. O(events).
    package func buildKept(eventsPerCommit: Int = 20_000, afterCommit: () throws -> Void = {}) throws {
        precondition(eventsPerCommit > 0)
        try store.exclusively { writer in
            // No event is in these commits: the next write renews the checkpoint, or states that it cannot.
            while try writer.commit(
                stamp: configuration.clock(), unwritten: { _ in }, { try step($0, &$1, eventsPerCommit) })
            { try afterCommit() }
        }
    }

    /// `buildKept`, if the ledgers are not current; takes no lock if they are.
    func ensureKept() throws {
        if try !store.read({ try keptIsCurrent($0) }) { try buildKept() }
    }

    /// One commit of the build; false when it was the last, or there is nothing to do.
    private func step(_ session: WriteSession, _ transaction: inout StoreWrite, _ eventsMaximum: Int) throws -> Bool {
        if try keptIsCurrent(transaction) { return false }
        var state = try transaction.keptState() ?? KeptState.none
        var building = try resumed(state, session) ?? begun(session, &transaction)
        if building.next != KeptState.Building.ordering {
            try foldNext(&building, session, eventsMaximum, &transaction)
        }
        let isDone =
            try building.next == KeptState.Building.ordering && order(building, session, eventsMaximum, &transaction)
        session.headChanged = true
        building.commit = session.head.commit + 1
        if isDone {
            for head in try transaction.ledgerHeads() where !building.kept.slots.contains(head.slot) {
                try transaction.dropLedger(head.slot)
            }
            state = KeptState(kept: building.kept)
        } else {
            state.building = building
        }
        try transaction.put(state)
        return !isDone
    }

    /// Folds the next streams, and says when there are no more.
    private func foldNext(
        _ building: inout KeptState.Building, _ session: WriteSession, _ eventsMaximum: Int,
        _ transaction: inout StoreWrite
    ) throws {
        let group = Group(
            self, session, LedgerChanges(heads: try building.kept.slots.map { try head($0, transaction) }),
            building.kept.slots)
        group.outcomeNumber = try transaction.nextOutcomeNumber(at: session.head.position)
        let isDone = try build(&building, group, eventsMaximum, &transaction)
        try group.finish(&transaction)
        if isDone { building.next = KeptState.Building.ordering }
    }

    /// Sorts what the ledgers were at earlier positions; true when that is done. Linked streams cannot be sorted one by
    /// one: with any, the past begins here, and earlier states are folded.
    private func order(
        _ building: KeptState.Building, _ session: WriteSession, _ eventsMaximum: Int, _ transaction: inout StoreWrite
    ) throws -> Bool {
        var isDone = true
        for slot in building.kept.slots {
            let head = try head(slot, transaction)
            if !session.head.links.isEmpty {
                try transaction.forgetPast(of: head, at: session.head.position)
            } else if try transaction.orderChanges(
                of: head, limit: eventsMaximum, changesOfVersion: configuration.changesOfVersion)
            {
                isDone = false
            }
        }
        return isDone
    }

    /// The build of this plan that was cut short, if nothing was written since.
    private func resumed(_ state: KeptState, _ session: WriteSession) -> KeptState.Building? {
        guard let building = state.building, building.kept.plan == plan, building.commit == session.head.commit,
            building.kept.slots.count == registry.ledgers.count
        else { return nil }
        return building
    }

    /// A build from nothing, in slots that are free.
    private func begun(_ session: WriteSession, _ transaction: inout StoreWrite) throws -> KeptState.Building {
        try linkAnew(session, &transaction)
        try transaction.put(try transaction.journalledClockSteps())
        let state = try transaction.keptState()
        // The rows of another plan stay until the swap; a half-built plan does not.
        let used = Set(state?.kept.slots ?? [])
        let slots = Array((UInt8.min...UInt8.max).filter { !used.contains($0) }.prefix(registry.ledgers.count))
        precondition(slots.count == registry.ledgers.count, "more than 256 kept ledgers")
        for (slot, definition) in zip(slots, registry.ledgers) {
            try transaction.dropLedger(slot)
            try transaction.put(
                LedgerHead(
                    slot: slot, name: definition.name, version: definition.version, width: definition.measures.count))
        }
        return KeptState.Building(
            kept: .init(plan: plan, slots: slots), commit: session.head.commit, position: session.head.position,
            next: [])
    }

    /// Finds the links across streams anew: a program that understands more of the events may find more.
    private func linkAnew(_ session: WriteSession, _ transaction: inout StoreWrite) throws {
        var found = FoundLinks()
        var next: [UInt8] = []
        while true {
            let page = try transaction.streamPage(from: next, limit: 256)
            guard let last = page.last else { break }
            for (stream, record) in page { found.note(try transaction.load(stream, record, registry)) }
            next = StreamRecord.key(last.stream) + [0]
        }
        if found.isEmpty { return }
        session.head.links.ledgers = found.ledgers
        for (stream, row) in try found.rows(transaction) {
            var all = try transaction.links(of: stream)
            all.formUnion(row)
            try transaction.put(all, of: stream, &session.head.links)
        }
        for (id, streams) in try found.waiting(transaction) {
            var row = LinkRow()
            row.streams = streams
            try transaction.put(row, waitingFor: id, &session.head.links)
        }
    }

    private func head(_ slot: UInt8, _ transaction: borrowing StoreWrite) throws -> LedgerHead {
        guard let head = try transaction.ledgerHead(slot) else {
            throw StoreError.inconsistent("the head of a projection that is being built is missing")
        }
        return head
    }

    /// Folds streams from the next one on until so many events have been read; true at the end.
    private func build(
        _ building: inout KeptState.Building, _ group: Group, _ eventsMaximum: Int, _ transaction: inout StoreWrite
    ) throws -> Bool {
        // A stream that damage hides would be missing from the sums without notice.
        try transaction.proveComplete(from: building.next.isEmpty ? nil : building.next, through: nil, in: .streams)
        let head = group.session.head
        let links = try LinkReader(
            registry, knownAt: nil, head, shadows: transaction.shadows(head, registry, knownRoots))
        var events = 0
        while events < eventsMaximum {
            let page = try transaction.streamPage(from: building.next, limit: 256)
            guard let last = page.last else { return true }
            for (stream, record) in page {
                building.next = StreamRecord.key(stream) + [0]
                guard let loaded = try transaction.load(stream, record, registry) else {
                    throw StoreError.inconsistent("the stream \(stream) has no event")
                }
                events += loaded.events.count
                try links.apply(to: loaded, transaction)
                // The rows it names are those of another plan: they go with the ledger.
                loaded.record.kept = []
                try group.write(loaded, nil, &transaction)
                if events >= eventsMaximum, stream != last.stream { return false }
            }
        }
        return try transaction.streamPage(from: building.next, limit: 1).isEmpty
    }
}
