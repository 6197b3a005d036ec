#if Network
    public import DaybookPage
    import Glibc
    import HTTPTypes
    import HummingbirdCore
    import Logging
    import NIOCore
    import NIOPosix
    import Synchronization
#endif

/// Serves a ledger's page on its loopback address, until the process ends. Without the trait `Network` it does nothing.
public final class PageServer: Sendable {
    #if Network
        /// The state of the server.
        public enum State: Sendable {
            case starting, running
            /// Why it cannot serve.
            case failed(String)
        }

        /// One end of a connection: address and port in the order of bytes of the network.
        public struct End: Sendable {
            public let address: UInt32
            public let port: UInt16

            /// Source: `struct sockaddr_in` of ip(7).
            init?(_ place: SocketAddress) {
                guard case .v4 = place else { return nil }
                (address, port) = place.withSockAddr { pointer, _ in
                    let bytes = UnsafeRawPointer(pointer)
                    return (
                        bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                        bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
                    )
                }
            }
        }

        /// The user who opened a connection; nil where he is not let in.
        public typealias UserLookup = @Sendable (_ client: End, _ server: End) -> UInt32?

        /// The head of a request is there so long after the connection, or after the answer before it; so long a pause
        /// in a body may be.
        private static let headPatience = TimeAmount.seconds(5)
        /// A body is there so long after its head.
        private static let bodyPatience = TimeAmount.seconds(30)
        /// Commands wait on some of these threads; the others are for pages.
        private static let pool: NIOThreadPool = {
            let pool = NIOThreadPool(numberOfThreads: 16)
            pool.start()
            return pool
        }()

        private let site: PageSite
        private let address: String
        private let port: Int
        private let connections: PageConnections
        private let reached = Mutex(State.starting)

        /// - Parameter lookup: Finds who opens a connection; nil where nothing does, and everybody may.
        public init(_ site: PageSite, address: String, port: Int, _ lookup: UserLookup?) {
            self.site = site
            self.address = address
            self.port = port
            connections = PageConnections(lookup)
        }

        public var state: State { reached.withLock { $0 } }

        /// Begins to serve, on threads of its own.
        public func start() {
            Task.detached { [self] in
                do {
                    try await server().run()
                    reached.withLock { $0 = .failed("the server ended") }
                } catch {
                    reached.withLock { $0 = .failed("\(error)") }
                }
            }
        }

        private func server() -> Server<OwnChannel> {
            let channel = HTTP1Channel(
                responder: { [self] request, writer, channel in try await answer(request, writer, channel) },
                configuration: .init(
                    idleTimeout: PageServer.headPatience,
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64)))
            return Server(
                childChannelSetup: OwnChannel(base: channel, connections: connections),
                configuration: ServerConfiguration(address: .hostname(address, port: port)),
                onServerRunning: { [self] _ in reached.withLock { $0 = .running } },
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: Logger(label: "daybook.page") { _ in SwiftLogNoOpLogHandler() })
        }

        /// The ledger is read on a thread that may block. A body that is too long or too slow ends the connection: its
        /// rest is not read.
        private func answer(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws
        {
            var request = request
            let headOnly = PageRequest(request, body: [])
            let (isKnown, maximum) = try await PageServer.pool.runIfActive { [site] in
                (site.isKnown(headOnly), site.bodyMaximum(headOnly))
            }
            if isKnown { connections.setAnswered(true, channel) }
            defer { if isKnown { connections.setAnswered(false, channel) } }
            let end = channel.eventLoop.scheduleTask(in: PageServer.bodyPatience) { channel.close(promise: nil) }
            let collected = try? await request.collectBody(upTo: maximum)  // Nil: too long, too slow, or cut off.
            end.cancel()
            guard let body = collected else {
                let head = HTTPResponse(
                    status: .contentTooLarge, headerFields: [.connection: "close", .contentLength: "0"])
                try await writer.writeResponse(head)
                try await channel.close()
                return
            }
            let asked = PageRequest(request, body: Array(body.readableBytesView))
            let answer = try await PageServer.pool.runIfActive { [site] in site.respond(to: asked) }
            var fields = HTTPFields()
            for header in answer.headers {
                if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
            }
            fields[.contentLength] = "\(answer.body.count)"
            let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
            guard request.method != .head, !answer.body.isEmpty else { return try await writer.writeResponse(head) }
            try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
        }
    #endif
}

#if Network
    /// A connection that is read only where its user is let in.
    private struct OwnChannel: ServerChildChannel {
        let base: HTTP1Channel
        let connections: PageConnections

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
            if connections.admit(channel) { return base.setup(channel: channel, logger: logger) }
            // Without a farewell, so that the kernel keeps no row of it.
            (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
                channel.close(promise: nil)
            }
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }

        func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
    }

    extension PageRequest {
        fileprivate init(_ request: Request, body: [UInt8]) {
            // The first `Host` is the authority; a second one stands among the other fields.
            let host = request.head.authority.map { [Header("Host", $0)] } ?? []
            self.init(
                method: request.method.rawValue, target: request.head.path ?? "",
                headers: host + request.headers.map { Header($0.name.rawName, $0.value) }, body: body)
        }
    }
#endif
