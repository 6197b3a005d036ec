import DaybookDomains

/// Where a ledger's page is served, and what its browser shows to be let in.
///
/// All of it follows from a secret and from the folder, so that bookmarks and open tabs outlive the server.
public struct PageIdentity: Sendable {
    /// A loopback address that belongs to this ledger alone. Cookies do not distinguish ports of one address, and
    /// browsers treat them as one site.
    public let address: String
    public let port: Int
    let secret: [UInt8]
    let cookie: String
    /// Stands in each form; it cannot be made from the cookie, nor the cookie from it.
    let formToken: String

    public static let defaultPort = 7310

    /// - Parameters:
    ///   - secret: At least 32 unpredictable bytes, kept from start to start.
    ///   - folder: The path of the ledger's folder.
    public init(secret: [UInt8], folder: String, port: Int = PageIdentity.defaultPort) {
        let places = Hex.decode(PageIdentity.derived("address", Array(folder.utf8))) ?? []
        // Not 127.0, where other servers are; 1 to 254 at the end, where a host may be.
        self.init(secret, "127.\(1 + places[0] % 254).\(places[1]).\(1 + places[2] % 254)", port)
    }

    private init(_ secret: [UInt8], _ address: String, _ port: Int) {
        (self.secret, self.address, self.port) = (secret, address, port)
        cookie = PageIdentity.derived("cookie", secret)
        formToken = PageIdentity.derived("form", secret)
    }

    /// The same place with another secret, which no browser knows.
    func with(_ secret: [UInt8]) -> PageIdentity { PageIdentity(secret, address, port) }

    private static func derived(_ label: String, _ bytes: [UInt8]) -> String {
        Ledger.digest(ofFile: Array("daybook/page/\(label)/1\n".utf8) + bytes)
    }

    /// As a browser names it in `Host`.
    var host: String { "\(address):\(port)" }
    public var origin: String { "http://\(host)" }
    var cookieName: String { "daybook-\(port)" }
}

/// The secret of the page as it is kept now: another process may replace it while the page is served.
public struct PageSecrets: Sendable {
    let current: @Sendable () throws -> [UInt8]?
    let renew: @Sendable () throws -> Void

    /// - Parameters:
    ///   - current: The secret now; nil where it cannot be looked up, because the ledger is gone.
    ///   - renew: Puts another one in its place.
    public init(current: @escaping @Sendable () throws -> [UInt8]?, renew: @escaping @Sendable () throws -> Void) {
        (self.current, self.renew) = (current, renew)
    }
}
