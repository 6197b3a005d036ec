import EventStore
import Synchronization

/// A work item that a thread submits for another thread to run.
///
/// The submitter takes it back unless a helper has begun it, so that it never waits for a free helper.
final class Offer: Sendable {
    private enum Stage: Sendable {
        case waiting(@Sendable () -> Void)
        case begun
        case over
    }

    /// The thread that made it.
    let owner = StoreThread.current
    private let stage: Mutex<Stage>
    private let done = StoreSignal()
    private let isEnded = Atomic(false)

    init(_ work: @escaping @Sendable () -> Void) { stage = Mutex(.waiting(work)) }

    /// Does the work, unless it was begun or taken back before.
    func run() {
        var work = begin()
        if work == nil { return }
        work?()
        // The waiting thread may be the last owner of what the work holds, so the work is released first.
        work = nil
        stage.withLock { $0 = .over }
        done.signal()
    }

    private func begin() -> (@Sendable () -> Void)? {
        stage.withLock { stage in
            guard case .waiting(let work) = stage else { return nil }
            stage = .begun
            return work
        }
    }

    /// Whether no thread has begun it yet.
    var isWaiting: Bool {
        stage.withLock { stage in
            if case .waiting = stage { true } else { false }
        }
    }

    /// Ends the offer, once, and waits for work that a helper has begun.
    ///
    /// - Returns: True where no thread had begun the work, and none will; false where it was done.
    func end() -> Bool {
        precondition(!isEnded.exchange(true, ordering: .relaxed), "an offer is ended once")
        let isUnbegun = stage.withLock { stage in
            guard case .waiting = stage else { return false }
            stage = .over
            return true
        }
        if !isUnbegun { done.wait() }
        return isUnbegun
    }
}

/// The threads besides that of a caller that make parts of answers: as many as there are further processors, and one at
/// the least.
///
/// They stay for the life of the process: to begin a thread takes longer than many parts, and one more than there are
/// processors makes those that it is beside wait for it.
final class Helpers: Sendable {
    static let shared = Helpers(max(1, StoreThread.processors - 1))

    private struct State: Sendable {
        var offers: [Offer] = []
        var threads: [StoreThread] = []
        /// Of the threads those that look for work.
        var free = 0
    }

    private let most: Int
    private let state = Mutex(State())
    private let offered = StoreSignal()

    init(_ most: Int) { self.most = most }

    /// Submits work to the first free helper. The caller ends the offer.
    func offer(_ work: @escaping @Sendable () -> Void) -> Offer {
        let offer = Offer(work)
        state.withLock { state in
            state.offers.removeAll { !$0.isWaiting }
            state.offers.append(offer)
            guard state.offers.count > state.free, state.threads.count < most else { return }
            let thread = StoreThread()
            // Without a thread the caller does the work itself.
            guard (try? thread.enqueue({ [self] in help() })) == true else { return }
            state.threads.append(thread)
            state.free += 1
        }
        offered.signal()
        return offer
    }

    /// Does what a thread offers while one of its own offers is being done, of which there is time for other work now.
    func serve(_ owner: UInt) {
        while let offer = removeOffer(where: { $0.owner == owner }) { offer.run() }
    }

    private func removeOffer(where isWanted: (Offer) -> Bool) -> Offer? {
        state.withLock { state in
            guard let index = state.offers.firstIndex(where: isWanted) else { return nil }
            return state.offers.remove(at: index)
        }
    }

    private func help() {
        while true {
            offered.wait()
            // Others may have taken what was signalled.
            guard let offer = nextOffer() else { continue }
            offer.run()
            state.withLock { $0.free += 1 }
        }
    }

    private func nextOffer() -> Offer? {
        state.withLock { state in
            if state.offers.isEmpty { return nil }
            state.free -= 1
            return state.offers.removeFirst()
        }
    }
}
