import DaybookDomains

/// The fields of an entry as a person reads them, and what follows from them.
enum FlightFacts {
    /// The fields that the entry states. What it keeps beside its fields stands by its own name; the rules that every
    /// entry of its kind accepts state nothing.
    static func stated(_ fields: [JSONValue.Member], _ flight: Flight?) -> [(name: String, value: String)] {
        fields.flatMap { member -> [(name: String, value: String)] in
            switch (member.name, member.value) {
            case ("extra", .object(let kept)):
                return kept.map { (name(ofKept: $0.name), FieldText.value($0.value)) }
            case ("accepted", .array(let codes)):
                let usual = flight?.noFlight?.accepted ?? []
                let unusual = codes.filter { !usual.contains($0.stringValue ?? "") }
                return unusual.isEmpty ? [] : [(FieldText.name("accepted"), value("accepted", .array(unusual)))]
            default:
                if FieldText.isIdle(member.name, member.value) { return [] }
                return [(FieldText.name(member.name), FieldText.value(member.value))]
            }
        }
    }

    /// The value of a field: rules that were accepted in their words, columns of a file by their names.
    static func value(_ field: String, _ value: JSONValue?) -> String {
        switch (field, value) {
        case ("accepted", .array(let codes)?):
            codes.map { code in
                code.stringValue.flatMap(FlightRule.init(rawValue:))?.message ?? FieldText.value(code)
            }.joined(separator: "; ")
        case ("extra", .object(let kept)?):
            kept.map { "\(name(ofKept: $0.name)): \(FieldText.value($0.value))" }.joined(separator: "; ")
        default: FieldText.value(value)
        }
    }

    /// The parts of the hours that follow from a category, or from night landings.
    static func inferred(_ flight: Flight) -> [(name: String, value: String)] {
        let parts: [(name: String, kind: HourKind, stated: Hours?)] = [
            ("nightHours", .night, flight.nightHours),
            ("crossCountryHours", .crossCountry, flight.crossCountryHours),
            ("soloHours", .solo, flight.soloHours), ("dualHours", .dual, flight.dualHours),
            ("instrumentHours", .instrument, flight.instrumentHours),
        ]
        return parts.compactMap { part in
            let hours = flight.hours(of: part.kind)
            guard part.stated == nil, hours > .zero else { return nil }
            let why = part.kind == .night ? "the whole flight: it has night landings" : "the whole flight"
            return (FieldText.name(part.name), "\(hours.exactText) (\(why))")
        }
    }

    private static func name(ofKept column: String) -> String {
        if Flight.isSimulatedColumn(column) { return "Training device hours" }
        if CrewTime.sic.isColumn(column) { return FieldText.name("sicHours") }
        return CrewTime.dualGiven.isColumn(column) ? FieldText.name("dualGivenHours") : column
    }
}
