import DaybookDomains

/// Where a ledger's page is served, and what its browser shows to be let in.
///
/// All of it follows from a secret and from the folder, so that bookmarks and open tabs outlive the server.
public struct PageIdentity: Sendable {
    /// A loopback address that belongs to this ledger alone. Cookies do not distinguish ports of one address, and
    /// browsers treat them as one site.
    public let address: String
    public let port: Int
    let cookie: String
    /// Stands in each form; it cannot be made from the cookie, nor the cookie from it.
    let formToken: String

    public static let defaultPort = 7310

    /// - Parameters:
    ///   - secret: At least 32 unpredictable bytes, kept from start to start.
    ///   - folder: The path of the ledger's folder.
    public init(secret: [UInt8], folder: String, port: Int = PageIdentity.defaultPort) {
        func derived(_ label: String, _ bytes: [UInt8]) -> String {
            Ledger.digest(ofFile: Array("daybook/page/\(label)/1\n".utf8) + bytes)
        }
        cookie = derived("cookie", secret)
        formToken = derived("form", secret)
        self.port = port
        let places = Hex.decode(derived("address", Array(folder.utf8))) ?? []
        // Not 127.0, where other servers are; 1 to 254 at the end, where a host may be.
        address = "127.\(1 + places[0] % 254).\(places[1]).\(1 + places[2] % 254)"
    }

    /// As a browser names it in `Host`.
    var host: String { "\(address):\(port)" }
    public var origin: String { "http://\(host)" }
    var cookieName: String { "daybook-\(port)" }
}
