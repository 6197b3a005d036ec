import DaybookDomains

/// The version of a record that a form showed: its newest event. Streams only grow, so that a record with the same
/// newest event is the same.
struct SeenRecord {
    /// The change of the record since the form was opened.
    enum State { case same, done, changed }

    /// In hexadecimal; empty for a record without events.
    let event: String

    init(_ history: StreamHistory?) { event = SeenRecord.newest(history)?.id.hex ?? "" }

    /// As a browser sent it.
    ///
    /// - Throws: ``PageProblem`` where it is missing or there twice.
    init(_ items: [PageAddress.Item]) throws(PageProblem) {
        let values = items.filter { $0.name == "seen" }.map(\.value)
        guard values.count == 1 else { throw .malformed }
        event = values[0]
    }

    func add(to content: inout HTML) {
        content.element(.input, .named("type", "hidden"), .named("name", "seen"), .named("value", event))
    }

    /// Compares with the record as it is now.
    ///
    /// - Parameter isDone: Whether a later event is what the form asks for: the form was sent before.
    func state(_ history: StreamHistory?, by person: PrincipalID, isDone: (EventView) -> Bool = { _ in false }) -> State
    {
        guard let newest = SeenRecord.newest(history), newest.id.hex != event else {
            return history == nil && !event.isEmpty ? .changed : .same
        }
        let steps = history?.steps.map(\.event) ?? []
        let seen = steps.first { $0.id.hex == event }?.position
        guard seen != nil || event.isEmpty else { return .changed }
        let later = steps.filter { $0.position > seen ?? .start && $0.envelope.actor == person }
        return later.contains(where: isDone) ? .done : .changed
    }

    private static func newest(_ history: StreamHistory?) -> EventView? {
        history?.steps.map(\.event).max { $0.position < $1.position }
    }
}
