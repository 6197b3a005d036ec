import DaybookDomains

/// A verification that was started on the page. One is in progress at a time.
struct VerifyRun: Sendable {
    /// Where it stands.
    enum State: Sendable {
        case running(FollowedStep)
        case ended(PageProgram.Result)
        case stopped(Stop)

        var isRunning: Bool {
            if case .running = self { return true }
            return false
        }
    }

    /// Why it has no result.
    enum Stop: Sendable {
        case asked
        /// No page showed it.
        case unseen
        /// It checked nothing more.
        case silent
    }

    /// A run that no page shows for so long ends, and one that checks nothing more. A browser asks for a hidden tab
    /// once a minute at least.
    static let patience = Duration.seconds(120)

    private let command: any FollowedCommand
    /// The newest event when it began.
    let position: Position
    /// When a page showed it last.
    var asked = ContinuousClock.now
    private var stop: Stop?
    private var newest = FollowedStep.begun
    /// When it went on last.
    private var moved = ContinuousClock.now

    init(_ command: any FollowedCommand, at position: Position) {
        self.command = command
        self.position = position
    }

    var state: State {
        if let stop { return .stopped(stop) }
        let step = command.step()
        if case .ended(let result) = step { return .ended(result) }
        return .running(step)
    }

    /// Ends it, unless it has a result.
    mutating func end(_ reason: Stop) {
        guard state.isRunning else { return }
        command.end()
        stop = reason
    }

    /// Takes what the command wrote, and ends it where no page shows it any more, or it hangs.
    mutating func tend(_ now: ContinuousClock.Instant) {
        guard case .running(let step) = state else { return }
        if step != newest { (newest, moved) = (step, now) }
        if now - asked > VerifyRun.patience { return end(.unseen) }
        if now - moved > VerifyRun.patience { end(.silent) }
    }
}
