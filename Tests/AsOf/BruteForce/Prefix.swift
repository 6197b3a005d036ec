/// The beginning of a ledger, as it arrived: raw events, and each stream folded anew whenever it gets another one.
package struct Prefix {
    package private(set) var events: [RawEvent] = []
    package private(set) var records: [String: Record] = [:]
    package let mistake: Mistake?
    /// The stream of every event.
    private var holders: [String: String] = [:]
    /// Of every log the number of those that came before it.
    private var logs: [String: Int] = [:]
    private var hasLinks = false
    private var choices: [Choice] = []

    package init(mistake: Mistake? = nil) { self.mistake = mistake }

    package mutating func append(_ event: RawEvent) {
        events.append(event)
        holders[event.id] = event.stream
        if logs[event.origin] == nil { logs[event.origin] = logs.count }
        hasLinks =
            hasLinks || !event.supersedes.isEmpty || event.type == "batch.undone" || event.type == "ledgers.linked"
        // The old record is let go of first: its arrays are not copied.
        let before = records.removeValue(forKey: event.stream)?.events ?? []
        records[event.stream] = derived(event.stream, before + [event])
        let found = event.type == "ledgers.linked" || !choices.isEmpty || !hasOnePerson ? standingChoices : []
        if found == choices { return }
        choices = found
        for (stream, record) in records where !stream.hasPrefix("link/") {
            records[stream] = derived(stream, record.events)
        }
    }

    private var hasOnePerson: Bool { Set(events.map(\.actor)).count < 2 }

    private func derived(_ stream: String, _ events: [RawEvent]) -> Record {
        let isOut = choices.isEmpty || ["link", "origin"].contains(stream.prefix { $0 != "/" }) ? nil : leftOut
        var record = RecordDerivation.record(stream, events, mistake, leaving: isOut)
        if stream.hasPrefix("link/") { record.choices = Choice.stated(by: &record, mistake) }
        return record
    }

    /// The link that leaves an event out; nil where none does.
    private func leftOut(_ event: RawEvent) -> String? {
        choices.filter { choice in
            choice.person == event.actor && choice.cut.map { event.sequence < $0[event.origin] ?? 0 } ?? true
        }.map(\.link).min()
    }

    /// The choices that set a person aside; none where all persons would be.
    private var standingChoices: [Choice] {
        let found = records.values.flatMap(\.choices).filter { $0.person != nil }.sorted { $0.link < $1.link }
        let people = Set(events.map(\.origin)).compactMap { origin in events.first { $0.origin == origin }?.actor }
        if mistake == .forgetsLinks || people.allSatisfy({ person in found.contains { $0.person == person } }) {
            return []
        }
        return found
    }

    /// The largest position that arrived at or before a moment, and whether the clock had been set back before.
    package static func known(_ events: [RawEvent], at moment: Int64) -> (position: Int, hasStepped: Bool) {
        guard let last = events.last(where: { $0.arrived <= moment }) else { return (0, false) }
        return (last.position, events.contains { $0.position < last.position && $0.arrived > moment })
    }

    /// Every entry that is listed: created, and neither removed nor taken back with its import.
    package var entries: [Entry] {
        let masks = hasLinks ? self.masks : [:]
        var result: [Entry] = []
        for (stream, record) in records where !record.isRemoved && masks[stream]?.reason != "takenBack" {
            guard let created = record.created, let figures = record.figures else { continue }
            result.append(
                Entry(
                    record: record, created: created, log: logs[created.origin] ?? 0, figures: figures,
                    mask: masks[stream]))
        }
        return result
    }

    /// Every drink that counts.
    package var drinks: [(stream: String, figures: DrinkFigures)] {
        let masks = hasLinks ? self.masks : [:]
        return records.compactMap { stream, record in
            record.isRemoved || masks[stream] != nil ? nil : record.drink.map { (stream, $0) }
        }
    }

    /// By id, what became of every event of a stream.
    package func outcomes(of stream: String) -> [String: String] {
        guard let record = records[stream] else { return [:] }
        var outcomes = record.outcomes
        if hasLinks, let created = record.created, let mask = masks[stream], mask.reason == "heldBack",
            outcomes[created.id] == "effective"
        {
            outcomes[created.id] = "pending \(mask.why)"
        }
        return outcomes
    }

    // MARK: - What records make of each other

    /// Why a record counts nowhere, and the id of the event that says so.
    package struct Mask: Equatable {
        package let reason: String
        package let by: String
        package var why = ""
    }

    private struct Replacement {
        let record: Record
        let create: RawEvent
        var direct: Set<String>
        var targets: Set<String>
        var names: Set<String>
    }

    private var masks: [String: Mask] {
        var masks: [String: Mask] = [:]
        for record in records.values {
            if let note = notes(takingBack: record).min() { masks[record.stream] = Mask(reason: "takenBack", by: note) }
        }
        if mistake == .forgetsSuperseding { return masks }
        let replacing = records.values.filter { !$0.isRemoved && masks[$0.stream] == nil }
            .compactMap(replacement)
            .sorted { place($0.create, in: $0.record) < place($1.create, in: $1.record) }
        var accepted: [Replacement] = []
        for one in replacing {
            if let lock = unseenLock(of: one), mistake != .forgetsUnseenSignatures {
                masks[one.record.stream] = Mask(reason: "heldBack", by: lock, why: "signature.unseen")
            } else if let rival = accepted.first(where: { areRivals($0, one) }) {
                masks[one.record.stream] = Mask(reason: "heldBack", by: rival.create.id, why: "record.superseded")
            } else {
                accepted.append(one)
            }
        }
        for stream in records.keys where masks[stream] == nil {
            if let by = accepted.first(where: { $0.direct.contains(stream) })
                ?? accepted.first(where: { $0.targets.contains(stream) })
            {
                masks[stream] = Mask(reason: "superseded", by: by.create.id)
            }
        }
        return masks
    }

    private func place(_ event: RawEvent, in record: Record) -> Place {
        guard let place = record.places[event.id] else { preconditionFailure("what gives a record is ready") }
        return place
    }

    private func streams(of ids: [String], but own: String) -> Set<String> {
        Set(ids.compactMap { holders[$0] }).subtracting([own])
    }

    /// The records that a record's create replaces, with all that these replaced; nil where it names none that is here.
    private func replacement(_ record: Record) -> Replacement? {
        guard let create = record.created else { return nil }
        let direct = streams(of: create.supersedes, but: record.stream)
        if direct.isEmpty { return nil }
        var result = Replacement(
            record: record, create: create, direct: direct, targets: direct, names: Set(create.supersedes))
        var hasFoundMore = true
        while hasFoundMore {
            let before = result.targets
            for target in before {
                guard let older = records[target]?.created else { continue }
                result.names.formUnion(older.supersedes)
                result.targets.formUnion(streams(of: older.supersedes, but: target).subtracting([record.stream]))
            }
            hasFoundMore = result.targets != before
        }
        return result
    }

    /// Both take the place of one record and neither of the other's, or each of the other's.
    private func areRivals(_ one: Replacement, _ other: Replacement) -> Bool {
        switch (one.targets.contains(other.record.stream), other.targets.contains(one.record.stream)) {
        case (true, true): true
        case (false, false): !one.targets.intersection(other.targets).isEmpty
        default: false
        }
    }

    /// The least signature that stands on what is replaced and that none of the names had seen.
    private func unseenLock(of one: Replacement) -> String? {
        let unseen = one.targets.compactMap { records[$0] }.flatMap { record -> [Place] in
            let named = one.names.filter { record.places[$0] != nil }
            let seen = named.reduce(into: Set(named)) { $0.formUnion(record.pasts[$1] ?? []) }
            return record.standing.filter { !seen.contains($0.id) }.map { place($0, in: record) }
        }
        return unseen.min()?.id
    }

    /// The notes of an entry's import that take it back: it lies before their cut, and no restore of it names them.
    private func notes(takingBack record: Record) -> [String] {
        guard mistake != .forgetsTakingBack, record.standing.isEmpty || mistake == .takesBackSigned,
            let created = record.created,
            let name = created.fields["batch"]?.dropFirst().dropLast(), let batch = records[String(name)]
        else { return [] }
        return batch.events.filter { note in
            guard note.type == "batch.undone", batch.outcomes[note.id] == "effective", !record.undone.contains(note.id),
                let cut = note.cut
            else { return false }
            return mistake == .forgetsCuts || created.sequence < cut[created.origin] ?? 0
        }.map(\.id)
    }
}

