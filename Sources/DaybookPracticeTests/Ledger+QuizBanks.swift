public import DaybookKit
public import Engine
public import EventModel
public import PracticeTests
import TransparencyLog

/// A bank of questions that a program or a ledger has.
public struct BankRow: Hashable, Sendable {
    /// Nil: the universal bank.
    public let state: StateCode?
    public let edition: String
    public let questions: Int
    /// Of the file; nil where it is not here.
    public let bytes: Int?
    public let digest: Bytes32
    /// Whether the program carries it; else it was added to the ledger.
    public let isBuiltIn: Bool

    init(_ added: AddedBank, bytes: Int?, isBuiltIn: Bool) {
        state = added.state
        edition = added.edition
        questions = added.questions
        digest = added.digest
        self.bytes = bytes
        self.isBuiltIn = isBuiltIn
    }

    /// The banks that the program carries, the universal one first, states ascending.
    public static let builtIn: [BankRow] = ([nil] + BankShelf.builtInStates.map(Optional.some)).compactMap { state in
        guard let bytes = BankShelf.builtInFile(of: state) else { return nil }
        // A test holds every bank that is built in to the check.
        guard let bank = try? BankCheck.read(bytes).bank else {
            preconditionFailure("a bank that is built in does not pass the check")
        }
        return BankRow(AddedBank(bank, digest: SHA256Hasher.hash(bytes)), bytes: bytes.count, isBuiltIn: true)
    }
}

extension Ledger {
    /// The banks whose questions are asked: those added to this ledger, and those that the program carries for the
    /// others. The universal one comes first, states ascend.
    public func banks(_ asOf: AsOf = .now) throws -> [BankRow] {
        let added = try addedBanks(asOf)
        let rows = try added.values.map { BankRow($0, bytes: try attachment($0.digest)?.count, isBuiltIn: false) }
        let others = BankRow.builtIn.filter { added[$0.state] == nil }
        return (rows + others).sorted { left, right in
            guard let right = right.state else { return false }
            return left.state.map { $0 < right } ?? true
        }
    }

    /// The file of the bank whose questions are asked. Throws `Rejection` `bank.missing`.
    public func bankFile(of state: StateCode?, _ asOf: AsOf = .now) throws -> [UInt8] {
        if let added = try addedBanks(asOf)[state] {
            guard let bytes = try attachment(added.digest) else { throw BankRules.awaited(state) }
            return bytes
        }
        return try Ledger.builtInBankFile(of: state)
    }

    /// The file of a bank that the program carries. Throws `Rejection` `bank.missing`.
    public static func builtInBankFile(of state: StateCode?) throws -> [UInt8] {
        guard let bytes = BankShelf.builtInFile(of: state) else { throw BankRules.none(state) }
        return bytes
    }

    /// Adds a bank, in the place of the one there was: its file is kept, and an event names it. A nil receipt where it
    /// is there already; a file that was not here is kept then, too. A plain list of questions is converted first.
    ///
    /// `name` stands for the file in messages. Throws `Fault` `bank.unreadable`, `Rejection` `bank.refused`; nothing
    /// was written then.
    @available(*, noasync)
    public func addBank(_ bytes: [UInt8], named name: String) throws -> (bank: BankRow, receipt: AppendReceipt?) {
        let check: BankCheck
        do throws(BankUnreadable) { check = try BankCheck.read(bytes) } catch {
            throw BankRules.unreadable(name, error)
        }
        guard let bank = check.bank else { throw BankRules.refused(name, check.findings) }
        // A plain list is kept in the format of banks, which every version of the program reads.
        let bytes = check.file
        let added = AddedBank(bank, digest: SHA256Hasher.hash(bytes))
        let row = BankRow(added, bytes: bytes.count, isBuiltIn: false)
        if try addedBanks(.now)[bank.state] == added, try hasAdded(added) {
            _ = try supplyAttachment(bytes)
            return (row, nil)
        }
        return (
            row,
            try append(
                [EventDraft(stream: AddedBank.stream, type: "bank.added", data: .json(added.data))],
                attachments: [bytes])
        )
    }

    /// Whether this person has added a bank, which then stays when a link sets another person's events aside.
    private func hasAdded(_ bank: AddedBank) throws -> Bool {
        let person = try principal
        return try events(of: AddedBank.stream, ofType: "bank.added").contains { event in
            event.envelope.actor == person && event.data?["digest"] == .string(bank.digest.hex)
        }
    }
}
