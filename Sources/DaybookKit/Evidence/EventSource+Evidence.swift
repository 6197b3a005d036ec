package import Engine
package import EventCodec
package import EventModel
import EventSourcing

/// Evidence of figures that rest on what happened rather than on sums.
extension EvidenceTally {
    /// Sorts the events of one record.
    mutating func add(_ record: RecordInQuestion, _ source: EventSource, _ plan: EvidencePlan) {
        let loaded = record.loaded
        guard source.isStated(by: loaded) else { return }
        if let reason = source.excluded[loaded.stream] {
            if loaded.takesNoPart { return }
            let first = loaded.fold.order.first { loaded.fold.takesPart($0) } ?? 0
            return leave(record, loaded.anchor, record.day(first, plan), reason, isSentence: false)
        }
        var sorting = EventSorting(record, source, moment: plan.moment)
        if source.anew.isEmpty, !record.writesRegisters {
            // Each stands for itself.
            for index in record.order {
                if let found = sorting.verdict(at: index) {
                    add(index, found.reason, found.because, of: record, source, plan)
                }
            }
            return
        }
        for index in record.order { sorting.add(index) }
        for (index, reason, because) in sorting.sorted { add(index, reason, because, of: record, source, plan) }
    }

    /// One event with why it is left out; nil where it counts.
    private mutating func add(
        _ index: Int, _ reason: EvidenceReason?, _ because: EventID?, of record: RecordInQuestion,
        _ source: EventSource, _ plan: EvidencePlan
    ) {
        let day = record.day(index, plan)
        if let reason { return leave(record, index, day, reason, because: because) }
        switch source.part?(record.events[index]) ?? .counts {
        case .leftOut(let reason): leave(record, index, day, reason, because: because)
        case .counts: count(record, index, day, nil)
        case .unconcerned: break
        case .adds(let amount):
            guard source.isOfRow else { return count(record, index, day, amount) }
            if let reason = source.reason(ofDay: day) { return leave(record, index, day, reason, because: because) }
            row.add(
                record.loaded.places[index], record.loaded.events[index].id, at: record.moments[index], on: day, amount,
                enough: 1)
            count(record, index, day, 0, .days)
        }
    }
}

extension EventSource {
    /// Which of the events of a record that arrived late count in the end, or removed it since: those would have
    /// changed the figure.
    package func changing(_ after: RecordInQuestion, from before: LoadedStream?, _ arrived: [Int], _ moment: Instant?)
        -> [Int]
    {
        let fold = after.loaded.fold
        // A record that had a value in one of the fields and no longer has one was changed by the new events.
        guard isStated(by: after.loaded) || before.map({ isStated(by: $0) }) ?? false else { return [] }
        if fold.isRemoved, before.map({ !$0.fold.isRemoved }) ?? false {
            return arrived.filter { fold.standingRemoves.contains(after.loaded.events[$0].id) }
        }
        var sorting = EventSorting(after, self, moment: moment)
        if anew.isEmpty, !after.writesRegisters, fold.order.count == after.events.count {
            // Each stands for itself.
            return arrived.filter { index in
                sorting.verdict(at: index).map { $0.reason == nil } ?? false && isPart(after.events[index])
            }
        }
        for index in fold.order { sorting.add(index) }
        var counts = [Bool](repeating: false, count: after.events.count)
        for (index, reason, _) in sorting.sorted where reason == nil && isPart(after.events[index]) {
            counts[index] = true
        }
        return arrived.filter { counts[$0] }
    }

    /// Whether an event that counts does something to the figure.
    private func isPart(_ event: EventInStream) -> Bool {
        switch part?(event) ?? .counts {
        case .counts, .adds: true
        case .leftOut(let reason): reason.isOfRank
        case .unconcerned: false
        }
    }

    /// Whether a record has a value in one of the fields that the source needs.
    package func isStated(by loaded: LoadedStream) -> Bool {
        guard let stating else { return true }
        guard let created = loaded.fold.created, let create = loaded.events.first(where: { $0.id == created })?.payload,
            let state = loaded.fold.state
        else { return false }
        return EventSource.isStated(create.schema.fields.filter { stating.contains($0.name) }, in: state.fields)
    }

    /// Whether one of some fields has a value other than null and false.
    package static func isStated(_ fields: [FieldSchema], in stated: RecordFields) -> Bool {
        fields.contains { field in
            // The fields were held against the schema when the stream was folded.
            guard let value = try? BodyView.value(of: field, in: stated.map.span.bytes) else { return false }
            return value != .null && value != .bool(false)
        }
    }
}

