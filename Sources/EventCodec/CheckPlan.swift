import EventModel

/// The fields of a schema by key, flat: what the quick check looks at, without a class or an enumeration with a payload.
struct CheckPlan: Sendable {
    /// One for each key from 0 to 63.
    let steps: ContiguousArray<CheckStep>
    /// A bit for each key that the schema has, and for each that a body must hold.
    let known: UInt64
    let required: UInt64

    /// The keys are 1–63, as `EventSchema` sees to.
    init(_ fields: [FieldSchema]) {
        var steps = ContiguousArray(repeating: CheckStep(), count: 64)
        var (known, required) = (0 as UInt64, 0 as UInt64)
        for (index, field) in fields.enumerated() {
            steps[Int(field.key)] = CheckStep(field, at: index)
            known |= 1 << field.key
            if field.required { required |= 1 << field.key }
        }
        self.steps = steps
        self.known = known
        self.required = required
    }
}

/// One field of a schema.
struct CheckStep: Sendable {
    enum Code: UInt8 { case integer, boolean, text, bytes, other }

    let code: Code
    let isNullable: Bool
    /// Its place in the schema's list.
    let index: UInt16
    /// The bounds of an integer; for a text the most scalars, for bytes their number, both in `high`.
    let low: Int64
    let high: Int64

    /// For a key that the schema does not have.
    init() { self.init(.other, isNullable: false, at: 0, 0, 0) }

    init(_ field: FieldSchema, at index: Int) {
        let (code, low, high): (Code, Int64, Int64) =
            switch field.kind {
            case .date: (.integer, Int64(CivilDate.earliest.day), Int64(CivilDate.latest.day))
            case .instant: (.integer, Instant.earliest.milliseconds, Instant.latest.milliseconds)
            case .tenths(let range), .integer(let range): (.integer, Int64(range.lowerBound), Int64(range.upperBound))
            case .boolean: (.boolean, 0, 0)
            case .text(let maximum): (.text, 0, Int64(maximum))
            case .bytes(let count): (.bytes, 0, Int64(count))
            default: (.other, 0, 0)
            }
        self.init(code, isNullable: field.nullable, at: index, low, high)
    }

    private init(_ code: Code, isNullable: Bool, at index: Int, _ low: Int64, _ high: Int64) {
        self.code = code
        self.isNullable = isNullable
        self.index = UInt16(index)
        self.low = low
        self.high = high
    }
}
