/// An event as its bytes state it: names, numbers and texts, nothing derived. This target imports nothing of the
/// ledger's.
package struct RawEvent {
    /// The place in the order of arrival, from 1, and when it arrived, in milliseconds.
    package var position: Int
    package var arrived: Int64 = 0
    /// Hexadecimal: in the order of its digits.
    package var id: String
    package var origin = ""
    package var sequence = 0
    /// Whether it is the last of what its author appended together.
    package var isLastOfUnit = true
    package var stream: String
    package var type: String
    package var actor = ""
    /// Milliseconds, claimed by the author.
    package var recorded: Int64
    package var basis: [String] = []
    package var key: String?
    /// The fields of the body, each as the text that JSON writes it with: `1.5`, `"2026-02-01"`, `true`, `null`.
    package var fields: [String: String] = [:]
    package var covers: [String] = []
    package var content: String?
    package var voids: [String] = []
    package var keeps: [String] = []
    package var supersedes: [String] = []
    package var undoes: [String] = []
    /// For each log the number of its first events that were seen; nil where the event states no cut.
    package var cut: [String: Int]?

    package init(position: Int, id: String, stream: String, type: String, recorded: Int64) {
        self.position = position
        self.id = id
        self.stream = stream
        self.type = type
        self.recorded = recorded
    }

    enum Role { case create, edit, remove, restore, lock, unlock, settle, set, note }

    var role: Role {
        switch type {
        case "flight.logged", "drink.added": .create
        case "flight.amended": .edit
        case "flight.removed", "drink.removed": .remove
        case "flight.restored", "drink.restored": .restore
        case "flight.signed": .lock
        case "signature.voided": .unlock
        case "outcome.settled": .settle
        case "aircraft.described": .set
        case "batch.imported", "batch.undone", "origin.started", "ledgers.linked": .note
        default: preconditionFailure("the oracle was not told of \(type)")
        }
    }

    /// Whether it may change what a record is.
    var isOfState: Bool { [.create, .edit, .remove, .restore, .set].contains(role) }

    /// Whether two events say the same of what they are about. Which import brought a record is not content.
    func states(theSameAs other: RawEvent) -> Bool {
        var (ours, theirs) = (fields, other.fields)
        if role == .create {
            ours["batch"] = nil
            theirs["batch"] = nil
        }
        return type == other.type && ours == theirs
    }

    /// Whether it is the other one, sent again: one author, one key, the same said.
    func repeats(_ other: RawEvent) -> Bool {
        guard let key, key == other.key else { return false }
        return actor == other.actor && supersedes == other.supersedes && undoes == other.undoes
            && states(theSameAs: other)
    }
}

/// One thing that a brute force can be made to do wrong, to show that the comparison finds it: what an index that is
/// not right would answer.
package enum Mistake: String, CaseIterable, Sendable {
    case oneEventLess, oneEventMore, wholeUnits, ordersByArrival, takesWhatWaits
    case forgetsRemoves, forgetsRestores, countsUnderLock, forgetsVoids, forgetsSettles, forgetsRepeats, takesAllEdits,
        lastCreateGives
    case forgetsSuperseding, forgetsTakingBack, takesBackSigned, forgetsCuts, forgetsUnseenSignatures
    case forgetsLinks, countsLeftOutSignatures, leavesOutWhatOthersTookOn, lastLinkWins
    case readsTheFirstDate, countsLaterFlights, forgetsTheMonth
}
