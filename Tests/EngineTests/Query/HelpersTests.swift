@testable import Engine
import EventStore
import LedgerTestSupport
import Synchronization
import Testing

/// The threads that make parts of answers, and what is offered to them.
@Suite struct HelpersTests {
    /// An object that work retains.
    private final class Held: Sendable {}

    /// Counts what was done.
    private final class Tally: Sendable {
        private let number = Atomic(0)
        var value: Int { number.load(ordering: .sequentiallyConsistent) }
        func add() { number.add(1, ordering: .sequentiallyConsistent) }
    }

    /// Work that goes on until it is let go.
    private final class Gate: Sendable {
        private let entered = StoreSignal()
        private let opened = StoreSignal()
        func work() {
            entered.signal()
            opened.wait()
        }
        func waitUntilEntered() { entered.wait() }
        func open() { opened.signal() }
    }

    @Test("what nobody has begun is taken back, and nobody does it then")
    func reclaimed() {
        let (helpers, gate, done) = (Helpers(1), Gate(), Tally())
        let busy = helpers.offer { gate.work() }
        gate.waitUntilEntered()
        let waiting = helpers.offer { done.add() }
        #expect(waiting.end())
        waiting.run()
        helpers.serve(StoreThread.current)
        gate.open()
        #expect(!busy.end())
        // The helper has gone on, and what was taken back was none of what it came to.
        let next = helpers.offer { done.add() }
        next.run()
        _ = next.end()
        #expect(done.value == 1)
    }

    @Test("what was begun is waited for, and done once, whoever comes to it")
    func begun() {
        let helpers = Helpers(2)
        for _ in 0..<2_000 {
            let done = Tally()
            let offer = helpers.offer { done.add() }
            offer.run()
            let isUnbegun = offer.end()
            #expect(done.value == 1 && !isUnbegun)
        }
    }

    @Test("what the work holds is let go before its end is told")
    func letGo() {
        let helpers = Helpers(1)
        for _ in 0..<4_000 {
            var held: Held? = Held()
            weak let seen = held
            let gate = Gate()
            let offer = helpers.offer { [held] in
                gate.work()
                withExtendedLifetime(held) {}
            }
            held = nil
            gate.waitUntilEntered()
            gate.open()
            #expect(!offer.end())
            #expect(seen == nil)
        }
    }

    @Test("where all helpers are busy everybody goes on alone")
    func busy() throws {
        // More than there are helpers, so that none is left; each is let go at the end.
        let gates = (0..<StoreThread.processors).map { _ in Gate() }
        let offers = gates.map { gate in Helpers.shared.offer { gate.work() } }
        defer {
            for gate in gates { gate.open() }
            for offer in offers { _ = offer.end() }
        }
        let (one, other) = atOnce {
            1
        } and: {
            2
        }
        #expect((one, other) == (1, 2))
        #expect(try inHalves(of: 10, worthAThread: 2) { Array($0) } == [Array(0..<5), Array(5..<10)])
        var taken: [Int] = []
        try inPieces(of: 1_000, PieceSize(numbers: 7, weightAhead: 3, least: 2)) {
            Array($0)
        } receive: { (piece: [Int]) in
            taken += piece
        }
        #expect(taken == Array(0..<1_000))
    }

    @Test("work within work within work ends, on however many threads at once")
    func nested() throws {
        @Sendable func sum(_ range: Range<Int>) -> Int {
            if range.count < 4 { return range.reduce(0, +) }
            let middle = (range.lowerBound + range.upperBound) / 2
            let (first, second) = atOnce {
                sum(range.lowerBound..<middle)
            } and: {
                sum(middle..<range.upperBound)
            }
            return first + second
        }
        let threads = (0..<6).map { _ in StoreThread() }
        let wrong = Tally()
        for thread in threads {
            let isGiven = try thread.enqueue {
                for count in 0..<60 where sum(0..<count * 10) != (0..<count * 10).reduce(0, +) { wrong.add() }
            }
            #expect(isGiven)
        }
        for thread in threads { thread.stop() }
        #expect(wrong.value == 0)
    }

    @Test(
        "what a thread offers while another makes pieces for it is done between two of them, and nothing that others offer"
    )
    func served() throws {
        let helpers = Helpers(1)
        let (owner, gate, mine, others, seen) = (StoreThread.current, Gate(), Tally(), Tally(), AnswerBox<[Int]>())
        let pieces = helpers.offer {
            gate.work()
            // As after a piece.
            helpers.serve(owner)
            seen.set(.success([mine.value, others.value]))
        }
        gate.waitUntilEntered()
        let made = AnswerBox<Offer>()
        let other = StoreThread()
        let isGiven = try other.enqueue { made.set(.success(helpers.offer { others.add() })) }
        #expect(isGiven)
        other.stop()
        let own = helpers.offer { mine.add() }
        gate.open()
        #expect(try seen.wait(isSoon: false) == [1, 0])
        #expect(!own.end() && !pieces.end())
        _ = try made.wait(isSoon: false).end()
    }

