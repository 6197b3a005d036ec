public import EventCodec
public import EventModel
import EventSourcing

/// Why an event is not in a figure.
public enum EvidenceReason: String, CaseIterable, Sendable {
    case removed, takenBack, superseded, setAside, heldBack, amended
    case outsideWindow, afterOn, notKnownYet
    case shadowed, pending, disputed, quarantined, erased
    case reset, unfinished

    /// As a person reads it.
    public var text: String {
        switch self {
        case .removed: "It was removed."
        case .takenBack: "It was taken back with its import."
        case .superseded: "Something later took its place."
        case .setAside: "A link between two ledgers sets it aside."
        case .heldBack: "It waits: another record took that place."
        case .amended: "An amendment took out what it told."
        case .outsideWindow: "It lies before the days that count."
        case .afterOn: "It is after the day asked about."
        case .notKnownYet: "This ledger did not know it then."
        case .shadowed: "Something else counts in its place."
        case .pending: "It waits for a decision: daybook outcomes"
        case .disputed: "Signatures disagree about it."
        case .quarantined: "It cannot be checked here."
        case .erased: "Its record was erased."
        case .reset: "Progress was reset after it."
        case .unfinished: "It was not handed in."
        }
    }

    init?(_ outcome: Outcome) {
        switch outcome {
        case .effective: return nil
        case .shadowed: self = .shadowed
        case .pending: self = .pending
        case .disputed: self = .disputed
        case .quarantined: self = .quarantined
        case .erased: self = .erased
        }
    }

    init(_ mask: RecordMask.Reason) {
        switch mask {
        case .heldBack: self = .heldBack
        case .takenBack: self = .takenBack
        case .superseded: self = .superseded
        case .setAside: self = .setAside
        }
    }
}

/// The events that a figure rests on, and those that it leaves out, with why: the newest of each, so many at the most.
public struct Evidence: Sendable {
    public struct Counted: Sendable {
        public let event: EventID
        public let stream: StreamID
        public let day: CivilDate
        /// What it adds, as JSON and in words; nil where it is no sum.
        public let amount: JSONValue?
        public let amountText: String?
        /// What it is: `flight of 2026-02-01 KSJC–KRHV`.
        public let text: String
        /// The last amendment of it that counts.
        public let amendedBy: EventID?

        public var json: JSONValue {
            .object(pairs: [
                "event": .string(event.hex), "stream": .string(stream.text), "date": .string(day.description), "amount": amount, "text": .string(text),
                "amendedBy": amendedBy.map { .string($0.hex) },
            ])
        }
    }

    public struct LeftOut: Sendable {
        public let event: EventID
        public let stream: StreamID
        public let day: CivilDate
        public let reason: EvidenceReason
        /// The event that says so, where one does.
        public let because: EventID?
        public let text: String

        public var json: JSONValue {
            .object(pairs: [
                "event": .string(event.hex), "stream": .string(stream.text), "date": .string(day.description), "reason": .string(reason.rawValue),
                "text": .string(text), "why": .string(reason.text), "because": because.map { .string($0.hex) },
            ])
        }
    }

    /// The newest first.
    public internal(set) var counted: [Counted] = []
    public internal(set) var leftOut: [LeftOut] = []
    /// How many there are, those that are not told among them.
    public internal(set) var countedTotal = 0
    public internal(set) var leftOutTotal = 0

    /// As many of each are told.
    public static let limit = 100

    public init() {}

    public var json: JSONValue {
        .object(pairs: [
            "counted": .array(counted.map(\.json)), "countedTotal": .integer(countedTotal), "leftOut": .array(leftOut.map(\.json)),
            "leftOutTotal": .integer(leftOutTotal),
        ])
    }

    // MARK: - Gathering

    mutating func count(_ counted: Counted) {
        self.counted.append(counted)
        countedTotal += 1
        if self.counted.count >= 4 * Evidence.limit { trim() }
    }

    mutating func leave(_ leftOut: LeftOut) {
        self.leftOut.append(leftOut)
        leftOutTotal += 1
        if self.leftOut.count >= 4 * Evidence.limit { trim() }
    }

    /// Keeps the newest, in their order.
    mutating func trim() {
        counted.sort { ($1.day, $0.stream, $0.event) < ($0.day, $1.stream, $1.event) }
        leftOut.sort { ($1.day, $0.stream, $0.event) < ($0.day, $1.stream, $1.event) }
        counted = Array(counted.prefix(Evidence.limit))
        leftOut = Array(leftOut.prefix(Evidence.limit))
    }
}
