/// The questions of a training set in the order in which they come: a wrong one goes to the end, a right one is
/// mastered and comes no more until it is answered wrong again.
///
/// A pure fold of the answers: what was just answered wrong is last, so that no question comes twice in a row while
/// another is open.
public struct TrainingQueue: Hashable, Sendable {
    /// In fixed order.
    public let items: [QuestionID]
    /// Of each item when it comes, ascending; nil while it is mastered.
    private var turns: [Int?]
    private let places: [QuestionID: Int]
    private var latest: Int
    public private(set) var mastered = 0

    /// Before any answer. O(items).
    public init(items: [QuestionID]) {
        self.items = items
        turns = Array(items.indices)
        places = Dictionary(zip(items, items.indices)) { first, _ in first }
        latest = items.count
    }

    /// Takes one answer; a question of another set is passed over. O(1).
    public mutating func record(_ question: QuestionID, isCorrect: Bool) {
        guard let place = places[question] else { return }
        let wasMastered = turns[place] == nil
        if isCorrect {
            if !wasMastered { mastered += 1 }
            turns[place] = nil
        } else {
            if wasMastered { mastered -= 1 }
            turns[place] = latest
            latest += 1
        }
    }

    /// The question that comes next; nil when all are mastered. O(items).
    public var next: QuestionID? {
        var first: (turn: Int, place: Int)?
        for (place, turn) in turns.enumerated() {
            if let turn, first.map({ turn < $0.turn }) ?? true { first = (turn, place) }
        }
        return first.map { items[$0.place] }
    }

    /// The questions that are open, in the order in which they come. O(items · log items).
    public var open: [QuestionID] {
        turns.enumerated().compactMap { place, turn in turn.map { (turn: $0, place: place) } }.sorted {
            $0.turn < $1.turn
        }.map { items[$0.place] }
    }

    public func isMastered(_ question: QuestionID) -> Bool { places[question].map { turns[$0] == nil } ?? false }
}
