public import DaybookKit

/// The events of a ledger in the order of their positions, each once, as they come.
///
///     for try await event in ledger.changes(after: lastSeen) { … ; lastSeen = event.position }
///
/// An app that keeps the position of the last event goes on behind it after a crash, and misses none. An event of this
/// process's writes comes within 20 ms, of another process within 250 ms.
public struct CommittedEvents: AsyncSequence, Sendable {
    let ledger: Ledger
    let start: Position

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let ledger: Ledger
        private var last: Position
        private var read: [EventView] = []

        /// How many events are read at once.
        private static let batch = 100
        /// How long another process's commit may stay unseen.
        static let pause = Duration.milliseconds(100)

        init(_ ledger: Ledger, _ start: Position) {
            self.ledger = ledger
            last = start
        }

        /// The next event; nil once the task is cancelled.
        public mutating func next() async throws -> EventView? {
            while read.isEmpty {
                if Task.isCancelled { return nil }
                let heard = CommitBell.rings(ledger.path)
                if try ledger.position > last {
                    var found: [EventView] = []
                    try ledger.events(Ledger.EventFilter(after: last, limit: Self.batch)) {
                        found.append($0)
                        return true
                    }
                    read = found.reversed()
                    if !found.isEmpty { break }
                }
                await CommitBell.wait(ledger.path, heard: heard, atMost: Self.pause)
            }
            guard let event = read.popLast() else { return nil }
            last = event.position
            return event
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ledger, start) }
}
