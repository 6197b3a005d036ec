import DaybookDomains

/// Entries of the logbook as JSON and as rows.
enum FlightText {
    /// The object that `write` writes.
    static func json(_ entry: FlightEntry, _ zone: any ZoneRules, _ supersessions: Supersessions) -> JSONValue {
        var bytes: [UInt8] = []
        write(entry, zone, supersessions, into: &bytes)
        guard let value = try? JSONParser.parse(bytes) else { preconditionFailure("an entry is written as JSON") }  // Nil is our bug.
        return value
    }

    /// Appends an entry as a JSON object: the members that every entry has, then the fields that it states, by their
    /// names in the event.
    static func write(
        _ entry: FlightEntry, _ zone: any ZoneRules, _ supersessions: Supersessions, into bytes: inout [UInt8]
    ) {
        JSONRow.append(to: &bytes) { row in
            writeMain(entry, zone, &row)
            if let replaced = supersessions.replaced[entry.stream] {
                row.value("supersedes", .array(replaced.map { .string($0.id) }))
            }
            if let replacement = supersessions.replacement[entry.stream] { row.text("supersededBy", replacement.id) }
            if let waiting = supersessions.waiting[entry.stream] { row.value("waits", WaitingText.json(waiting)) }
            writeStated(entry.flight, &row)
        }
    }

    /// Writes flights that may be one.
    static func write(_ group: PossibleDuplicate, _ row: inout JSONRow) {
        row.date("date", group.first.date)
        addRoute(group.first.routeParts, to: &row)
        row.hours("hobbs", "hobbsSeconds", group.first.totalHours)
        row.texts("flights", group.flights.map(\.id))
        row.texts("differ", group.differences)
    }

    private static func writeMain(_ entry: FlightEntry, _ zone: any ZoneRules, _ row: inout JSONRow) {
        let flight = entry.flight
        row.plain("id") { entry.stream.writeID(into: &$0) }
        row.plain("stream") { $0.append(contentsOf: entry.stream.text.utf8) }
        row.date("date", flight.date)
        row.text("from", flight.from)
        row.text("to", flight.to)
        addRoute(flight.routeParts, to: &row)
        row.hours("hobbs", "hobbsSeconds", flight.hobbs)
        row.hours("tach", "tachSeconds", flight.tach)
        row.count("dayLandings", flight.dayLandings)
        row.count("nightLandings", flight.nightLandings)
        row.count("allLandings", flight.landings)
        row.flag("solo", flight.solo ?? false)
        row.flag("dual", flight.dual ?? false)
        row.flag("crossCountry", flight.crossCountry ?? false)
        row.flag("instrument", flight.instrument ?? false)
        row.texts("tags", flight.tags)
        row.text("aircraft", flight.aircraft)
        row.text("cfiNumber", entry.signature?.cfiNumber ?? flight.cfiNumber)
        row.text("remarks", flight.remarks)
        row.flag("locked", entry.isLocked)
        row.flag("disputed", entry.isDisputed)
        if entry.signature == nil { row.text("signed", nil) } else { row.value("signed", signed(entry, zone)) }
        row.event("event", entry.created)
        if let mask = entry.mask {
            row.flag("counts", false)
            row.text("mask", mask.reason.rawValue)
        }
        if entry.isRemoved { row.flag("removed", true) }
    }

    private static func writeStated(_ flight: Flight, _ row: inout JSONRow) {
        row.ifPresent(hours: "hobbsStart", "hobbsStartSeconds", flight.hobbsStart)
        row.ifPresent(hours: "hobbsEnd", "hobbsEndSeconds", flight.hobbsEnd)
        row.ifPresent(hours: "instrumentHours", "instrumentHoursSeconds", flight.instrumentHours)
        row.ifPresent(hours: "nightHours", "nightHoursSeconds", flight.nightHours)
        row.ifPresent(hours: "crossCountryHours", "crossCountryHoursSeconds", flight.crossCountryHours)
        row.ifPresent(hours: "dualHours", "dualHoursSeconds", flight.dualHours)
        row.ifPresent(hours: "soloHours", "soloHoursSeconds", flight.soloHours)
        row.ifPresent(hours: "picHours", "picHoursSeconds", flight.picHours)
        row.ifPresent(count: "dayTakeoffs", flight.dayTakeoffs)
        row.ifPresent(count: "nightTakeoffs", flight.nightTakeoffs)
        if !flight.accepted.isEmpty { row.value("accepted", .array(flight.accepted.map { .string($0) })) }
        row.ifPresent(hours: "groundHours", "groundHoursSeconds", flight.groundHours)
        row.ifPresent(hours: "actualInstrumentHours", "actualInstrumentHoursSeconds", flight.actualInstrumentHours)
        row.ifPresent(count: "approaches", flight.approaches)
        row.ifPresent(count: "holds", flight.holds)
        row.ifPresent(tenths: "distanceNm", flight.distanceNm)
        row.ifPresent(count: "towerLandings", flight.towerLandings)
        row.ifPresent(hours: "testPreparationHours", "testPreparationHoursSeconds", flight.testPreparationHours)
        row.ifPresent(flag: "flightReview", flight.flightReview)
        row.ifPresent(flag: "instrumentCheck", flight.instrumentCheck)
        row.ifPresent(flag: "checkride", flight.checkride)
        if !flight.extra.isEmpty { row.texts("extra", flight.extra) }
        row.ifPresent(text: "copiedFrom", flight.copiedFrom?.text)
        row.ifPresent(text: "batch", flight.batch?.text)
    }

