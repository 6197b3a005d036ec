import DaybookKit

/// Entries of the logbook as JSON and as rows.
enum FlightText {
    /// The object that `write` writes.
    static func json(_ entry: FlightEntry, _ zone: any ZoneRules, _ supersessions: Supersessions) -> JSONValue {
        var bytes: [UInt8] = []
        write(entry, zone, supersessions, into: &bytes)
        guard let value = try? JSONParser.parse(bytes) else { preconditionFailure("an entry is written as JSON") }  // Nil is our bug.
        return value
    }

    /// Appends an entry as a JSON object; behind the members that every entry has stand those that it tells, by the names of its event.
    static func write(_ entry: FlightEntry, _ zone: any ZoneRules, _ supersessions: Supersessions, into bytes: inout [UInt8]) {
        var row = JSONRow(bytes)
        bytes = []
        writeMain(entry, zone, &row)
        if let replaced = supersessions.replaced[entry.stream] { row.value("supersedes", .array(replaced.map { .string($0.id) })) }
        if let replacement = supersessions.replacement[entry.stream] { row.text("supersededBy", replacement.id) }
        if let waiting = supersessions.waiting[entry.stream] { row.value("waits", WaitingText.json(waiting)) }
        writeTold(entry.flight, &row)
        bytes = row.ended()
    }

    private static func writeMain(_ entry: FlightEntry, _ zone: any ZoneRules, _ row: inout JSONRow) {
        let flight = entry.flight
        row.text("id", entry.stream.id)
        row.text("stream", entry.stream.text)
        row.text("date", flight.date.description)
        row.text("from", flight.from)
        row.text("to", flight.to)
        row.text("route", flight.route)
        row.tenths("hobbs", flight.hobbs)
        row.tenths("tach", flight.tach)
        row.count("dayLandings", flight.dayLandings)
        row.count("nightLandings", flight.nightLandings)
        row.count("allLandings", flight.landings)
        row.flag("solo", flight.solo ?? false)
        row.flag("dual", flight.dual ?? false)
        row.flag("crossCountry", flight.crossCountry ?? false)
        row.flag("instrument", flight.instrument ?? false)
        row.value("tags", .array(flight.tags.map { .string($0) }))
        row.text("aircraft", flight.aircraft)
        row.text("cfiNumber", entry.signature?.cfiNumber ?? flight.cfiNumber)
        row.text("remarks", flight.remarks)
        row.flag("locked", entry.isLocked)
        row.flag("disputed", entry.isDisputed)
        row.value("signed", signed(entry, zone))
        row.text("event", entry.created.hex)
        if let mask = entry.mask {
            row.flag("counts", false)
            row.text("mask", mask.reason.rawValue)
        }
    }

    private static func writeTold(_ flight: Flight, _ row: inout JSONRow) {
        row.told(tenths: "hobbsStart", flight.hobbsStart)
        row.told(tenths: "hobbsEnd", flight.hobbsEnd)
        row.told(tenths: "instrumentHours", flight.instrumentHours)
        row.told(tenths: "nightHours", flight.nightHours)
        row.told(tenths: "crossCountryHours", flight.crossCountryHours)
        row.told(tenths: "dualHours", flight.dualHours)
        row.told(tenths: "soloHours", flight.soloHours)
        row.told(tenths: "picHours", flight.picHours)
        row.told(count: "dayTakeoffs", flight.dayTakeoffs)
        row.told(count: "nightTakeoffs", flight.nightTakeoffs)
        if !flight.accepted.isEmpty { row.value("accepted", .array(flight.accepted.map { .string($0) })) }
        row.told(tenths: "groundHours", flight.groundHours)
        row.told(tenths: "actualInstrumentHours", flight.actualInstrumentHours)
        row.told(count: "approaches", flight.approaches)
        row.told(count: "holds", flight.holds)
        row.told(tenths: "distanceNm", flight.distanceNm)
        row.told(count: "towerLandings", flight.towerLandings)
        row.told(tenths: "testPreparationHours", flight.testPreparationHours)
        row.told(flag: "flightReview", flight.flightReview)
        row.told(flag: "instrumentCheck", flight.instrumentCheck)
        row.told(flag: "checkride", flight.checkride)
        if !flight.extra.isEmpty { row.texts("extra", flight.extra) }
        row.told(text: "copiedFrom", flight.copiedFrom?.text)
        row.told(text: "batch", flight.batch?.text)
    }

    private static func signed(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        guard let signature = entry.signature else { return .null }
        return .object(pairs: [
            "event": .string(signature.event.hex), "date": .string(zone.date(at: signature.recorded).description),
            "cfiNumber": .string(signature.cfiNumber), "signerName": signature.signerName.map { .string($0) },
        ])
    }

    static let table = Table([
        ("Date", .left), ("Route", .left), ("Hours", .right), ("Day", .right), ("Night", .right), ("", .left), ("Id", .left), ("Remarks", .left),
    ])

    static func row(_ entry: FlightEntry, idLength: Int) -> [Table.Cell] {
        let flight = entry.flight
        let paint: Style.Paint? = entry.isDisputed ? .bad : entry.isLocked ? .good : nil
        let masked = entry.mask.map { [$0.reason == .superseded ? "superseded" : "waits"] } ?? []
        let marks = flight.tags + masked + (entry.isDisputed ? ["disputed"] : entry.isLocked ? ["signed"] : [])
        return [
            Table.Cell(flight.date.description), Table.Cell(Text.cut(flight.route, to: 28)), Table.Cell(Digits.tenths(flight.totalHours)),
            Table.Cell(flight.dayLandings.map { String($0) } ?? ""), Table.Cell(flight.nightLandings.map { String($0) } ?? ""),
            Table.Cell(marks.joined(separator: " "), paint), Table.Cell(String(decoding: entry.stream.id.utf8.prefix(idLength), as: UTF8.self), .faint),
            Table.Cell(Text.cut(flight.remarks ?? "", to: 40)),
        ]
    }

    /// How much of an id, at least eight characters, tells each from all others. Ids in bytewise order cost the least.
    static func idLength(_ ids: [String]) -> Int {
        let isSorted = zip(ids, ids.dropFirst()).allSatisfy { !$1.utf8.lexicographicallyPrecedes($0.utf8) }
        let sorted = isSorted ? ids : ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var length = 8
        for (id, next) in zip(sorted, sorted.dropFirst()) where id != next {
            length = max(length, zip(id.utf8, next.utf8).prefix { $0 == $1 }.count + 1)
        }
        return length
    }
}
