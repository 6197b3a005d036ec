import EventModel

/// The fields of a schema by key, flat: what the quick check looks at, without a class or an enumeration with a
/// payload.
struct CheckPlan: Sendable {
    /// One for each key from 0 to 63.
    let steps: ContiguousArray<CheckStep>
    /// The keys of each kind, a bit each. The careful reader handles a key in none of them.
    let kinds: Kinds
    /// A bit for each key that the schema has, and for each that a body must hold.
    let known: UInt64
    let required: UInt64

    struct Kinds: Sendable {
        var integers: UInt64 = 0
        var truths: UInt64 = 0
        var texts: UInt64 = 0
        var bytes: UInt64 = 0
    }

    /// The keys are 1–63; `EventSchema` ensures it.
    init(_ fields: [FieldSchema]) {
        var steps = ContiguousArray(repeating: CheckStep(index: 0, isNullable: false, low: 0, high: 0), count: 64)
        var kinds = Kinds()
        var (known, required) = (0 as UInt64, 0 as UInt64)
        for (index, field) in fields.enumerated() {
            let bit = 1 << field.key as UInt64
            let (low, high) = CheckPlan.limits(field.kind, bit, &kinds)
            steps[Int(field.key)] = CheckStep(index: UInt16(index), isNullable: field.nullable, low: low, high: high)
            known |= bit
            if field.required { required |= bit }
        }
        self.steps = steps
        self.kinds = kinds
        self.known = known
        self.required = required
    }

    /// The limits of a field; sets its bit in the set of its kind.
    private static func limits(_ kind: FieldKind, _ bit: UInt64, _ kinds: inout Kinds) -> (low: Int64, high: Int64) {
        switch kind {
        case .date:
            kinds.integers |= bit
            return (Int64(CivilDate.earliest.day), Int64(CivilDate.latest.day))
        case .instant:
            kinds.integers |= bit
            return (Instant.earliest.milliseconds, Instant.latest.milliseconds)
        case .tenths(let range), .hours(let range), .integer(let range):
            kinds.integers |= bit
            return (Int64(range.lowerBound), Int64(range.upperBound))
        case .boolean:
            kinds.truths |= bit
            return (0, 0)
        case .text(let maximum):
            kinds.texts |= bit
            return (0, Int64(maximum))
        case .bytes(let count):
            kinds.bytes |= bit
            return (0, Int64(count))
        default: return (0, 0)
        }
    }
}

/// One field of a schema.
struct CheckStep: Sendable {
    /// Its place in the schema's list.
    let index: UInt16
    let isNullable: Bool
    /// The bounds of an integer; for a text the most scalars, for bytes their number, both in `high`.
    let low: Int64
    let high: Int64
}
