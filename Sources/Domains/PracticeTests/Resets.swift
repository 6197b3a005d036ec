import EventCodec
public import EventModel
public import EventSourcing

/// The resets of progress that stand, as the notes of `profile/quiz` record them.
public struct ProgressResets: Sendable {
    public struct Reset: Sendable {
        public let event: EventID
        /// Nil: of every state.
        public let state: StateCode?
        public let cut: Cut
        public let happened: Instant
    }

    /// The stream that they stand in.
    public static let stream = StreamID(kind: "profile", id: "quiz")

    /// All that were ever made.
    public private(set) var known: Set<EventID> = []
    private var resets: [Reset?] = []
    private var places: [EventID: Int] = [:]
    private var restored: Set<EventID> = []

    init() {}

    /// From what happened to the profile. O(its events), or those since it was asked last.
    public init(_ profile: Chronicle?) { self = profile?.reading(ProgressResets()) { $0 } ?? ProgressResets() }

    /// Those that were not taken back, in the order of the stream.
    public var standing: [Reset] { resets.compactMap(\.self) }

    func stands(_ reset: EventID) -> Bool { places[reset] != nil }

    /// The resets that a progress.restored names; none of any other event.
    static func resets(of content: EventContent) -> [EventID] {
        guard content.type == "progress.restored",
            let value = RecordFields.value(of: ProgressRestoredKey.resets, inBody: content.body)
        else { return [] }
        do throws(CBORError) { return try ids(value) } catch {
            preconditionFailure("a body that was checked: \(error)")
        }
    }

    private static func ids(_ item: [UInt8]) throws(CBORError) -> [EventID] {
        var reader = CBORReader(item.span.bytes)
        var ids: [EventID] = []
        for _ in 0..<(try reader.array()) { ids.append(EventID(try reader.bytes32())) }
        return ids
    }

    /// Those that concern a state.
    public func of(_ state: StateCode) -> [Reset] { standing.filter { $0.state == nil || $0.state == state } }

    /// The events of a state before them.
    public func before(_ state: StateCode, _ logs: HeldLogs) -> HeldLogs.SizesBefore {
        logs.sizes(before: of(state).map(\.cut))
    }
}

extension ProgressResets: ChronicleReader {
    public mutating func continues(as other: ProgressResets) -> Bool { true }

    public mutating func read(_ entry: Chronicle.Entry) {
        switch entry.content.type {
        case "progress.reset":
            known.insert(entry.id)
            if restored.contains(entry.id) { return }
            let state = RecordFields.text(of: ProgressResetKey.state, inBody: entry.content.body)
            places[entry.id] = resets.count
            resets.append(
                Reset(
                    event: entry.id, state: state.flatMap { StateCode($0) },
                    cut: Cut(entry.content.engine.cut ?? []), happened: entry.happened))
        case "progress.restored":
            for reset in ProgressResets.resets(of: entry.content) {
                restored.insert(reset)
                if let place = places.removeValue(forKey: reset) { resets[place] = nil }
            }
        default: break
        }
    }
}
