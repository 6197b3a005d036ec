import DaybookKit
import Engine
import EventCodec
import EventModel
import Logbook

extension Ledger {
    /// Refuses entries that claim an origin which is not here: an import (`batch`) that does not exist, or another
    /// entry (`copiedFrom`) that accepted codes that only an import may; and the undo of such an import. Entries of an
    /// import are made with their batch and are not checked. O(entries given as JSON).
    func checkOrigins(of drafts: [EventDraft]) throws {
        var known: Set<StreamID> = []
        for (index, draft) in drafts.enumerated() {
            do {
                switch draft.type {
                case "batch.imported": known.insert(draft.stream)
                case "batch.undone": try requireImport(draft.stream, &known)
                case "flight.logged": if case .json(let data) = draft.data { try checkOrigin(of: data, &known) }
                default: break
                }
            } catch { throw DraftRefusal(index: index, reason: error) }
        }
    }

    /// Refuses an import that does not exist.
    private func requireImport(_ batch: StreamID, _ known: inout Set<StreamID>) throws {
        if known.contains(batch) { return }
        guard try record(batch) != nil else { throw Ledger.batchUnknown(batch.text) }
        known.insert(batch)
    }

    private func checkOrigin(of data: JSONValue, _ known: inout Set<StreamID>) throws {
        if let name = data["batch"]?.stringValue {
            // The schema refuses a text that is no stream name, or no record has it.
            guard let batch = StreamID(name), batch.kind == "batch" else { throw Ledger.batchUnknown(name) }
            return try requireImport(batch, &known)
        }
        guard case .array(let codes)? = data["accepted"], let source = data["copiedFrom"]?.stringValue else { return }
        let claimed = codes.compactMap(\.stringValue).filter {
            FlightRule(rawValue: $0).map { $0.mayBeAccepted(byImport: true) && !$0.isWarning } ?? false
        }
        if claimed.isEmpty { return }
        let accepted = try StreamID(source).flatMap { try flight($0)?.flight.acceptedOfImport } ?? []
        if let code = claimed.first(where: { !accepted.contains($0) }), let rule = FlightRule(rawValue: code) {
            throw Rejection(
                code: code, message: rule.message,
                hint: "Only an import may accept \(code), and \(source) is no entry of one that did.")
        }
    }
}
