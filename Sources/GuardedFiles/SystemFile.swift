import Glibc

/// A small file of the system, such as /etc/machine-id, whose links are the system's own.
package enum SystemFile {
    /// The first bytes of it; none where it cannot be read.
    package static func bytes(_ path: String, atMost bytesMaximum: Int) -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return [] }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: bytesMaximum)
        let count = read(number, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// The path that a link of the system leads to; nil where it cannot be read.
    package static func target(ofLink path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
