import EventStore

/// Parts of some work on the numbers below a count, in their order: one of each half, on two threads, where there are many; else one part.
package func inHalves<Part: Sendable>(of count: Int, _ make: @escaping @Sendable (Range<Int>) throws -> Part) throws -> [Part] {
    guard count >= numbersWorthAThread else { return [try make(0..<count)] }
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

private let numbersWorthAThread = 2_048

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
