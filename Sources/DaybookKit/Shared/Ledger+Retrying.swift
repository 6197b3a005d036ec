internal import Engine
import EventModel

extension Ledger {
    /// Repeats a read and the append that rests on it while another program writes between the two.
    ///
    /// - Parameters:
    ///   - code: The code of the fault after sixteen conflicts.
    ///   - writing: What the other programs did, as in "writing notices".
    /// - Returns: The result of the first run without a conflict.
    /// - Throws: `Fault` of kind `busy` after sixteen conflicts, with nothing written; every other error of the
    ///   closure.
    package func retryingConflicts<Result>(
        busy code: String, _ writing: String, _ body: () throws -> Result
    ) throws -> Result {
        for _ in 0..<16 {
            do { return try body() } catch let refusal as DraftRefusal where refusal.isConflict {
                continue
            } catch is StaleRead { continue }
        }
        throw Fault(
            .busy, code: code, message: "Other programs kept \(writing) at the same time.", hint: "Try again.")
    }
}

/// State other than events changed between the read and the append.
package struct StaleRead: Error {
    package init() {}
}

extension DraftRefusal {
    /// Whether the stream or the condition changed between the read and the append.
    package var isConflict: Bool {
        guard let code = (reason as? Rejection)?.code else { return false }
        return code == "version.conflict" || code == "condition.failed"
    }
}
