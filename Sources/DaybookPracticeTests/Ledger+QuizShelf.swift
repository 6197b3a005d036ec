public import DaybookKit
import Engine
import EventModel
import EventStore
public import PracticeTests
import Synchronization

extension Ledger {
    /// The banks of questions that this ledger has: those that were added to it, then those that the program carries.
    ///
    /// A state's bank is read when it is first asked for, and kept for the process. Throws `Rejection` `bank.missing`
    /// where the universal bank that was added is not here; O(banks added).
    public func questionShelf(_ asOf: AsOf = .now) throws -> BankShelf {
        // A time of before a bank was added is answered with it all the same: its questions are what they are.
        let added = try addedBanks(AsOf(on: asOf.on, known: asOf.known, supposing: asOf.supposing))
        if added.isEmpty { return .builtIn }
        let held = Set(try translated { try engine.read { try $0.blobDigests() } })
        var universal = BankShelf.builtIn.universal
        if let bank = added[nil] {
            guard let read = held.contains(bank.digest) ? try ReadBanks.shared.bank(bank, in: self) : nil else {
                throw BankRules.awaited(nil)
            }
            universal = read
        }
        return BankShelf(
            universal: universal, awaited: Set(added.values.filter { !held.contains($0.digest) }.compactMap(\.state))
        ) { state in
            guard let bank = added[state] else { return BankShelf.builtIn.bank(of: state) }
            // A file that cannot be read now is as good as none; `verify` checks the store.
            return try? ReadBanks.shared.bank(bank, in: self)
        }
    }

    /// The banks that were added last, one of each state, the universal one under nil.
    func addedBanks(_ asOf: AsOf) throws -> [StateCode?: AddedBank] {
        let banks =
            try record(AddedBank.stream, asOf: asOf, at: asOf.moment)?.registers.compactMap { AddedBank($0) } ?? []
        return Dictionary(banks.map { ($0.state, $0) }) { first, _ in first }
    }
}

/// The banks of added files that this process has read, by digest.
private final class ReadBanks: Sendable {
    static let shared = ReadBanks()
    private let banks = Mutex<[Bytes32: QuestionBank]>([:])

    /// Nil where the file is not here, or holds something else.
    func bank(_ added: AddedBank, in ledger: Ledger) throws -> QuestionBank? {
        if let bank = banks.withLock({ $0[added.digest] }) { return added.fits(bank) ? bank : nil }
        // A bank that was added elsewhere by other means than the command may be anything.
        guard let bytes = try ledger.attachment(added.digest), let bank = try? BankCheck.read(bytes).bank,
            added.fits(bank)
        else { return nil }
        let identified = bank.identified(by: added.digest)
        banks.withLock { $0[added.digest] = identified }
        return identified
    }
}
