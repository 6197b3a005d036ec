public import EventModel
public import EventSourcing

/// The reminder of studying on one day: due from the time that the setting says, unless a question was answered on that
/// day before it.
public struct StudyReminder: Hashable, Sendable {
    public let day: CivilDate
    public let at: Instant

    /// That of the day of a moment, where it still has a reason, and that of the day after. None without a setting, and
    /// before a state is chosen.
    public static func all(
        _ settings: QuizSettings, _ progress: StudyProgress?, at moment: Instant, in zone: any ZoneRules
    ) -> [StudyReminder] {
        guard let minutes = settings.reminder, let progress else { return [] }
        let today = zone.date(at: moment)
        let days = progress.days { zone.date(at: $0) }
        return [today, today.adding(days: 1)].filter { !days.contains($0) }.map {
            StudyReminder(day: $0, at: zone.instant(of: $0, secondOfDay: minutes * 60))
        }
    }

    public var candidate: NoticeCandidate {
        NoticeCandidate(
            kind: "studyReminder", key: "study.\(day)", category: "study", score: 50,
            title: "Time to practise for your driving test.", isOnceOnly: true,
            notBefore: at)
    }
}
