import EventStore
import Synchronization

/// Parts of some work on the numbers below a count, in their order: one of each half, on two threads, where there are many; else one part.
///
/// `least`: how many are worth a thread.
package func inHalves<Part: Sendable>(
    of count: Int, worthAThread least: Int = numbersWorthAThread, _ make: @escaping @Sendable (Range<Int>) throws -> Part
) throws -> [Part] {
    guard count >= least else { return [try make(0..<count)] }
    let half = count / 2
    let thread = StoreThread()
    defer { thread.stop() }
    let box = AnswerBox<Part>()
    let isGiven = thread.enqueue { box.set(Result { try make(half..<count) }) }
    precondition(isGiven, "a new thread takes work")
    let own = Result { try make(0..<half) }
    let other = Result { try box.wait(isSoon: false) }
    return [try own.get(), try other.get()]
}

/// How some work is cut into pieces, and how far a second thread may go ahead with them.
package struct PieceSize: Sendable {
    /// Numbers of a piece.
    let numbers: Int
    /// As much may wait to be taken.
    let weightAhead: Int
    /// How many numbers are worth a thread.
    let least: Int

    package init(numbers: Int = 1_024, weightAhead: Int = 32, least: Int = numbersWorthAThread) {
        (self.numbers, self.weightAhead, self.least) = (numbers, weightAhead, least)
    }

    /// So many bytes that wait end the going ahead, so that what is made is never held at once.
    package static let ofEvents = PieceSize(numbers: 128, weightAhead: 4 << 20)

    /// Of each figure some lines are told.
    package static let ofFigures = PieceSize(numbers: 8, least: 32)

    /// As above, so many bytes ahead.
    package static let ofToldFigures = PieceSize(numbers: 8, weightAhead: 4 << 20, least: 32)
}

/// As `inHalves`, in small pieces that this thread takes in their order and that need not all be held at once.
///
/// Whichever of the two threads is free makes the next one: while this one waits for somebody to read what it writes, the other goes on, some pieces ahead; so it
/// does while this one is at what it has to do `before`.
package func inPieces<Piece: Sendable>(
    of count: Int, _ size: PieceSize = PieceSize(), weight: @escaping @Sendable (Piece) -> Int = { _ in 1 },
    before: () throws -> Void = {}, _ make: @escaping @Sendable (Range<Int>) throws -> Piece, take: (Piece) throws -> Void
) throws {
    let pieces = Pieces(of: count, size, weight)
    try pieces.takeAll(make, beside: { while pieces.makeAhead(make) {} }, before: before, take)
}

package let numbersWorthAThread = 2_048

/// The pieces of some work, each made by the thread that comes first.
final class Pieces<Piece: Sendable>: Sendable {
    private struct State: Sendable {
        var begun = 0
        var made: [Result<Piece, any Error>?]
        /// Of those that were made and not taken.
        var weight = 0
    }

    private let count: Int
    private let numbers: Int
    private let size: PieceSize
    private let weight: @Sendable (Piece) -> Int
    private let state: Mutex<State>
    private let ready = StoreSignal()
    /// Signalled whenever a piece was taken.
    private let taken = StoreSignal()

    init(of numbers: Int, _ size: PieceSize, _ weight: @escaping @Sendable (Piece) -> Int) {
        (self.numbers, self.size, self.weight) = (numbers, size, weight)
        count = (numbers + size.numbers - 1) / size.numbers
        state = Mutex(State(made: Array(repeating: nil, count: count)))
    }

    /// Gives all pieces in their order; `make` makes one on this thread, and `beside` calls `makeAhead` on the other, where there are many. What this thread
    /// does `before` goes on while the other begins.
    func takeAll(
        _ make: (Range<Int>) throws -> Piece, beside: @escaping @Sendable () -> Void, before: () throws -> Void = {}, _ take: (Piece) throws -> Void
    ) throws {
        guard numbers >= size.least else {
            try before()
            for number in 0..<count { try take(make(range(number))) }
            return
        }
        let thread = StoreThread()
        defer { thread.stop() }
        let isGiven = thread.enqueue(beside)
        precondition(isGiven, "a new thread takes work")
        // Where one cannot be made or taken, no further one is begun.
        defer { end() }
        try before()
        for number in 0..<count { try take(piece(number, make)) }
    }

    /// Makes the next piece for the other thread, once there is room for it; false where there is none.
    func makeAhead(_ make: (Range<Int>) throws -> Piece) -> Bool {
        while isFull { taken.wait() }
        return makeNext(make)
    }

    /// Whether enough waits to be taken; never once all are begun, when nobody has to wait for room.
    private var isFull: Bool { state.withLock { $0.weight >= size.weightAhead && $0.begun < count } }

    private func range(_ number: Int) -> Range<Int> { number * size.numbers..<min((number + 1) * size.numbers, numbers) }

    /// Makes the next piece that nobody has begun; false where there is none.
    private func makeNext(_ make: (Range<Int>) throws -> Piece) -> Bool {
        let next = state.withLock { state -> Int? in
            guard state.begun < count else { return nil }
            defer { state.begun += 1 }
            return state.begun
        }
        guard let next else { return false }
        let piece = Result { try make(range(next)) }
        let weight = weight(of: piece)
        state.withLock { state in
            state.made[next] = piece
            state.weight += weight
        }
        ready.signal()
        return true
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
                taken.signal()
                return try made.get()
            }
            // Where all were begun, or enough wait, the other thread makes it. A signal may be of one that was taken since.
            if isFull || !makeNext(make) { ready.wait() }
        }
    }

    private func end() {
        state.withLock { $0.begun = count }
        taken.signal()
    }
}

/// What two closures give that run at once, the second on a thread of its own.
package func atOnce<First: Sendable, Second: Sendable>(_ first: () -> First, and second: @escaping @Sendable () -> Second) -> (First, Second) {
    let thread = StoreThread()
    defer { thread.stop() }
    let box = AnswerBox<Second>()
    let isGiven = thread.enqueue { box.set(.success(second())) }
    precondition(isGiven, "a new thread takes work")
    let own = first()
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
