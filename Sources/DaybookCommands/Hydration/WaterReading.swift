import DaybookDomains

/// A volume on the command line. An unreadable one is wrong usage (64).
enum WaterVolume {
    /// With its unit.
    case stated(Volume)
    /// A number alone, in hundredths: it is in the person's unit.
    case bare(hundredths: Int, text: String)

    /// Reads `250`, `250ml`, `0.25l`, `8oz`, `16.9 fl oz`, `1 cup`, with a blank or none before the unit.
    ///
    /// - Throws: `Fault` `volume.unreadable`.
    init(_ text: String) throws {
        let plain = text.lowercased()
        func number(_ unit: String, places: Int) throws -> Int {
            let digits = plain.dropLast(unit.utf8.count)
            let number = digits.last == " " && !unit.isEmpty ? digits.dropLast() : digits
            guard let value = WaterVolume.number(number, places: places) else { throw WaterVolume.unreadable(text) }
            return value
        }
        if let volume = WaterVolume.inOtherUnit(plain) {
            self = .stated(volume)
            return
        }
        switch ["fl oz", "floz", "oz", "ml", "l"].first(where: plain.hasSuffix) {
        case "ml": self = .stated(Volume(ml: try number("ml", places: 0)))
        case "l": self = .stated(Volume(ml: try number("l", places: 3)))
        case let ounces?: self = .stated(WaterVolume.ounces(try number(ounces, places: 2)))
        case nil: self = .bare(hundredths: try number("", places: 2), text: text)
        }
    }

    /// Of a unit that files state, too: `1 cup`, `1pt`, `33 cl`. Nil for millilitres, litres and ounces, which keep
    /// what was written.
    private static func inOtherUnit(_ text: String) -> Volume? {
        let number = text.prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
        guard let unit = DrinkUnit(text[number.endIndex...]), ![.millilitre, .litre, .ounce].contains(unit) else {
            return nil
        }
        return unit.volume(number)?.volume
    }

    /// The volume, given the person's unit.
    ///
    /// - Throws: `Fault` `volume.unreadable` for a part of a millilitre.
    func volume(in unit: WaterSettings.Unit) throws -> Volume {
        switch self {
        case .stated(let volume): return volume
        case .bare(let hundredths, _) where unit == .oz: return WaterVolume.ounces(hundredths)
        case .bare(let hundredths, let text):
            guard hundredths % 100 == 0 else { throw WaterVolume.unreadable(text) }
            return Volume(ml: hundredths / 100)
        }
    }

    /// None and less are refused as millilitres are.
    private static func ounces(_ hundredths: Int) -> Volume {
        hundredths > 0 ? Volume(ounces: hundredths) : Volume(ml: min(hundredths, 0))
    }

    /// A volume may be negative to be refused for it; what begins with two hyphens is an option that there is not.
    static func checkOptions(_ values: [String], of command: String) throws {
        guard let option = values.first(where: { $0.hasPrefix("--") }) else { return }
        throw Fault(
            .usage, code: "usage.unknownOption", message: "There is no option \"\(option)\".",
            hint: "\"daybook \(command) --help\" shows how.")
    }

    private static func number(_ text: Substring, places: Int) -> Int? {
        let isNegative = text.hasPrefix("-")
        return WaterUnits.decimal(text.dropFirst(isNegative ? 1 : 0), places: places).map { isNegative ? -$0 : $0 }
    }

    /// As the rule says it of a drink.
    static let refusal = Rejection(
        code: "volume.positive",
        message: "\"volumeMl\" is not from \(WaterRules.volumes.lowerBound) to \(WaterRules.volumes.upperBound).")

    private static func unreadable(_ text: String) -> Fault {
        Fault(
            .usage, code: "volume.unreadable", message: "\"\(text)\" is not a volume.",
            hint: "Write whole millilitres, such as 250, ounces, such as 8oz, or another unit, such as 1cup.")
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

    func valid(in ledger: Ledger) throws -> ValidTime {
        switch self {
        case .day(let day): .date(try day.date(today: ledger.today))
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

/// The common parts of answers about drinks.
enum WaterText {
    static func members(_ drink: Drink) -> [JSONValue.Member] {
        [
            .init("kind", .string(drink.kind.rawValue)), .init("volumeMl", .integer(drink.volumeMl)),
            .init("effectiveMl", .integer(drink.effectiveMl)),
            .init("date", .string(drink.date.description)),
        ] + (drink.volume.ounces.map { [.init("enteredOunces", .number(WaterUnits.text(hundredths: $0)))] } ?? [])
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
            "ounces": .integer(noted.drink.volume.wholeOunces),
            "enteredOunces": noted.drink.volume.ounces.map { .number(WaterUnits.text(hundredths: $0)) },
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
                Table.Cell(day.date.description), Table.Cell(day.effectiveText(in: unit)),
                Table.Cell(day.goalVolume.text(in: unit)), Table.Cell(String(day.percent)),
                Table.Cell(day.mark == .none ? "" : day.mark.rawValue, paint(day.mark)),
            ])
        }
        return table
    }
}
