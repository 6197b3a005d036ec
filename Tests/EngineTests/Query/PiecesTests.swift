@testable import Engine
import EventStore
import Synchronization
import Testing

/// Pieces of some work, made on two threads and taken in their order.
@Suite struct PiecesTests {
    private struct Broken: Error {}

    /// Takes all of so many numbers; what came before an error, and whether there was one.
    private func taken(_ count: Int, _ size: PieceSize, failsAt failing: Int? = nil, refusesAt refused: Int? = nil) -> (
        numbers: [Int], failed: Bool
    ) {
        var taken: [Int] = []
        do {
            try inPieces(of: count, size) { numbers in
                if let failing, numbers.contains(failing) { throw Broken() }
                return Array(numbers)
            } receive: { (piece: [Int]) in
                if let refused, piece.contains(refused) { throw Broken() }
                taken += piece
            }
        } catch {
            return (taken, true)
        }
        return (taken, false)
    }

    @Test("every number once and in order, of few and of many, whatever the size of a piece")
    func order() {
        for (numbers, weight) in [(1, 1), (7, 1), (7, 1_000), (128, 3), (1_024, 32)] {
            for count in [0, 1, 6, 7, 8, 63, 64, 65, 1_000, 5_001] {
                let size = PieceSize(numbers: numbers, weightAhead: weight, least: 64)
                let (found, failed) = taken(count, size)
                #expect(found == Array(0..<count) && !failed, "\(count) in pieces of \(numbers)")
            }
        }
    }

    @Test("what cannot be made or taken ends it: what stood before was taken, and nobody waits for ever")
    func errors() {
        let size = PieceSize(numbers: 8, weightAhead: 2, least: 64)
        for number in [0, 8, 77, 500, 999] {
            for (numbers, failed) in [taken(1_000, size, failsAt: number), taken(1_000, size, refusesAt: number)] {
                #expect(failed && numbers == Array(0..<number / 8 * 8), "at \(number)")
            }
        }
        // Of few, on one thread.
        let few = taken(60, size, failsAt: 17)
        #expect(few.failed && few.numbers == Array(0..<16))
    }

    @Test("of what nobody takes yet no more is made than may wait, and a piece for each thread")
    func ahead() throws {
        let made = Atomic(0)
        var (takenCount, most) = (0, 0)
        let (pieces, weight, ahead) = (200, 10, 50)
        try inPieces(
            of: pieces, PieceSize(numbers: 1, weightAhead: ahead, least: 2), by: Helpers(1), weight: { _ in weight },
            before: {}
        ) { numbers in
            _ = made.wrappingAdd(1, ordering: .sequentiallyConsistent)
            return numbers.lowerBound
        } receive: { _ in
            // While this one is slow the other goes on as far as it may.
            if takenCount % 20 == 0 {
                let isAhead = StoreThread.yields(for: .seconds(30)) {
                    made.load(ordering: .sequentiallyConsistent) >= min(pieces, takenCount + ahead / weight)
                }
                #expect(isAhead, "the other thread went on after piece \(takenCount)")
            }
            most = max(most, made.load(ordering: .sequentiallyConsistent) - takenCount)
            takenCount += 1
        }
        #expect(takenCount == pieces)
        // Those that wait, the one that is being taken, and one that was begun while there was room.
        #expect(most <= ahead / weight + 2)
    }
}
