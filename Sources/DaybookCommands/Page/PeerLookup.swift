import Glibc

/// Finds the user at the other end of a connection within this machine, as the kernel states it.
struct PeerLookup: Sendable {
    /// Why the kernel cannot be asked here.
    struct Unavailable: Error {
        let reason: String
    }

    /// The number that stands for users whom the kernel does not name here (user_namespaces(7)).
    private static let unnamed: uid_t = 65_534

    /// Looks a connection of this process up first: what the kernel states of it is known.
    ///
    /// - Throws: ``Unavailable``.
    init() throws(Unavailable) {
        guard geteuid() != PeerLookup.unnamed else {
            throw Unavailable(reason: "this user's number stands for unknown users, too")
        }
        let probe = try ProbeConnection()
        let expected = SocketOwner(user: geteuid(), inode: probe.inode)
        guard SocketQuery.owner(of: probe.ends) == expected else {
            throw Unavailable(reason: "the kernel does not state this program's own connection")
        }
    }

    /// The user whose socket is the client's end of a connection, where that is this user or root, who can read all of
    /// a ledger anyway; nil for others, and where no live socket is.
    func admittedUser(of ends: SocketEnds) -> uid_t? {
        guard let user = SocketQuery.owner(of: ends)?.user, user == geteuid() || user == 0 else { return nil }
        return user
    }
}

/// Both ends of a connection, as its client sees them: addresses and ports in the order of bytes of the network.
struct SocketEnds: Sendable, Hashable {
    struct End: Sendable, Hashable {
        let address: UInt32
        let port: UInt16

        init(_ address: UInt32, _ port: UInt16) { (self.address, self.port) = (address, port) }

        init(_ address: sockaddr_in) { self.init(address.sin_addr.s_addr, address.sin_port) }
    }
    let client: End
    let server: End
}

/// The owner of a socket that a process has open. A socket that no process has open states the user 0, as root's do,
/// but no inode.
struct SocketOwner: Equatable {
    let user: uid_t
    let inode: ino_t

    static let established: UInt8 = 1

    init(user: uid_t, inode: ino_t) { (self.user, self.inode) = (user, inode) }

    /// As the kernel states it; nil for one that is closing, or that no process has open.
    init?(state: UInt8, user: uid_t, inode: ino_t) {
        guard state == SocketOwner.established, inode != 0 else { return nil }
        self.init(user: user, inode: inode)
    }
}

/// A connection of this process with itself.
private struct ProbeConnection: ~Copyable {
    private let listener: Int32
    private let client: Int32
    let ends: SocketEnds
    let inode: ino_t

    init() throws(PeerLookup.Unavailable) {
        func failed() -> PeerLookup.Unavailable {
            .init(reason: "no connection can be made to look up (\(String(cString: strerror(errno))))")
        }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let (listener, client) = (socket(AF_INET, kind, 0), socket(AF_INET, kind, 0))
        var (server, own, status) = (sockaddr_in(), sockaddr_in(), stat())
        let isConnected =
            ProbeConnection.call(&place) { bind(listener, $0, $1.pointee) } == 0 && listen(listener, 1) == 0
            && ProbeConnection.call(&server) { getsockname(listener, $0, $1) } == 0
            && ProbeConnection.call(&server) { connect(client, $0, $1.pointee) } == 0
            && ProbeConnection.call(&own) { getsockname(client, $0, $1) } == 0 && fstat(client, &status) == 0
        let fault = failed()
        guard isConnected else {
            close(listener)
            close(client)
            throw fault
        }
        (self.listener, self.client) = (listener, client)
        ends = SocketEnds(client: .init(own), server: .init(server))
        inode = status.st_ino
    }

    deinit {
        close(listener)
        close(client)
    }

    private static func call(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32 {
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &count) }
        }
    }
}
