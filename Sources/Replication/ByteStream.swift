import SyncProtocol

/// Bytes that come and go, one after another: a pipe, a socket.
public struct ByteStream {
    /// The next bytes, as many as are there; nil at the end.
    public let read: () throws -> [UInt8]?
    public let write: ([UInt8]) throws -> Void

    public init(read: @escaping () throws -> [UInt8]?, write: @escaping ([UInt8]) throws -> Void) {
        self.read = read
        self.write = write
    }
}

/// Counts out the bytes of a stream.
final class CountedStream {
    private let stream: ByteStream
    private var pending: [UInt8] = []
    private var offset = 0
    private(set) var bytesSent = 0
    private(set) var bytesReceived = 0

    init(_ stream: ByteStream) { self.stream = stream }

    func write(_ bytes: [UInt8]) throws {
        try stream.write(bytes)
        bytesSent += bytes.count
    }

    func hasMore() throws -> Bool { try fill(1) }

    func next(_ count: Int) throws -> [UInt8] {
        guard try fill(count) else { throw SyncFaults.ended }
        defer {
            offset += count
            bytesReceived += count
        }
        return Array(pending[offset..<offset + count])
    }

    private func fill(_ count: Int) throws -> Bool {
        while pending.count - offset < count {
            guard let more = try stream.read() else { return false }
            pending.removeFirst(offset)
            offset = 0
            pending += more
        }
        return true
    }
}
