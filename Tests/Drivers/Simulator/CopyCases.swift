import SyncSimulation

/// Machines that are set back, put back elsewhere and copied.
enum CopyCases {
    /// Runs so many cases, with consecutive seeds; 1 after the first failure, which is reported and ends the run.
    static func run(_ count: UInt64, from first: UInt64) -> Int {
        let start = ContinuousClock().now
        var sights: [String: Int] = [:]
        for seed in first..<first + count {
            do {
                var copied = try CopyCase(seed: seed)
                if let violation = copied.run() {
                    print("seed \(seed), \(copied.kind): \(violation)")
                    return 1
                }
                sights.merge(copied.sights, uniquingKeysWith: +)
            } catch {
                print("seed \(seed): an error nobody expected: \(error)")
                return 1
            }
        }
        report(count, from: first, since: start, sights)
        return 0
    }
}
