import EventModel
import PracticeTests
import Synchronization

/// What a program that has a ledger open has read of practice tests: a stream with as many events as then says the same as then.
///
/// True only of what is known now where no link between ledgers and no reset takes part, which may set something aside without an event in its
/// stream. A cache: whoever finds nothing here reads the stream.
final class QuizMemory: Sendable {
    private struct Held: Sendable {
        var attempts: [StreamID: (events: Int, attempt: Attempt?)] = [:]
        var training: [StreamID: QuizDone.Training] = [:]
    }

    private let held = Mutex(Held())

    /// The attempt of a stream of so many events; nil where it is not known, nil within where the stream holds none.
    func attempt(_ stream: StreamID, events: Int) -> Attempt?? {
        held.withLock { held in held.attempts[stream].flatMap { $0.events == events ? .some($0.attempt) : nil } }
    }

    func training(_ stream: StreamID, events: Int) -> QuizDone.Training? {
        held.withLock { held in held.training[stream].flatMap { $0.version == events ? $0 : nil } }
    }

    func keep(_ attempt: Attempt?, of stream: StreamID, events: Int) { held.withLock { $0.attempts[stream] = (events, attempt) } }
    func keep(_ training: QuizDone.Training, of stream: StreamID) { held.withLock { $0.training[stream] = training } }
}
