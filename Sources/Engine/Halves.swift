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
/// Whichever of the two threads is free makes the next one: while this one waits for somebody to read what it writes, the other goes on.
package func inPieces<Piece: Sendable>(
    of count: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Piece, take: (Piece) throws -> Void
) throws {
    guard count >= numbersWorthAThread else { return try take(make(0..<count)) }
    let pieces = Pieces(of: count, make)
    let thread = StoreThread()
    defer { thread.stop() }
    let isGiven = thread.enqueue { while pieces.makeNext() {} }
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
        var made: [Result<Piece, any Error>?]
    }

    private static var numbersOfAPiece: Int { 1_024 }

    let count: Int
    private let numbers: Int
    private let make: @Sendable (Range<Int>) throws -> Piece
    private let state: Mutex<State>
    private let ready = StoreSignal()

    init(of numbers: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Piece) {
        self.numbers = numbers
        self.make = make
        count = (numbers + Pieces.numbersOfAPiece - 1) / Pieces.numbersOfAPiece
        state = Mutex(State(made: Array(repeating: nil, count: count)))
    }

    /// Makes the next piece that nobody has begun; false where there is none.
    func makeNext() -> Bool {
        let next = state.withLock { state -> Int? in
            guard state.begun < count else { return nil }
            defer { state.begun += 1 }
            return state.begun
        }
        guard let next else { return false }
        let first = next * Pieces.numbersOfAPiece
        let piece = Result { try make(first..<min(first + Pieces.numbersOfAPiece, numbers)) }
        state.withLock { $0.made[next] = piece }
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
            if let made { return try made.get() }
            // All were begun: the other thread makes it. A signal may be of one that was taken since.
            if !makeNext() { ready.wait() }
        }
    }

    func end() { state.withLock { $0.begun = count } }
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
