package import EventModel
import EventStore

/// The result of receiving.
package struct ReceiveReceipt: Hashable, Sendable {
    package var received = 0
    package var duplicates = 0
    /// New events of each tail, in the order of the tails.
    package var receivedByTail: [Int] = []
    /// The result for the blobs.
    package var blobs = BlobReceipt()
    /// Changes of outcome that the arrival brought.
    package var outcomeChanges = 0
    /// Tails that were left out, because no link admits their person.
    package var leftOut: [LeftOut] = []
    /// Events of persons whom no link admits.
    package var eventsOfStrangers: Int { leftOut.reduce(0) { $0 + ($1.why.code == "origin.unknown" ? $1.events : 0) } }
    /// Why else logs were left out, one sentence for each cause.
    package var leftOutNotes: [String] {
        Set(leftOut.map(\.why).filter { $0.code != "origin.unknown" }.map(\.message)).sorted()
    }
    /// The events that were appended before them, in the same commit.
    package var appended: [EventID] = []
    /// The events of the streams that the commit decided anew, those of earlier commits among them.
    package var eventsDecided = 0

    package init() {}

    /// How many pieces of a long log the next commit takes, after this one took some.
    ///
    /// Records that supersede each other are decided together, so each piece of their log decides the earlier ones
    /// again. Twice as many pieces at a time keep the cost in proportion to the log. Other logs go on piece by piece.
    package func piecesNext(after count: Int) -> Int { eventsDecided > 2 * received ? count * 2 : 1 }

    package struct LeftOut: Hashable, Sendable {
        /// Its number among the tails.
        package let tail: Int
        package let origin: OriginID
        package let events: Int
        package let why: Rejection

        package init(tail: Int, origin: OriginID, events: Int, why: Rejection) {
            (self.tail, self.origin, self.events, self.why) = (tail, origin, events, why)
        }
    }
}
