import DaybookKit
public import EventModel
import Hydration

/// Which column of another program's CSV file holds which field of a drink, stated by a person.
///
/// A map is text: one `field: Column` a line, comments after `#`. `dates`, `units` and `drinks` state the form of the
/// dates, the unit of volumes without one, and the kind of drinks without one. `kind Green Tea: tea` states the kind of
/// drinks of a name. A map that states no column leaves the columns to their known names.
public struct WaterMap: Hashable, Sendable {
    /// The content of a column.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case date, time, zone, kind, volume, unit, id
    }

    let columns: [Field: String]
    let dates: DateOrder?
    let unit: DrinkUnit?
    let kind: Drink.Kind?
    /// The kinds of drinks by their names, in small letters.
    let kinds: [String: Drink.Kind]

    /// From the text of a map.
    ///
    /// - Throws: `Fault` (65) `map.line`, `map.field`, `map.twice`, `map.value`, `map.lacking`.
    public init(_ text: String) throws(Fault) {
        var values: [String: String] = [:]
        var (dates, unit, kind) = (DateOrder?.none, DrinkUnit?.none, Drink.Kind?.none)
        var kinds: [String: Drink.Kind] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let parts = line.split(separator: ":", maxSplits: 1).map(WaterMap.trimmed)
            if parts.isEmpty || parts[0].isEmpty || parts[0].hasPrefix("#") { continue }
            guard parts.count == 2, !parts[1].isEmpty else {
                throw WaterMap.fault("map.line", index, "is not \"field: Column\".")
            }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else {
                throw WaterMap.fault("map.twice", index, "names \"\(parts[0])\" again.")
            }
            switch parts[0] {
            case "dates": dates = DateOrder(rawValue: parts[1])
            case "units": unit = DrinkUnit(parts[1])
            case "drinks": kind = WaterRows.kind(parts[1])
            default:
                if parts[0].hasPrefix("kind ") {
                    guard let stated = WaterRows.kind(parts[1]) else {
                        throw WaterMap.fault("map.value", index, "has \"\(parts[1])\" as a kind of drink.")
                    }
                    kinds[WaterMap.trimmed(parts[0].dropFirst(5)).lowercased()] = stated
                    continue
                }
                guard Field(rawValue: parts[0]) == nil else { continue }
                throw WaterMap.fault("map.field", index, "names \"\(parts[0])\", which is no field.")
            }
            let isRead = ["dates": dates != nil, "units": unit != nil, "drinks": kind != nil][parts[0]] ?? true
            guard isRead else { throw WaterMap.fault("map.value", index, "has \"\(parts[1])\" as \(parts[0]).") }
        }
        columns = Dictionary(
            uniqueKeysWithValues: Field.allCases.compactMap { field in values[field.rawValue].map { (field, $0) } })
        (self.dates, self.unit, self.kind, self.kinds) = (dates, unit, kind, kinds)
        if columns.isEmpty, !values.isEmpty { return }
        for field in [Field.date, .volume] where columns[field] == nil {
            throw Fault(
                .unreadable, code: "map.lacking", message: "The map has no \(field.rawValue).", hint: WaterMap.hint)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
    }

    private static func fault(_ code: String, _ index: Int, _ text: String) -> Fault {
        Fault(.unreadable, code: code, message: "Line \(index + 1) of the map \(text)", hint: hint)
    }

    private static let hint =
        "Its lines are \(Field.allCases.map(\.rawValue).joined(separator: ", ")), each with the "
        + "name of a column; dates: mdy, dmy or ymd; units: ml, l or oz; drinks: a kind; kind NAME: a kind."
}
