import DaybookDomains

/// The fields of an entry as a form has them: what was typed, until all of it can be read.
struct FlightForm {
    /// A field of the form that is a text.
    enum Field: String, CaseIterable {
        case date, from, to, aircraft, hobbs, hobbsStart, hobbsEnd, dayLandings, nightLandings, cfiNumber, remarks
        // More figures.
        case nightHours, crossCountryHours, picHours, soloHours, dualHours, instrumentHours, actualInstrumentHours
        case sicHours, dualGivenHours, groundHours, testPreparationHours, tach
        case allLandings, towerLandings, dayTakeoffs, nightTakeoffs, approaches, holds, distanceNm
    }

    /// A field of the form that is a box.
    enum Box: String, CaseIterable {
        case solo, dual, crossCountry, instrument
        // More figures.
        case flightReview, instrumentCheck, checkride
    }

    private(set) var texts: [Field: String] = [:]
    private(set) var boxes: Set<Box> = []
    /// The warnings that the person accepted.
    private(set) var accepted: [String] = []

    /// The initial content of a new entry.
    init(_ suggestion: FlightSuggestion) {
        texts = [
            .date: "\(suggestion.date)", .from: suggestion.from ?? "", .to: suggestion.to ?? "",
            .aircraft: suggestion.aircraft ?? "", .dayLandings: "\(suggestion.dayLandings)",
            .nightLandings: "\(suggestion.nightLandings)", .cfiNumber: suggestion.cfiNumber ?? "",
        ]
        let on: [(Box, Bool)] = [
            (.solo, suggestion.solo), (.dual, suggestion.dual), (.crossCountry, suggestion.crossCountry),
            (.instrument, suggestion.instrument),
        ]
        boxes = Set(on.filter(\.1).map(\.0))
    }

    /// An entry as it stands.
    init(_ flight: Flight) {
        func text(_ hours: Hours?) -> String? { hours?.exactText }
        texts = [
            .date: "\(flight.date)", .from: flight.from, .to: flight.to, .aircraft: flight.aircraft,
            .hobbs: text(flight.hobbs), .hobbsStart: text(flight.hobbsStart), .hobbsEnd: text(flight.hobbsEnd),
            .dayLandings: flight.dayLandings.map(String.init), .nightLandings: flight.nightLandings.map(String.init),
            .cfiNumber: flight.cfiNumber, .remarks: flight.remarks,
        ].compactMapValues(\.self)
        texts.merge(FlightForm.moreTexts(of: flight)) { own, _ in own }
        let on: [(Box, Bool?)] = [
            (.solo, flight.solo), (.dual, flight.dual), (.crossCountry, flight.crossCountry),
            (.instrument, flight.instrument), (.flightReview, flight.flightReview),
            (.instrumentCheck, flight.instrumentCheck), (.checkride, flight.checkride),
        ]
        boxes = Set(on.filter { $0.1 == true }.map(\.0))
    }

    /// The form that a browser sent.
    init(_ items: [PageAddress.Item]) {
        for item in items {
            // A browser ends the lines of a text area as a form of the web does.
            if let field = Field(rawValue: item.name) {
                texts[field] = item.value.split(separator: "\r\n", omittingEmptySubsequences: false)
                    .joined(separator: "\n")
            }
            if let box = Box(rawValue: item.name), item.value == "on" { boxes.insert(box) }
            if item.name == "accept" { accepted.append(item.value) }
        }
    }

    /// A route that was chosen by a link.
    mutating func setRoute(from: String?, to: String?) { (texts[.from], texts[.to]) = (from ?? "", to ?? "") }

    func text(_ field: Field) -> String? {
        guard let text = texts[field], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }

    /// Of everything that a person enters: equal for a form that is sent again unchanged.
    var digest: String {
        let fields = Field.allCases.map { "\($0.rawValue)=\(texts[$0] ?? "")" }
        let marks = Box.allCases.filter(boxes.contains).map(\.rawValue) + accepted
        return Ledger.digest(ofFile: Array((fields + marks).joined(separator: "\0").utf8))
    }

    // MARK: - The entry

    /// The entry that the fields state.
    ///
    /// - Throws: ``FormRefusal`` that names the field.
    func flight() throws -> Flight {
        guard let day = text(.date) else {
            throw FormRefusal(code: "date.required", message: "Every flight needs its date", field: .date)
        }
        guard let date = CivilDate(day) else {
            throw FormRefusal(
                code: "date.unreadable", message: "\"\(day)\" is no date. Write it like 2026-02-10.", field: .date)
        }
        var flight = Flight(date: date)
        (flight.from, flight.to, flight.aircraft) = (text(.from), text(.to), text(.aircraft))
        (flight.cfiNumber, flight.remarks) = (text(.cfiNumber), text(.remarks))
        flight.hobbs = try hours(.hobbs)
        flight.hobbsStart = try hours(.hobbsStart)
        flight.hobbsEnd = try hours(.hobbsEnd)
        flight.dayLandings = try count(.dayLandings)
        flight.nightLandings = try count(.nightLandings)
        flight.solo = boxes.contains(.solo)
        flight.dual = boxes.contains(.dual)
        flight.crossCountry = boxes.contains(.crossCountry)
        flight.instrument = boxes.contains(.instrument)
        try readMore(into: &flight)
        flight.accepted = accepted.filter { FlightRule(rawValue: $0)?.isWarning == true }
        return flight
    }

    /// The fields that differ from an entry, in the form of an amendment; an emptied field is cleared.
    func changes(of flight: Flight) throws -> [JSONValue.Member] {
        let (new, old) = (try self.flight().data, flight.data)
        let names = Field.allCases.map(\.rawValue) + Box.allCases.map(\.rawValue)
        var changes = names.compactMap { name -> JSONValue.Member? in
            let (was, isNow) = (old[name] ?? .null, new[name] ?? .null)
            // A box that is not ticked states nothing.
            if (was == .null || was == .bool(false)) && (isNow == .null || isNow == .bool(false)) { return nil }
            return was == isNow ? nil : JSONValue.Member(name, isNow)
        }
        if let extra = try crewChange(of: flight) { changes.append(extra) }
        if !accepted.isEmpty { changes.append(.init("accepted", .array(accepted.map { .string($0) }))) }
        return changes
    }

    func hours(_ field: Field) throws -> Hours? {
        guard let text = text(field) else { return nil }
        do throws(HoursTextFault) {
            return field.isReading ? try HoursText.hours(text) : try HoursText.flightHours(text)
        } catch {
            let isLong = error == .tooLarge && !field.isReading
            let message = isLong ? "Hours must be at most \(HoursText.flightMaximum.text)." : error.message
            throw FormRefusal(code: error.code, message: message, field: field)
        }
    }

    func count(_ field: Field, _ what: String = "number of landings", to most: Int = 99) throws -> Int? {
        guard let text = text(field) else { return nil }
        guard let count = Digits.value(Array(text.utf8)[...]), (0...most).contains(count) else {
            throw FormRefusal(
                code: "landings.range", message: "\"\(text)\" is no \(what) from 0 to \(most).", field: field)
        }
        return count
    }
}
