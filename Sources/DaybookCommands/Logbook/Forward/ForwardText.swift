import DaybookDomains

/// Totals brought forward, in words and in JSON.
enum ForwardText {
    /// Nil of none.
    static func json(_ all: [StatedTotals]) -> JSONValue? { all.isEmpty ? nil : .array(all.map(json)) }

    static func json(_ stated: StatedTotals) -> JSONValue {
        .object(
            [
                .init("id", .string(stated.stream.id)), .init("date", .string(stated.totals.date.description)),
                .init("amended", .bool(stated.isAmended)), .init("remarks", .textOrNull(stated.remarks)),
            ]
                + ForwardedTotals.Kind.allCases.flatMap { kind -> [JSONValue.Member] in
                    guard let value = stated.totals[kind] else { return [] }
                    return kind.isCount
                        ? [.init(kind.rawValue, .integer(value))]
                        : stated.totals.hours(kind).members(kind.rawValue)
                })
    }

    /// The part of a sum that is no flight of this ledger.
    static func share(_ stated: StatedTotals, _ form: HoursForm) -> String {
        "Of these, \(stated.totals.hours(.total).text(form)) h are brought forward as of \(stated.totals.date)"
            + (stated.isAmended ? ", and were changed since." : ".")
    }

    /// The parts of 61.109(a) that totals brought forward cannot state; nil where there are none.
    static func progressNote(_ ledger: Ledger, _ asOf: AsOf) throws -> String? {
        if try ledger.forwardedTotals(asOf).value.isEmpty { return nil }
        return "Totals brought forward state no training by night, by instruments or on cross-countries; these rows "
            + "count the entries alone."
    }

    /// Notes about totals just stated or changed.
    static func notes(_ stream: StreamID, _ ledger: Ledger) throws -> [String] {
        let all = try ledger.forwardedTotals(AsOf(on: .latest)).value
        guard let stated = all.first(where: { $0.stream == stream }) else { return [] }
        let day = stated.totals.date
        var filter = FlightFilter()
        filter.to = day
        let flights = try ledger.flightTotals(by: .year, filter).value.groups.reduce(0) { $0 + $1.sums[.flights] }
        return stated.totals.doubts + all.filter { $0.stream != stream }.map(beside)
            + (flights == 0 ? [] : [overlap(flights, day)])
    }

    private static func beside(_ other: StatedTotals) -> String {
        "Other totals are brought forward as of \(other.totals.date), and count beside these. If one includes the "
            + "other, remove it: \"daybook flight forward remove \(other.stream.id)\"."
    }

    private static func overlap(_ flights: Int, _ day: CivilDate) -> String {
        let (have, they) = flights == 1 ? ("flight has", "it counts") : ("flights have", "they count")
        return "\(flights) \(have) a date on or before \(day); \(they) beside these totals. "
            + "\"daybook flight list --to \(day)\" shows what may be in both."
    }
}
