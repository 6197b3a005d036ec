public import Daybook
public import Hydration

/// The drinks of the typed library, written and read like an app's own records. Their rules are those of `DrinkKind`.
extension Drink: Record {
    public static let schema = RecordSchema<Drink>(
        kind: "drink", created: "drink.added", amended: "drink.amended", removed: "drink.removed",
        restored: "drink.restored",
        limits: [
            .volumeMl: .range(WaterRules.volumes), .effectiveMl: .range(0...WaterRules.volumes.upperBound),
            .ounces: .range(1...3_381_402),
        ],
        validTime: .date, since: [.ounces: 2], together: [.kind, .volumeMl, .effectiveMl, .ounces])
}

extension Drink.Kind: RecordChoice {}
