import EventModel
import EventSourcing
import Synchronization

/// The decisions about groups of linked records, as known at one position of one commit: a question that reads one
/// record after another decides each group once.
final class DecidedGroups: Sendable {
    private struct State {
        let commit: UInt64
        let limit: Position?
        var links: [StreamID: RecordLinks]
    }

    private let state = Mutex<State?>(nil)
    /// A store of a million linked records must not be held.
    private static let recordsHeld = 65_536

    func links(of stream: StreamID, commit: UInt64, limit: Position?) -> RecordLinks? {
        state.withLock { state in
            guard let state, state.commit == commit, state.limit == limit else { return nil }
            return state.links[stream]
        }
    }

    func remember(_ group: [StreamID: RecordLinks], commit: UInt64, limit: Position?) {
        if group.count > DecidedGroups.recordsHeld { return }
        state.withLock { state in
            if state?.commit == commit, state?.limit == limit,
                (state?.links.count ?? 0) + group.count <= DecidedGroups.recordsHeld
            {
                state?.links.merge(group) { _, new in new }
            } else {
                state = State(commit: commit, limit: limit, links: group)
            }
        }
    }
}
