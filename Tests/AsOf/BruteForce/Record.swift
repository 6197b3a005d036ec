/// The state of one stream, which `RecordDerivation` derives from its events alone.
package struct Record {
    package let stream: String
    /// In the order of arrival.
    package let events: [RawEvent]
    /// The create that gives it.
    package var created: RawEvent?
    /// Its fields; empty while nothing was created.
    package var fields: [String: String] = [:]
    /// The signatures that stand, the one that governs first.
    package var standing: [RawEvent] = []
    package var isDisputed = false
    package var isRemoved = false
    /// Ids that the restores which count name.
    var undone: Set<String> = []
    /// The events that are in no other event's past.
    package var heads: [String] = []
    /// By id: what became of each event.
    package var outcomes: [String: String] = [:]
    /// By id, of what is ready: its place in the order, and what it had seen.
    var places: [String: Place] = [:]
    var pasts: [String: Set<String>] = [:]
    /// Worked out once: what the figures of a logbook add up.
    package var figures: Figures?
    package var drink: DrinkFigures?
    /// Of a stream of links: what holds.
    var choices: [Choice] = []

    package var isLocked: Bool { !standing.isEmpty }
}

/// A place in the order of events: by causal time, then by height, then by id.
struct Place: Comparable {
    let time: Int64
    let height: Int
    let id: String

    static func < (left: Place, right: Place) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.height != right.height { return left.height < right.height }
        return left.id < right.id
    }
}

/// The fold of one stream, as dumb as possible: sets of numbers, looked through again and again.
struct RecordDerivation {
    let events: [RawEvent]
    let mistake: Mistake?
    private var number: [String: Int] = [:]
    /// Of what is ready: everything it had seen.
    private var past: [Int: Set<Int>] = [:]
    private var places: [Int: Place] = [:]
    /// The ready events that take part, in order, and all ready ones in theirs.
    private var order: [Int] = []
    private var everything: [Int] = []
    /// The link that leaves an event out; nil where no person is left out.
    private let leaving: ((RawEvent) -> String?)?
    private var outcome: [Int: String] = [:]
    /// Unlocks and settles that hold, and the unlocks that lifted something.
    private var unlocks: [Int] = []
    private var settles: [Int] = []
    private var lifting: [Int] = []
    /// Locks that lock, in order.
    private var locks: [Int] = []

    static func record(
        _ stream: String, _ events: [RawEvent], _ mistake: Mistake?, leaving: ((RawEvent) -> String?)? = nil
    ) -> Record {
        var derivation = RecordDerivation(events, mistake, leaving)
        derivation.findWhatIsReady()
        derivation.findWhatTakesPart()
        derivation.testLocks()
        return derivation.stated(stream)
    }

    private init(_ events: [RawEvent], _ mistake: Mistake?, _ leaving: ((RawEvent) -> String?)?) {
        self.events = events
        self.leaving = leaving
        self.mistake = mistake
        for (index, event) in events.enumerated() { number[event.id] = index }
    }

    // MARK: - What is there

    /// An event is ready when all it was built on is here and ready.
    private mutating func findWhatIsReady() {
        var hasFoundMore = true
        while hasFoundMore {
            hasFoundMore = false
            for (index, event) in events.enumerated() where past[index] == nil {
                let before = event.basis.compactMap { id in number[id].flatMap { past[$0] == nil ? nil : $0 } }
                if before.count != event.basis.count, mistake != .takesWhatWaits { continue }
                past[index] = before.reduce(into: Set(before)) { $0.formUnion(past[$1] ?? []) }
                let seen = before.compactMap { places[$0] }
                places[index] = Place(
                    time: seen.map(\.time).reduce(event.recorded, max), height: 1 + (seen.map(\.height).max() ?? 0),
                    id: event.id)
                hasFoundMore = true
            }
        }
        order = places.sorted { mistake == .ordersByArrival ? $0.key < $1.key : $0.value < $1.value }.map(\.key)
        everything = order
        for index in events.indices where past[index] == nil { outcome[index] = "quarantined basis.missing" }
    }

    /// Nothing that is left out, nor a record that only left-out creates give, unless another has taken it on.
    private mutating func findWhatTakesPart() {
        guard let leaving else { return }
        func isOut(_ event: Int) -> Bool { leaving(events[event]) != nil }
        var part = Set(order.filter { !isOut($0) })
        let creates = order.filter { role($0) == .create }
        let isOfRecords = events.first.map { ["flight", "drink"].contains($0.stream.prefix { $0 != "/" }) } ?? false
        if isOfRecords, creates.allSatisfy(isOut) {
            let author = creates.first.map { events[$0].actor }
            let takers = part.filter {
                [.edit, .lock].contains(role($0)) && events[$0].actor != author
                    && mistake != .leavesOutWhatOthersTookOn
            }
            part = takers.isEmpty ? [] : takers.reduce(into: part) { $0.formUnion(past[$1] ?? []) }
        } else if mistake == .countsLeftOutSignatures {
            part.formUnion(order.filter { role($0) == .lock || role($0) == .unlock })
        }
        for event in order where part.contains(event) && role(event) == .settle {
            let kept = events[event].keeps.compactMap { number[$0] }.filter { hasSeen(event, $0) }
            if !part.isSuperset(of: kept) { part.remove(event) }
        }
        for event in everything {
            let seen = (past[event] ?? []).intersection(part)
            let place = Place(
                time: seen.map { events[$0].recorded }.reduce(events[event].recorded, max),
                height: 1 + (seen.compactMap { places[$0]?.height }.max() ?? 0), id: events[event].id)
            if part.contains(event) { places[event] = place }
        }
        order = part.sorted {
            guard let left = places[$0], let right = places[$1] else { return false }
            return mistake == .ordersByArrival ? $0 < $1 : left < right
        }
    }

