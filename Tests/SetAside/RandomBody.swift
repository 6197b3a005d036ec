import DaybookDomains
import EventCodec
import EventModel
import LedgerTestSupport

/// Bodies of any event type by its schema: values that its fields may have, and for fields that name something what the
/// histories speak of.
struct RandomBody {
    /// The instants at which the alarms of the histories fire, so that what is written of one mostly is of one.
    static let occurrences = [
        "2026-02-10T13:30:00Z", "2026-02-10T14:00:00Z", "2026-02-10T15:00:00Z", "2026-02-10T15:30:00Z",
        "2026-02-10T16:30:00Z",
    ]
    static let days = [
        "2025-06-10", "2025-11-20", "2026-01-05", "2026-02-01", "2026-02-08", "2026-02-09", "2026-02-10", "2026-02-11",
    ]
    static let aircraft = "N1"
    static let batch = "batch/b0"

    var random: SeededRandom

    private mutating func of<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

    /// The members of a body of that type.
    mutating func members(_ schema: EventSchema) -> [JSONValue.Member] {
        switch schema.type {
        case "flight.logged": flight(isNew: true)
        case "flight.amended": random.oneIn(3) ? members(of: schema.fields) : flight(isNew: false)
        case "alarm.created": [.init("title", .string(word())), .init("schedule", schedule())] + persistence()
        case "batch.imported":
            [
                .init("format", .string("foreflight")), .init("flights", .integer(2)), .init("skipped", .integer(0)),
                .init("assumed", .integer(0)),
            ]
        case "setting.changed": setting()
        default: members(of: schema.fields)
        }
    }

    private mutating func word() -> String { of(["a", "b", "c", "d"]) + "\(random.below(100))" }

    private mutating func flight(isNew: Bool) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if isNew || random.oneIn(3) { members.append(.init("date", .string(of(RandomBody.days.dropLast())))) }
        if isNew || random.oneIn(2) {
            members.append(.init("hobbs", .number("\(1 + random.below(4)).\(random.below(9))")))
        }
        if isNew || random.oneIn(2) { members.append(.init("dayLandings", .integer(1 + random.below(3)))) }
        if random.oneIn(3) { members.append(.init("nightLandings", .integer(random.below(4)))) }
        if random.oneIn(3) { members.append(.init(random.oneIn(2) ? "solo" : "dual", .bool(random.oneIn(2)))) }
        if random.oneIn(4) { members.append(.init("crossCountry", .bool(random.oneIn(2)))) }
        if random.oneIn(3) { members.append(.init("remarks", .string(word()))) }
        if random.oneIn(4) { members.append(.init("aircraft", .string(RandomBody.aircraft))) }
        if isNew, random.oneIn(3) { members.append(.init("batch", .string(RandomBody.batch))) }
        if members.isEmpty { members.append(.init("remarks", .string(word()))) }
        return members
    }

    private mutating func persistence() -> [JSONValue.Member] {
        (random.oneIn(4) ? [.init("persistent", .bool(random.oneIn(2)))] : [])
            + (random.oneIn(4) ? [.init("category", .string(of(["work", "health"])))] : [])
    }

    private mutating func schedule() -> JSONValue {
        let times = [["13:30"], ["14:00", "15:00"], ["15:30"], ["16:30"]][random.below(4)]
        return .object(pairs: [
            "kind": .string("customDays"), "start": .string(of(["2026-02-09", "2026-02-10"])),
            "times": .array(times.map { .string($0) }), "zone": .string("UTC"),
        ])
    }

    private mutating func setting() -> [JSONValue.Member] {
        if random.oneIn(12) { return [.init("name", .string("devices.x")), .init("value", .string(word()))] }
        let name = of(SettingName.all)
        let value: JSONValue =
            switch name.kind {
            case .flag: .bool(random.oneIn(2))
            case .choice(let choices): .string(of(choices))
            case .number(let range): .integer(range.lowerBound + random.below(range.count))
            case .timeOfDay: .integer(random.below(1440))
            case .text: .string(word())
            }
        return [.init("name", .string(name.text)), .init("value", value)]
    }

    // MARK: - By schema

    private mutating func members(of fields: [FieldSchema]) -> [JSONValue.Member] {
        fields.compactMap { field in
            guard field.required || random.oneIn(3) else { return nil }
            if field.nullable, random.oneIn(4) { return .init(field.name, .null) }
            return value(field).map { .init(field.name, $0) }
        }
    }

    /// Nil of kinds that only commands write.
    private mutating func value(_ field: FieldSchema) -> JSONValue? {
        switch field.kind {
        case .date: .string(of(RandomBody.days))
        case .instant: .string(of(RandomBody.occurrences))
        case .tenths(let range): .number("\(max(1, range.lowerBound / 10) + random.below(3)).\(random.below(9))")
        case .hours: .number("\(1 + random.below(3)).\(random.below(9))")
        case .integer(let range): integer(field, range)
        case .boolean: .bool(random.oneIn(2))
        case .text(let maximum): .string(text(field, maximum))
        case .choice(let choices): .string(choices.contains("CA") ? "CA" : of(choices))
        case .bytes(let count): .string(Hex.encode(random.bytes(count)))
        case .textMap: .object([.init("x", .string(word()))])
        case .texts(_, let scalars):
            .array([.string(field.name == "preAlarms" ? "1h" : String(word().prefix(scalars)))])
        case .integers(_, let range): .array([.integer(range.lowerBound + random.below(min(range.count, 7)))])
        case .object(let fields): field.name == "schedule" ? schedule() : .object(members(of: fields))
        case .scalar: .string(word())
        case .contentIds, .cut: nil
        }
    }

    private mutating func integer(_ field: FieldSchema, _ range: ClosedRange<Int>) -> JSONValue {
        // Volumes and goals that matter for a day.
        if field.name.hasSuffix("Ml") || field.name == "ml" { return .integer(500 + random.below(2_500)) }
        let span = min(range.upperBound - range.lowerBound, 5)
        return .integer(range.lowerBound + random.below(span + 1))
    }

    private mutating func text(_ field: FieldSchema, _ maximum: Int) -> String {
        switch field.name {
        case "zone": of(["Pacific/Kiritimati", "America/New_York", "UTC"])
        case "key":
            of(["milestone.solo", "milestone.xc", "checkrideReady", "study.2026-02-10", "momentumStall.2026-01-05"])
        case "kind": of(["milestone", "currencyCliff", "studyReminder", "momentumStall"])
        case "category": of(["milestone", "currency", "study", "momentum"])
        case "batch": RandomBody.batch
        case "registration", "aircraft": RandomBody.aircraft
        case "question": of(["U-001", "U-002", "U-003", "CA-001"])
        case "right": String(repeating: "A", count: 50)
        case "cfiNumber": "1234567"
        case "cause": of(["user", "tier"])
        default: String(word().prefix(maximum))
        }
    }
}
