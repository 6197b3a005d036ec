import Glibc

/// The system's generator of unpredictable numbers, getentropy(3).
package enum SystemEntropy {
    /// So many bytes; a `precondition` that the system gives them.
    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // At most 256 bytes a call.
        for start in stride(from: 0, to: count, by: 256) {
            let code = bytes.withUnsafeMutableBytes {
                unsafe getentropy($0.baseAddress! + start, min(256, count - start))
            }
            precondition(code == 0, "the system gives no random bytes")
        }
        return bytes
    }
}
