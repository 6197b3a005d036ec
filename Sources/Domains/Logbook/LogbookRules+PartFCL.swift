public import EventSourcing

/// FCL.060(b) of Part-FCL, which is Annex I to Regulation (EU) No 1178/2011.
///
/// Sources: OJ L 311, 25.11.2011, in application from 8 April 2012; OJ L 67, 5.3.2020, with which sailplanes left
/// Part-FCL on 8 April 2020. Member States could apply either later.
extension LogbookRules {
    public static let passengersByDay = DatedRule(
        "Regulation (EU) No 1178/2011 Annex I FCL.060(b)(1)", authority: Authority.easa.rawValue,
        [
            .init(
                since: applied, source: application,
                text:
                    "Three takeoffs, approaches and landings within the preceding 90 days in the same type or class "
                    + "to carry passengers; in sailplanes, too."
            ),
            .init(
                since: withoutSailplanes, source: amendment,
                text:
                    "Three takeoffs, approaches and landings within the preceding 90 days in the same type or class "
                    + "to carry passengers."
            ),
        ])
    public static let passengersByNight = DatedRule(
        "Regulation (EU) No 1178/2011 Annex I FCL.060(b)(2)", authority: Authority.easa.rawValue,
        [
            .init(
                since: applied, source: application,
                text:
                    "One takeoff, approach and landing by night within the preceding 90 days in the same type or "
                    + "class, or an instrument rating, to carry passengers by night."
            )
        ])

    public static let passengers = [passengersByDay, passengersByNight]

    /// From this day on FCL.060(b) covers airplanes, helicopters, powered-lift and airships alone.
    static let withoutSailplanes = day(2020, 4, 8)

    private static let applied = day(2012, 4, 8)
    private static let application = "Regulation (EU) No 1178/2011"
    private static let amendment = "Regulation (EU) 2020/359"
}
