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

/// As `inHalves`, in small pieces that this thread takes in their order and that need not all be held at once.
///
/// Whichever of the two threads is free makes the next one: while this one waits for somebody to read what it writes, the other goes on, some pieces ahead.
package func inPieces<Piece: Sendable>(
    of count: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Piece, take: (Piece) throws -> Void
) throws {
    guard count >= numbersWorthAThread else { return try take(make(0..<count)) }
    let pieces = Pieces(of: count, make)
    let thread = StoreThread()
    defer { thread.stop() }
    let isGiven = thread.enqueue { while pieces.makeAhead() {} }
    precondition(isGiven, "a new thread takes work")
    // Where one cannot be made or taken, no further one is begun.
    defer { pieces.end() }
    for number in 0..<pieces.count { try take(pieces.piece(number)) }
}

package let numbersWorthAThread = 2_048

/// The pieces of some work, each made by the thread that comes first.
private final class Pieces<Piece: Sendable>: Sendable {
    private struct State: Sendable {
        var begun = 0
        var made: [(piece: Result<Piece, any Error>, isAhead: Bool)?]
    }

    private static var numbersOfAPiece: Int { 1_024 }
    /// As many may wait to be taken.
    private static var piecesAhead: Int { 32 }

    let count: Int
    private let numbers: Int
    private let make: @Sendable (Range<Int>) throws -> Piece
    private let state: Mutex<State>
    private let ready = StoreSignal()
    /// Stands for as many pieces as may still be made ahead.
    private let room = StoreSignal()

    init(of numbers: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Piece) {
        self.numbers = numbers
        self.make = make
        count = (numbers + Pieces.numbersOfAPiece - 1) / Pieces.numbersOfAPiece
        state = Mutex(State(made: Array(repeating: nil, count: count)))
        for _ in 0..<Pieces.piecesAhead { room.signal() }
    }

    /// Makes the next piece for the other thread, once there is room for it; false where there is none.
    func makeAhead() -> Bool {
        room.wait()
        return makeNext(isAhead: true)
    }

    /// Makes the next piece that nobody has begun; false where there is none.
    private func makeNext(isAhead: Bool) -> Bool {
        let next = state.withLock { state -> Int? in
            guard state.begun < count else { return nil }
            defer { state.begun += 1 }
            return state.begun
        }
        guard let next else { return false }
        let first = next * Pieces.numbersOfAPiece
        let piece = Result { try make(first..<min(first + Pieces.numbersOfAPiece, numbers)) }
        state.withLock { $0.made[next] = (piece, isAhead) }
        ready.signal()
        return true
    }

    /// Gives a piece away; makes others until it is there.
    func piece(_ number: Int) throws -> Piece {
        while true {
            let made = state.withLock { state in
                defer { state.made[number] = nil }
                return state.made[number]
            }
            if let made {
                if made.isAhead { room.signal() }
                return try made.piece.get()
            }
            // All were begun: the other thread makes it. A signal may be of one that was taken since.
            if !makeNext(isAhead: false) { ready.wait() }
        }
    }

    func end() {
        state.withLock { $0.begun = count }
        room.signal()
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