/// Of the events of one stream which count, one after another in their order.
private struct EventSorting {
    private let record: RecordInQuestion
    private let source: EventSource
    private let moment: Instant?
    private let masked: (reason: EvidenceReason, because: EventID?)?
    private let events: [EventInStream]
    private let moments: [Instant]
    /// With why it is left out; nil where it counts.
    private(set) var sorted: [(index: Int, reason: EvidenceReason?, because: EventID?)] = []
    /// Where the one stands that counts of those that say the same thing anew, and the day from which it says so.
    private var standing: [String: (at: Int, from: CivilDate)] = [:]
    /// The schema of the event taken last, and whether the figure looks at its type: neighbours share it.
    private var looked: (schema: ObjectIdentifier?, isWanted: Bool)?

    init(_ record: RecordInQuestion, _ source: EventSource, moment: Instant?) {
        (self.record, self.source, self.moment) = (record, source, moment)
        // Looked up once: a record finds out whether it knows them whenever it is asked.
        (events, moments) = (record.events, moment == nil ? [] : record.moments)
        let loaded = record.loaded
        // A removal after the moment asked about had not happened.
        let removal = loaded.fold.standingRemoves.first { remove in
            guard let moment, let index = loaded.events.firstIndex(where: { $0.id == remove }) else { return true }
            return record.moments[index] <= moment
        }
        masked = removal.map { (.removed, $0) } ?? loaded.links.mask.map { (EvidenceReason($0.reason), $0.by) }
    }

    /// Why an event that the figure looks at is left out by itself, nil where it is not; nil where the figure does not
    /// look at it, as at none that a link leaves out.
    mutating func verdict(at index: Int) -> (reason: EvidenceReason?, because: EventID?)? {
        if !record.areAllEffective, !record.loaded.fold.takesPart(index) { return nil }
        let event = events[index]
        if looked == nil || event.schemaID == nil || event.schemaID != looked?.schema {
            looked = (event.schemaID, source.types?.contains(event.type) ?? true)
        }
        if looked?.isWanted == false { return nil }
        if let match = source.matching, !match.values.contains(event[match.field] ?? .null) { return nil }
        if !record.areAllEffective, let reason = EvidenceReason(record.outcomes[index]) {
            return (reason, record.outcomes[index].because)
        }
        if let moment, moments[index] > moment { return (.afterOn, nil) }
        if let masked { return (masked.reason, masked.because) }
        if source.before?.contains(record.loaded.logPlace(index)) == true { return (.reset, nil) }
        if event.role == .create, let date = event["date"]?.stringValue.flatMap({ CivilDate($0) }) {
            if date > source.day { return (.afterOn, nil) }
            if let since = source.since, date < since { return (.outsideWindow, nil) }
        }
        return (nil, nil)
    }

    /// Sorts an event among those before it.
    mutating func add(_ index: Int) {
        guard let found = verdict(at: index) else { return }
        guard found.reason == nil, let (name, from) = name(events[index]) else {
            return sorted.append((index, found.reason, found.because))
        }
        if from > source.day { return sorted.append((index, .afterOn, nil)) }
        if let other = standing[name] {
            // Of two the one that is from a later day holds, of one day the later one.
            if other.from > from {
                return sorted.append((index, .superseded, record.loaded.events[sorted[other.at].index].id))
            }
            sorted[other.at].reason = .superseded
            sorted[other.at].because = record.loaded.events[index].id
        }
        standing[name] = (sorted.count, from)
        sorted.append((index, nil, nil))
    }

    /// The register that an event overwrites, and the day from which it does; nil for an event that is a fact of its
    /// own.
    private func name(_ event: EventInStream) -> (String, CivilDate)? {
        switch source.anew[event.type] {
        case .thing(let name)?: return (name, .earliest)
        case .named(let field)?: return (event[field]?.text ?? event.type, .earliest)
        case nil: break
        }
        guard event.role == .set, let schema = event.schema else { return nil }
        switch schema.register {
        case .fixed(let name)?: return (name, .earliest)
        case .field(let field)?: return (event[field]?.stringValue ?? event.type, .earliest)
        case .dated(let word, let field)?:
            return (word, event[field]?.stringValue.flatMap { CivilDate($0) } ?? .earliest)
        case nil: return (event.type, .earliest)
        }
    }
}