    private func takesPart(_ event: Int) -> Bool { order.contains(event) }

    private func hasSeen(_ event: Int, _ other: Int) -> Bool { past[event]?.contains(other) ?? false }
    private func role(_ event: Int) -> RawEvent.Role { events[event].role }

    /// The numbers of ids that an event had seen; nil when it had not seen one of them.
    private func seen(_ ids: [String], by event: Int) -> [Int]? {
        let found = ids.compactMap { number[$0] }.filter { hasSeen(event, $0) }
        return found.count == ids.count ? found : nil
    }

    // MARK: - Locks

    private func lifts(_ unlock: Int, _ lock: Int) -> Bool { events[unlock].voids.contains(events[lock].id) }

    /// Unlocks, settles and locks are judged by what they had seen.
    private mutating func testLocks() {
        for event in everything {
            switch role(event) {
            case .unlock:
                guard let voided = seen(events[event].voids, by: event), voided.allSatisfy({ role($0) == .lock }),
                    seen(events[event].keeps, by: event) != nil
                else {
                    outcome[event] = "quarantined void.unseen"
                    continue
                }
                if mistake == .forgetsVoids || !takesPart(event) { continue }
                let before = unlocks.filter { hasSeen(event, $0) }
                if voided.contains(where: { lock in locks.contains(lock) && !before.contains { lifts($0, lock) } }) {
                    lifting.append(event)
                }
                unlocks.append(event)
            case .settle:
                guard seen(events[event].keeps, by: event) != nil else {
                    outcome[event] = "quarantined settle.unseen"
                    continue
                }
                if mistake != .forgetsSettles, takesPart(event) { settles.append(event) }
            case .lock: testLock(event)
            default: break
            }
        }
    }

    private mutating func testLock(_ event: Int) {
        guard let covered = seen(events[event].covers, by: event), content(of: covered) != nil else {
            outcome[event] = "quarantined signature.mismatch"
            return
        }
        if !takesPart(event) { return }
        let before = unlocks.filter { hasSeen(event, $0) }
        if locks.contains(where: { lock in hasSeen(event, lock) && !before.contains { lifts($0, lock) } }) {
            outcome[event] = "pending signature.locked"
        } else {
            locks.append(event)
        }
    }

    /// The content of covered events: the first create, the edits after it, and nothing that was removed.
    private func content(of covered: [Int]) -> (created: Int, fields: [String: String])? {
        var found: (created: Int, fields: [String: String])?
        for event in everything where covered.contains(event) {
            if role(event) == .create, found == nil { found = (event, events[event].fields) }
            if role(event) == .edit, let before = found {
                found = (before.created, RecordDerivation.merged(before.fields, events[event].fields))
            }
        }
        let restored = Set(covered.filter { role($0) == .restore }.flatMap { events[$0].undoes })
        return covered.contains { role($0) == .remove && !restored.contains(events[$0].id) } ? nil : found
    }

    static func merged(_ fields: [String: String], _ changes: [String: String]) -> [String: String] {
        var result = fields
        for (name, value) in changes { result[name] = value == "null" ? nil : value }
        return result
    }

    // MARK: - What it comes to

    private func stated(_ stream: String) -> Record {
        var derivation = self
        var record = Record(stream: stream, events: events)
        let standing = order.filter { lock in locks.contains(lock) && !unlocks.contains { lifts($0, lock) } }
        record.standing = standing.map { events[$0] }
        record.heads = order.filter { event in !order.contains { hasSeen($0, event) } }.map { events[$0].id }.sorted()
        if standing.isEmpty { derivation.foldOpen(&record) } else { derivation.foldLocked(standing, &record) }
        for (index, event) in events.enumerated() {
            let isAside = past[index] != nil && !takesPart(index)
            let found = derivation.outcome[index] ?? "effective"
            record.outcomes[event.id] = isAside && !found.hasPrefix("quarantined") ? "masked link.setAside" : found
        }
        for event in everything {
            record.places[events[event].id] = places[event]
            record.pasts[events[event].id] = Set((past[event] ?? []).map { events[$0].id })
        }
        if record.created != nil {
            (record.figures, record.drink) = (Figures(record.fields), DrinkFigures(record.fields))
        }
        return record
    }

