import Engine
package import EventCodec
import EventModel

extension Ledger {
    /// Gives what a closure writes of every event that a filter takes, in arrival order, each with its outcome as known
    /// then: of many events at a time.
    ///
    /// Many events are written on two threads. Some hundred are read at a time, so that a slow consumer holds no old
    /// pages of the store.
    /// O(events), and those of the streams of several events once.
    package func listEvents(
        _ filter: EventFilter, asOf: AsOf = .now,
        _ write: @escaping @Sendable (EventFacts, borrowing EnvelopeView, RawSpan, inout [UInt8]) throws -> Void,
        receive: ([UInt8]) throws -> Void
    ) throws {
        let last = try answered(asOf).position
        let pinned = asOf.pinned(to: last)
        let memory = OutcomeMemory()
        let count = last > filter.after ? Int(clamping: last.value - filter.after.value) : 0
        // Of one stream, of few events, and what is only supposed: one page after another.
        guard filter.stream == nil, asOf.supposing == nil,
            min(count, filter.limit ?? count) >= Ledger.eventsWorthAThread
        else {
            return try listPages(filter, pinned, memory, write, receive)
        }
        var left = filter.limit ?? Int.max
        do {
            try inPieces(of: count, .ofEvents, weight: { $0.bytes.count }) { range in
                var part = filter
                part.after = Position(filter.after.value + UInt64(range.lowerBound))
                part.through = Position(filter.after.value + UInt64(range.upperBound))
                return try self.page(part, pinned, memory, write)
            } receive: { page in
                guard page.ends.count >= left else {
                    left -= page.ends.count
                    return try receive(page.bytes)
                }
                if left > 0 { try receive(Array(page.bytes[..<page.ends[left - 1]])) }
                throw ListEnd()
            }
        } catch is ListEnd {}
    }

    private static var eventsWorthAThread: Int { 2_048 }
    /// As many are read at a time.
    static var eventsOfAPage: Int { 512 }

    /// Ends the list before its last event.
    private struct ListEnd: Error {}

    /// The written form of some events: where each ends, and the position of the last.
    private struct Page: Sendable {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        var last = Position.start
    }

    private func page(
        _ filter: EventFilter, _ asOf: AsOf, _ memory: OutcomeMemory,
        _ write: (EventFacts, borrowing EnvelopeView, RawSpan, inout [UInt8]) throws -> Void
    ) throws -> Page {
        var page = Page()
        try eachEvent(filter, asOf: asOf, memory) { facts, envelope, body in
            try write(facts, envelope, body, &page.bytes)
            page.ends.append(page.bytes.count)
            page.last = facts.position
            return true
        }
        return page
    }

    private func listPages(
        _ filter: EventFilter, _ asOf: AsOf, _ memory: OutcomeMemory,
        _ write: (EventFacts, borrowing EnvelopeView, RawSpan, inout [UInt8]) throws -> Void,
        _ receive: ([UInt8]) throws -> Void
    ) throws {
        var (next, left) = (filter, filter.limit ?? Int.max)
        while left > 0 {
            next.limit = min(left, Ledger.eventsOfAPage)
            let page = try page(next, asOf, memory, write)
            try receive(page.bytes)
            guard page.ends.count == next.limit else { return }
            left -= page.ends.count
            next.after = page.last
        }
    }
}
