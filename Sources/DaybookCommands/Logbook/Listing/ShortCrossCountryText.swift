import DaybookDomains

/// Cross-country time that is too short for 61.1(b), as answers name it.
enum ShortCrossCountryText {
    /// Nil of none.
    static func json(_ short: [ShortCrossCountry]) -> JSONValue? {
        if short.isEmpty { return nil }
        return .array(
            short.map { each in
                .object(pairs: [
                    "flight": .string(each.stream.id), "date": .string(each.date.description),
                    "route": .string(each.route), "distanceNm": .number(Digits.tenths(each.distanceNm)),
                    "requiredNm": .number(Digits.tenths(each.required)),
                    "crossCountrySeconds": .integer(each.hours.seconds),
                ])
            })
    }

    /// "2026-10-05 KRHV → KSJC, 24.0 NM: 0.5 h of cross-country".
    static func line(_ short: ShortCrossCountry, _ form: HoursForm) -> String {
        let (whole, tenth) = short.distanceNm.quotientAndRemainder(dividingBy: 10)
        return "\(short.date) \(Text.shown(short.route)), \(whole).\(tenth) NM: \(short.hours.text(form)) h of "
            + "cross-country"
    }

    /// The rule, and each flight in a line; empty of none.
    static func lines(_ short: [ShortCrossCountry], _ form: HoursForm) -> [String] {
        short.isEmpty ? [] : [ShortCrossCountry.rule] + short.map { "  " + line($0, form) }
    }
}

extension [ItemProgress] {
    /// The cross-country time in all items that is too short, each flight once.
    var shortCrossCountries: [ShortCrossCountry] {
        var seen: Set<StreamID> = []
        return flatMap(\.short).filter { seen.insert($0.stream).inserted }.sorted {
            ($0.date, $0.stream) < ($1.date, $1.stream)
        }
    }
}
