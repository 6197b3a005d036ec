import EventStore
import Synchronization

/// Makes a part of each half of `0..<count` on two threads where `count >= least`, else one part of all.
///
/// - Returns: The parts in order.
package func inHalves<Part: Sendable>(
    of count: Int, worthAThread least: Int = numbersWorthAThread,
    _ make: @escaping @Sendable (Range<Int>) throws -> Part
) throws -> [Part] {
    guard count >= least else { return [try make(0..<count)] }
    let half = count / 2
    let (own, other) = atOnce {
        Result { try make(0..<half) }
    } and: {
        Result { try make(half..<count) }
    }
    return [try own.get(), try other.get()]
}

/// How some work is cut into pieces, and how far a second thread may go ahead with them.
package struct PieceSize: Sendable {
    /// Numbers of a piece.
    package let numbers: Int
    /// As much may wait to be taken.
    let weightAhead: Int
    /// How many numbers are worth a thread.
    let least: Int

    package init(numbers: Int = 1_024, weightAhead: Int = 32, least: Int = numbersWorthAThread) {
        (self.numbers, self.weightAhead, self.least) = (numbers, weightAhead, least)
    }

    /// So many bytes that wait end the going ahead, so that what is made is never held at once.
    package static let ofEvents = PieceSize(numbers: 128, weightAhead: 4 << 20)

    /// Of several parts of one answer: small enough for both threads to have their share of each.
    fileprivate static let numbersOfPart = 512

    /// For figures: each piece makes the lines of a few of them.
    package static let ofFigures = PieceSize(numbers: 8, least: 32)

    /// For figures that are written ahead, up to a number of bytes.
    package static let ofListedFigures = PieceSize(numbers: 8, weightAhead: 4 << 20, least: 32)
}

/// Makes small pieces of some work on two threads; this thread takes them in order, and they need not all be in memory
/// at once.
///
/// The thread that is free makes the next piece. While this one waits for its reader, the other goes on, some pieces
/// ahead. So it does during `before`, and it runs parts of `before` that are offered with `atOnce`.
package func inPieces<Piece: Sendable>(
    of count: Int, _ size: PieceSize = PieceSize(), weight: @escaping @Sendable (Piece) -> Int = { _ in 1 },
    before: () throws -> Void = {}, _ make: @escaping @Sendable (Range<Int>) throws -> Piece,
    receive: (Piece) throws -> Void
) throws {
    try inPieces(of: count, size, by: .shared, weight: weight, before: before, make, receive: receive)
}

/// The same by given helpers.
func inPieces<Piece: Sendable>(
    of count: Int, _ size: PieceSize, by helpers: Helpers, weight: @escaping @Sendable (Piece) -> Int = { _ in 1 },
    before: () throws -> Void,
    _ make: @escaping @Sendable (Range<Int>) throws -> Piece, receive: (Piece) throws -> Void
) throws {
    let pieces = Pieces(of: count, size, by: helpers, weight)
    let owner = StoreThread.current
    try pieces.forEachPiece(
        make, beside: { while pieces.makeAhead(make) { helpers.serve(owner) } }, before: before, receive)
}

/// The same for several counts, one part for each. A part has at least one piece, whose range is empty where the count
/// is 0.
package func inPieces<Piece: Sendable>(
    ofEach counts: [Int], weight: @escaping @Sendable (Piece) -> Int,
    _ make: @escaping @Sendable (_ part: Int, Range<Int>) throws -> Piece,
    receive: (_ part: Int, Range<Int>, Piece) throws -> Void
) throws {
    let pieces = counts.indices.flatMap { part in
        stride(from: 0, to: max(counts[part], 1), by: PieceSize.numbersOfPart).map {
            (part: part, numbers: $0..<min($0 + PieceSize.numbersOfPart, counts[part]))
        }
    }
    let isMuch = counts.reduce(0, +) >= numbersWorthAThread
    let size = PieceSize(numbers: 1, weightAhead: 4 << 20, least: isMuch ? 1 : Int.max)
    var next = 0
    try inPieces(of: pieces.count, size, weight: weight) {
        try make(pieces[$0.lowerBound].part, pieces[$0.lowerBound].numbers)
    } receive: {
        try receive(pieces[next].part, pieces[next].numbers, $0)
        next += 1
    }
}

/// The pieces of some work, each made by the thread that comes first.
final class Pieces<Piece: Sendable>: Sendable {
    private struct State: Sendable {
        var begun = 0
        var made: [Result<Piece, any Error>?]
        /// Of those that were made and not taken.
        var weight = 0
        /// Whether another thread makes some, or has been asked to.
        var isHelped = false
    }

    private let count: Int
    private let numbers: Int
    private let size: PieceSize
    private let helpers: Helpers
    private let weight: @Sendable (Piece) -> Int
    private let state: Mutex<State>
    private let ready = StoreSignal()

