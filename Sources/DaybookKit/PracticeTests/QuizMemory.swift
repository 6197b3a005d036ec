import Engine
import EventModel
import PracticeTests
import Synchronization

/// What a program that has a ledger open has read of practice tests: a stream with as many events as then says the same as then, and where it was a chain
/// (`ChainPoint`), one with more of them begins as it did.
///
/// True only of what is known now, of streams of which nothing but their own events changes what they say; resets are asked of what is held here each time.
/// A cache: whoever finds nothing here reads the stream.
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
