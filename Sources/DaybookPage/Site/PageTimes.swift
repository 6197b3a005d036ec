import DaybookDomains

/// The two times of a page, as its address states them: `?on=2026-02-10&known=271`.
struct PageTimes {
    let on: CivilDate?
    let known: AsOf.Known

    /// - Throws: ``PageProblem`` for a time that cannot be read.
    init(_ address: PageAddress) throws(PageProblem) {
        if let text = address["on"] {
            guard let day = CivilDate(text), (CivilDate.earliest...CivilDate.latest).contains(day) else {
                throw PageTimes.unreadable(text, "day", "Write it like 2026-02-01.")
            }
            on = day
        } else {
            on = nil
        }
        known = try address["known"].map { text throws(PageProblem) in try PageTimes.known(text) } ?? .latest
    }

    private static func known(_ text: String) throws(PageProblem) -> AsOf.Known {
        if let position = UInt64(text), text.utf8.first != UInt8(ascii: "+") { return .position(Position(position)) }
        if let day = CivilDate(text) { return .endOf(day) }
        if let instant = Instant(text) { return .at(instant) }
        throw unreadable(
            text, "time that was known at",
            "Write a position like 271, a day like 2026-02-01, or an instant like 2026-02-10T13:00:00Z.")
    }

    private static func unreadable(_ text: String, _ what: String, _ hint: String) -> PageProblem {
        PageProblem(400, "This time cannot be read", "\"\(text)\" is no \(what).", hint: hint)
    }

    var asOf: AsOf { AsOf(on: on, known: known) }
}
