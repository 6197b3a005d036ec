import DaybookDomains

/// Instrument currency in each category, as text and as JSON.
enum InstrumentText {
    static func print(_ answer: InstrumentAnswer, _ session: Session) throws {
        if answer.categories.isEmpty { return try print(answer.latest, session) }
        for each in answer.categories { try print(each, session) }
        if let assumption = answer.assumption { try session.print(session.style.faint("Assumed: \(assumption)")) }
    }

    private static func print(_ reading: InstrumentReading, _ session: Session) throws {
        let place = reading.category.map { " in \($0.title)" } ?? ""
        let through = reading.goodThrough.map { ", good through \($0)" } ?? ""
        let missing = reading.missing.map { ", \($0.text)" } ?? ""
        try session.print(
            "Instrument currency\(place): "
                + session.style.paint(reading.state.rawValue, CurrencyCommand.paint(reading.state)) + through + missing
                + ".")
        let approaches = reading.approaches == 1 ? "approach" : "approaches"
        try session.print(
            "Within six calendar months: \(reading.approaches) \(approaches), "
                + "\(Text.count(reading.holds, "hold")).")
        if reading.needsCheck {
            try session.print("It was lost more than six calendar months ago: only a proficiency check gives it back.")
        }
    }

    /// Nil where no described aircraft was flown by instruments.
    static func categories(_ answer: InstrumentAnswer) -> JSONValue? {
        answer.categories.isEmpty ? nil : .array(answer.categories.map(json(of:)))
    }

    static func missing(_ missing: MissingInstrumentWork) -> JSONValue {
        .object(pairs: ["approaches": .integer(missing.approaches), "holds": .integer(missing.holds)])
    }

    private static func json(of reading: InstrumentReading) -> JSONValue {
        .object(pairs: [
            "category": .textOrNull(reading.category?.rawValue), "state": .string(reading.state.rawValue),
            "goodThrough": .textOrNull(reading.goodThrough?.description),
            "daysLeft": reading.daysLeft.map { .integer($0) } ?? .null,
            "approaches": .integer(reading.approaches), "holds": .integer(reading.holds),
            "needsCheck": .bool(reading.needsCheck), "missing": reading.missing.map(missing),
        ])
    }
}
