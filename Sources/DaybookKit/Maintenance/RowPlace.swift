package import Engine
package import EventModel
import EventSourcing
package import EventStore

/// The stream of an imported row, and whether the row is there already.
package struct RowPlace: Sendable {
    package enum Standing: Equatable, Sendable {
        case unknown, counts
        /// With the import that brought it: importing it again brings it back.
        case takenBack(with: StreamID?)
        /// By hand: it stays so.
        case removed(byAnother: Bool)
        /// For ever: its id is used up.
        case erased
    }

    package let stream: StreamID
    package let standing: Standing
    /// Another person's record under an id of the row, which is not the row.
    package let squatter: StreamID?
    /// The undos that hold it back.
    package var noteCount = 0

    package init(stream: StreamID, standing: Standing, squatter: StreamID?, noteCount: Int = 0) {
        (self.stream, self.standing, self.squatter, self.noteCount) = (stream, standing, squatter, noteCount)
    }

    /// Whether an import writes the row.
    package var isFresh: Bool { standing == .unknown || isTakenBack }
    package var isTakenBack: Bool { if case .takenBack = standing { true } else { false } }

    /// Why a row stands under another id than its own; nil where it does not, or is not written.
    package var renaming: String? {
        guard isFresh, let squatter else { return nil }
        return "Another person's record \(squatter.kind)/\(squatter.id.prefix(12)) has an id of this row. "
            + "The row is added under \(stream.id.prefix(12))."
    }
}

extension Ledger {
    /// Whether a record under an id of a row, by another person, holds what the row holds.
    package typealias SameContent = (_ index: Int, _ record: LoadedStream, borrowing StoreRead) throws -> Bool

    /// Where rows are, or go, in their order.
    ///
    /// A row is there if a record under one of its ids is by this person, or by another person and says the same and
    /// counts. Any other record does not suppress it: the row goes under the next id, which follows from the first.
    /// - Complexity: O(rows), and one more read for each record of another person under an id of a row.
    package func places(of rows: [DerivedStream], _ ids: DerivedIDs, isSame: SameContent) throws -> [RowPlace] {
        try withView(.now) { known, _, transaction in
            let person = try transaction.storeRecord().principal
            var searches = rows.map(RowSearch.init)
            let first = rows.indices.map { Look(index: $0, stream: rows[$0].stream, isOld: false) }
            try search(first, &searches, known, person, transaction, isSame)
            for turn in 0..<(rows.map(\.earlier.count).max() ?? 0) {
                let earlier = rows.indices.filter { searches[$0].standing == nil && turn < rows[$0].earlier.count }
                    .map { Look(index: $0, stream: rows[$0].earlier[turn], isOld: true) }
                try search(earlier, &searches, known, person, transaction, isSame)
            }
            var turn = 1
            while true {
                let open = rows.indices.filter { searches[$0].isOpen }
                if open.isEmpty { break }
                let next = open.map { Look(index: $0, stream: ids.next(turn, after: rows[$0].stream), isOld: false) }
                try search(next, &searches, known, person, transaction, isSame)
                turn += 1
            }
            return searches.map(\.place)
        }
    }

    private struct Look {
        let index: Int
        let stream: StreamID
        let isOld: Bool
    }

    /// Reads one more stream of each of these rows.
    private func search(
        _ asked: [Look], _ searches: inout [RowSearch], _ known: KnownAt, _ person: PrincipalID,
        _ transaction: borrowing StoreRead,
        _ isSame: SameContent
    ) throws {
        var found: [(look: Look, record: LoadedStream)] = []
        var next = 0
        try engine.streams(asked.map(\.stream), knownAt: known, transaction) { loaded in
            let look = asked[next]
            next += 1
            if let loaded {
                found.append((look, loaded))
            } else if !look.isOld {
                searches[look.index].free = look.stream
            }
        }
        for (look, record) in found {
            let isOther = searches[look.index].isOfAnother(record, than: person)
            let same = try isOther && isSame(look.index, record, transaction)
            searches[look.index].add(record, by: person, isOld: look.isOld, isSame: same)
        }
    }

    package func place(of row: DerivedStream, _ ids: DerivedIDs, isSame: SameContent = { _, _, _ in false }) throws
        -> RowPlace
    {
        try places(of: [row], ids, isSame: isSame)[0]
    }
}

/// The search for one row under its ids.
private struct RowSearch {
    private let first: StreamID
    private(set) var stream: StreamID?
    private(set) var standing: RowPlace.Standing?
    private(set) var squatter: StreamID?
    /// A stream that has no events.
    var free: StreamID?

    init(_ row: DerivedStream) { first = row.stream }

    private var noteCount = 0

    var isOpen: Bool { standing == nil && free == nil }
    var place: RowPlace {
        RowPlace(
            stream: stream ?? free ?? first, standing: standing ?? .unknown, squatter: standing == nil ? squatter : nil,
            noteCount: noteCount)
    }

    /// Whether the create of a record is another person's.
    func isOfAnother(_ loaded: LoadedStream, than person: PrincipalID) -> Bool {
        loaded.events.contains { $0.id == loaded.fold.created && $0.actor != person }
    }

    mutating func add(_ loaded: LoadedStream, by person: PrincipalID, isOld: Bool, isSame: Bool) {
        if let found = RowSearch.standing(of: loaded, by: person, isOld: isOld, isSame: isSame) {
            (stream, standing, noteCount) = (loaded.stream, found, loaded.links.takenBackBy.count)
        } else if !isOld || loaded.fold.created != nil {
            squatter = squatter ?? loaded.stream
        }
    }

    /// Nil for a stream that is not the row's.
    private static func standing(
        of loaded: LoadedStream, by person: PrincipalID, isOld: Bool, isSame: Bool
    ) -> RowPlace.Standing? {
        let fold = loaded.fold
        if fold.isErased || fold.erasers.contains(person) {
            return loaded.events.contains { $0.actor == person && !$0.links.isErasure } ? .erased : nil
        }
        guard let created = fold.created else {
            return !isOld && loaded.events.allSatisfy { $0.actor == person } ? .unknown : nil
        }
        func isOwn(_ id: EventID) -> Bool { loaded.events.contains { $0.id == id && $0.actor == person } }
        let removes = fold.standingRemoves
        if isOwn(created) {
            if !removes.isEmpty { return .removed(byAnother: !removes.contains(where: isOwn)) }
            return loaded.links.mask?.reason == .takenBack ? .takenBack(with: loaded.batch) : .counts
        }
        guard isSame else { return nil }
        if !removes.isEmpty { return removes.contains(where: isOwn) ? .removed(byAnother: false) : nil }
        return loaded.links.mask == nil ? .counts : nil
    }
}
