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

    @Test("the kernel states this user and the client's own socket, of a client of either family", arguments: [2, 10])
    func found(family: Int32) throws {
        let connection = try Connection(family: family)
        let expected = SocketOwner(user: geteuid(), inode: inode(connection.client))
        #expect(SocketQuery.owner(of: connection.ends) == expected)
        #expect(try PeerLookup().admittedUser(of: connection.ends) == geteuid())
    }

    @Test("a socket that no process has open, one that is half closed, and none have no owner") func closed() throws {
        let lookup = try PeerLookup()
        func isUnknown(_ ends: SocketEnds) -> Bool {
            SocketQuery.owner(of: ends) == nil && lookup.admittedUser(of: ends) == nil
        }
        let connection = try Connection()
        let (client, server) = (connection.ends.client, connection.ends.server)
        // The listener's own end, and each end with another port or address.
        #expect(isUnknown(SocketEnds(client: server, server: client)))
        #expect(isUnknown(SocketEnds(client: client, server: .init(server.address, server.port ^ 0x0100))))
        #expect(isUnknown(SocketEnds(client: .init(client.address, client.port ^ 0x0100), server: server)))
        #expect(isUnknown(SocketEnds(client: client, server: .init(server.address ^ 0x0100_0000, server.port))))
        shutdown(connection.client, Int32(SHUT_WR))
        #expect(isUnknown(connection.ends))
        let other = try Connection()
        // It has something to say still: the kernel keeps it, as root's, without an inode.
        _ = send(other.client, "a", 1, 0)
        close(dup2(connection.listener, other.client))
        #expect(isUnknown(other.ends))
    }
}
