#if Network
    public import DaybookPage
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

        private static let connectionsMaximum = 64

        private let site: PageSite
        private let address: String
        private let port: Int
        private let reached = Mutex(State.starting)

        public init(_ site: PageSite, address: String, port: Int) {
            self.site = site
            self.address = address
            self.port = port
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

        private func server() -> Server<HTTP1Channel> {
            let channel = HTTP1Channel(
                responder: { [site] request, writer, channel in
                    try await PageServer.answer(request, site, writer, channel)
                },
                configuration: .init(
                    idleTimeout: .seconds(30),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64)))
            return Server(
                childChannelSetup: channel,
                configuration: ServerConfiguration(
                    address: .hostname(address, port: port),
                    availableConnectionsDelegate: MaximumAvailableConnections(PageServer.connectionsMaximum)),
                onServerRunning: { [self] _ in reached.withLock { $0 = .running } },
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: Logger(label: "daybook.page") { _ in SwiftLogNoOpLogHandler() })
        }

        /// The ledger is read on a thread that may block. A body that is too long ends the connection: its rest is not
        /// read.
        private static func answer(
            _ request: Request, _ site: PageSite, _ writer: consuming ResponseWriter, _ channel: any Channel
        ) async throws {
            var request = request
            let maximum = site.bodyMaximum(PageRequest(request, body: []))
            guard let body = try? await request.collectBody(upTo: maximum) else {  // Too long, or cut off.
                let head = HTTPResponse(
                    status: .contentTooLarge, headerFields: [.connection: "close", .contentLength: "0"])
                try await writer.writeResponse(head)
                try await channel.close()
                return
            }
            let asked = PageRequest(request, body: Array(body.readableBytesView))
            let answer = try await NIOThreadPool.singleton.runIfActive { site.respond(to: asked) }
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
