public import DaybookKit
import Dispatch

/// The asynchronous twins of calls that wait for the disk: the thread of the caller's task does not.
extension Ledger {
    /// Lets an event that waits count, as the synchronous `settle(apply:reason:)`.
    @discardableResult
    public func settle(apply event: EventID, reason: String? = nil) async throws -> AppendReceipt {
        try await waiting { try $0.settle(apply: event, reason: reason) }
    }

    /// Drops an event that waits for good, as the synchronous `settle(dismiss:reason:)`.
    @discardableResult
    public func settle(dismiss event: EventID, reason: String? = nil) async throws -> AppendReceipt {
        try await waiting { try $0.settle(dismiss: event, reason: reason) }
    }

    /// Takes one event back by another, as the synchronous `undo(event:)`.
    @discardableResult
    public func undo(event: EventID) async throws -> AppendReceipt {
        try await waiting { try $0.undo(event: event) }
    }

    /// Runs what blocks on a thread that may block, and rings the bell of those who watch the ledger.
    func waiting<Value: Sendable>(_ body: @escaping @Sendable (Ledger) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                let result = Result {
                    do { return try body(self) } catch let refusal as DraftRefusal { throw refusal.reason }
                }
                CommitBell.ring(self.path)
                continuation.resume(with: result)
            }
        }
    }
}
