import DaybookDomains

/// The parts of a flight, and the counts that few flights state: the part "More figures" of the form.
extension FlightForm {
    static let more = Field.allCases.filter(\.isMore)
    static let moreBoxes: [Box] = [.flightReview, .instrumentCheck, .checkride]

    private static var parts: [(field: Field, place: WritableKeyPath<Flight, Hours?>)] {
        [
            (.nightHours, \.nightHours), (.crossCountryHours, \.crossCountryHours), (.picHours, \.picHours),
            (.soloHours, \.soloHours), (.dualHours, \.dualHours), (.instrumentHours, \.instrumentHours),
            (.actualInstrumentHours, \.actualInstrumentHours), (.groundHours, \.groundHours),
            (.testPreparationHours, \.testPreparationHours), (.tach, \.tach),
        ]
    }
    private static var counts: [(field: Field, place: WritableKeyPath<Flight, Int?>, what: String, most: Int)] {
        [
            (.allLandings, \.allLandings, "number of landings", 999),
            (.towerLandings, \.towerLandings, "number of landings", 999),
            (.dayTakeoffs, \.dayTakeoffs, "number of takeoffs", 999),
            (.nightTakeoffs, \.nightTakeoffs, "number of takeoffs", 999),
            (.approaches, \.approaches, "number of approaches", 99), (.holds, \.holds, "number of holds", 99),
        ]
    }
    /// The times that an entry keeps beside its fields.
    private static let crew: [(field: Field, time: CrewTime)] = [(.sicHours, .sic), (.dualGivenHours, .dualGiven)]

    static func moreTexts(of flight: Flight) -> [Field: String] {
        var texts: [Field: String] = [:]
        for (field, place) in parts { texts[field] = flight[keyPath: place]?.exactText }
        for each in counts { texts[each.field] = flight[keyPath: each.place].map(String.init) }
        for (field, time) in crew { texts[field] = kept(time, of: flight)?.exactText }
        texts[.distanceNm] = flight.distanceNm.map(Digits.tenths)
        return texts
    }

    func readMore(into flight: inout Flight) throws {
        for (field, place) in FlightForm.parts { flight[keyPath: place] = try hours(field) }
        for each in FlightForm.counts {
            flight[keyPath: each.place] = try count(each.field, each.what, to: each.most)
        }
        for (field, time) in FlightForm.crew {
            if let hours = try hours(field), hours > .zero { flight.extra[time.rawValue] = hours.exactText }
        }
        flight.distanceNm = try distance()
        flight.flightReview = boxes.contains(.flightReview) ? true : nil
        flight.instrumentCheck = boxes.contains(.instrumentCheck) ? true : nil
        flight.checkride = boxes.contains(.checkride) ? true : nil
    }

    /// The change of what an entry keeps beside its fields; the columns of a file stay as they are.
    func crewChange(of flight: Flight) throws -> JSONValue.Member? {
        var extra = flight.extra
        for (field, time) in FlightForm.crew {
            let hours = try hours(field).flatMap { $0 > .zero ? $0 : nil }
            if hours == FlightForm.kept(time, of: flight) { continue }
            extra = extra.filter { !time.isColumn($0.key) }
            extra[time.rawValue] = hours?.exactText
        }
        if extra == flight.extra { return nil }
        let members = extra.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
        return .init("extra", members.isEmpty ? .null : .object(members))
    }

    /// Nil for no time, and for a text of a file that is no number of hours.
    private static func kept(_ time: CrewTime, of flight: Flight) -> Hours? {
        guard let text = flight.extra.first(where: { time.isColumn($0.key) })?.value else { return nil }
        let hours = try? HoursText.hours(text)  // Such a text stays in the entry as it is.
        return hours.flatMap { $0 > .zero ? $0 : nil }
    }

    private func distance() throws -> Int? {
        guard let text = text(.distanceNm) else { return nil }
        do throws(HoursTextFault) {
            let tenths = try HoursText.tenths(text)
            guard tenths <= 999_999 else { throw .tooLarge }
            return tenths
        } catch {
            let message = error == .tooLarge ? "Distances must be at most 99,999.9." : error.message(of: "Distances")
            throw FormRefusal(code: "distance.notANumber", message: message, field: .distanceNm)
        }
    }

    /// Whether one of these figures is stated. A tach time that is the flight time states nothing of its own.
    var statesMore: Bool {
        FlightForm.moreBoxes.contains(where: boxes.contains)
            || FlightForm.more.contains { field in
                guard let text = text(field) else { return false }
                return field != .tach || text != self.text(.hobbs)
            }
    }

    /// The field of a figure that the other figures of the entry contradict.
    func field(of refusal: FormRefusal) -> Field? {
        if let field = refusal.field { return field }
        guard let flight = try? flight().filledIn(),  // An unreadable text was refused before.
            let finding = EntryFinding.of(flight).first(where: { $0.message == refusal.message })
        else {
            return refusal.code != EntryFinding.Kind.hoursPart.code
                ? nil : text(.sicHours) != nil ? .sicHours : .dualGivenHours
        }
        return finding.part.flatMap(Field.init(rawValue:))
    }
}

extension FlightForm.Field {
    /// Whether it is in the part "More figures".
    var isMore: Bool {
        switch self {
        case .date, .from, .to, .aircraft, .hobbs, .hobbsStart, .hobbsEnd, .dayLandings, .nightLandings, .cfiNumber,
            .remarks:
            false
        default: true
        }
    }

    /// Whether it is the reading of a meter, which counts on from flight to flight.
    var isReading: Bool { self == .hobbsStart || self == .hobbsEnd || self == .tach }
}
