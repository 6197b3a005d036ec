import DaybookDomains

/// The answer about passengers as a printed page states it.
enum PassengerText {
    /// The verdict, each class with its last days, and the bars; nil where there is no flight.
    static func line(_ ledger: Ledger, _ asOf: AsOf) throws -> String? {
        let (found, flights) = (try ledger.currency(asOf), try ledger.flightSummary(asOf).value.flights)
        return flights == 0 ? nil : line(found.value.answer, on: found.asOf.on)
    }

    static func line(_ answer: CurrencyAnswer, on day: CivilDate) -> String {
        func last(_ reading: CurrencyReading) -> String { reading.goodThrough.map { "through \($0)" } ?? "never" }
        func days(_ general: CurrencyReading, _ night: CurrencyReading) -> String {
            "general \(last(general)), night \(last(night))"
        }
        let classes =
            answer.kinds.allSatisfy { $0.kind == .unknown }
            ? [days(answer.general, answer.night)]
            : answer.kinds.map { "\($0.kind.title), \(days($0.general, $0.night))" }
        return "\(answer.headline) on \(day) by \(answer.authority.section): \(classes.joined(separator: "; "))."
            + answer.blockedBy.map { " \($0.text)" }.joined()
    }
}
