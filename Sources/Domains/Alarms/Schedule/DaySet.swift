/// Days of a week (1, Sunday, to 7) or of a month (1 to 31), each at most once.
public struct DaySet: Hashable, Sendable {
    /// Bit n stands for day n; bit 0 is never set.
    private let bits: UInt32

    private init(bits: UInt32) { self.bits = bits }

    /// A `precondition`: every day is 1 to 31.
    package init(_ days: some Sequence<Int>) {
        bits = days.reduce(0) { bits, day in
            precondition((1...31).contains(day), "no day of a week or a month")
            return bits | (1 << UInt32(day))
        }
    }

    public var isEmpty: Bool { bits == 0 }
    /// Ascending.
    public var days: [Int] { (1...31).filter(contains) }

    public func contains(_ day: Int) -> Bool { (1...31).contains(day) && bits >> UInt32(day) & 1 == 1 }

    /// The least day that is not before this one; nil when there is none. `day` is 1 to 31.
    package func first(from day: Int) -> Int? {
        let rest = (bits >> UInt32(day)) << UInt32(day)
        return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    /// The same days in a month of so many: those past its end are its last day, once (RFC 7529 §4.1, SKIP=BACKWARD).
    package func clamped(to daysInMonth: Int) -> DaySet {
        let within = bits & ((2 << UInt32(daysInMonth)) &- 1)
        return DaySet(bits: within == bits ? bits : within | (1 << UInt32(daysInMonth)))
    }
}
