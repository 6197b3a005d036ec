import Engine
import EventModel
import EventStore

extension Ledger {
    /// Goes on with a whole store that is behind its checkpoint file, as after its file was put back from an older
    /// copy. The origin is retired and its key deleted; the next write begins a new one. What is missing stays welcome:
    /// an import or an exchange brings it back.
    ///
    /// No other program may have the ledger open.
    /// - Throws: `Rejection` `repair.notSetBack` where the store is not behind; `Fault` 74 for a damaged store, which
    ///   stays as it is, and 75 while another program has it open. O(ledger).
    @available(*, noasync)
    package static func repairAsItIs(at path: String, environment: LedgerEnvironment = .init()) throws -> RepairReport {
        try translated {
            let registry = try registry(of: environment)
            let folder = LedgerFolder(path: path, allowsOthers: environment.allowsSharedFolder)
            let store = try EventStore.open(
                folder, .alone, mapByteCount: environment.mapByteCount, comparesCheckpoint: false)
            let zone = environment.zone ?? UniversalTime()
            let engine = EngineCore(store: store, configuration: configuration(registry, zone, environment))
            let ledger = Ledger(engine, zone: zone, environment)
            defer { ledger.close() }
            let found = try ledger.verifyEvents()
            if let damage = found.damage.first(where: { !$0.isOfCheckpoint }) { throw damagedBesides(damage) }
            guard let checkpoint = store.checkpointAtOpen.newest, !found.isSound else { throw notSetBack }
            let lost = checkpoint.position - min(checkpoint.position, found.events)
            try engine.goOn(after: checkpoint)
            return RepairReport(
                lost: Int(lost), restored: 0, isRebuilt: false, keptFile: nil, zoneGiven: nil,
                verified: try ledger.verifyEvents())
        }
    }

    private static let notSetBack = Rejection(
        code: "repair.notSetBack",
        message: "The store is not behind its checkpoint file: there is nothing to go on from.",
        hint: "Nothing was changed. \"daybook doctor\" shows what is wrong, and what mends it.")

    private static func damagedBesides(_ damage: Damage) -> Fault {
        Fault(
            .damaged, code: "store.damaged", message: "The store is damaged: \(damage.reason).",
            hint: "Nothing was changed. \"daybook repair --from FILE\" restores what is lost from a backup or another "
                + "copy.")
    }
}
