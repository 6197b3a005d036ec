import AsOfComparison
import BruteForce
import Glibc

/// asof-comparer --questions N --seed S [--seconds N] [--mistake NAME]
///
/// Asks until so many questions are answered, or for so long; each history by its own seed, counted on from S; prints
/// one JSON line. A wrong answer is reported with its seed, its history and its question, and ends the run with status
/// 1.
var values: [String: String] = [:]
var rest = CommandLine.arguments.dropFirst()
while let name = rest.popFirst() {
    guard name.hasPrefix("--"), let value = rest.popFirst() else {
        print("usage: asof-comparer [--questions N] [--seed S] [--seconds N] [--mistake NAME]")
        exit(64)
    }
    values[String(name.dropFirst(2))] = value
}
let wanted = Int(values["questions"] ?? "20000") ?? 20_000
let first = UInt64(values["seed"] ?? "1") ?? 1
let mistake = values["mistake"].flatMap(Mistake.init(rawValue:))
var comparison = Comparison(mistake: mistake, atOnce: 200)
var histories: UInt64 = 0
let start = ContinuousClock.now
let end = values["seconds"].flatMap { Int($0) }.map { start + .seconds($0) }
do {
    while comparison.questions < wanted, end.map({ .now < $0 }) ?? true {
        try comparison.run(seed: first &+ histories)
        histories += 1
    }
} catch {
    print("\(error)")
    exit(1)
}
let seconds = (ContinuousClock.now - start).components.seconds
let seen = comparison.sights.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
print(
    "{\"questions\": \(comparison.questions), \"supposed\": \(comparison.supposed), \"histories\": \(histories), \"seed\": \(first), \"seconds\": \(seconds), \"seen\": {\(seen)}}"
)