    @Test("a thread that makes pieces ahead does between two of them what their owner offers before it takes any")
    func servedBetweenPieces() throws {
        let (helpers, gate, done, waited, makers) = (Helpers(1), Gate(), Tally(), Tally(), Makers())
        var (servedBy, taken): (UInt, [Int]) = (0, [])
        try inPieces(
            of: 100_000, PieceSize(numbers: 1, weightAhead: 1 << 40, least: 2), by: helpers,
            before: {
                gate.waitUntilEntered()
                (_, servedBy) = atOnce(by: helpers) {
                    gate.open()
                    // Else it would be taken back; the pieces take longer than this.
                    _ = StoreThread.yields(for: .seconds(60)) { done.value > 0 }
                    waited.add()
                } and: {
                    done.add()
                    return StoreThread.current
                }
            },
            { numbers in
                if makers.isFirst(StoreThread.current) { gate.work() }
                _ = StoreThread.yields(for: .milliseconds(1)) { waited.value > 0 }
                return numbers.lowerBound
            }, receive: { taken.append($0) })
        #expect(taken == Array(0..<100_000))
        #expect(makers.first == servedBy && servedBy != StoreThread.current)
    }

    /// Which thread made a piece first.
    private final class Makers: Sendable {
        private let thread = Mutex<UInt?>(nil)
        var first: UInt? { thread.withLock { $0 } }
        func isFirst(_ current: UInt) -> Bool {
            thread.withLock { thread in
                if thread != nil { return false }
                thread = current
                return true
            }
        }
    }

    @Test("what fails before any piece is taken ends the making of pieces")
    func failedBefore() throws {
        struct Broken: Error {}
        let (helpers, made) = (Helpers(1), Tally())
        #expect(throws: Broken.self) {
            try inPieces(
                of: 100_000, PieceSize(numbers: 1, weightAhead: 1 << 40, least: 2), by: helpers,
                before: { throw Broken() }
            ) { numbers in
                made.add()
                // All of them would take minutes.
                _ = StoreThread.yields(for: .milliseconds(2)) { false }
                return numbers.lowerBound
            } receive: { _ in
                Issue.record("nothing is to be taken")
            }
        }
        let count = made.value
        _ = StoreThread.yields(for: .milliseconds(20)) { false }
        #expect(made.value == count && count < 100_000)
    }

    @Test("behind a piece that cannot be made no further one is begun, while its owner is busy")
    func failedMaking() throws {
        struct Broken: Error {}
        let (helpers, made) = (Helpers(1), Tally())
        var goesOn = false
        #expect(throws: Broken.self) {
            try inPieces(
                of: 1_000_000, PieceSize(numbers: 1, weightAhead: 1 << 40, least: 2), by: helpers,
                // Meanwhile all pieces are the helper's.
                before: { goesOn = StoreThread.yields(for: .milliseconds(200)) { made.value > 11 } }
            ) { (numbers: Range<Int>) throws -> Int in
                made.add()
                if numbers.lowerBound == 10 { throw Broken() }
                return numbers.lowerBound
            } receive: { _ in
            }
        }
        #expect(!goesOn && made.value > 10)
    }

    @Test(
        "pieces of several parts come in the order of the parts and of their numbers, each number once, and of each part at least one piece"
    )
    func parts() throws {
        let seed: UInt64 = 20_261_125
        var random = SeededRandom(seed: seed)
        for round in 0..<60 {
            let counts = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
                [0, 1, 511, 512, 513, 3_000].randomElement(using: &random) ?? 0
            }
            var taken: [[Int]] = counts.map { _ in [] }
            var pieces: [Int] = []
            try inPieces(ofEach: counts, weight: { $0.count }) { part, numbers in
                numbers.map { part * 10_000 + $0 }
            } receive: { part, numbers, made in
                #expect(made == numbers.map { part * 10_000 + $0 })
                taken[part] += made
                pieces.append(part)
            }
            #expect(
                taken == counts.enumerated().map { part, count in (0..<count).map { part * 10_000 + $0 } },
                "seed \(seed), round \(round): \(counts)")
            #expect(
                pieces == pieces.sorted() && Set(pieces) == Set(counts.indices),
                "seed \(seed), round \(round): \(counts)")
        }
    }
}
