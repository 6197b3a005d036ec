import LedgerTestSupport
import Logbook

/// The effect of one input on a reader.
enum Verdict: Equatable {
    case accepted, refused
    /// A promise was broken: which one.
    case violation(String)
}

/// A reader under test: makes inputs from a seed, and holds what the reader does with one against its promise.
protocol FuzzTarget {
    /// The next input; the same for the same state of `random`.
    func input(_ random: inout SeededRandom) -> [UInt8]
    /// The input with that number; every number has its own generator, so that one can be made again alone.
    func input(number: UInt64, seed: UInt64) -> [UInt8]
    mutating func run(_ input: [UInt8]) -> Verdict
}

/// The targets by name, cheapest first, each with how it is prepared.
enum Targets {
    static let all: [(name: String, cost: Cost, make: @Sendable (Corpora, String) throws -> any FuzzTarget)] = [
        ("cbor", .cheap, { corpora, _ in try CBORTarget(corpora) }),
        ("envelope", .cheap, { corpora, _ in EnvelopeTarget(corpora) }),
        ("body", .cheap, { corpora, _ in BodyTarget(corpora) }),
        ("body-json", .cheap, { corpora, _ in BodyJSONTarget(corpora) }),
        ("head", .cheap, { corpora, _ in HeadTarget(corpora) }),
        ("export-line", .cheap, { corpora, _ in ExportLineTarget(corpora) }),
        ("json", .cheap, { corpora, _ in try JSONTarget(corpora) }),
        ("row", .cheap, { _, _ in RowTarget() }),
        ("text", .cheap, { _, _ in TextTarget() }),
        ("trap", .none, { _, _ in TrapTarget() }),
        ("csv", .dear, { corpora, _ in try CSVTarget(corpora) }),
        ("csv-foreflight", .dear, { corpora, _ in try CSVTarget(corpora, .foreflight) }),
        ("csv-myflightbook", .dear, { corpora, _ in try CSVTarget(corpora, .myflightbook) }),
        ("csv-logten", .dear, { corpora, _ in try CSVTarget(corpora, .logten) }),
        ("csv-solotrack", .dear, { corpora, _ in try CSVTarget(corpora, .solotrack) }),
        ("append", .dear, { corpora, scratch in try AppendTarget(corpora, scratch: scratch) }),
        ("exchange", .dear, { corpora, scratch in try ExchangeTarget(corpora, scratch: scratch) }),
        ("signed", .dear, { corpora, scratch in try SignedTarget(corpora, scratch: scratch) }),
    ]

    /// `none`: not part of a run of all.
    enum Cost: String, Sendable { case cheap, dear, none }

    static func named(_ name: String) throws -> (Corpora, String) throws -> any FuzzTarget {
        guard let target = all.first(where: { $0.name == name }) else {
            throw Complaint(
                "There is no target \"\(name)\"; the targets are \(all.map(\.name).joined(separator: ", ")).")
        }
        return target.make
    }
}

extension FuzzTarget {
    func input(number: UInt64, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: (seed &+ number &* 0xD134_2543_DE82_EF95) ^ (number << 32))
        _ = random.next()
        return input(&random)
    }

    /// A smaller input with the same violation: pieces are taken out for as long as it stays, for at most five seconds.
    mutating func smaller(_ input: [UInt8], _ violation: Verdict) -> [UInt8] {
        var best = input
        var width = max(1, best.count / 2)
        let end = ContinuousClock.now + .seconds(5)
        while width >= 1 {
            var at = 0
            while at < best.count, ContinuousClock.now < end {
                var candidate = best
                candidate.removeSubrange(at..<min(at + width, best.count))
                if case .violation(let reason) = run(candidate), case .violation(reason) = violation {
                    best = candidate
                } else {
                    at += width
                }
            }
            width /= 2
        }
        return best
    }
}

/// A reader that traps, so that the watcher can be tested: input 5 and 15 end the process.
struct TrapTarget: FuzzTarget {
    func input(_ random: inout SeededRandom) -> [UInt8] { [] }
    func input(number: UInt64, seed: UInt64) -> [UInt8] { [UInt8(truncatingIfNeeded: number)] }

    func run(_ input: [UInt8]) -> Verdict {
        precondition(input.first.map { $0 % 10 != 5 } ?? true, "a trap for the test")
        return .accepted
    }
}
