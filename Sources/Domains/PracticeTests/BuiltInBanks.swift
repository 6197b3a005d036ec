import EventModel

/// The banks that the program carries, written in by tools/bank; members of their own, so that each is read at its first use alone.
enum BuiltInBanks {}

/// The text of a bank that is built in, with what it hashes to.
struct BankText {
    let sha256: String
    let text: String

    /// The bank. That the text is one, and the digest its own, is a test's concern (a `precondition`).
    var bank: QuestionBank {
        // A test reads every bank that is built in, and holds it to the check.
        guard let bank = try? BankCheck.read(Array(text.utf8)).bank, let digest = Bytes32(hex: sha256) else {
            preconditionFailure("a bank that is built in does not pass the check")
        }
        return bank.identified(by: digest)
    }
}

extension BankShelf {
    /// The banks that the program carries: the universal one is read with the shelf, a state's when it is first asked for; both once in a process.
    public static let builtIn = BankShelf(universal: BuiltInBanks.universal) { BuiltInBanks.bank(of: $0) }

    /// The file of a bank that the program carries, the universal one's for nil; nil where it carries none.
    public static func builtInFile(of state: StateCode?) -> [UInt8]? { BuiltInBanks.text(of: state).map { Array($0.text.utf8) } }

    /// The states whose banks the program carries, ascending.
    public static let builtInStates = BuiltInBanks.codes.compactMap { StateCode($0) }
}
