import Glibc
import SyncSimulation

/// sync-simulator --histories N --seed S --ledgers model|store|copies
///
/// Prints one JSON line. A failing history is reported with its seed and its fewest steps, and ends the run with status
/// 1.
var values: [String: String] = [:]
var rest = CommandLine.arguments.dropFirst()
while let name = rest.popFirst() {
    guard name.hasPrefix("--"), let value = rest.popFirst() else {
        print("usage: sync-simulator [--histories N] [--seed S] [--ledgers model|store|copies]")
        exit(64)
    }
    values[String(name.dropFirst(2))] = value
}
let histories = UInt64(values["histories"] ?? "1000") ?? 1000
let first = UInt64(values["seed"] ?? "1") ?? 1
if values["ledgers"] == "copies" { exit(Int32(CopyCases.run(histories, from: first))) }
let ledgers: SimulationRun.Ledgers = values["ledgers"] == "store" ? .store : .model
var sights: [String: Int] = [:]
let clock = ContinuousClock()
let start = clock.now
for number in 0..<histories {
    let run = SimulationRun(seed: first &+ number, ledgers: ledgers)
    switch run.run() {
    case .success(let seen): sights.merge(seen, uniquingKeysWith: +)
    case .failure(let violation):
        print("seed \(first &+ number): \(violation)")
        if let (steps, smallest) = run.shrunk() {
            print("shrunk to \(steps.count) steps: \(smallest)")
            for step in steps { print("  \(step.kind) \(step.seed)") }
        }
        exit(1)
    }
}
report(histories, from: first, since: start, sights)
