import DaybookKit

/// A volume on the command line. What cannot be read is wrong usage (64).
enum WaterVolume {
    /// `250`, `250ml`, `8oz`, `8.5oz` in whole millilitres; ounces truncated. Throws `Fault` `volume.unreadable`.
    static func ml(_ text: String) throws -> Int {
        let lower = text.lowercased()
        if lower.hasSuffix("oz") {
            guard let tenths = tenths(lower.dropLast(2)) else { throw unreadable(text) }
            guard tenths > 0 else { return min(tenths, 0) }
            return WaterUnits.ml(ofTenthsOfOunces: tenths)
        }
        let digits = lower.hasSuffix("ml") ? lower.dropLast(2) : lower[...]
        guard let ml = Int(digits), digits.first != "+" else { throw unreadable(text) }
        return ml
    }

    /// A volume may be negative to be refused for it; what begins with two hyphens is an option that there is not.
    static func checkOptions(_ values: [String], of command: String) throws {
        guard let option = values.first(where: { $0.hasPrefix("--") }) else { return }
        throw Fault(
            .usage, code: "usage.unknownOption", message: "There is no option \"\(option)\".",
            hint: "\"daybook \(command) --help\" shows how.")
    }

    private static func tenths(_ text: Substring) -> Int? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let whole = Int(parts[0]), whole <= 1_000_000,
            parts.count == 1 || parts[1].utf8.count == 1
        else { return nil }
        let value = whole * 10 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
        return isNegative ? -value : value
    }

    /// As the rule says it of a drink.
    static let refusal = Rejection(
        code: "volume.positive",
        message: "\"volumeMl\" is not from \(WaterRules.volumes.lowerBound) to \(WaterRules.volumes.upperBound).")

    private static func unreadable(_ text: String) -> Fault {
        Fault(
            .usage, code: "volume.unreadable", message: "\"\(text)\" is not a volume.",
            hint: "Write whole millilitres, such as 250, or ounces, such as 8oz.")
    }
}

/// The time of a drink, as given on the command line.
enum WaterTimes {
    case day(GivenDay)
    /// `isLocal`: the text has an offset, so the date is the drinker's local date; with `Z` it is that of the ledger's
    /// zone.
    case instant(Instant, offsetSeconds: Int, isLocal: Bool)

    static func read(_ text: String) throws -> WaterTimes {
        if let day = try GivenDay(text, "at") { return .day(day) }
        guard let (instant, offset) = RFC3339.parse(Array(text.utf8)) else {
            throw Fault(
                .usage, code: "at.unreadable", message: "\"\(text)\" is neither an instant nor a date.",
                hint: "Write it like 2026-02-10T08:00:00-05:00, or 2026-02-10.")
        }
        return .instant(instant, offsetSeconds: offset, isLocal: !text.hasSuffix("Z"))
    }

    func valid(in ledger: Ledger) -> ValidTime {
        switch self {
        case .day(let day): .date(day.date(today: ledger.today))
        case .instant(let instant, let offset, true): ledger.validTime(of: instant, offsetSeconds: offset)
        case .instant(let instant, _, false): ledger.validTime(of: instant)
        }
    }
}

extension ValidTime {
    var instant: Instant? {
        guard case .instant(let instant, _, _) = self else { return nil }
        return instant
    }
}

/// What answers about drinks have in common.
enum WaterText {
    static func members(_ drink: Drink) -> [JSONValue.Member] {
        [
            .init("kind", .string(drink.kind.rawValue)), .init("volumeMl", .integer(drink.volumeMl)),
            .init("effectiveMl", .integer(drink.effectiveMl)),
            .init("date", .string(drink.date.description)),
        ]
    }

    static func members(_ day: WaterDay) -> [JSONValue.Member] {
        [
            .init("date", .string(day.date.description)), .init("effectiveMl", .integer(day.effectiveMl)),
            .init("goal", .integer(day.goal)),
            .init("percent", .integer(day.percent)), .init("mark", .string(day.mark.rawValue)),
        ]
    }

    static func json(_ noted: NotedDrink) -> JSONValue {
        .object(pairs: [
            "id": .string(noted.stream.id), "kind": .string(noted.drink.kind.rawValue),
            "volumeMl": .integer(noted.drink.volumeMl),
            "effectiveMl": .integer(noted.drink.effectiveMl), "at": .textOrNull(noted.at?.description),
            "ounces": .integer(WaterUnits.ounces(ofMl: noted.drink.volumeMl)),
        ])
    }

    static func volume(_ ml: Int, _ unit: WaterSettings.Unit) -> String { WaterUnits.text(ml, unit) }

    static func paint(_ mark: WaterDay.Mark) -> Style.Paint {
        switch mark {
        case .green: .good
        case .orange: .warning
        case .none: .faint
        }
    }

    static func table(_ days: [WaterDay], _ unit: WaterSettings.Unit) -> Table {
        var table = Table([("Date", .left), ("Drunk", .right), ("Goal", .right), ("%", .right), ("", .left)])
        for day in days {
            table.add([
                Table.Cell(day.date.description), Table.Cell(volume(day.effectiveMl, unit)),
                Table.Cell(volume(day.goal, unit)), Table.Cell(String(day.percent)),
                Table.Cell(day.mark == .none ? "" : day.mark.rawValue, paint(day.mark)),
            ])
        }
        return table
    }
}
