import CBaselines

/// The SHA-256 work that verifying the rows needs, and nothing else.
final class VerifyHashes: Subject {
    let name = "sha256"
    private var root = [UInt8](repeating: 0, count: 32)

    func prepare(_ workload: Workload, folder: String) {}

    func run(_ workload: Workload) throws {
        var rows = workload.rows
        var mismatches: UInt64 = 0
        let code = baseline_verify_hashes(&rows, &mismatches, &root)
        if code != 0 || mismatches != 0 {
            throw BenchmarkError("\(mismatches) bodies do not match their envelopes (code \(code))")
        }
    }

    func digest(_ workload: Workload) -> String { "\(workload.count) rows root:\(hexadecimal(root))" }
}
