public import EventCodec
import EventModel

extension Flight {
    /// From the CBOR map of an entry's fields (the keys of flight.logged; the engine's key 0 is passed over).
    ///
    /// A map that its schema describes never fails; another throws where it stops.
    public init(fields: RawSpan) throws(CBORError) {
        self.init(date: CivilDate(day: 0))
        var reader = CBORReader(fields)
        var hasDate = false
        for _ in 0..<(try reader.map()) {
            let key = try reader.unsigned()
            if key == FlightLoggedKey.date { hasDate = true }
            if reader.nextIsNull() { try reader.null() } else { try read(key, &reader) }
        }
        guard hasDate else { throw CBORError(.fieldMissing, at: 0) }
    }

    /// The codes that a map of fields accepts; unlike an entry it may lack a date.
    static func accepted(inFields map: [UInt8]) -> [String] {
        guard let list = RecordFields.value(of: FlightLoggedKey.accepted, inBody: map) else { return [] }
        var codes: [String] = []
        var reader = CBORReader(list.span.bytes)
        // The map was checked: the loop ends at the list's end.
        guard let count = try? reader.array() else { return [] }
        for _ in 0..<count { if let code = try? reader.string() { codes.append(code) } }  // Checked, too.
        return codes
    }

    private mutating func read(_ key: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        switch key {
        case FlightLoggedKey.date:
            let start = reader.offset
            guard let day = Int32(exactly: try reader.integer()) else { throw CBORError(.fieldValue, at: start) }
            date = CivilDate(day: day)
        case FlightLoggedKey.hobbs...FlightLoggedKey.testPreparationHours: try readHours(key, &reader)
        case FlightLoggedKey.dayLandings...FlightLoggedKey.nightLandings: try readCount(key, &reader)
        case FlightLoggedKey.allLandings...FlightLoggedKey.nightTakeoffs: try readCount(key, &reader)
        case FlightLoggedKey.approaches...FlightLoggedKey.towerLandings: try readCount(key, &reader)
        case FlightLoggedKey.solo: solo = try reader.bool()
        case FlightLoggedKey.dual: dual = try reader.bool()
        case FlightLoggedKey.crossCountry: crossCountry = try reader.bool()
        case FlightLoggedKey.instrument: instrument = try reader.bool()
        case FlightLoggedKey.flightReview: flightReview = try reader.bool()
        case FlightLoggedKey.instrumentCheck: instrumentCheck = try reader.bool()
        case FlightLoggedKey.checkride: checkride = try reader.bool()
        default: try readText(key, &reader)
        }
    }

    private mutating func readHours(_ key: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        let value = Hours(seconds: Int(try reader.integer()))
        switch key {
        case FlightLoggedKey.hobbs: hobbs = value
        case FlightLoggedKey.tach: tach = value
        case FlightLoggedKey.hobbsStart: hobbsStart = value
        case FlightLoggedKey.hobbsEnd: hobbsEnd = value
        case FlightLoggedKey.instrumentHours: instrumentHours = value
        case FlightLoggedKey.nightHours: nightHours = value
        case FlightLoggedKey.crossCountryHours: crossCountryHours = value
        case FlightLoggedKey.dualHours: dualHours = value
        case FlightLoggedKey.soloHours: soloHours = value
        case FlightLoggedKey.picHours: picHours = value
        case FlightLoggedKey.groundHours: groundHours = value
        case FlightLoggedKey.actualInstrumentHours: actualInstrumentHours = value
        default: testPreparationHours = value
        }
    }

    private mutating func readCount(_ key: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        let value = Int(try reader.integer())
        switch key {
        case FlightLoggedKey.dayLandings: dayLandings = value
        case FlightLoggedKey.nightLandings: nightLandings = value
        case FlightLoggedKey.allLandings: allLandings = value
        case FlightLoggedKey.dayTakeoffs: dayTakeoffs = value
        case FlightLoggedKey.nightTakeoffs: nightTakeoffs = value
        case FlightLoggedKey.approaches: approaches = value
        case FlightLoggedKey.holds: holds = value
        case FlightLoggedKey.distanceNm: distanceNm = value
        default: towerLandings = value
        }
    }

    private mutating func readText(_ key: UInt64, _ reader: inout CBORReader) throws(CBORError) {
        switch key {
        case FlightLoggedKey.from: from = try reader.string()
        case FlightLoggedKey.to: to = try reader.string()
        case FlightLoggedKey.aircraft: aircraft = try reader.string()
        case FlightLoggedKey.cfiNumber: cfiNumber = try reader.string()
        case FlightLoggedKey.remarks: remarks = try reader.string()
        case FlightLoggedKey.accepted: for _ in 0..<(try reader.array()) { accepted.append(try reader.string()) }
        case FlightLoggedKey.extra:
            for _ in 0..<(try reader.map()) {
                let name = try reader.string()
                extra[name] = try reader.string()
            }
        case FlightLoggedKey.copiedFrom: copiedFrom = StreamID(try reader.string())
        case FlightLoggedKey.batch: batch = StreamID(try reader.string())
        default: try reader.skip()
        }
    }
}

extension Flight {
    /// The data of `flight.logged` as JSON, with every field that the entry states.
    public var data: JSONValue {
        func tenths(_ value: Int?) -> JSONValue? { value.map { .number(Digits.tenths($0)) } }
        func hours(_ value: Hours?) -> JSONValue? { value.map { .hours(exactly: $0) } }
        func count(_ value: Int?) -> JSONValue? { value.map { .integer($0) } }
        func flag(_ value: Bool?) -> JSONValue? { value.map { .bool($0) } }
        func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
        return .object(pairs: [
            "date": .string(date.description), "from": text(from), "to": text(to), "hobbs": hours(hobbs),
            "tach": hours(tach),
            "hobbsStart": hours(hobbsStart), "hobbsEnd": hours(hobbsEnd), "dayLandings": count(dayLandings),
            "nightLandings": count(nightLandings), "solo": flag(solo), "dual": flag(dual),
            "crossCountry": flag(crossCountry),
            "instrument": flag(instrument), "instrumentHours": hours(instrumentHours), "nightHours": hours(nightHours),
            "crossCountryHours": hours(crossCountryHours), "dualHours": hours(dualHours), "soloHours": hours(soloHours),
            "picHours": hours(picHours), "allLandings": count(allLandings), "dayTakeoffs": count(dayTakeoffs),
            "nightTakeoffs": count(nightTakeoffs), "aircraft": text(aircraft), "cfiNumber": text(cfiNumber),
            "remarks": text(remarks),
            "accepted": accepted.isEmpty ? nil : .array(accepted.map { .string($0) }),
            "groundHours": hours(groundHours),
            "actualInstrumentHours": hours(actualInstrumentHours), "approaches": count(approaches),
            "holds": count(holds),
            "distanceNm": tenths(distanceNm), "towerLandings": count(towerLandings),
            "testPreparationHours": hours(testPreparationHours), "flightReview": flag(flightReview),
            "instrumentCheck": flag(instrumentCheck), "checkride": flag(checkride),
            "extra": extra.isEmpty
                ? nil : .object(extra.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
            "copiedFrom": text(copiedFrom?.text), "batch": text(batch?.text),
        ])
    }
}
