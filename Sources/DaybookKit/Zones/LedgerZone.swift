import EventModel
import EventStore
import Synchronization

/// The zone of a ledger, which `zone.changed` events move on: every reader of it sees the course that was read last.
final class LedgerZone: ZoneRules {
    private struct State {
        var course: ZoneCourse
        /// The last event that the course takes into account; nil before the first read.
        var position: Position?
    }

    private let made: any ZoneRules
    private let state: Mutex<State>

    /// The zone that the ledger was made with.
    init(made: any ZoneRules) {
        self.made = made
        state = Mutex(State(course: ZoneCourse(from: made, then: []), position: nil))
    }

    private var course: ZoneCourse { state.withLock { $0.course } }

    var name: String { course.name }
    /// The version of the tz database that it was read from.
    var version: String? { course.version }
    func name(at instant: Instant) -> String { course.name(at: instant) }
    func offsetSeconds(at instant: Instant) -> Int { course.offsetSeconds(at: instant) }
    func instant(of date: CivilDate, secondOfDay: Int) -> Instant { course.instant(of: date, secondOfDay: secondOfDay) }

    /// Whether the course takes all events into account.
    func isAt(_ position: Position) -> Bool { state.withLock { $0.position == position } }

    /// Throws `Fault` (66) for a zone that this machine does not have; the course stays as it was.
    func follow(_ changes: [ZoneChange], at position: Position) throws(Fault) {
        var known: [(first: CivilDate, zone: any ZoneRules)] = []
        for change in changes { known.append((change.from, try Ledger.zone(ofLedger: change.zone))) }
        let course = ZoneCourse(from: made, then: known)
        state.withLock { $0 = State(course: course, position: position) }
    }
}
