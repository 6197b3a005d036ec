public import DaybookKit
import EventCodec
import EventModel
import EventSourcing

/// Whether the events that a figure names come to it, where it is a sum.
public struct EvidenceSums {
    /// How many sums were looked at, and how many of them were more than nothing.
    public private(set) var looked = 0
    public private(set) var told = 0

    public init() {}

    /// The figures of a projection whose events come to something else, in words; empty: none.
    public mutating func wrong(_ projection: Projection, _ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        try wrong(try ledger.figures(projection, asOf).value, ledger, asOf)
    }

    public mutating func wrong(_ figures: [Figure], _ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        // Of few and of many: what is told must not hang on how many are.
        let limit = looked % 3 == 0 ? 3 : Evidence.limit
        let inPlace = try ledger.evidence(figures, asOf, limit: limit)
        let folded = try ledger.evidence(figures, asOf, limit: limit, foldsAll: true)
        let differing = zip(figures, zip(inPlace, folded)).filter { $1.0.json != $1.1.json }.map { figure, evidence in
            "\(figure.projection) \(figure.id) rests on \(evidence.0.json.text), folded on \(evidence.1.json.text)"
        }
        if !differing.isEmpty { return differing }
        return zip(figures, inPlace).compactMap { figure, evidence in
            guard let sum = EvidenceSums.tenths(EvidenceSums.sum(figure)) else { return nil }
            looked += 1
            if sum != 0 { told += 1 }
            let parts = evidence.counted.map(\.amount) + [evidence.restAdds]
            let total = parts.reduce(0) { $0 + (EvidenceSums.tenths($1) ?? 0) }
            return total == sum ? nil : "\(figure.projection) \(figure.id) is \(figure.words), its events come to \(total) tenths: \(evidence.json.text)"
        }
    }

    /// What a figure is, where it is a sum; nil for a state, a share, a goal.
    private static func sum(_ figure: Figure) -> JSONValue? {
        switch figure.projection {
        case .progress, .summary: figure.value
        case .water: figure.id == "goal" ? nil : figure.value["effectiveMl"] ?? figure.value
        case .quiz: ["passProbability", "readiness"].contains(figure.id) || figure.value == .null ? nil : figure.value
        case .currency, .alarms: nil
        }
    }

    /// A whole number or a decimal with one digit, in tenths; nil for none.
    private static func tenths(_ value: JSONValue?) -> Int? {
        guard let text = value?.text, value?.stringValue == nil else { return nil }
        let parts = text.split(separator: ".")
        guard parts.count <= 2, let whole = Int(parts[0]) else { return nil }
        return whole * 10 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    }
}
