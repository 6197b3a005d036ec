import Alarms
public import DaybookKit
import Engine
public import EventModel
import EventSourcing

/// One fire that is to come.
public struct PendingFire: Hashable, Sendable {
    public let stream: StreamID
    public let title: String
    public let instant: Instant
    /// Whether it is the end of a snooze.
    public let isSnooze: Bool
    /// The facts set aside for it: those of a clock that was ahead.
    public let ahead: [AheadFact]
}

extension Ledger {
    /// The occurrences to come, in order, strictly after the clock: the next fire of each alarm that is on, or the next
    /// so many of them all.
    ///
    /// A tick at such an instant fires that alarm, if nothing is written to it before. With a moment, as it was then.
    /// O(alarms + count · log alarms).
    public func pendingFires(_ asOf: AsOf = .now, at moment: Instant? = nil, count: Int? = nil) throws -> Answer<
        [PendingFire]
    > {
        let moment = moment?.inYears
        let board = try alarmBoard(asOf, at: moment)
        let now = moment ?? now
        var queues = board.alarms.compactMap { FireQueue($0.course, at: now, board.reader) }
        guard let count else {
            return Answer(
                asOf: board.asOf,
                value: queues.compactMap(\.next).sorted { ($0.instant, $0.stream) < ($1.instant, $1.stream) })
        }
        queues.sort { FireQueue.precedes($1, $0) }
        var fires: [PendingFire] = []
        // The alarm that fires next is the last; its place among the others is found anew.
        while fires.count < count, var queue = queues.popLast(), let next = queue.next {
            fires.append(next)
            queue.advance()
            guard queue.next != nil else { continue }
            var (low, high) = (0, queues.count)
            while low < high {
                let middle = (low + high) / 2
                if FireQueue.precedes(queue, queues[middle]) { low = middle + 1 } else { high = middle }
            }
            queues.insert(queue, at: low)
        }
        return Answer(asOf: board.asOf, value: fires)
    }
}

/// The fires of one alarm that are to come, one after another.
struct FireQueue {
    private let course: AlarmCourse
    private let series: Series
    private(set) var next: PendingFire?

    /// Nil of an alarm that does not fire.
    init?(_ course: AlarmCourse, at now: Instant, _ reader: AlarmReader) {
        guard let series = reader.series(of: course) else { return nil }
        let moment = course.moment(at: now, series)
        guard let first = moment.nextFire else { return nil }
        (self.course, self.series) = (course, series)
        next = PendingFire(
            stream: course.stream, title: course.state.alarm.title, instant: first, isSnooze: moment.snooze != nil,
            ahead: course.ahead)
    }

    /// Goes on to the fire after it: of the series, which a snooze had kept silent up to its end.
    mutating func advance() {
        guard let last = next else { return }
        next = course.next(after: last.instant, series).map {
            PendingFire(stream: last.stream, title: last.title, instant: $0, isSnooze: false, ahead: course.ahead)
        }
    }

    static func precedes(_ one: FireQueue, _ other: FireQueue) -> Bool {
        guard let one = one.next else { return false }
        guard let other = other.next else { return true }
        return (one.instant, one.stream) < (other.instant, other.stream)
    }
}
