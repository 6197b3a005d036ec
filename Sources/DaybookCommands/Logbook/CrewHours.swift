import DaybookDomains

/// Second-in-command time and training given, as options: an entry keeps them in `extra`.
enum CrewHours {
    /// The options, by the names that `--clear` accepts.
    private static let fields: [(name: String, crew: CrewTime)] = [
        ("sicHours", .sic), ("dualGivenHours", .dualGiven),
    ]

    /// The fields that the options give; none for an entry without them. Zero hours are no entry.
    static func extra(_ options: TrainingOptions) throws -> [String: String] {
        try given(options).compactMapValues(\.self)
    }

    /// The fields that the options give, nil for zero hours.
    private static func given(_ options: TrainingOptions) throws -> [String: String?] {
        var given: [String: String?] = [:]
        for (text, field) in zip([options.sicHours, options.dualGivenHours], fields) {
            guard let text else { continue }
            let hours = try FlightOptions.hours(text, field.name)
            given[field.crew.rawValue] = .some(hours == .zero ? nil : hours.exactText)
        }
        return given
    }

    /// The member of an amendment; null clears.
    static func member(_ options: TrainingOptions) throws -> JSONValue.Member? {
        let given = try given(options)
        if given.isEmpty { return nil }
        return .init(
            "extra",
            .object(given.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.map { .string($0) } ?? .null) }))
    }

    /// The names that `--clear` gives, and the member that clears them.
    static func cleared(_ clear: [String], with given: inout [JSONValue.Member]) throws -> [String] {
        let named = fields.filter { clear.contains($0.name) }
        if named.isEmpty { return clear }
        var members: [JSONValue.Member] = []
        if let place = given.firstIndex(where: { $0.name == "extra" }), case .object(let old) = given[place].value {
            if let twice = named.first(where: { field in old.contains { $0.name == field.crew.rawValue } }) {
                throw Fault(.usage, code: "usage.wrong", message: "\"\(twice.name)\" is both given and cleared.")
            }
            members = old
            given.remove(at: place)
        }
        given.append(.init("extra", .object(members + named.map { .init($0.crew.rawValue, .null) })))
        return clear.filter { name in !named.contains { $0.name == name } }
    }

    /// The changes of a flight, with what its entry keeps beside its fields already.
    static func merged(_ changes: [JSONValue.Member], into flight: Flight?) -> [JSONValue.Member] {
        guard var extra = flight?.extra, let place = changes.firstIndex(where: { $0.name == "extra" }),
            case .object(let given) = changes[place].value
        else { return changes }
        for member in given {
            let crew = CrewTime(rawValue: member.name)
            extra = extra.filter { !(crew?.isColumn($0.key) ?? ($0.key == member.name)) }
            extra[member.name] = member.value.stringValue
        }
        var merged = changes
        merged[place] = .init(
            "extra",
            extra.isEmpty ? .null : .object(extra.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }))
        return merged
    }

    /// Fields as words show them: what an entry keeps beside its fields stands by its own name.
    static func shown(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        members.flatMap { member -> [JSONValue.Member] in
            guard member.name == "extra", case .object(let kept) = member.value else { return [member] }
            return kept
        }
    }
}
