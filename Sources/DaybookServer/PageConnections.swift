#if Network
    import NIOCore
    import Synchronization
#endif

/// The open connections, each with its user. One user's do not use up those of another.
final class PageConnections: Sendable {
    #if Network
        /// Of one user.
        private static let connectionsMaximum = 64

        private struct Place {
            let channel: any Channel
            /// Whether a request of a browser that was let in is answered.
            var isAnswered = false
        }

        private let lookup: PageServer.UserLookup?
        /// Oldest first, by user. Without a look-up all are of one.
        private let places = Mutex<[UInt32: [Place]]>([:])

        init(_ lookup: PageServer.UserLookup?) { self.lookup = lookup }

        /// Takes a connection in before a byte of it is read. Where its user has too many, the oldest that nothing is
        /// answered on is closed.
        ///
        /// - Returns: False for a connection of another user, and where all are in use.
        func admit(_ channel: any Channel) -> Bool {
            var user: UInt32 = 0
            if let lookup {
                guard let client = channel.remoteAddress.flatMap(PageServer.End.init),
                    let server = channel.localAddress.flatMap(PageServer.End.init), let found = lookup(client, server)
                else { return false }
                user = found
            }
            let (isAdmitted, oldest) = places.withLock { [user] places -> (Bool, (any Channel)?) in
                var own = places[user] ?? []
                var oldest: (any Channel)?
                if own.count >= PageConnections.connectionsMaximum {
                    guard let index = own.firstIndex(where: { !$0.isAnswered }) else { return (false, nil) }
                    oldest = own.remove(at: index).channel
                }
                places[user] = own + [Place(channel: channel)]
                return (true, oldest)
            }
            oldest?.close(promise: nil)
            guard isAdmitted else { return false }
            channel.closeFuture.whenComplete { [self, user] _ in
                places.withLock { $0[user]?.removeAll { $0.channel === channel } }
            }
            return true
        }

        /// Keeps a connection open, whatever others come, as long as its request is answered.
        func setAnswered(_ isAnswered: Bool, _ channel: any Channel) {
            places.withLock { places in
                for user in places.keys {
                    guard let index = places[user]?.firstIndex(where: { $0.channel === channel }) else { continue }
                    places[user]?[index].isAnswered = isAnswered
                }
            }
        }
    #endif
}
