public import EventModel
public import EventSourcing

/// The paragraphs that the logbook's answers follow, each from the day on which its form took effect: those of 14 CFR
/// part 61, and FCL.060(b) where `logbook.authority` is `easa`.
///
/// Part 61 was written anew with effect of 4 August 1997; older forms are not known here. Sources: 62 FR 16220 (as
/// corrected, 62 FR 40888), 74 FR 42500 (as corrected, 74 FR 53643), 83 FR 30232, 89 FR 80310. That the pilot alone
/// held the controls no entry records.
public enum LogbookRules {
    private static let faa = Authority.faa.rawValue

    public static let general = DatedRule(
        "14 CFR 61.57(a)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text:
                    "Three takeoffs and landings within the preceding 90 days to carry passengers, or to command an "
                    + "aircraft certificated for more than one pilot."
            ),
            .init(
                since: personsCarried, source: "89 FR 80310",
                text:
                    "Three takeoffs and landings within the preceding 90 days to carry persons, or to command an "
                    + "aircraft certificated for more than one pilot."
            ),
        ])
    public static let night = DatedRule(
        "14 CFR 61.57(b)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text:
                    "Three takeoffs and landings to a full stop by night within the preceding 90 days to carry passengers by night."
            ),
            .init(
                since: personsCarried, source: "89 FR 80310",
                text:
                    "Three takeoffs and landings to a full stop by night within the preceding 90 days "
                        + "to carry persons by night."
            ),
        ])
    public static let instrument = DatedRule(
        "14 CFR 61.57(c)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text:
                    "Six approaches, holding, and tracking of courses within the preceding 6 calendar months; in a simulator or a training device with limits that no entry records."
            ),
            .init(
                since: day(2018, 11, 26), source: "83 FR 30232",
                text:
                    "Six approaches, holding, and tracking of courses within the preceding 6 calendar months, "
                        + "in the category of aircraft, or in a simulator or a training device alike."
            ),
        ])
    public static let review = DatedRule(
        "14 CFR 61.56", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text:
                    "A flight review, or a practical test in its place, since the beginning of the 24th calendar month before."
            )
        ])
    public static let soloEndorsement = DatedRule(
        "14 CFR 61.87(n)", authority: faa,
        [.init(since: rewritten, source: rewriting, text: "A student's solo endorsement holds for 90 days.")])
    public static let experience = DatedRule(
        "14 CFR 61.109(a)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text: "Forty hours of flight time, of them twenty with an instructor and ten solo, with their parts.")
        ])
    public static let preparation = DatedRule(
        "14 CFR 61.109(a)(4)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text: "Three hours of preparation for the practical test within the preceding 60 days."),
            .init(
                since: inCalendarMonths, source: "74 FR 42500",
                text:
                    "Three hours of preparation for the practical test within the preceding 2 calendar months from the month of the test."
            ),
        ])
    public static let entries = DatedRule(
        "14 CFR 61.51(b)", authority: faa,
        [
            .init(
                since: rewritten, source: rewriting,
                text: "An entry's content: date, time, places, aircraft, kind of experience, conditions.")
        ])

    public static let currency = [general, night]
    public static let progress = [experience, preparation]
    public static let all =
        [entries, review, general, night, instrument, soloEndorsement, experience, preparation] + passengers

    /// The first day on which preparation for the test counts that is to be taken on a day.
    public static func preparationStart(_ day: CivilDate) -> CivilDate {
        guard isPreparationCountedInMonths(on: day) else { return max(day.adding(days: -60), .earliest) }
        let oneBefore = max(day.firstOfMonth.adding(days: -1), .earliest).firstOfMonth
        return max(oneBefore.adding(days: -1), .earliest).firstOfMonth
    }

    static func isPreparationCountedInMonths(on day: CivilDate) -> Bool {
        preparation.form(on: day).since >= inCalendarMonths
    }

    private static let rewritten = day(1997, 8, 4)
    private static let rewriting = "62 FR 16220"
    private static let inCalendarMonths = day(2009, 10, 20)
    /// Amendment 61-156: "carrying persons" in place of "carrying passengers".
    private static let personsCarried = day(2024, 12, 2)

    static func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        guard let date = CivilDate(year: year, month: month, day: day) else {
            preconditionFailure("\(year)-\(month)-\(day) is no day")
        }
        return date
    }
}
