import EventStore
import TransparencyLog

/// Where the scan of one log stands.
struct LogScan {
    let log: LogRecord
    var edge: MerkleEdge
    var endsUnit = true
    var isBroken = false
    /// Whether the bodies of this chunk are looked at here, and where the next chunk begins.
    var ownsBodies = true
    var nextChunk: UInt64

    init(log: LogRecord, edge: MerkleEdge) {
        self.log = log
        self.edge = edge
        nextChunk = log.start
    }
}
