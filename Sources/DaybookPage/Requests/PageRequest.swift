/// A request as the server read it.
public struct PageRequest: Sendable {
    public struct Header: Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public let method: String
    /// The path and the query, as they were sent.
    public let target: String
    public let headers: [Header]
    public let body: [UInt8]

    public init(method: String, target: String, headers: [Header], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The values of a header, whatever the case of its name.
    func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of a header that was sent once; nil where it is missing, or was sent more than once.
    func value(_ name: String) -> String? {
        let found = values(name)
        return found.count == 1 ? found[0] : nil
    }
}
