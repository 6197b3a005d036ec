import EventCodec
import EventModel

/// The result of a salvage, and the events it left out.
package struct SalvageReport: Hashable, Sendable {
    /// Events in logs that an import takes, each counted once.
    package internal(set) var events = 0
    /// Whole events that no signed head covers: behind a lost one, or in a log that nothing here signs.
    package internal(set) var apart = 0
    /// Those of them with no lost event before them: no key here signs their log.
    package internal(set) var unsigned = 0
    package internal(set) var attachments = 0
    package internal(set) var lines = 0
    /// The events without a whole copy.
    package internal(set) var lost: [Lost] = []
    /// Logs that cannot be proved: their head rows are lost, and events of theirs.
    package internal(set) var lostLogs = 0
    /// Logs whose whole events give another root than their head rows name.
    package internal(set) var altered: [LogName] = []
    /// Events that the ledger counted, while only older head rows of their logs are left.
    package internal(set) var uncounted: UInt64 = 0
    /// Attachments of which a part is lost.
    package internal(set) var lostAttachments: [Bytes32] = []

    /// The whole events here whose bodies an erasure from elsewhere hides.
    package internal(set) var hidden: [Hidden] = []

    package init() {}

    /// Events of one stream that an erasure hides, and when their bytes go.
    package struct Hidden: Hashable, Sendable {
        package let stream: StreamID
        package let erasure: EventID
        package let device: OriginID
        package internal(set) var events: Int
        package let due: Instant

        var text: String {
            let isOne = events == 1
            return "\(events) \(isOne ? "event" : "events") of \(stream.text) \(isOne ? "is" : "are") erased by the "
                + "device \(device.hex.prefix(12)) (\(erasure.short)); \(isOne ? "its" : "their") bytes go here "
                + "from \(due) on."
        }

        package var json: JSONValue {
            .object(pairs: [
                "stream": .string(stream.text), "event": .string(erasure.hex), "device": .string(device.hex),
                "events": .integer(events), "destroyed": .string(due.description),
            ])
        }
    }

    /// A run of lost events of one log.
    package struct Lost: Hashable, Sendable {
        package let log: LogName
        package let first: UInt64
        package internal(set) var count: UInt64
        /// The streams that held them, as far as the index of streams shows them, ascending.
        package internal(set) var streams: [StreamID]
        /// How many streams the text names.
        private static let namedMaximum = 10

        package var text: String {
            let numbers = count == 1 ? "number \(first)" : "numbers \(first) to \(first + count - 1)"
            let named = streams.prefix(Lost.namedMaximum).map(\.text) + (streams.count > Lost.namedMaximum ? ["…"] : [])
            let records = named.isEmpty ? "" : ", of " + named.joined(separator: ", ")
            let events = count == 1 ? "1 event" : "\(count) events"
            return "\(events) of the log \(log.origin.hex.prefix(12)) (\(numbers)\(records))"
        }

        package var json: JSONValue {
            .object(pairs: [
                "log": .string(log.description), "first": .integer(first), "count": .integer(count),
                "streams": .array(streams.map { .string($0.text) }),
            ])
        }
    }

    package var isWhole: Bool {
        lost.isEmpty && lostLogs == 0 && uncounted == 0 && altered.isEmpty && lostAttachments.isEmpty && apart == 0
    }

    /// The events left out, and those that stand apart, in sentences.
    package var notes: [String] {
        var notes = hidden.map(\.text) + lost.map { "Left out: \($0.text): no whole copy is here." }
        if lostLogs > 0 {
            notes.append("Left out: events of \(lostLogs == 1 ? "1 log" : "\(lostLogs) logs") whose head row is lost.")
        }
        if uncounted > 0 {
            let events = uncounted == 1 ? "1 event" : "\(uncounted) events"
            notes.append("In no log here: \(events) that the ledger counted and that no whole head row names.")
        }
        notes += altered.map { log in
            "Left out: the log \(log.origin.hex.prefix(12)), whose events do not give the root that its head row names."
        }
        notes += lostAttachments.map { "Left out: the attachment \($0.hex.prefix(12)), of which a part is damaged." }
        if apart > unsigned { notes.append(SalvageReport.apartText(apart - unsigned)) }
        if unsigned > 0 { notes.append(SalvageReport.unsignedText(unsigned)) }
        return notes
    }

    private static func unsignedText(_ count: Int) -> String {
        let words =
            count == 1 ? ("1 whole event stands", "its", "it") : ("\(count) whole events stand", "their", "them")
        return "\(words.0) apart: no key here signs \(words.1) log, and an import does not take \(words.2) without. "
            + "Put the person's key back and salvage again."
    }

    static func apartText(_ count: Int) -> String {
        let what = count == 1 ? "1 whole event stands" : "\(count) whole events stand"
        return "\(what) apart, behind a lost one: an import does not take \(count == 1 ? "it" : "them"), "
            + "and \"daybook repair --from FILE\" does, in a ledger that lost \(count == 1 ? "it" : "them")."
    }
}
