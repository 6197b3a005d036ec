public import Daybook

/// Devices that hold the same events and give different answers, with the shortest history that was found.
public struct Divergence: Error, CustomStringConvertible {
    public let seed: UInt64
    /// The effect of each step, in order.
    public let steps: [String]
    /// Why the devices do not agree.
    public let reason: String

    public var description: String {
        "Seed \(seed): \(reason) after \(steps.count) steps:\n" + steps.map { "  \($0)" }.joined(separator: "\n")
    }
}

/// Runs random histories of an app's own commands on several devices that exchange now and then, and requires that all
/// agree at the end.
///
///     try assertConverges(medication, seeds: 1...50) { ledger, random in
///         try ledger.write { try $0.create(Dose(…), id: RecordID("\(Int.random(in: 1...9, using: &random))")) }
///     }
///
/// - Parameters:
///   - acts: How many commands a history has.
///   - act: One command on one device. A `Rejection` is an answer, and the history goes on.
///   - answer: Further answers that must be equal, as texts; by default none.
/// - Throws: `Divergence`, after steps that do not matter were left out; what `act` throws; `Fault` `test.devices` for
///   fewer than two devices or no command.
public func assertConverges(
    _ domains: Domain..., seeds: ClosedRange<UInt64>, devices: Int = 3, acts: Int = 24,
    act: (Ledger, inout SeededRandom) throws -> Void, answer: (Ledger) throws -> String = { _ in "" }
) throws {
    if devices < 2 || acts < 1 {
        throw Fault(
            .usage, code: "test.devices",
            message: "Devices can differ only where there are two or more and one command or more.",
            hint: "Give devices: 2 and acts: 1, or more.")
    }
    for seed in seeds {
        var random = SeededRandom(seed: seed)
        let steps = (0..<acts).map { _ in
            Step(
                device: Int.random(in: 0..<devices, using: &random), seed: random.next(),
                exchanges: random.next() % 5 == 0)
        }
        func run(_ steps: [Step]) throws -> String? { try disagreement(domains, devices, steps, act, answer) }
        guard var reason = try run(steps) else { continue }
        var shortest = steps
        var index = 0
        while index < shortest.count {
            var shorter = shortest
            shorter.remove(at: index)
            if let found = try run(shorter) { (shortest, reason) = (shorter, found) } else { index += 1 }
        }
        throw Divergence(seed: seed, steps: shortest.map(\.description), reason: reason)
    }
}

private struct Step: CustomStringConvertible {
    let device: Int
    let seed: UInt64
    let exchanges: Bool

    var description: String {
        "device \(device) acts with the seed \(seed)" + (exchanges ? ", then all exchange" : "")
    }
}

/// Why the devices do not agree after these steps; nil where they do.
private func disagreement(
    _ domains: [Domain], _ count: Int, _ steps: [Step], _ act: (Ledger, inout SeededRandom) throws -> Void,
    _ answer: (Ledger) throws -> String
) throws -> String? {
    let test = try DomainTest(domains)
    let devices = try (0..<count).map { $0 == 0 ? test.device : try test.device("device \($0)") }
    try test.exchange()
    for step in steps {
        var random = SeededRandom(seed: step.seed)
        test.advance(by: .seconds(1))
        do { try act(devices[step.device], &random) } catch is Rejection {
            // A rule said no.
        }
        if step.exchanges { try test.exchange() }
    }
    try test.exchange()
    let digests = try devices.map { try $0.digest() }
    if digests.contains(where: { $0 != digests[0] }) { return "the digests differ" }
    let answers = try devices.map(answer)
    if let other = answers.firstIndex(where: { $0 != answers[0] }) {
        return "device 0 answers \(answers[0]), device \(other) answers \(answers[other])"
    }
    return nil
}
