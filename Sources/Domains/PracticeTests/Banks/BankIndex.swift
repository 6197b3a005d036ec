// Written by tools/bank from schemas/bank; do not edit.

extension BuiltInBanks {
    /// The codes of the states whose banks are built in, ascending.
    static let codes = ["AZ", "CA", "CO", "FL", "IL", "MN", "NY", "OR", "PA", "TX", "VA", "WA"]

    /// The bank of a state; nil where none is built in.
    static func bank(of state: StateCode) -> QuestionBank? {
        switch state.code {
        case "AZ": AZ
        case "CA": CA
        case "CO": CO
        case "FL": FL
        case "IL": IL
        case "MN": MN
        case "NY": NY
        case "OR": OR
        case "PA": PA
        case "TX": TX
        case "VA": VA
        case "WA": WA
        default: nil
        }
    }

    /// The file of a bank, the universal one's for nil; nil where none is built in.
    static func text(of state: StateCode?) -> BankText? {
        switch state?.code {
        case nil: universalText
        case "AZ": AZText
        case "CA": CAText
        case "CO": COText
        case "FL": FLText
        case "IL": ILText
        case "MN": MNText
        case "NY": NYText
        case "OR": ORText
        case "PA": PAText
        case "TX": TXText
        case "VA": VAText
        case "WA": WAText
        default: nil
        }
    }
}
