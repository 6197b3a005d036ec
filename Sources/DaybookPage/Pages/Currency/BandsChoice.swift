import DaybookDomains

/// The choice in the address of the bands: the number of years, the class of aircraft, and the band whose flights are
/// shown.
struct BandsChoice {
    /// Nil: all of them.
    static let offered: [Int?] = [1, 3, 10, nil]
    private static let shownAtFirst = 10

    let years: Int?
    /// Nil: all aircraft together. Another day or known-at may have no flight in the class.
    let classKey: String?
    /// The reading and a day of the band; nil where none is chosen.
    let kind: LandingsKind?
    let day: CivilDate?
    private let base: PageAddress

    /// - Throws: ``PageProblem`` for what cannot be read.
    init(_ context: PageContext) throws(PageProblem) {
        let address = context.address
        switch address["years"] {
        case nil: years = BandsChoice.shownAtFirst
        case "all"?: years = nil
        case let text?:
            guard let count = Digits.value(Array(text.utf8)[...]), (1...100).contains(count) else {
                throw PageProblem(
                    400, "This address cannot be read", "\"\(text)\" is no number of years.",
                    hint: "Write 1 to 100, or \"all\".")
            }
            years = count
        }
        classKey = address["class"]
        kind = address["reading"].flatMap(LandingsKind.init)
        day = address["at"].flatMap { CivilDate($0) }
        if (address["reading"] != nil || address["at"] != nil) && (kind == nil || day == nil) {
            throw PageProblem(
                400, "This address cannot be read", "It names no band of a reading.",
                hint: "Follow a link of the chart or of its table.")
        }
        var kept = context.link("/bands")
        if let text = address["years"] { kept = kept.setting("years", text) }
        if let classKey { kept = kept.setting("class", classKey) }
        base = kept
    }

    func address(years: Int?) -> PageAddress { base.setting("years", years.map(String.init) ?? "all") }

    /// The same years of a class; nil: of all aircraft together.
    func address(of aircraft: AircraftKind?) -> PageAddress {
        base.setting("class", aircraft.map(BandsChoice.key))
    }

    /// The name of a class in an address.
    static func key(_ aircraft: AircraftKind) -> String { aircraft.key.isEmpty ? "undescribed" : aircraft.key }

    /// Where the flights of a band stand.
    func place(of band: CurrencyBand, _ kind: LandingsKind) -> String {
        base.setting("reading", kind.rawValue).setting("at", "\(band.from)").text + "#because"
    }

    /// The days that are shown: so many years up to the day of the page, from the first band at most, and the days for
    /// which the last band holds.
    func span(of bands: [CurrencyBand], on day: CivilDate) -> DaySpan {
        let first = bands.map(\.from).min().map { min($0, day) } ?? day
        let earliest = years.map { day.adding(days: -365 * $0 - $0 / 4) } ?? first
        return DaySpan(first: max(first, earliest), last: max(day, bands.map(\.through).max() ?? day))
    }
}

/// The days of a chart, both ends included.
struct DaySpan {
    let first: CivilDate
    let last: CivilDate

    private var count: Int { last.days(since: first) + 1 }

    /// Where a day begins, in thousandths of a percent of the width.
    func place(of day: CivilDate) -> Int {
        let days = min(max(day.days(since: first), 0), count)
        return days * 100_000 / count
    }

    /// The first days of the years in it, of so many years each that no more than ten stand.
    var years: [CivilDate] {
        let (from, to) = (first.components.year + 1, last.components.year)
        guard from <= to else { return [] }
        let step = (to - from) / 10 + 1
        return stride(from: from, through: to, by: step).compactMap { CivilDate(year: $0, month: 1, day: 1) }
    }
}
