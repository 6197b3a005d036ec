import EventCodec
import Engine
import EventModel
import EventStore

/// The work that a command left after its commit: to rewrite the file without the bytes of erased events.
package struct OwedWork: Hashable, Sendable {
    /// Streams whose bodies were erased, ascending.
    package let streams: [StreamID]
    /// Whether there are more streams than those named.
    package let hasMore: Bool
    /// Attachments that were dropped.
    package let attachments: UInt64

    package var json: JSONValue {
        .object(pairs: [
            "work": .string("compaction"), "streams": .array(streams.map { .string($0.text) }),
            "attachments": .integer(attachments), "more": hasMore ? .bool(true) : nil,
        ])
    }

    /// A sentence for people, with the command that does it.
    package var text: String {
        var gone: [String] = []
        if !streams.isEmpty {
            let rest = streams.count - 3
            let more = hasMore ? " and more" : rest > 0 ? " and \(rest) more" : ""
            gone.append("what was erased (" + streams.prefix(3).map(\.text).joined(separator: ", ") + more + ")")
        }
        if attachments > 0 { gone.append("\(attachments) \(attachments == 1 ? "attachment" : "attachments") dropped") }
        return
            "The file may still hold the bytes of \(gone.joined(separator: " and of ")): \"daybook compact\" clears them."
    }

    /// Whether it is owed because of an erasure in a stream.
    package func concerns(_ stream: StreamID) -> Bool { hasMore || streams.contains(stream) }
}

extension Ledger {
    /// The work that an earlier command left; nil for none.
    package var owedWork: OwedWork? {
        get throws { try translated { try engine.read { try $0.owedCompaction().map(OwedWork.init) } } }
    }

    /// Does the work that an earlier command left, if there is any, and destroys what erasures from elsewhere hide
    /// whose days are over; nil where no file is to be made anew.
    ///
    /// No other program may have the ledger open. Throws what `compact` throws; the work stays owed then.
    @available(*, noasync)
    package static func doOwedWork(at path: String, environment: LedgerEnvironment = .init()) throws -> CompactReport? {
        let ledger = try open(at: path, .readOnly, environment: environment)
        let found = Result {
            try translated {
                try ledger.engine.read { transaction in
                    let work = try ledger.engine.erasureWork(at: ledger.now, transaction)
                    return (try transaction.owedCompaction() != nil, work)
                }
            }
        }
        ledger.close()
        let (isOwed, work) = try found.get()
        if isOwed || !work.due.isEmpty { return try compact(at: path, environment: environment) }
        if !work.doubtful.isEmpty {
            let writer = try open(at: path, .readWrite, environment: environment)
            defer { writer.close() }
            _ = try translated { try writer.engine.destroyErased() }
        }
        return nil
    }
}

extension OwedWork {
    init(_ owed: OwedCompaction) {
        self.init(streams: owed.streams, hasMore: owed.hasMore, attachments: owed.attachments)
    }
}
