package import Engine
package import EventCodec
package import EventModel
import EventSourcing

/// The facts about a signature that the stream of its lock shows.
package struct LockContext: Hashable, Sendable {
    package let author: PrincipalID
    /// The day of the flight that the lock covers; nil where a covered event is not here or has no body.
    package let day: CivilDate?
    /// Whether no lock in its past has the same signature: one response that two devices used is one signature.
    let isFirstUse: Bool
    /// The fields of the lock, which the signature does not cover: the signer's name, the end of the certificate.
    package let fields: RecordFields
}

/// The contexts of the locks of one stream.
package struct LockContexts {
    private let loaded: LoadedStream
    private let indices: [EventID: Int]
    private let laterUses: Set<Int>

    /// - Complexity: O(events), once for each 64 signatures that several locks have.
    package init(_ loaded: LoadedStream) {
        self.loaded = loaded
        indices = Dictionary(loaded.events.indices.map { (loaded.events[$0].id, $0) }) { first, _ in first }
        var locks: [[UInt8]: [Int]] = [:]
        for (index, event) in loaded.events.enumerated() where event.role == .lock {
            if let witness = event.payload?.engine.witness { locks[witness.signature, default: []].append(index) }
        }
        laterUses = LockContexts.later(locks.values.filter { $0.count > 1 }, loaded, indices)
    }

    package subscript(index: Int, covers: [EventID]) -> LockContext {
        let event = loaded.events[index]
        return LockContext(
            author: event.actor, day: day(covers), isFirstUse: !laterUses.contains(index),
            fields: RecordFields(body: event.payload?.asWritten.body ?? [0xA0]))
    }

    /// The locks that have another one of their group in their past.
    private static func later(_ groups: [[Int]], _ loaded: LoadedStream, _ indices: [EventID: Int]) -> Set<Int> {
        if groups.isEmpty { return [] }
        let basis = loaded.events.map { event in event.basis.compactMap { indices[$0] } }
        var later: Set<Int> = []
        // One bit for each group, so that thousands of groups take few passes.
        for start in stride(from: 0, to: groups.count, by: UInt64.bitWidth) {
            var (own, past) = ([UInt64](repeating: 0, count: basis.count), [UInt64](repeating: 0, count: basis.count))
            for (bit, group) in groups[start...].prefix(UInt64.bitWidth).enumerated() {
                for index in group { own[index] = 1 << UInt64(bit) }
            }
            for index in loaded.fold.order {
                for before in basis[index] { past[index] |= past[before] | own[before] }
                if own[index] & past[index] != 0 { later.insert(index) }
            }
        }
        return later
    }

    /// The date that the first covered create and the covered edits after it wrote.
    private func day(_ covers: [EventID]) -> CivilDate? {
        let covered = Set(covers.compactMap { indices[$0] })
        guard !covered.isEmpty, covered.count == Set(covers).count else { return nil }
        var (day, isCreated) = (CivilDate?.none, false)
        for index in covered.count == 1 ? Array(covered) : loaded.fold.order.filter(covered.contains) {
            guard let content = loaded.events[index].payload?.asWritten else { return nil }
            let role = content.schema.role
            guard role == .create ? !isCreated : role == .edit && isCreated else { continue }
            isCreated = true
            let date = WrittenFields.value(of: "date", in: content)?.stringValue
            day = date.flatMap { CivilDate($0) } ?? day
        }
        return day
    }
}