    init(
        of numbers: Int, _ size: PieceSize, by helpers: Helpers = .shared, _ weight: @escaping @Sendable (Piece) -> Int
    ) {
        (self.numbers, self.size, self.helpers, self.weight) = (numbers, size, helpers, weight)
        count = (numbers + size.numbers - 1) / size.numbers
        state = Mutex(State(made: Array(repeating: nil, count: count)))
    }

    /// Gives all pieces in their order. `make` makes one on this thread; `beside` calls `makeAhead` on the other until
    /// it is false, where there are many. The `before` of this thread runs while the other begins.
    func forEachPiece(
        _ make: (Range<Int>) throws -> Piece, beside: @escaping @Sendable () -> Void, before: () throws -> Void = {},
        _ receive: (Piece) throws -> Void
    ) throws {
        guard numbers >= size.least else {
            try before()
            for number in 0..<count { try receive(make(range(number))) }
            return
        }
        state.withLock { $0.isHelped = true }
        var offer = helpers.offer(beside)
        // Where one cannot be taken, no further one is begun.
        defer {
            state.withLock { $0.begun = count }
            _ = offer.end()
        }
        try before()
        for number in 0..<count {
            let piece = try piece(number, make)
            if asksForHelp() {
                _ = offer.end()
                offer = helpers.offer(beside)
            }
            try receive(piece)
        }
    }

    /// Makes the next piece for the other thread; false where there is none, or enough wait to be taken: then that
    /// thread is done, until it is asked again.
    func makeAhead(_ make: (Range<Int>) throws -> Piece) -> Bool {
        guard let next = claim(ahead: true) else { return false }
        self.make(next, make)
        return true
    }

    private func range(_ number: Int) -> Range<Int> {
        number * size.numbers..<min((number + 1) * size.numbers, numbers)
    }

    /// The next piece that no thread has begun; nil where there is none, or no room for pieces made ahead.
    private func claim(ahead: Bool) -> Int? {
        state.withLock { state in
            guard state.begun < count, state.weight < size.weightAhead else {
                if ahead { state.isHelped = false }
                return nil
            }
            defer { state.begun += 1 }
            return state.begun
        }
    }

    private func make(_ number: Int, _ make: (Range<Int>) throws -> Piece) {
        let piece = Result { try make(range(number)) }
        let weight = weight(of: piece)
        state.withLock { state in
            state.made[number] = piece
            state.weight += weight
            // Those before it were begun already; of those behind it none will be taken.
            if case .failure = piece { state.begun = count }
        }
        ready.signal()
    }

    private func weight(of piece: Result<Piece, any Error>) -> Int {
        guard case .success(let piece) = piece else { return 0 }
        return weight(piece)
    }

    /// Gives a piece away; makes others until it is there.
    private func piece(_ number: Int, _ make: (Range<Int>) throws -> Piece) throws -> Piece {
        while true {
            let made = state.withLock { state in
                defer { state.made[number] = nil }
                return state.made[number]
            }
            if let made {
                let weight = weight(of: made)
                state.withLock { $0.weight -= weight }
                return try made.get()
            }
            // Where all were begun, or enough wait, the other thread makes it. A signal may be of one that was taken
            // since.
            if let next = claim(ahead: false) { self.make(next, make) } else { ready.wait() }
        }
    }

    /// Whether another thread is to be asked for more; once, until it has done what there was room for.
    private func asksForHelp() -> Bool {
        state.withLock { state in
            guard !state.isHelped, state.begun < count, state.weight < size.weightAhead else { return false }
            state.isHelped = true
            return true
        }
    }
}

package let numbersWorthAThread = 2_048

/// The results of two closures that run at once, where another thread is free for the second.
package func atOnce<First: Sendable, Second: Sendable>(
    _ first: () -> First, and second: @escaping @Sendable () -> Second
) -> (First, Second) {
    atOnce(by: .shared, first, and: second)
}

/// The same by given helpers.
func atOnce<First: Sendable, Second: Sendable>(
    by helpers: Helpers, _ first: () -> First, and second: @escaping @Sendable () -> Second
) -> (First, Second) {
    let box = AnswerBox<Second>()
    let offer = helpers.offer { box.set(.success(second())) }
    let own = first()
    if offer.end() { return (own, second()) }
    guard let other = try? box.wait(isSoon: false) else { preconditionFailure("a closure that cannot fail") }
    return (own, other)
}

/// The numbers below a count, each for one of several threads: for whichever comes first.
package final class Claims: Sendable {
    private let count: Int
    private let next = Atomic(0)

    package init(_ count: Int) { self.count = count }

    /// The next number, ascending; nil where all are taken.
    package func claim() -> Int? {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}
