public import EventModel

/// A fact about an occurrence that says nothing of what fires next: its author's clock was ahead of the look, or the
/// occurrence is.
public struct AheadFact: Hashable, Sendable {
    public let event: EventID
    /// Such as alarm.fired.
    public let type: String
    public let occurrence: Instant
    /// When it counts: the later of the author's clock and the occurrence. Nil of one that never does: it is about a
    /// time after its author's own clock.
    public let from: Instant?

    public init(event: EventID, type: String, occurrence: Instant, from: Instant?) {
        (self.event, self.type, self.occurrence, self.from) = (event, type, occurrence, from)
    }
}

extension AheadFact {
    /// The event that an alarm begins with; nil where a look has come to it.
    init?(beginning event: EventID, _ type: String, at moment: Instant, look: Instant) {
        guard moment.milliseconds - look.milliseconds > AheadFact.skewMilliseconds else { return nil }
        (self.event, self.type, occurrence, from) = (event, type, moment, moment)
    }

    /// Clocks that agree differ by seconds: what one of them fired must not ring again on another.
    static let skewMilliseconds: Int64 = 60_000
}

extension OccurrenceNote {
    /// The instant that a program must have reached to write it.
    private var due: Instant { max(occurrence, kind == .fired ? other ?? occurrence : occurrence) }

    /// The fact, if it counts only after a tick.
    ///
    /// A fact about an occurrence that has come counts as soon as its author's clock is at most a minute ahead of the
    /// tick. An occurrence that is left out, or included again, may be still to come.
    func ahead(of look: Instant, happened: Instant, _ event: EventID) -> AheadFact? {
        let mayBeToCome = kind == .skipped || kind == .reopened
        let start = mayBeToCome ? happened : max(happened, due)
        let isImpossible = (kind == .fired || kind == .missed) && due > happened
        let hasCome =
            !mayBeToCome && due <= look && happened.milliseconds - look.milliseconds <= AheadFact.skewMilliseconds
        guard isImpossible || start > look && !hasCome else { return nil }
        return AheadFact(event: event, type: kind.rawValue, occurrence: occurrence, from: isImpossible ? nil : start)
    }
}
