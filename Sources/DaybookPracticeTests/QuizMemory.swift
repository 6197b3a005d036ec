import DaybookKit
import Engine
import EventModel
import PracticeTests
import Synchronization

/// A cache of the practice tests that a program with an open ledger has read. Without an entry the caller reads the
/// stream.
///
/// A stream with the same number of events has the same content. A chain (`ChainPoint`) with more events continues the
/// kept one. Both hold only for what is known now, and for streams that no other stream changes. Resets are read each
/// time.
final class QuizMemory: Sendable {
    struct Read<Story: Sendable>: Sendable {
        let events: Int
        let story: Story
        /// Where to go on from; nil where the stream has to be folded whole.
        let point: ChainPoint?
    }

    private struct Held: Sendable {
        var attempts: [StreamID: Read<AttemptStory>] = [:]
        var training: [StreamID: Read<TrainingStory>] = [:]
    }

    private let held = Mutex(Held())

    func attempt(_ stream: StreamID) -> Read<AttemptStory>? { held.withLock { $0.attempts[stream] } }
    func training(_ stream: StreamID) -> Read<TrainingStory>? { held.withLock { $0.training[stream] } }

    func keep(_ story: AttemptStory, of stream: StreamID, events: Int, _ point: ChainPoint?) {
        held.withLock { $0.attempts[stream] = Read(events: events, story: story, point: point) }
    }

    func keep(_ story: TrainingStory, of stream: StreamID, events: Int, _ point: ChainPoint?) {
        held.withLock { $0.training[stream] = Read(events: events, story: story, point: point) }
    }
}

extension Ledger {
    /// The cached reading of practice tests, valid until they change.
    var quizMemory: QuizMemory { memories.memory { QuizMemory() } }
}