/// The choice that two people agreed on: whose events do not count, all of them or those before a cut.
package struct Choice: Equatable {
    let link: String
    /// Nil: everything counts.
    let person: String?
    let cut: [String: Int]?

    /// Links that had not been seen when they were made hold; where they differ, each does, unless neither of the two
    /// would be left.
    static func stated(by record: inout Record, _ mistake: Mistake?) -> [Choice] {
        let links = record.events.compactMap { link in record.places[link.id].map { (link: link, place: $0) } }.sorted {
            $0.place < $1.place
        }.map(\.link)
        let pasts = record.pasts
        var newest = links.filter { link in !links.contains { pasts[$0.id]?.contains(link.id) ?? false } }
        if mistake == .lastLinkWins { newest = Array(newest.suffix(1)) }
        guard let first = newest.first else { return [] }
        func choice(_ link: RawEvent) -> Choice {
            Choice(
                link: link.id, person: link.fields["shadowed"].map { String($0.dropFirst().dropLast()) }, cut: link.cut)
        }
        func words(_ link: RawEvent) -> String {
            "\(link.fields["shadowed"] ?? "") \(link.fields["everything"] ?? "") \((link.cut ?? [:]).sorted { $0.key < $1.key })"
        }
        if newest.contains(where: { words($0) != words(first) }) {
            for link in newest { record.outcomes[link.id] = "disputed link.disputed" }
            let choices = newest.map(choice).filter { $0.person != nil }
            return Set(choices.map(\.person)).count > 1 ? [] : choices
        }
        for link in newest.dropFirst() { record.outcomes[link.id] = "shadowed link.duplicate" }
        return [choice(first)]
    }
}

/// An entry of a logbook that is listed.
package struct Entry {
    package let record: Record
    package let created: RawEvent
    /// Which of the logs its create stands in, by the order in which they came.
    package let log: Int
    package let figures: Figures
    /// Why it is in no total; nil while it counts.
    package let mask: Prefix.Mask?
}
