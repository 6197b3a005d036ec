public import EventModel

/// The answer of the fold: a pure function of the set of a stream's events, whatever their order in the input.
public struct Fold<State: Sendable>: Sendable {
    /// The record, removed or not; nil while no create and no set counts.
    public var state: State?
    /// Indices of the ready events of the input, in the order of the stream: those that take part in their order, the
    /// others behind what they build on.
    public var order: EventOrder
    /// One outcome for every event of the input, by its index.
    public var outcomes: Outcomes
    /// Heads of the ready, understood events that take part, ascending: what a new event builds on (its writer keeps at
    /// most 64).
    public var heads: EventIDs
    /// The create that gives the state.
    public var created: EventID?
    /// The locks that stand, in order.
    public var standing: EventIDs
    /// The removes that mask the record, in order.
    public var standingRemoves: EventIDs
    /// Standing locks disagree about the content.
    public var isDisputed: Bool
    /// The authors of events of a critical type or version that this program does not know, ascending: they write
    /// nothing here (`schema.newer`).
    ///
    /// Another person's unknown event has no effect, and never stops this person.
    public var unknownCriticalBy: [PrincipalID]
    /// The largest causal time t of what takes part in milliseconds: no later event of the stream gets an earlier one.
    /// `Int64.min` without events.
    public var clockFloorMilliseconds: Int64
    /// Nothing but erasures is left of the stream; persons who erased nothing there may still write.
    public var isErased: Bool
    /// The persons who erased the stream, ascending. Their later events in it are erased too; other persons may still
    /// write.
    public var erasers: [PrincipalID]
    /// The heads have every other event that takes part in their past, and nothing was erased: an event on top of them
    /// comes last.
    public var isCovered: Bool
    /// The events that links leave out of the stream; nil where all of it takes part.
    public var leaving: LeavingOut?
    /// By index in the input: the events that do not take part; empty where all do.
    @usableFromInline var isOutside: [Bool]
    /// The authors of creates that do not take part, ascending.
    public var creatorsLeftOut: [PrincipalID]
    /// The fields and registers of events that others overwrote: one more write of them may change those outcomes.
    @usableFromInline var overwritten: Set<FieldName>
    /// A standing remove shadows edits, which its restore brings back.
    @usableFromInline var shadowsEdits: Bool

    /// The lock whose content the state is: the least of the standing ones.
    @inlinable public var governing: EventID? { standing.first }
    @inlinable public var isLocked: Bool { standing.first != nil }
    @inlinable public var isRemoved: Bool { standingRemoves.first != nil }

    /// Whether an event takes part, by its index: one that a link leaves out does not, nor does anything of a record
    /// that it sets aside.
    @inlinable public func takesPart(_ index: Int) -> Bool { isOutside.isEmpty || !isOutside[index] }

    /// The fold of no events.
    @inlinable public init() { self.init(effective: 0, heads: EventIDs()) }

    /// A history in input order in which every event is effective.
    @inlinable init(effective count: Int, heads: EventIDs) {
        state = nil
        order = EventOrder(identity: count)
        outcomes = Outcomes(effective: count)
        self.heads = heads
        created = nil
        standing = EventIDs()
        standingRemoves = EventIDs()
        isDisputed = false
        unknownCriticalBy = []
        isErased = false
        erasers = []
        clockFloorMilliseconds = .min
        isCovered = true
        leaving = nil
        isOutside = []
        creatorsLeftOut = []
        overwritten = []
        shadowsEdits = false
    }

    /// The events that a new lock would cover and an unlock or settle keep: the effective ones of the state roles, in
    /// order. O(n).
    package func effectiveStateEvents<Payload>(of events: [FoldEvent<Payload>]) -> [EventID] {
        precondition(events.count == outcomes.count, "the events are not those that were folded")
        return order.compactMap { index in
            events[index].role.isStateRole && outcomes[index].status == .effective ? events[index].id : nil
        }
    }
}

/// Indices in an order; nothing is stored when the order is that of the input.
public struct EventOrder: RandomAccessCollection, Sendable {
    @usableFromInline var countOfAll: Int
    @usableFromInline var listed: [Int]

    @inlinable public init(identity count: Int) {
        countOfAll = count
        listed = []
    }

    @inlinable public init(_ listed: [Int]) {
        countOfAll = listed.count
        self.listed = listed
    }

    @inlinable public var count: Int { countOfAll }

    /// Appends the next index of the input.
    @inlinable mutating func appendNext() {
        if !listed.isEmpty { listed.append(countOfAll) }
        countOfAll += 1
    }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { count }
    @inlinable public subscript(position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return listed.isEmpty ? position : listed[position]
    }
}

/// A few event ids; one alone is held in place, because most records have one head and at most one lock.
public struct EventIDs: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
    @usableFromInline let head: EventID?
    @usableFromInline let tail: [EventID]

    @inlinable public init() {
        head = nil
        tail = []
    }

    @inlinable public init(_ id: EventID) {
        head = id
        tail = []
    }

    @inlinable public init(_ ids: [EventID]) {
        head = ids.first
        tail = ids.count > 1 ? Array(ids.dropFirst()) : []
    }

    @inlinable public init(arrayLiteral ids: EventID...) { self.init(ids) }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { head == nil ? 0 : tail.count + 1 }
    @inlinable public var first: EventID? { head }
    @inlinable public subscript(index: Int) -> EventID {
        guard index > 0 else {
            guard index == 0, let head else { preconditionFailure("index out of range") }
            return head
        }
        return tail[index - 1]
    }
}
