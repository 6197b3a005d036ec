import EventModel
import EventSourcing
import EventStore
import Synchronization

/// The long streams that the last commit of this process left in memory, so that the next one need not read and fold
/// them again: many small commits to one stream then cost time in proportion.
///
/// They belong to the store as that commit left it. Once another program has committed, they are dropped.
final class LongStreams: Sendable {
    /// A shorter stream is read faster than it is worth.
    static let eventsMinimum = 512
    /// Events of all of them: some hundred bytes each.
    static let eventsMaximum = 100_000

    private struct Kept: @unchecked Sendable {  // a commit takes them out, so that one thread at a time has them
        var head: StoreRecord?
        var streams: [StreamID: LoadedStream] = [:]
    }

    private let kept = Mutex(Kept())

    /// Takes them out, where the store is as they left it.
    func remove(at head: StoreRecord) -> [StreamID: LoadedStream] {
        let found = kept.withLock { kept in
            defer { kept = Kept() }
            return kept
        }
        guard let old = found.head, old.commit == head.commit, old.arrivalChain == head.arrivalChain else { return [:] }
        return found.streams
    }

    /// Keeps the streams of a group that was committed.
    func keep(of group: Group) {
        if group.longStreams.isEmpty { return }
        let found = Kept(head: group.session.head, streams: group.longStreams)
        kept.withLock { $0 = found }
    }
}

extension Group {
    /// Keeps the long streams that this commit changed, and those that it found, so that the next commit has them.
    ///
    /// Where streams are linked, or something was erased, one stream depends on others or on bodies: nothing is kept.
    func keepLongStreams() {
        if hasLinks { return longStreams = [:] }
        var count = longStreams.values.reduce(0) { $0 + $1.events.count }
        for stream in changed where stream.events.count >= LongStreams.eventsMinimum {
            count += stream.events.count
            guard count <= LongStreams.eventsMaximum, stream.isAlone, stream.fold.isCovered,
                stream.markStored(at: { session.position(of: $0) })
            else { continue }
            longStreams[stream.stream] = stream
        }
    }
}
