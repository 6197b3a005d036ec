import DaybookDomains

/// Notes about an entry just made or changed that the reply does not show.
enum FlightNotes {
    /// Night hours that were not given follow from the night landings.
    static func night(_ flight: Flight) -> [String] {
        guard flight.nightHours == nil, flight.statedHours(of: .night) > .zero else { return [] }
        return [
            "The whole flight of \(flight.totalHours.text) h counts as night, because the flight has night landings and no night hours; "
                + "give them with --night-hours."
        ]
    }

    /// A student's solo flight needs an endorsement of the 90 days before it.
    static func endorsement(_ lack: SoloLack?, _ flight: Flight) -> [String] {
        guard let lack else { return [] }
        let found =
            switch lack {
            case .never: "No solo endorsement is recorded on or before \(flight.date)."
            case .ended(let given, let through): "The solo endorsement of \(given) ended on \(through)."
            }
        return [
            found + " A student pilot needs one of the 90 days before a solo flight, 61.87(n) and (p); "
                + "\"daybook endorse --kind solo --date DATE --cfi NUMBER\" enters it, "
                + "and \"daybook review add --kind checkride --date DATE\" a practical test."
        ]
    }

    /// The `endorsement` note for a change, if the change concerns it.
    static func endorsement(_ ledger: Ledger, _ flight: Flight?, changed: [JSONValue.Member]) throws -> [String] {
        let fields = ["date", "solo", "soloHours", "hobbs"]
        guard let flight, changed.contains(where: { fields.contains($0.name) }) else { return [] }
        return endorsement(try ledger.soloLack(flight), flight)
    }

    /// The `night` note for a change, if the change concerns it.
    static func night(_ flight: Flight?, changed: [JSONValue.Member]) -> [String] {
        guard let flight, changed.contains(where: { $0.name == "nightLandings" || $0.name == "nightHours" }) else {
            return []
        }
        return night(flight)
    }

    /// Landings that count without flight time, or by night without night time.
    static func untimed(_ flight: Flight) -> [String] {
        EntryFinding.of(flight).filter { !$0.kind.isRefused }.map(\.message)
    }

    /// The `untimed` notes for a change, if the change concerns them.
    static func untimed(_ flight: Flight?, changed: [JSONValue.Member]) -> [String] {
        let fields = ["hobbs", "dayLandings", "nightLandings", "allLandings", "nightHours"]
        guard let flight, changed.contains(where: { fields.contains($0.name) }) else { return [] }
        return untimed(flight)
    }

    /// The parts of a flight whose time was changed: stated hours stay as they were.
    static func parts(_ flight: Flight?, changed: [JSONValue.Member]) -> [String] {
        guard let flight, changed.contains(where: { $0.name == "hobbs" }) else { return [] }
        let parts = [
            ("solo", "soloHours", "--solo-hours", flight.soloHours),
            ("dual", "dualHours", "--dual-hours", flight.dualHours),
            ("cross-country", "crossCountryHours", "--xc-hours", flight.crossCountryHours),
            ("instrument", "instrumentHours", "--instrument-hours", flight.instrumentHours),
            ("actual instrument", "actualInstrumentHours", "--actual-instrument-hours", flight.actualInstrumentHours),
            ("night", "nightHours", "--night-hours", flight.nightHours),
            ("pilot in command", "picHours", "--pic-hours", flight.picHours),
        ].filter { _, field, _, hours in
            (hours ?? .zero) > .zero && hours != flight.totalHours && !changed.contains { $0.name == field }
        }
        if parts.isEmpty { return [] }
        let kept = parts.map { "\($0.0) \(($0.3 ?? .zero).text) h" }.joined(separator: ", ")
        let (stay, they, change) =
            parts.count == 1
            ? ("this part stays as it was", "it", "changes") : ("these parts stay as they were", "them", "change")
        return [
            "Of the flight, now of \(flight.totalHours.text) h, \(stay): \(kept); \(parts.map(\.2).joined(separator: ", ")) \(change) \(they)."
        ]
    }

    /// A signature stays with the flight that it covers.
    static func replaced(_ signature: FlightSignature) -> [String] {
        ["The signature of \(signature.cfiNumber) covers the old flight alone: the new one is not signed."]
    }

    /// Flights of another ledger, whose clock or zone was ahead.
    static func later(_ count: Int, than today: CivilDate) -> [String] {
        if count == 0 { return [] }
        let (have, are) = count == 1 ? ("has a date", "is") : ("have dates", "are")
        return [
            "\(Text.count(count, "flight")) \(have) after today, \(today), and \(are) not shown; --on DATE shows what there is up to a day."
        ]
    }

    /// Flights after the day that was named, where there is none up to it.
    static func later(_ count: Int) -> [String] {
        [
            "\(Text.count(count, "flight")) \(count == 1 ? "has a later date" : "have later dates"); --on with a later day shows \(count == 1 ? "it" : "them")."
        ]
    }

    /// Readings go with the other fields of a copy, and are those of the day of the first.
    static func readings(_ copy: Flight, _ stream: StreamID) -> [String] {
        guard copy.hobbsStart != nil || copy.hobbsEnd != nil else { return [] }
        let readings = [copy.hobbsStart, copy.hobbsEnd].map { $0?.text ?? "–" }
        return [
            "The Hobbs readings \(readings[0]) to \(readings[1]) are those of the flight that was copied; "
                + "\"daybook flight amend \(stream.id) --clear hobbsStart --clear hobbsEnd\" takes them away."
        ]
    }
}
