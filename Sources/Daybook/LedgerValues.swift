public import DaybookKit

/// An answer of a ledger, again whenever a commit has changed it.
public struct LedgerValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
    let ledger: Ledger
    let answer: @Sendable (borrowing Snapshot) throws -> Value

    public struct AsyncIterator: AsyncIteratorProtocol {
        let ledger: Ledger
        let answer: @Sendable (borrowing Snapshot) throws -> Value
        private var given: (position: Position, value: Value)?

        init(_ ledger: Ledger, _ answer: @escaping @Sendable (borrowing Snapshot) throws -> Value) {
            self.ledger = ledger
            self.answer = answer
        }

        /// The next value that differs from the one before; nil once the task is cancelled.
        public mutating func next() async throws -> Value? {
            while !Task.isCancelled {
                let heard = CommitBell.rings(ledger.path)
                let position = try ledger.position
                if given?.position != position {
                    let value = try ledger.read(AsOf(known: .position(position)), answer)
                    let isNew = given.map { $0.value != value } ?? true
                    given = (position, value)
                    if isNew { return value }
                }
                await CommitBell.wait(ledger.path, heard: heard, atMost: CommittedEvents.AsyncIterator.pause)
            }
            return nil
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(ledger, answer) }
}

extension Ledger {
    /// The events after a position, those that come later included.
    public func changes(after position: Position = .start) -> CommittedEvents {
        CommittedEvents(ledger: self, start: position)
    }

    /// An answer now, and again whenever a commit of this process or another has changed it.
    ///
    ///     for try await streak in ledger.values({ try $0.streak(of: run) }) { show(streak) }
    public func values<Value: Equatable & Sendable>(
        _ answer: @escaping @Sendable (borrowing Snapshot) throws -> Value
    ) -> LedgerValues<Value> {
        LedgerValues(ledger: self, answer: answer)
    }
}
