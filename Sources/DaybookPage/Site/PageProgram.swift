/// The program of this page, run as a process of its own: what a command does with files, or with another ledger, the
/// page leaves to it. The ledger is not open here meanwhile.
public struct PageProgram: Sendable {
    public struct Result: Sendable {
        public let status: Int
        public let output: [UInt8]
        public let error: [UInt8]

        public init(status: Int, output: [UInt8], error: [UInt8]) {
            (self.status, self.output, self.error) = (status, output, error)
        }

        var text: String { String(decoding: output.isEmpty ? error : output, as: UTF8.self) }
    }

    private let body: @Sendable ([String], [UInt8]?) throws -> Result

    /// - Parameter body: Runs a command on the ledger of the page, with what its standard input holds.
    public init(_ body: @escaping @Sendable ([String], [UInt8]?) throws -> Result) { self.body = body }

    func run(_ arguments: [String], input: [UInt8]? = nil) throws -> Result { try body(arguments, input) }
}
