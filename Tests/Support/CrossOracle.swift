import EventCodec
package import EventModel
package import EventSourcing

/// The effect of streams on each other, computed without the engine's rows, graphs and orders: sets of ids, iterated to
/// a fixed point.
///
/// It shares the fold of one stream with the engine, which has an oracle of its own.
package struct CrossOracle {
    let events: [HeldEvent]
    let registry: Registry
    let paths: [[HeldEvent]]
    let mutation: ModelMutation?
    /// Each stream's fold, from its own events.
    let records: [StreamID: HeldRecord]

    /// One create that replaces others.
    package struct Replacement {
        package let stream: StreamID
        package let create: HeldEvent
        /// All streams it replaces, and all ids that say so.
        package var targets: Set<StreamID>
        package var names: Set<EventID>
        package let direct: Set<StreamID>
    }

    /// `paths` are those of every origin; without them no origin may have forked.
    package init(
        _ events: [HeldEvent], _ records: [StreamID: HeldRecord], _ registry: Registry, _ mutation: ModelMutation?,
        paths: [OriginID: [[EventID]]]? = nil
    ) {
        self.events = events
        self.records = records
        self.registry = registry
        self.mutation = mutation
        let byID = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        if let paths {
            // Of what is held, without those that are the beginning of another.
            let held = Set(paths.values.flatMap { $0 }.map { path in path.filter { byID[$0] != nil } })
            self.paths = held.filter { path in
                !held.contains { $0.count > path.count && Array($0.prefix(path.count)) == path }
            }
            .map { path in path.compactMap { byID[$0] } }
        } else {
            self.paths = Dictionary(grouping: events, by: \.envelope.origin).values.map {
                $0.sorted { $0.envelope.sequence.value < $1.envelope.sequence.value }
            }
        }
    }

    /// Adds masks, and the outcomes of creates that are held back.
    package func apply(to stated: inout [StreamID: HeldRecord]) {
        if !events.contains(where: { !$0.fold.links.supersedes.isEmpty || $0.fold.payload?.engine.cut != nil }) {
            return
        }
        let takenBack = Dictionary(uniqueKeysWithValues: records.keys.map { ($0, notes(takingBack: $0)) })
        let (accepted, held) = replacements(takenBack)
        for (stream, notes) in takenBack {
            if let first = notes.min() { stated[stream]?.mask = RecordMask(.takenBack, by: first) }
        }
        for stream in records.keys where stated[stream]?.mask == nil {
            let by = accepted.first { $0.direct.contains(stream) } ?? accepted.first { $0.targets.contains(stream) }
            stated[stream]?.mask = by.map { RecordMask(.superseded, by: $0.create.id) }
        }
        for (replacement, reason, because) in held {
            if stated[replacement.stream]?.outcomes[replacement.create.id] == .effective {
                stated[replacement.stream]?.outcomes[replacement.create.id] = EventOutcome(
                    .pending, reason: reason, because: because)
            }
            stated[replacement.stream]?.mask = RecordMask(.heldBack, by: because)
        }
    }

    // MARK: - Superseding

    /// Those that count, least first, and those that do not, with why.
    package func replacements(
        _ takenBack: [StreamID: Set<EventID>]
    ) -> (accepted: [Replacement], held: [(Replacement, String, EventID)]) {
        var accepted: [Replacement] = []
        var held: [(Replacement, String, EventID)] = []
        let all = records.compactMap { stream, record -> Replacement? in
            if mutation != .removedOnesStillSupersede, record.isRemoved || takenBack[stream]?.isEmpty == false {
                return nil
            }
            return record.created.flatMap { id in events.first { $0.id == id } }.flatMap { replacement($0) }
        }
        let ordered = all.sorted { left, right in
            mutation == .leastByArrival
                ? left.create.position < right.create.position : key(left.create.id) < key(right.create.id)
        }
        for one in ordered {
            if let lock = unseen(one), mutation != .ignoresUnseenSignatures {
                held.append((one, "signature.unseen", lock))
            } else if let other = accepted.first(where: { rivals($0, one) }), mutation != .letsAllSupersede {
                held.append((one, "record.superseded", other.create.id))
            } else {
                accepted.append(one)
            }
        }
        return (accepted, held)
    }

    /// The records that a create replaces; nil when none is held.
    package func replacement(_ create: HeldEvent) -> Replacement? {
        replacement(create, naming: create.fold.links.supersedes)
    }

    package func replacement(_ create: HeldEvent, naming ids: [EventID]) -> Replacement? {
        func streams(_ ids: some Sequence<EventID>) -> Set<StreamID> {
            Set(ids.compactMap { id in events.first { $0.id == id }?.stream })
        }
        let direct = streams(ids).subtracting([create.stream])
        if direct.isEmpty { return nil }
        var result = Replacement(
            stream: create.stream, create: create, targets: direct, names: Set(ids), direct: direct)
        while true {
            let before = result.targets
            for target in before {
                guard let id = records[target]?.created, let older = events.first(where: { $0.id == id }) else {
                    continue
                }
                result.names.formUnion(older.fold.links.supersedes)
                result.targets.formUnion(streams(older.fold.links.supersedes).subtracting([create.stream, target]))
            }
            if result.targets == before { return result }
        }
    }

    package func rivals(_ left: Replacement, _ right: Replacement) -> Bool {
        switch (left.targets.contains(right.stream), right.targets.contains(left.stream)) {
        case (true, true): true
        case (false, false): !left.targets.intersection(right.targets).isEmpty
        default: false
        }
    }

    /// The least standing lock of what it replaces that none of its names has in its past.
    package func unseen(_ replacement: Replacement) -> EventID? {
        var seen = replacement.names
        while true {
            let before = seen.count
            for event in events where seen.contains(event.id) {
                // An event that waits for a missing ancestor has no past yet.
                if records[event.stream]?.outcomes[event.id]?.reason != "basis.missing" {
                    seen.formUnion(event.fold.basis)
                } else {
                    seen.remove(event.id)
                }
            }
            if seen.count == before { break }
        }
        return replacement.targets.flatMap { records[$0]?.standing ?? [] }.filter { !seen.contains($0) }.min {
            key($0) < key($1)
        }
    }

    /// Its place in the order: the causal time, the height, the id.
    private func key(_ id: EventID) -> OrderKey {
        guard let event = events.first(where: { $0.id == id }) else { preconditionFailure("an event that is not held") }
        let below = event.fold.basis.map(key)
        return OrderKey(
            timeMilliseconds: below.map(\.timeMilliseconds).reduce(event.fold.recordedMilliseconds, max),
            height: below.map(\.height).reduce(0, max) + 1, id: id)
    }

    // MARK: - Taking back

    /// The notes of a record's batch that take it back.
    package func notes(takingBack stream: StreamID) -> Set<EventID> {
        guard let record = records[stream], record.standing.isEmpty || mutation == .takesBackSigned,
            let created = record.created,
            let create = events.first(where: { $0.id == created }), let payload = create.fold.payload,
            let name = RecordFields.text(of: 39, inBody: payload.body), let batch = StreamID(name),
            stream.kind == "flight"
        else { return [] }
        let restored = events.filter {
            $0.stream == stream && $0.fold.role == .restore && record.outcomes[$0.id] == .effective
        }.flatMap(\.fold.links.undoes)
        let notes = events.filter { note in
            note.stream == batch && note.envelope.type == "batch.undone"
                && records[batch]?.outcomes[note.id] == .effective
                && !restored.contains(note.id) && isBefore(note.fold.payload?.engine.cut ?? [], create)
        }
        return Set(notes.map(\.id))
    }

    private func isBefore(_ cut: [CutEntry], _ event: HeldEvent) -> Bool {
        if mutation == .ignoresCuts { return !cut.isEmpty }
        let sequence = Int(event.envelope.sequence.value)
        return cut.contains { entry in
            guard entry.log.origin == event.envelope.origin, event.envelope.sequence.value < entry.size else {
                return false
            }
            let own = paths.filter { $0.first?.envelope.origin == entry.log.origin }
            let meant = own.filter { path in
                guard let leaf = entry.log.branch else { return true }
                guard let at = path.firstIndex(where: { $0.id == leaf }) else { return false }
                // A name is a leaf at which another path really differs.
                return own.contains { other in
                    other.count > at && other[at].id != leaf && other.prefix(at).map(\.id) == path.prefix(at).map(\.id)
                }
            }
            return !meant.isEmpty
                && meant.allSatisfy { path in
                    path.count > sequence
                        ? path[sequence].id == event.id
                        : own.contains { other in
                            // A path that ends before the event is its beginning only if it never left the event's own.
                            other.count > sequence && other[sequence].id == event.id
                                && other.prefix(path.count).map(\.id) == path.map(\.id)
                        }
                }
        }
    }
}
