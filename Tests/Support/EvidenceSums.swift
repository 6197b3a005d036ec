public import DaybookDomains
import EventCodec
import EventModel
import EventSourcing

/// Whether the events that a figure names come to it, where it is a sum.
public struct EvidenceSums {
    /// How many sums were looked at, and how many of them were more than nothing.
    public private(set) var looked = 0
    public private(set) var stated = 0

    public init() {}

    /// The figures of a projection whose events come to something else, in words; empty: none.
    public mutating func wrong(_ projection: Projection, _ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        try wrong(try ledger.figures(projection, asOf).value, ledger, asOf)
    }

    public mutating func wrong(_ figures: [Figure], _ ledger: Ledger, _ asOf: AsOf) throws -> [String] {
        // With small and large limits: the answer must not depend on them.
        let limit = looked % 3 == 0 ? 3 : Evidence.limit
        let inPlace = try ledger.evidence(figures, asOf, limit: limit)
        let folded = try ledger.evidence(figures, asOf, limit: limit, foldsAll: true)
        let differing = zip(figures, zip(inPlace, folded)).filter { $1.0.json != $1.1.json }.map { figure, evidence in
            "\(figure.projection.name) \(figure.id) rests on \(evidence.0.json.text), folded on \(evidence.1.json.text)"
        }
        if !differing.isEmpty { return differing }
        return zip(figures, inPlace).compactMap { figure, evidence in
            guard let sum = EvidenceSums.sum(figure), sum.stringValue == nil, sum.text.first?.isNumber ?? false else {
                return nil
            }
            looked += 1
            if sum.text.contains(where: { "123456789".contains($0) }) { stated += 1 }
            let total = EvidenceSums.total(evidence.json)
            return total == sum
                ? nil
                : "\(figure.projection.name) \(figure.id) is \(figure.words), its events come to \(total.text): \(evidence.json.text)"
        }
    }

    /// The value of a figure that is a sum; nil for a state, a share, a goal.
    private static func sum(_ figure: Figure) -> JSONValue? {
        switch figure.projection {
        case .progress, .summary: figure.value
        case .water: figure.id == "goal" ? nil : figure.value["effectiveMl"] ?? figure.value
        case .quiz: ["passProbability", "readiness"].contains(figure.id) || figure.value == .null ? nil : figure.value
        default: nil
        }
    }

    /// The total of the events of an evidence: whole numbers, or the exact seconds of hours.
    private static func total(_ evidence: JSONValue) -> JSONValue {
        let isHours = evidence["restAddsSeconds"] != nil
        let (amount, rest) = isHours ? ("amountSeconds", "restAddsSeconds") : ("amount", "restAdds")
        guard case .array(let counted)? = evidence["counted"] else {
            preconditionFailure("an evidence lists what it counts")
        }
        let parts = counted.map { $0[amount] } + [evidence[rest]]
        let total = parts.reduce(0) { $0 + ($1?.integerValue ?? 0) }
        return isHours ? .hours(Hours(seconds: total)) : .integer(total)
    }
}
