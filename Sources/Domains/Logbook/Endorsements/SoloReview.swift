import EventModel

/// A solo flight of a student that lacks an endorsement beside that of 61.87(n).
public struct LackedEndorsement: Hashable, Sendable {
    /// Its place in the entries that were given.
    public let entry: Int
    /// "61.87(o)", "61.93(c)(1) and (2)", "61.93(c)(3)".
    public let paragraphs: [String]
}

/// The solo flights of a student that are cross-countries or by night, and lack an endorsement for it.
public struct SoloReview: Hashable, Sendable {
    public let lacking: [LackedEndorsement]
    /// Whether any entry is a student's solo flight.
    public let hasSoloFlights: Bool

    /// The paragraphs that it does not judge, because entries and endorsements do not state enough.
    public static let notJudged =
        "Not judged: 61.87(n)(1), the make and model flown; 61.93(b), flights within 25 NM and repeated ones; 61.94 "
        + "and 61.95, airspace."

    /// O(entries, and solo flights · endorsements). A practical test or a review proves that the pilot is no student.
    public init(_ entries: [ReviewedFlight], endorsements: [Endorsement], reviews: [PassedReview]) {
        let certified = reviews.map(\.date).min()
        let given = endorsements.map(GivenWords.init)
        let solos = entries.indices.filter { place in
            let flight = entries[place]
            return flight.soloHours > .zero && flight.totalHours > .zero
                && certified.map { flight.date < $0 } ?? true
        }
        hasSoloFlights = !solos.isEmpty
        lacking = solos.compactMap { place in
            let paragraphs = SoloReview.lacking(entries[place], given)
            return paragraphs.isEmpty ? nil : LackedEndorsement(entry: place, paragraphs: paragraphs)
        }
    }

    private static func lacking(_ flight: ReviewedFlight, _ given: [GivenWords]) -> [String] {
        let known = given.filter { $0.date <= flight.date }
        let crossCountry = known.filter(\.isCrossCountry)
        let isByNight = flight.nightHours > .zero || flight.nightStops > 0
        var paragraphs: [String] = []
        if isByNight, !known.contains(where: { $0.number == "A.5" && $0.isGood(on: flight.date) }) {
            paragraphs.append("61.87(o)")
        }
        if flight.crossCountryHours > .zero {
            if !crossCountry.contains(where: { $0.number != "A.10" }) { paragraphs.append("61.93(c)(1) and (2)") }
            if !crossCountry.contains(where: { $0.date == flight.date || $0.number == "A.11" }) {
                paragraphs.append("61.93(c)(3)")
            }
        }
        return paragraphs
    }
}

/// An endorsement by the template of its words; one in other words counts as any that its kind may be.
private struct GivenWords {
    let date: CivilDate
    let isCrossCountry: Bool
    let number: String?
    private let through: CivilDate?

    init(_ endorsement: Endorsement) {
        date = endorsement.date
        isCrossCountry = endorsement.kind == .soloCrossCountry
        number = endorsement.remarks.flatMap(EndorsementTemplate.of)?.number
        through = endorsement.goodThrough
    }

    func isGood(on day: CivilDate) -> Bool { through.map { $0 >= day } ?? true }
}
