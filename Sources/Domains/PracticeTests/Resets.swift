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

    /// Those that were not taken back, in the order of the stream.
    public let standing: [Reset]
    /// All that were ever made.
    public let known: Set<EventID>

    /// From what happened to the profile. O(its events).
    public init(_ profile: Chronicle?) {
        var resets: [Reset] = []
        var restored: Set<EventID> = []
        for entry in profile?.entries ?? [] {
            switch entry.content.type {
            case "progress.reset":
                let state = RecordFields.text(of: ProgressResetKey.state, inBody: entry.content.body)
                resets.append(
                    Reset(
                        event: entry.id, state: state.flatMap { StateCode($0) },
                        cut: Cut(entry.content.engine.cut ?? []), happened: entry.happened))
            case "progress.restored": restored.formUnion(ProgressResets.resets(of: entry.content))
            default: break
            }
        }
        known = Set(resets.map(\.event))
        standing = resets.filter { !restored.contains($0.event) }
    }

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

    /// What of a state lies before them.
    public func before(_ state: StateCode, _ logs: HeldLogs) -> HeldLogs.SizesBefore {
        logs.sizes(before: of(state).map(\.cut))
    }
}
