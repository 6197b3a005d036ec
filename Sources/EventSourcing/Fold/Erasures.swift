public import EventModel

/// The reach of the erasures of one stream: a function of the set of its events, independent of their order and of the
/// bodies that are left.
///
/// An erasure reaches its author's events, all of the stream or those it names, ready or not. No erasure is ever
/// erased.
@usableFromInline
struct Erasures: Sendable {
    /// The erasure that reaches an event, and whether it names the event alone.
    @usableFromInline struct Reach: Hashable, Sendable {
        @usableFromInline let erasure: EventID
        @usableFromInline let isSingle: Bool

        @inlinable init(erasure: EventID, isSingle: Bool) {
            self.erasure = erasure
            self.isSingle = isSingle
        }
    }

    /// By index in the input: the least erasure of the event's own author that reaches it, one of the stream before one
    /// of single events.
    @usableFromInline var reaches: [Reach?]
    /// By id: the erased events.
    @usableFromInline var reached: [EventID: Reach] = [:]
    /// The indices of the erasures, and those of the events that are neither erased nor erasures.
    @usableFromInline let erasures: [Int]
    @usableFromInline var living: [Int] = []
    /// The authors of erasures of the stream, ascending.
    @usableFromInline let erasers: [PrincipalID]
    /// The least erasure of the stream, when nothing but erasures is left.
    @usableFromInline let whole: EventID?

    /// Nil without an erasure, as most streams are. O(events and ids named).
    @inlinable
    init?<Payload>(_ events: [FoldEvent<Payload>]) {
        let erasures = events.indices.filter { Erasures.isErasure(events[$0]) }
        if erasures.isEmpty { return nil }
        var ofStream: [PrincipalID: EventID] = [:]
        var named: [EventID: [PrincipalID: EventID]] = [:]
        for index in erasures {
            let (author, id) = (events[index].actor, events[index].id)
            if events[index].links.erases { ofStream[author] = min(ofStream[author] ?? id, id) }
            for target in events[index].links.erasesEvents {
                named[target, default: [:]][author] = min(named[target]?[author] ?? id, id)
            }
        }
        reaches = [Reach?](repeating: nil, count: events.count)
        for index in events.indices where !Erasures.isErasure(events[index]) {
            let event = events[index]
            if let erasure = ofStream[event.actor] {
                reaches[index] = Reach(erasure: erasure, isSingle: false)
            } else if event.mayBeErasedAlone, let erasure = named[event.id]?[event.actor] {
                reaches[index] = Reach(erasure: erasure, isSingle: true)
            }
            if let reach = reaches[index] { reached[event.id] = reach } else { living.append(index) }
        }
        self.erasures = erasures
        erasers = ofStream.keys.sorted()
        whole = living.isEmpty ? ofStream.values.min() : nil
    }

    @inlinable static func isErasure<Payload>(_ event: FoldEvent<Payload>) -> Bool {
        event.understanding == .understood && event.links.isErasure
    }
}

/// The least erasure by the author of an event that would reach it and does not count here; nil for none.
///
/// Where such an erasure once counted, the body of the event may be gone. O(events).
@inlinable
package func uncountedErasure<Payload>(reaching event: FoldEvent<Payload>, among events: [FoldEvent<Payload>])
    -> EventID?
{
    if event.links.isErasure { return nil }
    return events.lazy.filter { erasure in
        erasure.understanding != .understood && erasure.actor == event.actor
            && (erasure.links.erases || event.mayBeErasedAlone && erasure.links.erasesEvents.contains(event.id))
    }.map(\.id).min()
}

extension Story {
    /// The outcomes of erased events and of their erasures: they hold whatever else the fold finds, and whether the
    /// event is ready or not.
    @inlinable mutating func foldErasures() {
        guard let erasures else { return }
        for index in events.indices {
            guard let reach = erasures.reaches[index] else { continue }
            let reason = reach.isSingle ? OutcomeReason.eventErased : OutcomeReason.streamErased
            outcomes[index] = EventOutcome(.erased, reason: reason, because: reach.erasure)
        }
        let living = erasures.living.filter { takesPart(index: $0) }.sorted(by: isEarlier)
        // By id, for erasures of single events: many of them cost as much as the events that they name.
        var places: [EventID: Int] = [:]
        for (place, index) in living.enumerated() where events[index].mayBeErasedAlone {
            places[events[index].id] = place
        }
        for index in erasures.erasures {
            let erasure = events[index]
            // All that the author of an erasure of the stream wrote is erased: what lives is by others.
            var first = erasure.links.erases && !living.isEmpty ? 0 : Int.max
            for id in erasure.links.erasesEvents {
                if let place = places[id], events[living[place]].actor != erasure.actor { first = min(first, place) }
            }
            if first < living.count {
                let other = living[first]
                outcomes[index] = EventOutcome(
                    .pending, reason: OutcomeReason.authorityOtherPerson, because: events[other].id)
            } else if causal.positions[index] < 0 {
                outcomes[index] = .effective
            }
        }
    }

    /// In the order of the stream; what is not ready comes last, by id.
    @inlinable func isEarlier(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (causal.positions[left], causal.positions[right])
        if first >= 0, second >= 0 { return isBefore(first, second) }
        if first < 0, second < 0 { return events[left].id < events[right].id }
        return first >= 0
    }

    /// The erasure of a record whose creates are all erased; nil for any other.
    @inlinable func erasureOfRecord() -> EventID? {
        guard let erasures else { return nil }
        var found: EventID?
        for position in positions where role(position) == .create {
            guard let reach = erasures.reaches[causal.order[position]] else {
                if isUnderstood[position] { return nil }
                continue
            }
            found = min(found ?? reach.erasure, reach.erasure)
        }
        return found
    }
}
