import DaybookDomains

/// Where answers of a page changed: what the slider of what was known steps over.
enum PageMarks {
    /// So many of the newest events are looked at; the slider reaches what is older all the same.
    private static let eventsMaximum: UInt64 = 400
    private static let answersMaximum = 40

    /// The newest commits that hold events of the logbook, by their last positions.
    static func ofLogbook(_ context: PageContext) throws -> [Position] {
        try of(context) {
            !["alarm", "drink", "test", "training"].contains($0.kind) && !["alarms", "quiz", "water"].contains($0.id)
        }
    }

    /// Those that hold events of alarms.
    static func ofAlarms(_ context: PageContext) throws -> [Position] {
        try of(context) { $0.kind == "alarm" || $0.id == "alarms" }
    }

    /// Those that hold events of practice tests.
    static func ofPractice(_ context: PageContext) throws -> [Position] {
        try of(context) { ["test", "training"].contains($0.kind) || $0.id == ProgressResets.stream.id }
    }

    /// Those that hold events of water.
    static func ofWater(_ context: PageContext) throws -> [Position] {
        try of(context) { $0.kind == "drink" || $0.id == "water" }
    }

    private static func of(_ context: PageContext, _ isWanted: (StreamID) -> Bool) throws -> [Position] {
        let newest = context.newest.value
        var marks: [(position: Position, arrived: Instant)] = []
        let filter = Ledger.EventFilter(
            after: Position(newest > eventsMaximum ? newest - eventsMaximum : 0))
        try context.ledger.events(filter) { event in
            guard isWanted(event.envelope.stream) else { return true }
            if let last = marks.last, last.arrived == event.arrived { marks.removeLast() }
            marks.append((event.position, event.arrived))
            return true
        }
        return marks.map(\.position)
    }

    /// Those of the newest commits that changed the verdict or the totals.
    static func ofVerdict(_ context: PageContext) throws -> [Position] {
        let commits = try ofLogbook(context).suffix(answersMaximum)
        guard let first = commits.first else { return [] }
        var previous = try answer(Position(first.value - 1), context)
        return try commits.filter { position in
            let found = try answer(position, context)
            defer { previous = found }
            return found != previous
        }
    }

    private struct Verdict: Equatable {
        let currency: CurrencyAnswer
        let summary: FlightSummary
    }

    private static func answer(_ position: Position, _ context: PageContext) throws -> Verdict {
        let asOf = AsOf(on: context.answered.on, known: .position(position))
        return Verdict(
            currency: try context.ledger.currency(asOf).value.answer,
            summary: try context.ledger.flightSummary(asOf).value)
    }
}
