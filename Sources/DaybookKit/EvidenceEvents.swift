import Engine
import EventCodec
import EventModel
import EventSourcing

/// Evidence of figures that rest on what happened rather than on sums.
extension Evidence {
    /// Sorts the events of one stream.
    mutating func take(_ loaded: LoadedStream, _ name: String, _ source: EventSource, _ moment: Instant?, _ date: (Instant) -> CivilDate) {
        guard source.isTold(by: loaded) else { return }
        let moments = loaded.moments
        func day(_ index: Int) -> CivilDate {
            // What tells a day of its own is of that day, wherever the clock stood.
            let data = loaded.events[index].payload.flatMap(EventWords.data)
            let told = [data?["date"], data?["from"]].lazy.compactMap { $0?.stringValue.flatMap { CivilDate($0) } }.first
            let event = loaded.events[index]
            // A note is of when it happened, whatever it builds on.
            let moment = event.role == .note ? event.happenedMilliseconds.map { Instant(milliseconds: $0) } ?? moments[index] : moments[index]
            return told ?? date(min(max(moment, .earliest), .latest))
        }
        if let reason = source.excluded[loaded.stream] {
            let first = loaded.fold.order.first ?? 0
            return leave(LeftOut(event: loaded.anchorEvent, stream: loaded.stream, day: day(first), reason: reason, because: nil, text: name))
        }
        var sorting = EventSorting(loaded, source, moment: moment, moments)
        let ordered = Array(loaded.fold.order)
        for index in ordered { sorting.take(index) }
        // What the fold could not order yet.
        let placed = Set(ordered)
        for index in loaded.events.indices where !placed.contains(index) { sorting.take(index) }
        for (index, reason, because) in sorting.sorted {
            let event = loaded.events[index]
            let data = event.payload.flatMap(EventWords.data)
            let text = EventWords.sentence(event.payload?.type ?? "", name, data)
            func leave(_ reason: EvidenceReason) {
                self.leave(LeftOut(event: event.id, stream: loaded.stream, day: day(index), reason: reason, because: because, text: text))
            }
            func count(_ adds: Int64?, _ unit: EvidenceUnit = .count) {
                self.count(Counted(event: event.id, stream: loaded.stream, day: day(index), adds: adds, unit: unit, text: text, amendedBy: nil))
            }
            if let reason {
                leave(reason)
                continue
            }
            switch source.part?(EventInStream(stream: loaded.stream, type: event.payload?.type ?? "", data: data)) ?? .counts {
            case .leftOut(let reason): leave(reason)
            case .counts: count(nil)
            case .unconcerned: break
            case .adds(let amount):
                guard source.isOfRow else {
                    count(amount)
                    continue
                }
                if let reason = source.reason(ofDay: day(index)) { leave(reason) } else {
                    row.take(event.id, at: moments[index], on: day(index), amount, enough: 1)
                    count(0, .days)
                }
            }
        }
    }
}

extension EventSource {
    /// The events of a stream that count in the end, or by which it was removed since: those that arrived late among them would have changed the figure.
    func changing(_ after: LoadedStream, from before: LoadedStream?, _ moment: Instant?) -> Set<EventID> {
        guard isTold(by: after) else { return [] }
        if after.fold.isRemoved, before.map({ !$0.fold.isRemoved }) ?? false { return Set(after.fold.standingRemoves) }
        var sorting = EventSorting(after, self, moment: moment, after.moments)
        for index in after.fold.order { sorting.take(index) }
        return Set(sorting.sorted.filter { $0.reason == nil && isPart($0.index, of: after) }.map { after.events[$0.index].id })
    }

    /// Whether an event that counts does something to the figure.
    private func isPart(_ index: Int, of loaded: LoadedStream) -> Bool {
        let content = loaded.events[index].payload
        switch part?(EventInStream(stream: loaded.stream, type: content?.type ?? "", data: content.flatMap(EventWords.data))) ?? .counts {
        case .counts, .adds: return true
        case .leftOut, .unconcerned: return false
        }
    }

    /// Why a day is none of the row; nil where it is one.
    fileprivate func reason(ofDay day: CivilDate) -> EvidenceReason? {
        if day > self.day { return .afterOn }
        return row?.contains(day) == true ? nil : .outsideWindow
    }

