import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventStore
import LedgerTestSupport
import Testing
import TransparencyLog

/// Where the bodies of one device are, by a model that follows what the device was asked to do and the stamps of its
/// commits, and reads all of these anew each time.
struct HoldModel {
    enum Place: Equatable { case shown, hidden, gone }

    private struct Known {
        let stream: StreamID
        let isErasure: Bool
        var place: Place
    }

    private struct Waiting {
        var since: Int64
        /// The number of commits before the days began.
        var commits: Int
    }

    private var events: [EventID: Known] = [:]
    /// The stamp of every commit with events, in order.
    private var commits: [Int64] = []
    private var waiting: [EventID: Waiting] = [:]

    /// New events of one commit; `isOwn`: written here.
    mutating func arrive(_ items: [Item], isOwn: Bool, at now: Int64) {
        let new = items.filter { events[$0.id] == nil }
        if new.isEmpty { return }
        commits.append(now)
        for item in new {
            events[item.id] = Known(
                stream: item.stream, isErasure: item.isErasure, place: item.hasBody ? .shown : .gone)
            if item.isErasure, !isOwn { waiting[item.id] = Waiting(since: now, commits: commits.count) }
        }
        settle()
    }

    /// One of the commands that do owed work.
    mutating func work(at now: Int64, all: Bool) {
        for (id, days) in waiting {
            let isBehind = commits.prefix(days.commits).contains { $0 > days.since && $0 <= now }
            let isAhead = commits.dropFirst(days.commits).contains { $0 < days.since }
            if !all, days.since > now || isBehind || isAhead {
                waiting[id] = Waiting(since: now, commits: commits.count)
            } else if all || days.since + 14 * 86_400_000 <= now {
                waiting[id] = nil
            }
        }
        settle()
    }

    /// Of the events that an erasure of their stream reaches: hidden while all that reach them wait, else gone.
    private mutating func settle() {
        for (id, event) in events where !event.isErasure {
            let erasures = events.filter { $0.value.isErasure && $0.value.stream == event.stream }.keys
            if erasures.isEmpty { continue }
            let isWaiting = erasures.allSatisfy { waiting[$0] != nil }
            events[id]?.place = event.place == .gone || !isWaiting ? .gone : .hidden
        }
    }

    /// Compares with the rows of the device.
    func compare(_ device: StoreLedger, _ where: String) throws {
        let engine = device.ledger.engine
        try engine.read { transaction in
            var count = 0
            for log in try transaction.logRecords(try transaction.storeRecord()) {
                for sequence in log.start..<log.size {
                    let place = EventPlace(log: log.number, sequence: sequence)
                    let (id, isErased) = try transaction.withEvent(at: place) { row in
                        (EventID(SHA256Hasher.leafHash(envelope: row.envelope)), row.isErased)
                    }
                    let isHeld = try transaction.heldBody(at: place) != nil
                    let found: Place = isHeld ? .hidden : isErased ? .gone : .shown
                    #expect(!isHeld || isErased, "\(`where`)")
                    #expect(found == events[id]?.place, "\(`where`): \(id.short) of \(events[id]?.stream.text ?? "-")")
                    count += 1
                }
            }
            #expect(count == events.count, "\(`where`)")
        }
    }
}

/// An event as it leaves a device.
struct Item {
    let id: EventID
    let stream: StreamID
    let isErasure: Bool
    let hasBody: Bool

    init(_ stored: StoredEvent) throws {
        let envelope = try EnvelopeView(stored.envelope.span.bytes)
        id = EventID(SHA256Hasher.leafHash(envelope: stored.envelope))
        (stream, hasBody) = (envelope.stream, !stored.isErased)
        isErasure = envelope.type == "stream.erased"
    }
}
