import Glibc

/// The kernel's table of TCP sockets as a text. Source: Documentation/networking/proc_net_tcp.rst.
enum SocketTable {
    struct Unreadable: Error {
        let path: String
        let code: Int32
    }

    /// A client with a socket of IPv6 may connect to an address of IPv4, too.
    static let paths = ["/proc/net/tcp", "/proc/net/tcp6"]

    /// The owner of the client's end of a connection; nil where no row states a live one.
    ///
    /// - Throws: ``Unreadable``. Cost: O(sockets of the machine).
    static func owner(of ends: SocketEnds) throws(Unreadable) -> SocketOwner? {
        if let found = owner(in: try read(paths[0]), of: places(ends, before: "")) { return found }
        // A machine without IPv6 has no such table.
        guard let other = try? read(paths[1]) else { return nil }
        return owner(in: other, of: places(ends, before: "0000000000000000FFFF0000"))
    }

    /// Both ends as a row has them: words of the machine's own order of bytes, in hexadecimal.
    private static func places(_ ends: SocketEnds, before: String) -> String {
        func text(_ end: SocketEnds.End) -> String {
            "\(before)\(hex(UInt64(end.address), 8)):\(hex(UInt64(UInt16(bigEndian: end.port)), 4))"
        }
        return " \(text(ends.client)) \(text(ends.server)) "
    }

    private static func hex(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: width - digits.count) + digits
    }

    static func owner(in table: [UInt8], of places: String) -> SocketOwner? {
        let wanted = Array(places.utf8)
        for line in table.split(separator: UInt8(ascii: "\n")) {
            // The number of the row, then both ends.
            guard let start = line.firstIndex(of: UInt8(ascii: ":")), line[(start + 1)...].starts(with: wanted) else {
                continue
            }
            let words = line[(start + 1)...].split(separator: UInt8(ascii: " ")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count > 8, let state = UInt8(words[2], radix: 16), let user = uid_t(words[6]),
                let inode = ino_t(words[8])
            else { return nil }
            return SocketOwner(state: state, user: user, inode: inode)
        }
        return nil
    }

    private static func read(_ path: String) throws(Unreadable) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Unreadable(path: path, code: errno) }
        defer { close(file) }
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count == 0 { return all }
            if count > 0 {
                all += part[..<count]
            } else if errno != EINTR {
                throw Unreadable(path: path, code: errno)
            }
        }
    }
}
