package import EventStore

/// The error of a unit that is in the store while the checkpoint file does not know of its commit.
package struct KeptUnit: Error {
    package let receipt: AppendReceipt
    /// `checkpointUnwritten`.
    package let error: StoreError
}
