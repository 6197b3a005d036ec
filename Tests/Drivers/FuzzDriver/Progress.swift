import Glibc

/// How far a child is, in a file of four numbers that its parent reads: so that an input which ends the child is known.
struct Progress: Equatable {
    /// The number of the input that is being run, or the end.
    var next: UInt64 = 0
    var accepted: UInt64 = 0
    var violations: UInt64 = 0
    /// 1 once the target is prepared.
    var isReady: UInt64 = 0

    static let bytes = 32

    func write(to descriptor: Int32) {
        let words = [next, accepted, violations, isReady]
        let count = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        precondition(count == Progress.bytes, "the file of the progress can be written")
    }

    init() {}

    init(from descriptor: Int32) {
        var words: [UInt64] = [0, 0, 0, 0]
        let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == Progress.bytes else { return }
        (next, accepted, violations, isReady) = (words[0], words[1], words[2], words[3])
    }
}
