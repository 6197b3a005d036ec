/// One step of a history. It happens in both plays alike, but for the other person's acts after the choice.
package struct SetAsideStep: Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The owner acts on a device.
        case own(Int)
        /// The other person writes.
        case other
        /// The other person erases something of that person's own.
        case erase
        /// The other person begins a record, a device hears of it, and the owner changes it there.
        case takeOn(Int)
        /// The other person writes in a record of the owner's; a device hears of it and goes on, the other device goes
        /// on without.
        case meet(Int)
        /// A party passes on all that it holds: 0 and 1 are the owner's devices, 2 is the other person.
        case deliver(Int, Int)
        /// Everybody has heard everything; the owner sets the other person aside.
        case choose
        /// All answers are compared.
        case ask
    }

    package let kind: Kind
    package let seed: UInt64
    /// When it happens, in seconds since the history began.
    package let second: Int64

    package var description: String { "\(kind) at \(second) s" }
}
