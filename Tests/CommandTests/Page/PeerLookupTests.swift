import Glibc
import Testing

@testable import DaybookCommands

/// The user at the other end of a connection, with sockets of this process.
@Suite struct PeerLookupTests {
    /// A listener and a client that is connected to it, of one family or of two.
    private final class Connection {
        let listener: Int32
        let client: Int32
        let ends: SocketEnds

        init(family: Int32 = AF_INET) throws {
            let kind = Int32(SOCK_STREAM.rawValue)
            listener = socket(AF_INET, kind, 0)
            client = socket(family, kind, 0)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = UInt32(0x7F09_0807).bigEndian
            var count = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            let isBound = Connection.cast(&place) {
                bind(listener, $0, count) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &count) == 0
            }
            try #require(isBound)
            let port: UInt16
            if family == AF_INET {
                let client = client
                try #require(Connection.cast(&place) { connect(client, $0, count) == 0 })
                var own = sockaddr_in()
                try #require(Connection.cast(&own) { getsockname(client, $0, &count) == 0 })
                ends = SocketEnds(client: .init(own), server: .init(place))
                return
            }
            // ::ffff:127.9.8.7
            var six = sockaddr_in6()
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = place.sin_port
            let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 9, 8, 7]
            withUnsafeMutableBytes(of: &six.sin6_addr) { $0.copyBytes(from: bytes) }
            count = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let client = client
            try #require(Connection.cast(&six) { connect(client, $0, count) == 0 })
            try #require(Connection.cast(&six) { getsockname(client, $0, &count) == 0 })
            port = six.sin6_port
            let address = withUnsafeBytes(of: &six.sin6_addr) { $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self) }
            ends = SocketEnds(client: .init(address, port), server: .init(place))
        }

        deinit {
            close(client)
            close(listener)
        }

        private static func cast<Address>(_ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>) -> Bool)
            -> Bool
        {
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
            }
        }
    }

    private func inode(_ socket: Int32) -> ino_t {
        var status = stat()
        return fstat(socket, &status) == 0 ? status.st_ino : 0
    }

    @Test("both ways state this user and the client's own socket, of a client of either family", arguments: [2, 10])
    func found(family: Int32) throws {
        let connection = try Connection(family: family)
        let expected = SocketOwner(user: geteuid(), inode: inode(connection.client))
        #expect(try SocketTable.owner(of: connection.ends) == expected)
        #expect(SocketQuery.owner(of: connection.ends) == expected)
        #expect(try PeerLookup().admittedUser(of: connection.ends) == geteuid())
    }

    @Test("a socket that no process has open, one that is half closed, and none have no owner") func closed() throws {
        let lookup = try PeerLookup()
        func isUnknown(_ ends: SocketEnds) throws -> Bool {
            try SocketTable.owner(of: ends) == nil && SocketQuery.owner(of: ends) == nil
                && lookup.admittedUser(of: ends) == nil
        }
        let connection = try Connection()
        let (client, server) = (connection.ends.client, connection.ends.server)
        // The listener's own end, and each end with another port or address.
        #expect(try isUnknown(SocketEnds(client: server, server: client)))
        #expect(try isUnknown(SocketEnds(client: client, server: .init(server.address, server.port ^ 0x0100))))
        #expect(try isUnknown(SocketEnds(client: .init(client.address, client.port ^ 0x0100), server: server)))
        #expect(try isUnknown(SocketEnds(client: client, server: .init(server.address ^ 0x0100_0000, server.port))))
        shutdown(connection.client, Int32(SHUT_WR))
        #expect(try isUnknown(connection.ends))
        let other = try Connection()
        // It has something to say still: the kernel keeps it, as root's, without an inode.
        _ = send(other.client, "a", 1, 0)
        close(dup2(connection.listener, other.client))
        #expect(try isUnknown(other.ends))
    }

    /// Rows as the kernel writes them: a client of user 1001, one that no process has open, one of root's.
    private let table = Array(
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0708097F:1C8E 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1002        0 1594 1 0
           1: 0708097F:D431 0708097F:1C8E 01 00000000:00000000 00:00000000 00000000  1001        0 97471 1 0
           2: 0708097F:D432 0708097F:1C8E 01 00000000:00000000 00:00000000 00000000     0        0 0 1 0
           3: 0708097F:D433 0708097F:1C8E 01 00000000:00000000 00:00000000 00000000     0        0 97473 1 0
           4: 0708097F:D434 0708097F:1C8E 06 00000000:00000000 03:00000F3B 00000000     0        0 0 3 0
           5: 0708097F:D435 0708097F:1C8E 04 00000001:00000000 01:00000014 00000000     0        0 97474 1 0
           6: 0708097F:D436 0708097F:1C8E 01 cut

        """.utf8)

    @Test("of the table's rows, only that of a live, established socket between both ends counts") func rows() {
        func owner(_ client: String, _ server: String = "0708097F:1C8E") -> SocketOwner? {
            SocketTable.owner(in: table, of: " \(client) \(server) ")
        }
        #expect(owner("0708097F:D431") == SocketOwner(user: 1001, inode: 97471))
        #expect(owner("0708097F:D432") == nil)
        #expect(owner("0708097F:D433") == SocketOwner(user: 0, inode: 97473))
        #expect(owner("0708097F:D434") == nil && owner("0708097F:D435") == nil && owner("0708097F:D436") == nil)
        #expect(owner("0708097F:1C8E", "0708097F:D431") == nil && owner("0708097F:D431", "0708097F:1C8F") == nil)
        #expect(owner("0708097F:1C8E", "00000000:0000") == nil)
    }
}
