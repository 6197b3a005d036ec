public import EventModel

/// The rules by which passenger currency is judged: those of an authority, with what the pilot holds that they ask for.
public struct CurrencyRules: Hashable, Sendable {
    /// An instrument rating is valid for a year (FCL.625(a)), through the end of the month (ARA.FCL.215(a)).
    public static let ratingMonths = 12

    public let authority: Authority
    /// The days of instrument proficiency checks, oldest first; empty where no rule asks for a rating.
    let checks: [CivilDate]

    /// 14 CFR 61.57.
    public static let faa = CurrencyRules(.faa)

    /// - Parameter reviews: those that the ledger records, in any order.
    public init(_ authority: Authority, reviews: some Sequence<PassedReview> = [PassedReview]()) {
        self.authority = authority
        checks =
            authority == .easa
            ? Set(reviews.filter { $0.kind == .ipc }.map(\.date)).sorted() : []
    }

    /// How many takeoffs and how many landings a reading asks for.
    public func needed(_ kind: LandingsKind) -> Int { authority == .easa && kind == .night ? 1 : 3 }

    /// The checks that a reading may rest on in place of landings.
    func checks(_ kind: LandingsKind) -> [CivilDate] { kind == .night ? checks : [] }

    /// The last day of the rating that a check proves.
    static func ratingThrough(_ check: CivilDate) -> CivilDate { check.lastOfMonth(after: ratingMonths) }

    /// Whether the rule about passengers covers a kind of aircraft on a day. One that nothing describes is covered.
    public func covers(_ kind: AircraftKind, on day: CivilDate) -> Bool {
        guard authority == .easa, let category = kind.category else { return true }
        return switch category {
        case "airplane", "poweredLift": true
        case "rotorcraft": kind.classOfAircraft == "helicopter"
        case "lighterThanAir": kind.classOfAircraft == "airship"
        case "glider": day < LogbookRules.withoutSailplanes
        default: false
        }
    }

    /// The paragraphs about recent experience that no answer judges, with their subjects; empty under FCL.060(b).
    public var notJudged: [String] {
        guard authority == .faa else { return [] }
        return [
            "61.55 (second in command)", "61.57(a)(3) and (b)(2) (landings in simulators)",
            "61.57(e)(4) (turbine airplanes by night)", "61.57(f) (night vision goggles)",
            "61.58 (aircraft of several pilots)",
        ]
    }

    /// The night of 61.57(b) is shorter than that of 1.1, in which night time is logged.
    private static let night =
        "Landings and takeoffs by night are those from one hour after sunset to one hour before sunrise, 61.57(b)."

    /// The assumptions of the answer, because no entry records them.
    public var assumptions: [String] {
        guard authority == .easa else {
            return ["An entry that states no takeoffs has as many as landings.", CurrencyRules.night]
        }
        return [
            "The 90 days are those before the flight: a landing of day D counts through D+90.",
            "The pilot flew each takeoff and landing that an entry states; entries do not record the pilot flying.",
            "Each landing had its approach; the approaches of an entry are those by instruments.",
            "No session counts; one in a full flight simulator of the type or class would, and no entry records that.",
            "By night (b)(1) must hold as well, and landings are those to a full stop; no entry records others.",
            "An instrument rating holds through the 12th month after a recorded proficiency check, in every category.",
            "Helicopters, airships, powered-lift and turbine airplanes are compared by type, other airplanes by class.",
        ]
    }
}