    /// While a signature stands the record is what it covers; of several the first governs.
    private mutating func foldLocked(_ standing: [Int], _ record: inout Record) {
        func covers(_ lock: Int, _ event: Int) -> Bool { events[lock].covers.contains(events[event].id) }
        let governing = standing[0]
        let covered = content(of: seen(events[governing].covers, by: governing) ?? [])
        record.created = covered.map { events[$0.created] }
        record.fields = covered?.fields ?? [:]
        record.isDisputed = Set(standing.map { events[$0].content }).count > 1
        var firsts: [Int] = []
        for event in order {
            if events[event].isOfState {
                let first = firsts.first {
                    events[event].repeats(events[$0]) && outcome[$0]?.hasPrefix("shadowed") != true
                }
                if first == nil { firsts.append(event) }
                if covers(governing, event) { continue }
                if standing.contains(where: { covers($0, event) }) {
                    if record.isDisputed { outcome[event] = "disputed signature.disputed" }
                } else if first != nil, mistake != .forgetsRepeats {
                    outcome[event] = "shadowed key.duplicate"
                } else if mistake == .countsUnderLock, role(event) == .edit {
                    record.fields = RecordDerivation.merged(record.fields, events[event].fields)
                } else {
                    outcome[event] =
                        hasSeen(governing, event) ? "shadowed signature.uncovered" : "pending signature.locked"
                }
            } else if settles.contains(event) {
                if standing.contains(where: { !hasSeen($0, event) }) { outcome[event] = "pending signature.locked" }
            } else if standing.contains(event), record.isDisputed {
                outcome[event] = "disputed signature.disputed"
            }
        }
    }

    /// The unlocks and settles that decide about an event: the newest that had seen it.
    private func deciders(of event: Int) -> [Int] {
        let saw = (lifting + settles).filter { hasSeen($0, event) }
        return saw.filter { decider in !saw.contains { hasSeen($0, decider) } }
    }

    private func keepers(of event: Int) -> [Int] {
        deciders(of: event).filter { events[$0].keeps.contains(events[event].id) }
    }

    /// While no lock stands: the events that no other dropped, in order.
    private mutating func foldOpen(_ record: inout Record) {
        var candidates: [Int] = []
        for event in order where events[event].isOfState {
            let deciding = deciders(of: event)
            if deciding.isEmpty || !keepers(of: event).isEmpty {
                candidates.append(event)
            } else {
                let first = order.first { deciding.contains($0) }
                outcome[event] = first.map(role) == .unlock ? "shadowed void.dropped" : "shadowed settle.dropped"
            }
        }
        dropRepeats(&candidates)
        let restores = mistake == .forgetsRestores ? [] : candidates.filter { role($0) == .restore }
        record.undone = Set(restores.flatMap { events[$0].undoes })
        let removes = candidates.filter {
            role($0) == .remove && !record.undone.contains(events[$0].id) && mistake != .forgetsRemoves
        }
        record.isRemoved = !removes.isEmpty
        apply(candidates, removes, &record)
    }

    private mutating func dropRepeats(_ candidates: inout [Int]) {
        if mistake == .forgetsRepeats { return }
        var firsts: [Int] = []
        for event in order where candidates.contains(event) {
            // A writer that had seen the first kept it on purpose.
            let keeping = keepers(of: event)
            let isRepeat = firsts.contains { first in
                events[event].repeats(events[first]) && !keeping.contains { hasSeen($0, first) }
            }
            if isRepeat {
                outcome[event] = "shadowed key.duplicate"
                candidates.removeAll { $0 == event }
            } else {
                firsts.append(event)
            }
        }
    }

    private mutating func apply(_ candidates: [Int], _ removes: [Int], _ record: inout Record) {
        var applied: [Int] = []
        for event in candidates {
            switch role(event) {
            case .create:
                if let first = record.created, mistake != .lastCreateGives {
                    outcome[event] =
                        first.states(theSameAs: events[event]) ? "shadowed record.duplicate" : "pending record.exists"
                    continue
                }
                record.created = events[event]
                record.fields = events[event].fields
            case .edit:
                if removes.contains(where: { !hasSeen($0, event) }) {
                    outcome[event] = "shadowed record.removed"
                    continue
                }
                if record.created == nil {
                    outcome[event] = "pending record.missing"
                    continue
                }
                let merged = RecordDerivation.merged(record.fields, events[event].fields)
                let isKept = keepers(of: event).contains { keeper in applied.allSatisfy { hasSeen(keeper, $0) } }
                if !isKept, mistake != .takesAllEdits, let code = LogbookRules.refusal(of: merged) {
                    outcome[event] = "pending \(code)"
                    continue
                }
                record.fields = merged
            default: continue
            }
            applied.append(event)
        }
        foldOverwritten(applied.filter { role($0) == .edit })
    }

    /// An edit each of whose fields was written again by a writer that had not seen it.
    private mutating func foldOverwritten(_ edits: [Int]) {
        for event in edits where !events[event].fields.isEmpty {
            let writers = events[event].fields.keys.compactMap { name in edits.last { events[$0].fields[name] != nil } }
            if writers.allSatisfy({ $0 != event && !hasSeen($0, event) }) {
                outcome[event] = "shadowed field.overwritten"
            }
        }
    }
}
