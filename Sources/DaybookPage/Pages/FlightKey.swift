import DaybookDomains

/// Where a part of the list begins: on a day, behind so many entries of it. An entry that arrives meanwhile moves
/// nothing but what stands on that day.
struct FlightKey {
    let date: CivilDate
    let skip: Int
    /// Whether it is the beginning of the list.
    let isFirst: Bool

    var text: String { "\(date).\(skip)" }

    init(date: CivilDate, skip: Int, isFirst: Bool) { (self.date, self.skip, self.isFirst) = (date, skip, isFirst) }

    /// Of an address: `before=2026-02-10.3`, else the end of `month=2026-02`, else the day of the page.
    ///
    /// - Throws: ``PageProblem`` for what cannot be read.
    init(_ context: PageContext) throws(PageProblem) {
        let on = context.answered.on
        if let text = context.address["before"] {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let date = CivilDate(parts[0]), let skip = Digits.value(Array(parts[1].utf8)[...]),
                skip <= 1_000_000
            else {
                throw PageProblem(
                    400, "This address cannot be read", "\"\(text)\" names no place in the list.",
                    hint: "Begin at the newest flight.")
            }
            self.init(date: min(date, on), skip: date > on ? 0 : skip, isFirst: false)
        } else if let text = context.address["month"] {
            guard let first = CivilDate(text + "-01") else {
                throw PageProblem(
                    400, "This month cannot be read", "\"\(text)\" is no month.", hint: "Write it like 2026-02.")
            }
            let (year, month, _) = first.components
            let last = first.adding(days: CivilDate.daysInMonth(year: year, month: month) - 1)
            self.init(date: min(last, on), skip: 0, isFirst: last >= on)
        } else {
            self.init(date: on, skip: 0, isFirst: true)
        }
    }
}
