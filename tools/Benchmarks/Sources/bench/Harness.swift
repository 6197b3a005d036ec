import Foundation

/// Runs benchmarks and prints one JSON line for each pair of ours and a baseline.
///
/// All sides of a benchmark take turns, and every second round goes backwards, so that a slow moment of the machine
/// meets all of them alike; the figure is the median. Non-goals: percentiles of single operations (a subject may report
/// its own), and comparing runs of different machines.
struct Harness {
    let options: Options
    static let roundsMinimum = 5

    func run(_ benchmark: Benchmark) throws {
        let ours = options.baselinesOnly ? nil : benchmark.ours?()
        let subjects = (ours.map { [$0] } ?? []) + benchmark.baselines.map { $0() }
        if subjects.isEmpty { return }
        let count = options.events ?? (options.isQuick ? benchmark.events.quick : benchmark.events.full)
        let workload = Workload(Shape(count: count))
        let rounds = max(options.rounds ?? (options.isQuick ? 0 : benchmark.rounds), Self.roundsMinimum)
        let series = try measure(subjects, workload: workload, rounds: rounds)
        let mine = ours == nil ? nil : series[0]
        let baselines = ours == nil ? series[...] : series.dropFirst()
        if baselines.isEmpty, let mine { Self.write(line(benchmark, ours: mine, baseline: nil)) }
        for baseline in baselines { Self.write(line(benchmark, ours: mine, baseline: baseline)) }
    }

    /// A line on standard output at once, also into a pipe.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// The readings of one subject over all rounds.
    struct Series {
        let name: String
        let events: Int
        var values: [Double] = []
        /// Processor time of each run, user and system, of this process and of the commands it ran.
        var processor: [Double] = []
        var digest = ""

        var median: Double { values.sorted()[values.count / 2] }
        /// (largest − smallest) / median: how far to trust the median.
        var spread: Double { (values.max()! - values.min()!) / median }
    }

    private func measure(_ subjects: [any Subject], workload: Workload, rounds: Int) throws -> [Series] {
        var series = subjects.map { Series(name: $0.name, events: $0.events(of: workload)) }
        for round in 0..<rounds {
            let order = round.isMultiple(of: 2) ? Array(subjects.indices) : subjects.indices.reversed()
            for index in order { try measure(subjects[index], workload: workload, into: &series[index]) }
        }
        return series
    }

    private func measure(_ subject: any Subject, workload: Workload, into series: inout Series) throws {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }  // A folder left behind spoils no figure.
        try subject.prepare(workload, folder: folder)
        sync()  // This round must not pay for writes that earlier rounds left.
        let (begin, processor) = (monotonicSeconds(), Harness.processorSeconds())
        try subject.run(workload)
        let seconds = monotonicSeconds() - begin
        series.processor.append(Harness.processorSeconds() - processor)
        let digest = try subject.digest(workload)
        try subject.finish()
        if !series.values.isEmpty && digest != series.digest {
            throw BenchmarkError("\(subject.name) gave \(series.digest) in one round and \(digest) in another")
        }
        series.digest = digest
        series.values.append(subject.value(seconds: seconds, events: series.events))
    }

    private func makeFolder() throws -> String {
        let folder = "\(options.folder)/run-\(getpid())"
        try? FileManager.default.removeItem(atPath: folder)  // Absent is what we want.
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    private func monotonicSeconds() -> Double {
        var now = timespec()
        precondition(clock_gettime(CLOCK_MONOTONIC, &now) == 0)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// User and system time of this process and of the commands that it ran.
    static func processorSeconds() -> Double {
        [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
            var usage = rusage()
            precondition(getrusage(__rusage_who_t(who.rawValue), &usage) == 0)
            let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
            return sum + Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        }
    }

    private func line(_ benchmark: Benchmark, ours: Series?, baseline: Series?) -> String {
        var line = #"{"name":"\#(benchmark.name)""#
        if let ours {
            line += #","events":\#(ours.events),"value":\#(figure(ours.median))"#
        } else {
            line += #","events":\#(baseline!.events)"#
        }
        line += #","unit":"\#(benchmark.unit)""#
        if let baseline {
            line +=
                #","baseline":{"name":"\#(baseline.name)","value":\#(figure(baseline.median)),"spread":\#(figure(baseline.spread))"#
            line += #","events":\#(baseline.events),"digest":"\#(baseline.digest)"}"#
        }
        if let ours, let baseline { line += #","ratio":\#(figure(ours.median / baseline.median))"# }
        if let ours { line += #","processor":\#(figure(ours.processor.sorted()[ours.processor.count / 2]))"# }
        if let ours { line += #","spread":\#(figure(ours.spread)),"digest":"\#(ours.digest)""# }
        return line + "}"
    }

    /// Four significant digits, as JSON spells numbers.
    private func figure(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let digits = value == 0 ? 0 : max(0, 3 - Int(log10(abs(value)).rounded(.down)))
        return String(format: "%.\(min(digits, 9))f", value)
    }
}
