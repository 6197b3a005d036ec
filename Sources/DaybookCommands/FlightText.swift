import DaybookKit

/// Entries of the logbook as JSON and as rows.
enum FlightText {
    static func json(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        let flight = entry.flight
        func tenths(_ value: Int?) -> JSONValue { value.map { .number(Digits.tenths($0)) } ?? .null }
        func count(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let main = JSONValue.object(pairs: [
            "id": .string(entry.stream.id), "stream": .string(entry.stream.text), "date": .string(flight.date.description),
            "from": text(flight.from), "to": text(flight.to), "route": .string(flight.route), "hobbs": tenths(flight.hobbs),
            "tach": tenths(flight.tach), "dayLandings": count(flight.dayLandings), "nightLandings": count(flight.nightLandings),
            "allLandings": .integer(flight.landings), "solo": .bool(flight.solo ?? false), "dual": .bool(flight.dual ?? false),
            "crossCountry": .bool(flight.crossCountry ?? false), "instrument": .bool(flight.instrument ?? false),
            "tags": .array(flight.tags.map { .string($0) }), "aircraft": text(flight.aircraft),
            "cfiNumber": text(entry.signature?.cfiNumber ?? flight.cfiNumber), "remarks": text(flight.remarks),
            "locked": .bool(entry.isLocked), "disputed": .bool(entry.isDisputed), "signed": signed(entry, zone),
            "event": .string(entry.created.hex), "counts": .bool(entry.mask == nil), "mask": entry.mask.map { .string($0.reason.rawValue) },
        ])
        // Whatever else the entry tells follows under the names of its event.
        guard case .object(let members) = main, case .object(let told) = flight.data else { return main }
        let names = Set(members.map(\.name))
        return .object(members + told.filter { !names.contains($0.name) })
    }

    private static func signed(_ entry: FlightEntry, _ zone: any ZoneRules) -> JSONValue {
        guard let signature = entry.signature else { return .null }
        return .object(pairs: [
            "event": .string(signature.event.hex), "date": .string(zone.date(at: signature.recorded).description),
            "cfiNumber": .string(signature.cfiNumber), "signerName": signature.signerName.map { .string($0) },
        ])
    }

    static func table(_ entries: [FlightEntry], idLength: Int) -> Table {
        var table = Table([
            ("Date", .left), ("Route", .left), ("Hours", .right), ("Day", .right), ("Night", .right), ("", .left), ("Id", .left),
            ("Remarks", .left),
        ])
        for entry in entries {
            let flight = entry.flight
            let paint: Style.Paint? = entry.isDisputed ? .bad : entry.isLocked ? .good : nil
            let masked = entry.mask.map { [$0.reason == .superseded ? "superseded" : "waits"] } ?? []
            let marks = flight.tags + masked + (entry.isDisputed ? ["disputed"] : entry.isLocked ? ["signed"] : [])
            table.add([
                Table.Cell(flight.date.description), Table.Cell(Text.cut(flight.route, to: 28)), Table.Cell(Digits.tenths(flight.totalHours)),
                Table.Cell(flight.dayLandings.map(String.init) ?? ""), Table.Cell(flight.nightLandings.map(String.init) ?? ""),
                Table.Cell(marks.joined(separator: " "), paint),
                Table.Cell(String(entry.stream.id.prefix(idLength)), .faint), Table.Cell(Text.cut(flight.remarks ?? "", to: 40)),
            ])
        }
        return table
    }

    /// How much of an id, at least eight characters, tells each from all others.
    static func idLength(_ ids: [String]) -> Int {
        let sorted = ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        var length = 8
        for (id, next) in zip(sorted, sorted.dropFirst()) where id != next {
            length = max(length, zip(id, next).prefix { $0 == $1 }.count + 1)
        }
        return length
    }
}
