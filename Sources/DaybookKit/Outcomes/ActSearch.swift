import EventModel

/// An event as the search of one's last act needs it.
struct ActEvent: Sendable {
    let id: EventID
    let stream: StreamID
    let type: String
    let position: Position
    /// Whether this device wrote it.
    let isOwn: Bool
    let endsUnit: Bool
    let causation: EventID?
    let correlation: String?
    /// The import that brought it.
    let batch: StreamID?
    /// Whether it records what happened by itself, not what a person did.
    let isAutomatic: Bool
    /// The type of the events that it comes along with, where it is no act of its own.
    let companionOf: String?

    /// The types of such events in all ledgers.
    static let automatic: Set<String> = ["notice.sent", "notice.suppressed", "origin.started"]
}

extension [ActEvent] {
    /// The acts of the person. Companions of an entry, such as the description of its device, are no part of the act.
    var ofPerson: [ActEvent] {
        let entered = Set(filter { $0.batch == nil }.map(\.type))
        return filter { !$0.isAutomatic && !($0.companionOf.map(entered.contains) ?? false) }
    }
}

/// Goes from the newest event back and finds the newest act that no undo has taken back.
///
/// An undo is no act of its own: the next undo goes on before it.
struct ActSearch {
    private var undone: Set<EventID> = []
    private var undoneImports: Set<StreamID> = []

    /// Notes what an event takes back; false where it takes nothing back.
    mutating func note(_ event: ActEvent) -> Bool {
        if event.type == "batch.undone" {
            if !undone.contains(event.id) { undoneImports.insert(event.stream) }
            return true
        }
        guard let target = event.causation else { return false }
        if !undone.contains(event.id) { undone.insert(target) }
        return true
    }

    /// The act that own events, committed together and oldest first, are; nil where nothing of it stands.
    mutating func act(_ unit: [ActEvent]) -> OwnAct? {
        var left: [ActEvent] = []
        let own = Set(unit.ofPerson.map(\.id))
        for event in unit.reversed() where !note(event) && !undone.contains(event.id) && own.contains(event.id) {
            left.append(event)
        }
        if let batch = unit.lazy.compactMap(\.batch).first {
            return left.isEmpty || undoneImports.contains(batch) ? nil : .imported(batch)
        }
        return left.isEmpty ? nil : .events(left.reversed().map { OwnAct.Part(event: $0.id, stream: $0.stream) })
    }
}
