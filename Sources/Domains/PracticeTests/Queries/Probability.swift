/// How likely a person is to pass, by the best scores of the tests that they have finished. All figures are whole
/// numbers.
public struct PassProbability: Hashable, Sendable {
    /// The best scores out of 50, one for each test with a finished attempt; four at the most.
    public let bestScores: [Int]
    /// Of the four training sets together the questions that are mastered: 0 to 200.
    public let mastered: Int

    package init(bestScores: [Int], mastered: Int) {
        // Four tests and four sets of 50.
        precondition(bestScores.count <= 4 && bestScores.allSatisfy((0...50).contains) && (0...200).contains(mastered))
        self.bestScores = bestScores
        self.mastered = mastered
    }

    private var sum: Int { bestScores.reduce(0, +) }

    /// The mean over the tests taken in thousandths, half up; nil where none was.
    public var thousandths: Int? {
        bestScores.isEmpty ? nil : PassProbability.halfUp(1000 * sum, 50 * bestScores.count)
    }

    /// The mean over all four tests in thousandths, exact; a test that was not taken counts as 0.
    public var thousandthsOfFour: Int { 5 * sum }

    /// The mean best score over the tests taken in tenths, half up; nil where none was.
    public var averageBestTenths: Int? { bestScores.isEmpty ? nil : PassProbability.halfUp(10 * sum, bestScores.count) }

    /// Four training sets and four tests with an eighth each, in whole percents, half up.
    public var readinessPercent: Int { PassProbability.halfUp(100 * (mastered + sum), 400) }

    /// 1 (all right) to 8, by the best scores over four tests, their percents truncated.
    public var face: Int {
        let percent = sum / 2
        return (PassProbability.thresholds.firstIndex { percent >= $0 } ?? PassProbability.thresholds.count) + 1
    }

    private static let thresholds = [100, 85, 70, 55, 40, 25, 10]

    private static func halfUp(_ numerator: Int, _ denominator: Int) -> Int {
        (2 * numerator + denominator) / (2 * denominator)
    }
}
