import DaybookKit
import EventModel
import Hydration

/// Which column of a CSV file of drinks holds which field: as `water export` names them, as a map states, or by names
/// that other programs use.
struct WaterColumns {
    private let names: [WaterMap.Field: String]
    /// The unit of volumes that state none.
    let unit: DrinkUnit
    /// The kind of drinks that state none; nil where each row states it.
    let kind: Drink.Kind?
    /// The kinds of drinks by their names, as a map states them.
    let kinds: [String: Drink.Kind]
    /// Whether times without an offset are in UTC, as Samsung Health writes them beside the offset.
    let isUTC: Bool
    let dates: DateOrder?
    /// Whether it is a file of this program, whose volumes are whole millilitres.
    let isOwn: Bool

    /// The names that other programs use, in lower case without blanks.
    private static let known: [(field: WaterMap.Field, names: [String])] = [
        (.date, ["date", "datetime", "dateandtime", "timestamp", "start", "startdate", "starttime", "day"]),
        (.time, ["time"]), (.zone, ["zone", "timezone", "timeoffset", "startzoneoffset"]),
        (.kind, ["kind", "drink", "drinktype", "beverage"]),
        (.volume, ["volume", "amount", "quantity", "value", "intake", "waterintake", "water"]),
        (.unit, ["unit", "units"]), (.id, ["id"]),
    ]

    /// Nil where the header does not name what a drink needs; `header` in lower case.
    init?(_ header: [String], _ map: WaterMap?) {
        isUTC = ["start_time", "time_offset", "datauuid"].allSatisfy(header.contains)
        kinds = map?.kinds ?? [:]
        if let map, !map.columns.isEmpty {
            var names: [WaterMap.Field: String] = [:]
            for (field, column) in map.columns {
                guard let name = header.first(where: { $0 == column.lowercased() }) else { return nil }
                names[field] = name
            }
            (self.names, unit, dates, isOwn) = (names, map.unit ?? .millilitre, map.dates, false)
            kind = names[.kind] == nil ? map.kind ?? .water : map.kind
            return
        }
        dates = map?.dates
        if ["date", "kind", "volume_ml"].allSatisfy(header.contains) {
            names = [.date: "date", .time: "time", .zone: "zone", .kind: "kind", .volume: "volume_ml", .id: "id"]
            (unit, kind, isOwn) = (.millilitre, nil, true)
            return
        }
        var names: [WaterMap.Field: String] = [:]
        // Health Connect counts in litres.
        var unit: DrinkUnit = map?.unit ?? (header.contains("start_zone_offset") ? .litre : .millilitre)
        for column in header {
            // `Amount (mL)` and `volume_ml` state the unit.
            let parts = column.split { "([_/".contains($0) }
            let stated = parts.count == 2 ? DrinkUnit(parts[1]) : nil
            let plain = (stated == nil ? column[...] : parts[0]).filter(\.isLetter)
            guard let field = WaterColumns.known.first(where: { $0.names.contains(plain) })?.field, names[field] == nil
            else { continue }
            names[field] = column
            if field == .volume, let stated, map?.unit == nil { unit = stated }
        }
        guard names[.date] != nil, names[.volume] != nil else { return nil }
        (self.names, self.unit, isOwn) = (names, unit, false)
        kind = names[.kind] == nil ? map?.kind ?? .water : map?.kind
    }

    func cell(_ field: WaterMap.Field, _ row: NamedTable.Row) -> String { names[field].map(row.cell) ?? "" }
}
