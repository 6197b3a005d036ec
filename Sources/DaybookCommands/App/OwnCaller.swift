import DaybookDomains
import Glibc
import Replication

/// The caller that started `daybook peer`: a `daybook sync` of this user, which could read the ledger's files itself.
///
/// Who starts a program chooses its arguments and descriptors, and could read the files with the same rights. Who only
/// sends bytes to it can do neither. So the secret comes on a descriptor, and the caller says it first: a service that
/// starts `peer` for strangers opens no door even with the option, because such a caller does not know the secret.
enum OwnCaller {
    /// Hidden: `daybook sync` gives it to the process that it starts.
    static let option = "--started-by-sync"
    static let descriptor: Int32 = 3
    static let secretByteCount = 32

    /// The stream of the caller, behind the secret.
    ///
    /// - Throws: `Rejection` `peer.unproven` where the secret is not the one on the descriptor.
    static func stream(_ said: ByteStream) throws -> ProvenStream {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            let secret = try Descriptor(number: descriptor, name: "the secret of the caller").read(),
            secret.count == secretByteCount
        else { throw unproven }
        var first: [UInt8] = []
        while first.count < secretByteCount {
            guard let more = try said.read() else { throw unproven }
            first += more
        }
        guard first.prefix(secretByteCount).elementsEqual(secret) else { throw unproven }
        first.removeFirst(secretByteCount)
        return ProvenStream(
            ofThisUser: ByteStream(
                read: {
                    defer { first = [] }
                    return first.isEmpty ? try said.read() : first
                }, write: said.write))
    }

    private static let unproven = Rejection(
        code: "peer.unproven", message: "The caller has not shown that it started this process.",
        hint: "Only \"daybook sync\" uses \(option). Without it, the caller proves a person.")
}
