import Engine
import EventModel
import EventStore

extension Ledger {
    /// Writes lost events again from a source, in one commit, and rebuilds projections that do not add up. Where damage
    /// remains, or the file cannot be opened, builds a new store of what is whole and of what the source has.
    ///
    /// An event from the source counts only where the log gives the root of its head row with it. In place, positions,
    /// streams and arrival times stay, and the state digest is what it was. In a new store events arrive anew, and the
    /// damaged file stays beside it. No other program may have the ledger open.
    /// - Parameter inPlace: False where opening the file ended a process: then only a new store can be made.
    /// - Throws: `Fault`: 75 while another program has it open, 74 for a file that cannot be opened and for which no
    ///   whole new store can be made, 65 for a source that is none. Nothing was changed then.
    @available(*, noasync)
    package static func repair(
        at path: String, from source: RepairSource, inPlace: Bool = true, environment: LedgerEnvironment = .init()
    ) throws -> RepairReport {
        try translated {
            let report: RepairReport
            do {
                guard inPlace else { throw StoreError.inconsistent("a page of data.mdb could not be read") }
                report = try repairInPlace(at: path, from: source, environment)
            } catch  where isMendedByNewStore(error) {
                guard let rebuilt = try rebuild(at: path, from: source, environment) else { throw unrepaired(error) }
                return rebuilt
            }
            if report.verified.isSound { return report }
            return try rebuild(at: path, from: source, environment) ?? report
        }
    }

    /// Whether the file, or the rows in it, are not as they were written.
    private static func isMendedByNewStore(_ error: any Error) -> Bool {
        guard let fault = translation(of: error) as? Fault else { return false }
        return ["store.damaged", "store.truncated", "store.rolledBack", "ledger.foreign"].contains(fault.code)
    }

    /// The damage, with what to do where a source has not all that is lost.
    private static func unrepaired(_ error: any Error) -> any Error {
        guard let fault = translation(of: error) as? Fault else { return error }
        let isSetBack = fault.code == "store.rolledBack"
        return Fault(
            fault.kind, code: fault.code, message: fault.message,
            hint: "Nothing was changed: this copy does not prove all that is lost. Repair from another copy, or "
                + (isSetBack
                    ? "go on with what is here, under a new origin: daybook repair --as-is"
                    : "save what is whole: daybook export --salvage FILE"))
    }

    private static func repairInPlace(
        at path: String, from source: RepairSource, _ environment: LedgerEnvironment
    ) throws -> RepairReport {
        let ledger = try open(at: path, .alone, environment: environment)
        defer { ledger.close() }
        let engine = ledger.engine
        try engine.read { try engine.provePages($0) }
        let lost = try engine.read { try engine.lostEvents($0) + engine.lostBodies($0) }
        var search = LostEventSearch(lost)
        if !lost.isEmpty { try search.read(source, environment) }
        let restored = try engine.restore(lost) { search.events(at: $0) }
        let verified = try ledger.verifyEvents()
        // A body that came back changes answers; what is damaged does once all that was lost is here. Only a ledger
        // whose events can all be folded gets other projections.
        let isStale = try engine.read { try !engine.keptIsCurrent($0) }
        guard isStale || !verified.isSound && restored == lost.count, ledger.canBeFolded else {
            return RepairReport(
                lost: lost.count, restored: restored, isRebuilt: false, keptFile: nil, zoneGiven: nil,
                verified: verified)
        }
        try engine.rebuildKept()
        return RepairReport(
            lost: lost.count, restored: restored, isRebuilt: true, keptFile: nil, zoneGiven: nil,
            verified: try ledger.verifyEvents())
    }

    private var canBeFolded: Bool {
        // Damage is what this asks for; `verify` has named it.
        (try? foldFromNothing()) != nil
    }
}
