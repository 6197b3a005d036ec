import EventSourcing
import Glibc
import SetAsideComparison

/// set-aside-comparer --histories N --seed S
///
/// Plays each history twice; prints one JSON line. The first that differs is reported with its seed and its fewest
/// steps, and ends the run with status 1.
var values: [String: String] = [:]
var rest = CommandLine.arguments.dropFirst()
while let name = rest.popFirst() {
    guard name.hasPrefix("--"), let value = rest.popFirst() else {
        print("usage: set-aside-comparer [--histories N] [--seed S] [--limit FAILURES]")
        exit(64)
    }
    values[String(name.dropFirst(2))] = value
}
let histories = UInt64(values["histories"] ?? "100") ?? 100
let first = UInt64(values["seed"] ?? "1") ?? 1
let limit = Int(values["limit"] ?? "1") ?? 1
let mistake = values["mutant"].flatMap(SetAsideMistake.init)
if values["mutant"] != nil, mistake == nil {
    print("The mutants are \(SetAsideMistake.allCases.map(\.rawValue).joined(separator: ", ")).")
    exit(64)
}
let start = ContinuousClock.now
var seen: [String: Int] = [:]
var (compared, incomparable, failures) = (0, 0, 0)
for seed in first..<first + histories {
    let history = SetAsideHistory(seed: seed, mistake: mistake)
    // This one is to be found by changing times alone.
    if mistake == .timesOfAll, history.comparison != .retimed { continue }
    do {
        let audits = seed % 16 == 0
        switch try history.run(repeats: values["repeats"] == "yes", audits: audits) {
        case .equal(let found):
            compared += 1
            seen.merge(found, uniquingKeysWith: +)
        case .incomparable: incomparable += 1
        case .differs:
            failures += 1
            let (difference, story) = try history.shrunk(audits: audits)
            print("seed \(seed), \(history.comparison): \(difference)")
            for line in story { print("  \(line)") }
        }
    } catch {
        failures += 1
        print("seed \(seed), \(history.comparison): \(error)")
    }
    fflush(nil)
    if failures >= limit { break }
}
let seconds = (ContinuousClock.now - start).components.seconds
let stated = seen.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
let counts = "\"compared\":\(compared),\"incomparable\":\(incomparable),\"failures\":\(failures)"
print("{\"histories\":\(histories),\"seed\":\(first),\(counts),\"seconds\":\(seconds),\"seen\":{\(stated)}}")
exit(failures == 0 ? 0 : 1)
