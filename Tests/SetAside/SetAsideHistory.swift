package import EventSourcing
import LedgerTestSupport

/// A history by its seed, played twice: in the second play the person who is set aside does something else.
package struct SetAsideHistory: Sendable {
    package enum Comparison: String, CaseIterable, Sendable {
        /// Nothing after the choice.
        case silent
        /// The same at other times.
        case retimed
        /// Nothing at all.
        case absent

        /// Whether what differs lies before the choice, too. There the owner does only what rests on nothing that the
        /// other person could have written, and the other person begins no record.
        var isOfAllTime: Bool { self != .silent }
    }

    package let seed: UInt64
    package let comparison: Comparison
    package let steps: [SetAsideStep]
    private let mistake: SetAsideMistake?

    /// - Parameter mistake: What the owner's ledgers do wrong.
    package init(seed: UInt64, mistake: SetAsideMistake? = nil) {
        self.mistake = mistake
        var random = SeededRandom(seed: seed)
        self.seed = seed
        comparison = random.oneIn(3) ? (random.oneIn(2) ? .retimed : .absent) : .silent
        let count = 20 + random.below(14)
        let choice = comparison.isOfAllTime ? count * 2 / 3 : [0, count / 3, count / 2, count / 2][random.below(4)]
        let takesOn = comparison == .silent
        let erases = comparison == .silent && random.oneIn(4)
        steps = (0..<count).map { number in
            let kind: SetAsideStep.Kind
            switch random.below(20) {
            case _ where number == choice: kind = .choose
            case 0..<3 where takesOn && number < choice: kind = .takeOn(random.below(2))
            case 0..<6: kind = SetAsideHistory.delivery(&random)
            case 6..<13: kind = .own(random.below(2))
            case 13, 15: kind = .meet(random.below(2))
            case 16 where erases: kind = .erase
            case 14 where number > choice && random.oneIn(2): kind = .ask
            default: kind = .other
            }
            return SetAsideStep(kind: kind, seed: random.next(), second: Int64(number + 1) * 601)
        }
    }

    private static func delivery(_ random: inout SeededRandom) -> SetAsideStep.Kind {
        let from = random.below(3)
        return .deliver(from, (from + 1 + random.below(2)) % 3)
    }

    /// How the two plays end.
    package enum Result: Sendable {
        /// The events and refusals of the first play, counted by name.
        case equal([String: Int])
        /// Before the choice the owner's acts went another way already, so that nothing can be compared.
        case incomparable
        /// The difference, and the story of the first play.
        case differs(String, story: [String])
    }

    /// Plays the steps given, all of them without, twice.
    ///
    /// - Parameters:
    ///   - repeats: The second play is the first again.
    ///   - audits: The stores are held against their own audit as well.
    package func run(_ chosen: [SetAsideStep]? = nil, repeats: Bool = false, audits: Bool = false) throws -> Result {
        let steps = chosen ?? steps
        let one = try SetAsidePlay(seed: seed, .init(isOfAllTime: comparison.isOfAllTime, mistake: mistake))
        try one.run(steps)
        var other = SetAsidePlay.Variant(isOfAllTime: comparison.isOfAllTime, mistake: mistake)
        switch comparison {
        case _ where repeats: break
        case .silent: other.silence = .afterChoice
        case .retimed: other.timesSeed = 0x7153
        case .absent: other.silence = .always
        }
        let two = try SetAsidePlay(seed: seed, other)
        try two.run(steps)
        for (first, second) in zip(one.events, two.events) {
            switch (first, second) {
            case (.act(let first, let isAfterChoice), .act(let second, _)) where first != second:
                if !isAfterChoice { return .incomparable }
                let answers = try one.lastAnswers().difference(try two.lastAnswers()) ?? "the answers are equal"
                return .differs(
                    "an act of the owner\n  first play:  \(first)\n  second play: \(second)\n  \(answers)",
                    story: one.story)
            case (.answers(let device, let first), .answers(_, let second)):
                if let difference = first.difference(second) {
                    return .differs("\(device): \(difference)", story: one.story)
                }
            default: break
            }
        }
        if audits, let fault = try one.fault() { return .differs(fault, story: one.story) }
        return .equal(try one.sights())
    }

    /// The fewest steps that still differ, found by leaving out more and more.
    package func shrunk(audits: Bool = false) throws -> (difference: String, story: [String]) {
        guard case .differs(var difference, var story) = try run(audits: audits) else { return ("nothing", []) }
        var steps = steps
        var piece = max(1, steps.count / 2)
        while true {
            var isShorter = false
            var start = 0
            while start < steps.count {
                let range = start..<min(start + piece, steps.count)
                let fewer = steps.indices.filter { !range.contains($0) || steps[$0].kind == .choose }.map { steps[$0] }
                if fewer.count < steps.count, case .differs(let found, let shorter) = try run(fewer, audits: audits) {
                    (steps, difference, story, isShorter) = (fewer, found, shorter, true)
                } else {
                    start += piece
                }
            }
            if piece == 1, !isShorter { return (difference, story) }
            piece = max(1, piece / 2)
        }
    }
}
