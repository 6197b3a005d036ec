import EventModel
import PracticeTests
import Testing

@Suite struct FigureTests {
    @Test("T-2.1b, T-6.2b, T-7.1b, T-10.4: percent and verdict of every score of the vectors") func scores() throws {
        let rows = try bankVectors("practice-score-vectors.csv")
        #expect(rows.count == 11)
        for row in rows {
            let score = try #require(row["score_of_50"].flatMap { Int($0) })
            #expect(Score.percent(score, of: 50) == row["percent"].flatMap { Int($0) })
            for mark in [70, 72, 75, 80, 82, 83, 85] {
                #expect(
                    Score.isPassed(score, of: 50, markPercent: mark) == (row["mark\(mark)"] == "pass"),
                    "\(score) at \(mark)")
            }
        }
    }

    @Test(
        "percents are rounded half up", arguments: [(1, 200, 1), (1, 201, 0), (2, 3, 67), (0, 0, 0), (199, 200, 100)])
    func percents(part: Int, whole: Int, percent: Int) { #expect(Score.percent(part, of: whole) == percent) }

    @Test("T-2.1d, T-3.2.3, T-7.1h, T-7.1c, T-10.5, T-Z.1: probability, composite and face of every row of the vectors")
    func probabilities() throws {
        let rows = try bankVectors("practice-pass-probability-vectors.csv")
        #expect(rows.count == 9)
        for row in rows {
            // A reader that drops empty cells takes the row without tests apart.
            let isEmpty = row["tests_taken"] != row["best_scores_of_50"].map { String($0.split(separator: " ").count) }
            if isEmpty { continue }
            let scores = try #require(row["best_scores_of_50"]).split(separator: " ").compactMap { Int($0) }
            let probability = PassProbability(bestScores: scores, mastered: 0)
            let thousandths = try #require(row["mean_over_taken"]).filter { $0 != "." }
            #expect(probability.thousandths == Int(thousandths), "\(scores)")
            let ofFour = try #require(row["mean_over_four"]).filter { $0 != "." }
            #expect(probability.thousandthsOfFour * 10 == Int(ofFour), "\(scores)")
            #expect(
                probability.readinessPercent == row["composite_percent_tests_only"].flatMap { Int($0) }, "\(scores)")
            #expect(probability.face == row["tiger_face_by_percent_over_four"].flatMap { Int($0) }, "\(scores)")
        }
        let none = PassProbability(bestScores: [], mastered: 0)
        #expect((none.thousandths, none.averageBestTenths) == (nil, nil))
        #expect((none.thousandthsOfFour, none.readinessPercent, none.face) == (0, 0, 8))
    }

    @Test(
        "faces begin at 100, 85, 70, 55, 40, 25 and 10 percent over four, truncated",
        arguments: [
            (200, 1), (199, 2), (170, 2), (169, 3), (140, 3), (139, 4), (110, 4), (109, 5), (80, 5), (79, 6), (50, 6),
            (49, 7), (20, 7), (19, 8), (0, 8),
        ]) func faces(sum: Int, face: Int)
    {
        let scores = (0..<4).map { sum / 4 + ($0 < sum % 4 ? 1 : 0) }
        #expect(PassProbability(bestScores: scores, mastered: 0).face == face)
    }

    @Test(
        "training and tests make readiness by an eighth each, half up",
        arguments: [(0, 0), (1, 0), (2, 1), (50, 13), (100, 25), (200, 50)])
    func readiness(mastered: Int, percent: Int) {
        #expect(PassProbability(bestScores: [], mastered: mastered).readinessPercent == percent)
    }
}

@Suite struct TrainingQueueTests {
    private func ids(_ numbers: Int...) -> [QuestionID] { numbers.map { QuestionID(nil, $0) } }

    @Test("T-3.2.1: wrong goes to the end, right is mastered, a later wrong takes that back") func turns() {
        var queue = TrainingQueue(items: ids(1, 2, 3))
        #expect(queue.next == QuestionID(nil, 1))
        queue.record(QuestionID(nil, 1), isCorrect: false)
        #expect(queue.open == ids(2, 3, 1))
        queue.record(QuestionID(nil, 2), isCorrect: true)
        #expect((queue.open, queue.mastered) == (ids(3, 1), 1))
        queue.record(QuestionID(nil, 3), isCorrect: true)
        queue.record(QuestionID(nil, 1), isCorrect: true)
        #expect((queue.next, queue.mastered) == (nil, 3))
        queue.record(QuestionID(nil, 2), isCorrect: false)
        #expect((queue.open, queue.mastered, queue.isMastered(QuestionID(nil, 2))) == (ids(2), 2, false))
        // Alone it may come again at once.
        queue.record(QuestionID(nil, 2), isCorrect: false)
        #expect(queue.next == QuestionID(nil, 2))
        queue.record(QuestionID(nil, 77), isCorrect: true)
        #expect(queue.mastered == 2)
    }

    @Test(
        "T-3.2.1: however answers fall, none comes twice in a row while another is open, and a plain list tells the same",
        arguments: 1...20 as ClosedRange<UInt64>)
    func noRepeats(seed: UInt64) {
        var order = Shuffle(seed: "queue \(seed)")
        let items = (1...12).map { QuestionID(nil, $0) }
        var queue = TrainingQueue(items: items)
        var list = items
        var last: QuestionID?
        for _ in 0..<300 {
            // Most answers are to the next question; some to any, as another device gives them.
            let asked = order.below(6) == 0 ? items[Int(order.below(12))] : queue.next ?? items[Int(order.below(12))]
            if asked == queue.next, list.count > 1 { #expect(asked != last) }
            let isCorrect = order.below(3) > 0
            queue.record(asked, isCorrect: isCorrect)
            list.removeAll { $0 == asked }
            if !isCorrect { list.append(asked) }
            #expect(queue.open == list)
            #expect(queue.mastered == 12 - list.count)
            last = isCorrect ? nil : asked
        }
    }
}