    /// Whether a record tells one of the fields that are asked for.
    func isTold(by loaded: LoadedStream) -> Bool {
        guard let telling else { return true }
        guard let created = loaded.fold.created, let create = loaded.events.first(where: { $0.id == created })?.payload, let state = loaded.fold.state,
            // The fields were held against the schema when the stream was folded.
            case .object(let members)? = try? BodyView.json(state.fields.map.span.bytes, create.schema).data
        else { return false }
        return members.contains { telling.contains($0.name) }
    }
}

/// Of the events of one stream which count, one after another in their order.
private struct EventSorting {
    private let loaded: LoadedStream
    private let source: EventSource
    private let moment: Instant?
    private let moments: [Instant]
    private let outcomes: Outcomes
    private let masked: (reason: EvidenceReason, because: EventID?)?
    /// With why it is left out; nil where it counts.
    private(set) var sorted: [(index: Int, reason: EvidenceReason?, because: EventID?)] = []
    /// Where the one stands that counts of those that say the same thing anew, and the day from which it says so.
    private var standing: [String: (at: Int, from: CivilDate)] = [:]

    init(_ loaded: LoadedStream, _ source: EventSource, moment: Instant?, _ moments: [Instant]) {
        (self.loaded, self.source, self.moment, self.moments) = (loaded, source, moment, moments)
        outcomes = loaded.outcomes
        // A removal after the moment asked about had not happened.
        let removal = loaded.fold.standingRemoves.first { remove in
            guard let moment, let index = loaded.events.firstIndex(where: { $0.id == remove }) else { return true }
            return moments[index] <= moment
        }
        masked = removal.map { (.removed, $0) } ?? loaded.links.mask.map { (EvidenceReason($0.reason), $0.by) }
    }

    mutating func take(_ index: Int) {
        let event = loaded.events[index]
        if let types = source.types, !types.contains(event.payload?.type ?? "") { return }
        if let match = source.matching, !match.values.contains(event.payload.flatMap(EventWords.data)?[match.field] ?? .null) { return }
        if let reason = EvidenceReason(outcomes[index]) { return sorted.append((index, reason, outcomes[index].because)) }
        if let moment, moments[index] > moment { return sorted.append((index, .afterOn, nil)) }
        if let masked { return sorted.append((index, masked.reason, masked.because)) }
        if source.before?.hold(loaded.logPlace(index)) == true { return sorted.append((index, .reset, nil)) }
        if event.role == .create, let date = event.payload.flatMap(EventWords.data)?["date"]?.stringValue.flatMap({ CivilDate($0) }) {
            if date > source.day { return sorted.append((index, .afterOn, nil)) }
            if let since = source.since, date < since { return sorted.append((index, .outsideWindow, nil)) }
        }
        guard let content = event.payload, let (name, from) = name(content) else { return sorted.append((index, nil, nil)) }
        if from > source.day { return sorted.append((index, .afterOn, nil)) }
        if let other = standing[name] {
            // Of two the one that is from a later day holds, of one day the later one.
            if other.from > from { return sorted.append((index, .superseded, loaded.events[sorted[other.at].index].id)) }
            sorted[other.at].reason = .superseded
            sorted[other.at].because = event.id
        }
        standing[name] = (sorted.count, from)
        sorted.append((index, nil, nil))
    }

    /// What an event says anew, and the day from which it does; nil of one that is a fact of its own.
    private func name(_ content: EventContent) -> (String, CivilDate)? {
        switch source.anew[content.type] {
        case .thing(let name)?: return (name, .earliest)
        case .named(let field)?: return (EventWords.data(content)?[field]?.text ?? content.type, .earliest)
        case nil: break
        }
        guard content.schema.role == .set else { return nil }
        let data = EventWords.data(content)
        switch content.schema.register {
        case .fixed(let name)?: return (name, .earliest)
        case .field(let field)?: return (data?[field]?.stringValue ?? content.type, .earliest)
        case .dated(let word, let field)?: return (word, data?[field]?.stringValue.flatMap { CivilDate($0) } ?? .earliest)
        case nil: return (content.type, .earliest)
        }
    }
}
