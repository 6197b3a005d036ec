import DaybookDomains

/// Totals brought forward beside a sum: they are in it, and have no flight.
enum BroughtForward {
    /// "35.2 brought forward as of 2025-12-31", once for each.
    static func parts(_ all: [StatedTotals], _ form: HoursForm) -> [String] {
        all.map { "\($0.totals.hours(.total).text(form)) brought forward as of \($0.totals.date)" }
    }
}
