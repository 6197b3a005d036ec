public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing

/// An import that was undone.
public struct UndoneImport: Sendable {
    public let batch: StreamID
    /// The undo, with its outcome.
    public let event: EventView
    /// How many entries went with it; those that were brought back since are among them.
    public let flights: Int
    /// Whether it was made after the day that the audit is asked about.
    public let isLater: Bool
}

/// Entries that came back at once: with their file, imported again, or with the undoing of an undo.
public struct BroughtBack: Sendable {
    /// The undo that their restores answer.
    public let undone: UndoneImport
    /// Two or more, in the order of their log.
    public fileprivate(set) var restores: [Restore]

    public struct Restore: Sendable {
        public let event: EventView
        let envelope: Envelope
    }
}

extension LogbookAudit {
    /// The changes of which each was made for itself, and those that one act made of many entries of an import.
    /// O(changes).
    public var changesByAct: (single: [AuditedChange], broughtBack: [BroughtBack]) {
        if undoneImports.isEmpty { return (changes, []) }
        let undone = Dictionary(undoneImports.map { ($0.event.id.hex, $0) }) { first, _ in first }
        let answers = changes.compactMap { change -> (undone: UndoneImport, restore: BroughtBack.Restore)? in
            guard change.outcome.status == .effective, let event = change.event else { return nil }
            return change.undoneEvents.lazy.compactMap { undone[$0] }.first.map {
                (undone: $0, restore: BroughtBack.Restore(event: event, envelope: event.envelope))
            }
        }.sorted {
            ($0.restore.envelope.origin, $0.restore.envelope.sequence) < (
                $1.restore.envelope.origin, $1.restore.envelope.sequence
            )
        }
        var acts: [BroughtBack] = []
        for (undone, restore) in answers {
            // The act is not held meanwhile: its restores would be copied at each.
            let goesOn = acts.last.map { $0.undone.event.id == undone.event.id && $0.goesOn(with: restore) } ?? false
            if goesOn {
                acts[acts.count - 1].restores.append(restore)
            } else {
                acts.append(BroughtBack(undone: undone, restores: [restore]))
            }
        }
        acts.removeAll { $0.restores.count == 1 }
        let gathered = Set(acts.flatMap(\.restores).map(\.event.id))
        return (changes.filter { !gathered.contains($0.id) }, acts)
    }
}

extension AuditedChange {
    /// The events that a restore undoes, in hexadecimal.
    public var undoneEvents: [String] {
        guard case .array(let events)? = event?.data?["undoes"] else { return [] }
        return events.compactMap(\.stringValue)
    }
}

extension BroughtBack {
    /// Whether a restore is of the same unit as the last one, or of one that follows on a unit of several: a long file
    /// takes several units, and what a person restores one by one stands alone.
    fileprivate func goesOn(with next: Restore) -> Bool {
        guard let last = restores.last?.envelope, last.origin == next.envelope.origin,
            last.actor == next.envelope.actor,
            last.sequence.value + 1 == next.envelope.sequence.value
        else { return false }
        return !last.flags.contains(.lastOfUnit)
            || restores.dropLast().last.map { !$0.envelope.flags.contains(.lastOfUnit) } ?? false
    }
}

extension Ledger {
    /// Why an entry is not shown, as a refusal to do something with it: it was removed, taken back, or never there.
    public func flightGone(_ stream: StreamID, named name: String, _ asOf: AsOf = .now) throws -> Rejection {
        let record = try record(stream, asOf: asOf)
        if record?.setAsideBy != nil { return RoleRejection.linkSetAside }
        if record?.isRemoved == true {
            return Rejection(
                code: "record.removed", message: "This flight was removed.",
                remedy: Remedy("flight.bringBack", "Restore it.", record: stream))
        }
        if let takenBack = try importUndo(of: stream, asOf) {
            let day = zone.date(at: takenBack.recorded)
            return Rejection(
                code: "record.takenBack",
                message:
                    "This flight was taken back with its import, \(takenBack.batch), by the undo \(takenBack.event.short) of \(day).",
                remedy: takenBack.remedy(stream))
        }
        return Rejection(
            code: "flight.unknown", message: "There is no flight \"\(name)\".",
            remedy: Remedy("flight.list", "The list of flights shows them."))
    }

    /// Every undo of an import, by the time of its recording.
    ///
    /// - Parameter gone: For each entry, the events with which it went, for each time that it went.
    func undoneImports(_ gone: [StreamID: [[EventID]]], _ day: AuditedDay, _ asOf: AsOf) throws -> [UndoneImport] {
        var batches: [StreamID] = []
        try records(kind: "batch", asOf: asOf) {
            batches.append($0.stream)
            return true
        }
        let undos = try batches.flatMap { batch in try self.undos(of: batch, asOf).map { (batch: batch, event: $0) } }
        if undos.isEmpty { return [] }
        let order = Dictionary(uniqueKeysWithValues: undos.map { ($0.event.id, $0.event.position) })
        var flights: [EventID: Int] = [:]
        for times in gone.values {
            // Of several undos the entry went with the first; a restore may answer undos and removals of its own
            // stream.
            let first = times.compactMap {
                $0.compactMap { id in order[id].map { (id: id, position: $0) } }.min { $0.position < $1.position }?.id
            }
            for undo in Set(first) { flights[undo, default: 0] += 1 }
        }
        return undos.map { undo in
            let recorded = undo.event.envelope.recorded
            return (
                recorded,
                UndoneImport(
                    batch: undo.batch, event: undo.event, flights: flights[undo.event.id] ?? 0,
                    isLater: day.isBefore(recorded))
            )
        }
        .sorted { ($0.0, $0.1.event.position) < ($1.0, $1.1.event.position) }.map(\.1)
    }
}

extension TakenBack {
    /// How the entry comes back.
    public func remedy(_ stream: StreamID) -> Remedy {
        Remedy(
            "flight.bringAllBack", "Restore it; importing its file again brings back all of them.", record: stream)
    }
}

extension LoadedStream {
    /// The events with which a record went although its own stream did not say so: those that hold now, and those that
    /// each restore answered.
    var goneWith: [[EventID]] {
        let restores = events.indices.filter { events[$0].role == .restore && fold.outcomes[$0].status == .effective }
            .map { events[$0].links.undoes }
        if restores.isEmpty, links.takenBackBy.isEmpty { return [] }
        let own = Set(events.map(\.id))
        // A record that was removed by hand did not go with its import.
        return ((fold.isRemoved ? [] : [links.takenBackBy]) + restores.filter { own.isDisjoint(with: $0) }).filter {
            !$0.isEmpty
        }
    }
}
