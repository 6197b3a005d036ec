import Engine
import EventCodec
import EventModel
import EventSourcing

/// What the stream of a lock shows about the signature in it.
struct LockContext: Hashable, Sendable {
    let author: PrincipalID
    /// The day of the flight that the lock covers; nil where a covered event is not here or has no body.
    let day: CivilDate?
    /// Whether no lock in its past has the same signature: one response that two devices used is one signature.
    let isFirstUse: Bool
}

/// The contexts of the locks of one stream.
struct LockContexts {
    private let loaded: LoadedStream
    private let indices: [EventID: Int]
    private let laterUses: Set<Int>

    /// - Complexity: O(events), and O(events) for each signature that several locks have.
    init(_ loaded: LoadedStream) {
        self.loaded = loaded
        indices = Dictionary(loaded.events.indices.map { (loaded.events[$0].id, $0) }) { first, _ in first }
        var locks: [[UInt8]: [Int]] = [:]
        for (index, event) in loaded.events.enumerated() where event.role == .lock {
            if let witness = event.payload?.engine.witness { locks[witness.signature, default: []].append(index) }
        }
        var later: Set<Int> = []
        for same in locks.values where same.count > 1 {
            later.formUnion(LockContexts.later(Set(same), loaded, indices))
        }
        laterUses = later
    }

    subscript(index: Int, covers: [EventID]) -> LockContext {
        LockContext(author: loaded.events[index].actor, day: day(covers), isFirstUse: !laterUses.contains(index))
    }

    /// Those that have another of them in their past.
    private static func later(_ locks: Set<Int>, _ loaded: LoadedStream, _ indices: [EventID: Int]) -> [Int] {
        var follows = [Bool](repeating: false, count: loaded.events.count)
        for index in loaded.fold.order {
            follows[index] = loaded.events[index].basis.contains { id in
                indices[id].map { follows[$0] || locks.contains($0) } ?? false
            }
        }
        return locks.filter { follows[$0] }
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
