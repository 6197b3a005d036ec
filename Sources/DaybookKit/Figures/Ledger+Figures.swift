import Alarms
import Engine
import EventModel
import EventSourcing
import Hydration
import Logbook
import PracticeTests

extension Ledger {
    /// The figures of a projection at both times, in its order; of practice tests none where no state is chosen.
    public func figures(_ projection: Projection, _ asOf: AsOf = .now) throws -> Answer<[Figure]> {
        let answered = try answered(asOf)
        let pinned = asOf.pinned(to: answered.position)
        let on = answered.on
        // Of a day that is named alarms are asked about its beginning, practice tests about its end.
        let morning = asOf.moment ?? asOf.on.map { zone.instant(of: $0, secondOfDay: 0) }
        let evening =
            asOf.moment
            ?? asOf.on.map {
                Instant(milliseconds: zone.instant(of: $0.adding(days: 1), secondOfDay: 0).milliseconds - 1)
            }
        let figures: [Figure]
        switch projection {
        case .currency:
            let (review, instrument) = try reviewAndInstrument(pinned)
            figures =
                Figure.currency(try currency(pinned).value.answer, on: on) + [
                    .flightReview(review, on: on), .instrument(instrument, on: on),
                ]
        case .progress: figures = Figure.progress(try progress(pinned).value, on: on)
        case .summary: figures = Figure.summary(try flightSummary(pinned).value, on: on)
        case .alarms: figures = try alarms(pinned, at: morning).value.map { .alarm($0, on: on) }
        case .water:
            figures = [
                .waterGoal(try waterGoal(pinned).value, on: on), .water(try waterToday(pinned).value.day),
                .waterStreak(try waterStreakDays(pinned).value, on: on),
            ]
        case .quiz:
            let book = try quizBook(pinned, at: evening)
            figures = try book.progress == nil ? [] : book.figures(quizStats(book))
        }
        return Answer(asOf: answered, value: figures)
    }
}
