/// One side of a benchmark: ours, or a baseline.
///
/// A round is `prepare`, `run` (the only part inside the clock), `digest`, `finish`; every round does the same work
/// again.
protocol Subject: AnyObject {
    /// Its name in the JSON, such as `lmdb-append`.
    var name: String { get }
    /// How many of the workload's events one run handles; rates are counted over these.
    func events(of workload: Workload) -> Int
    /// Everything that must not be timed; `folder` exists, is empty and belongs to this round.
    func prepare(_ workload: Workload, folder: String) throws
    func run(_ workload: Workload) throws
    /// A digest of what the run did, read back from the result, so that a run that does nothing is seen.
    func digest(_ workload: Workload) throws -> String
    /// Closes what `prepare` opened; the harness removes the folder afterwards.
    func finish() throws
    /// The figure of one run, in the benchmark's unit.
    func value(seconds: Double, events: Int) -> Double
}

extension Subject {
    func events(of workload: Workload) -> Int { workload.count }
    func finish() throws {}
    func value(seconds: Double, events: Int) -> Double { Double(events) / seconds }
}

/// A named comparison with its sizes. `ours` is nil while the engine offers nothing to measure under this name.
struct Benchmark: Sendable {
    let name: String
    let unit: String
    /// Events in a full and in a quick run.
    let events: (full: Int, quick: Int)
    /// Turns of each side in a full run. Many short ones where the disk decides: its slow moments last seconds.
    var rounds = Harness.roundsMinimum
    var ours: (@Sendable () -> any Subject)?
    var baselines: [@Sendable () -> any Subject] = []
}

/// The error of a run, in a sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