    private static func signed(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        guard let signature = entry.signature else { return .null }
        return .object(pairs: [
            "event": .string(signature.event.hex), "date": .string(zone.date(at: signature.recorded).description),
            "cfiNumber": .string(signature.cfiNumber), "signerName": signature.signerName.map { .string($0) },
        ])
    }

    static let table = Table([
        ("Date", .left), ("Route", .left), ("Hours", .right), ("Day", .right), ("Night", .right), ("", .left),
        ("Id", .left), ("Remarks", .left),
    ])

    /// Appends a row of the table; on a terminal long cells are cut, elsewhere nothing is lost.
    static func write(_ entry: FlightEntry, idLength: Int, isCut: Bool, _ form: HoursForm, into bytes: inout [UInt8]) {
        Table.Row.append(to: &bytes, columns: 8) { write(entry, idLength: idLength, isCut: isCut, form, &$0) }
    }

    private static func write(
        _ entry: FlightEntry, idLength: Int, isCut: Bool, _ form: HoursForm, _ row: inout Table.RowWriter
    ) {
        let flight = entry.flight
        row.addPlain { flight.date.write(into: &$0) }
        addRoute(flight.titleParts, cutTo: isCut ? 28 : Int.max, to: &row)
        row.addPlain { flight.totalHours.write(form, into: &$0) }
        row.addPlain { if let landings = flight.dayLandings { Digits.write(landings, into: &$0) } }
        row.addPlain { if let landings = flight.nightLandings { Digits.write(landings, into: &$0) } }
        row.addPlain(entry.isDisputed ? .bad : entry.isLocked ? .good : nil) { bytes in
            let start = bytes.count
            func add(_ mark: String) {
                if bytes.count > start { bytes.append(UInt8(ascii: " ")) }
                bytes.append(contentsOf: mark.utf8)
            }
            for tag in flight.tags { add(tag) }
            if let noFlight = flight.noFlight, !flight.namesNoPlace { add(noFlight.title) }
            if let mask = entry.mask { add(mark(of: mask)) }
            if entry.isRemoved { add("removed") }
            if entry.isDisputed || entry.isLocked { add(entry.isDisputed ? "disputed" : "signed") }
        }
        row.addPlain(.faint) { entry.stream.writeID(atMost: idLength, into: &$0) }
        row.add(flight.remarks ?? "", cutTo: isCut ? 40 : Int.max)
    }

    /// The mark of an entry that does not count.
    private static func mark(of mask: RecordMask) -> String {
        switch mask.reason {
        case .superseded: "superseded"
        case .heldBack: "waits"
        case .takenBack: "taken back"
        }
    }

    /// Adds a cell with the route.
    static func addRoute(
        _ parts: (first: String, second: String?), cutTo width: Int = Int.max, to row: inout Table.RowWriter
    ) {
        guard let second = parts.second else { return row.add(parts.first, cutTo: width) }
        row.add(parts.first, Flight.routeArrow, second, cutTo: width)
    }

    /// Adds a member `route`.
    static func addRoute(_ parts: (first: String, second: String?), to row: inout JSONRow) {
        row.plain("route") { bytes in
            JSONValue.writeContent(parts.first, into: &bytes)
            guard let second = parts.second else { return }
            bytes.append(contentsOf: Flight.routeArrow.utf8)
            JSONValue.writeContent(second, into: &bytes)
        }
    }

    static let idLengthLeast = 8

    /// The length of the shortest prefix, at least eight characters, that is unique among the ids. Sorted ids cost the
    /// least.
    static func idLength(_ ids: [String]) -> Int {
        let isSorted = zip(ids, ids.dropFirst()).allSatisfy { !$1.utf8.lexicographicallyPrecedes($0.utf8) }
        let sorted = isSorted ? ids : ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var length = idLengthLeast
        for (id, next) in zip(sorted, sorted.dropFirst()) where id != next {
            length = max(length, zip(id.utf8, next.utf8).prefix { $0 == $1 }.count + 1)
        }
        return length
    }
}
