import Engine
import EventCodec
package import EventModel
package import EventSourcing
import TransparencyLog

/// The invariants of any ledger, as functions of its observation: each returns what is wrong, nil when nothing is.
///
/// Functions of values, so that a wrong ledger can show that each fails.
package enum LedgerChecks {
    /// Positions count from 1 without a gap, versions in each stream and sequences in each log likewise.
    package static func isGapless(_ seen: Observation) -> String? {
        var versions: [StreamID: Int] = [:]
        for (index, event) in seen.events.enumerated() {
            if event.position != UInt64(index + 1) { return "position \(event.position) where \(index + 1) was due" }
            versions[event.stream, default: 0] += 1
            if event.version != versions[event.stream] {
                return "version \(event.version) of \(event.stream) where \(versions[event.stream] ?? 0) was due"
            }
        }
        for log in seen.logs {
            let sequences = Set(
                seen.events.filter { $0.envelope.origin == log.name.origin }.map(\.envelope.sequence.value))
            if sequences.isEmpty || !(0..<log.size).allSatisfy(sequences.contains) {
                return "log \(log.name) has a gap"
            }
        }
        return nil
    }

    /// The id of every event is the hash of its bytes, and none is held twice.
    package static func isContentAddressed(_ seen: Observation) -> String? {
        var ids: Set<EventID> = []
        for event in seen.events {
            if event.id != EventID(SHA256Hasher.leafHash(envelope: event.stored.envelope)) {
                return "event \(event.position) is told under another id"
            }
            if !ids.insert(event.id).inserted { return "event \(event.id.short) is held twice" }
        }
        return nil
    }

    /// P3: every event has exactly one outcome.
    package static func givesOneOutcome(_ seen: Observation) -> String? {
        var stated: [EventID: Int] = [:]
        for record in seen.records.values { for id in record.outcomes.keys { stated[id, default: 0] += 1 } }
        for event in seen.events where stated[event.id] != 1 {
            return "event \(event.id.short) has \(stated[event.id] ?? 0) outcomes"
        }
        return stated.count == seen.events.count ? nil : "\(stated.count) outcomes for \(seen.events.count) events"
    }

    /// P4: while a lock stands the state is one of the signed contents; undisputed: that one. Nothing removes a locked
    /// record.
    package static func locksHold(_ seen: Observation, _ registry: Registry) -> String? {
        for (stream, record) in seen.records where !record.standing.isEmpty {
            let signed = record.standing.compactMap { id in seen.events.first { $0.id == id }?.fold.links.content }
            guard let state = record.state, let content = registry.rules(of: stream).content(state, form: 1) else {
                return "\(stream) is locked over nothing"
            }
            if signed.count != record.standing.count { return "a lock of \(stream) signs nothing" }
            if signed[0] != content { return "\(stream) is locked over other content than was signed" }
            if record.isDisputed != (Set(signed).count > 1) {
                return "\(stream) is disputed \(record.isDisputed) with \(Set(signed).count) contents"
            }
            if record.isRemoved { return "\(stream) is locked and removed" }
        }
        return nil
    }

    /// An event that arrived is never changed, moved or lost.
    package static func onlyGrows(from before: Observation, to after: Observation) -> String? {
        if after.events.count < before.events.count {
            return "\(before.events.count - after.events.count) events are gone"
        }
        for (old, new) in zip(before.events, after.events) where old != new {
            return "event \(old.position) is another"
        }
        if Array(after.changes.prefix(before.changes.count)) != before.changes {
            return "a change of outcome is another"
        }
        return nil
    }

    /// While the same lock governs undisputed, the content stays.
    package static func lockedContentStays(from before: Observation, to after: Observation) -> String? {
        for (stream, old) in before.records {
            guard let lock = old.standing.first, !old.isDisputed, let new = after.records[stream],
                new.standing.first == lock, !new.isDisputed
            else { continue }
            if old.state?.fields != new.state?.fields { return "\(stream) changed under its lock" }
        }
        return nil
    }

    /// P5: voiding an undisputed lock with all of the stream seen changes nothing but the lock.
    package static func voidChangesOnlyTheLock(_ stream: StreamID, from before: Observation, to after: Observation)
        -> String?
    {
        guard let old = before.records[stream], old.standing.count == 1, let new = after.records[stream] else {
            return nil
        }
        if !new.standing.isEmpty { return "\(stream) is still locked" }
        if old.state != new.state { return "the void changed \(stream)" }
        if new.isRemoved { return "the void removed \(stream)" }
        // A signature may have held off the effect of other streams on the record; its void lets that effect through.
        if before.records.mapValues(\.mask) != after.records.mapValues(\.mask) { return nil }
        return before.days == after.days ? nil : "the void of \(stream) changed the sums of days"
    }

    /// P2: the same events give the same logs, records, outcomes and sums, whatever the order they arrived in.
    package static func agree(_ left: Observation, _ right: Observation) -> String? {
        let ours = Set(left.events.map(\.id))
        let theirs = Set(right.events.map(\.id))
        if ours != theirs { return "\(ours.symmetricDifference(theirs).count) events are held by one only" }
        return difference(left.shared, right.shared)
    }

    /// Every unit is whole: the last event of each log ends one.
    package static func unitsAreWhole(_ seen: Observation) -> String? {
        for log in seen.logs where log.size > 0 {
            let last = seen.events.filter {
                $0.envelope.origin == log.name.origin && $0.envelope.sequence.value == log.size - 1
            }
            if !last.contains(where: { $0.envelope.flags.contains(.lastOfUnit) }) {
                return "log \(log.name) ends within a unit"
            }
        }
        return nil
    }

    /// D-2: the answers equal a fold of the raw events.
    package static func equalsRefold(_ seen: Observation, _ registry: Registry) -> String? {
        var folded = Observation()
        (folded.records, folded.days) = Observation.refold(seen.events, registry)
        var stated = seen.shared
        stated.logs = []
        return difference(stated, folded)
    }

    /// Where two observations differ first.
    package static func difference(_ left: Observation, _ right: Observation) -> String? {
        if left == right { return nil }
        if left.events.count != right.events.count { return "\(left.events.count) and \(right.events.count) events" }
        for (one, other) in zip(left.events, right.events) where one != other {
            return
                "event \(one.position): \(one.envelope.type) \(one.stream) v\(one.version) \(one.id.short), and \(other.envelope.type) \(other.stream) v\(other.version) \(other.id.short)"
        }
        if left.logs != right.logs {
            return "logs \(left.logs.map { "\($0.name) \($0.size)" }) and \(right.logs.map { "\($0.name) \($0.size)" })"
        }
        for stream in Set(left.records.keys).union(right.records.keys).sorted()
        where left.records[stream] != right.records[stream] {
            return "record \(stream): \(describe(left.records[stream])), and \(describe(right.records[stream]))"
        }
        if left.days != right.days { return "the sums of days differ" }
        return "the changes of outcome differ: \(left.changes.count) and \(right.changes.count)"
    }

    private static func describe(_ record: HeldRecord?) -> String {
        guard let record else { return "none" }
        let outcomes = record.outcomes.sorted { $0.key < $1.key }.map { "\($0.key.short) \($0.value)" }
        return
            "standing \(record.standing.map(\.short)) removed \(record.isRemoved) disputed \(record.isDisputed) \(record.mask.map { "\($0.reason) \($0.by.short)" } ?? "") \(outcomes)"
    }
}
