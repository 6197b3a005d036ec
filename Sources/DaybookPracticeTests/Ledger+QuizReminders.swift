import DaybookKit
import EventModel
import PracticeTests

extension Ledger {
    /// The reminders of studying at a moment: today's where nothing was answered yet, and tomorrow's. O(events of tests
    /// and training).
    func studyReminders(at moment: Instant, _ asOf: AsOf) throws -> [StudyReminder] {
        // Without the setting nothing else is read.
        guard QuizSettings(try record(QuizSettings.stream, asOf: asOf)?.registers ?? []).reminder != nil else {
            return []
        }
        let book = try quizBook(asOf)
        return StudyReminder.all(book.settings, book.progress, at: moment, in: zone)
    }
}
