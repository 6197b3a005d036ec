/// A thing that an exchange passed over, did not take, or did beside it.
public struct SyncNote: Hashable, Sendable {
    /// The kind by which notes are counted, as a code.
    public let kind: String
    /// One or two sentences.
    public let text: String

    public init(_ kind: String, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// More notes of one kind than this are counted.
    public static let eachMaximum = 5

    /// The first notes of each kind in their order, and the number of the others.
    public static func grouped(_ notes: [SyncNote]) -> (first: [SyncNote], more: [(kind: String, count: Int)]) {
        var counts: [String: Int] = [:]
        var first: [SyncNote] = []
        var kinds: [String] = []
        for note in notes {
            let count = counts[note.kind, default: 0] + 1
            counts[note.kind] = count
            if count <= eachMaximum { first.append(note) }
            if count == eachMaximum + 1 { kinds.append(note.kind) }
        }
        return (first, kinds.map { ($0, counts[$0, default: 0] - eachMaximum) })
    }
}

extension SyncNote {
    static func copy(_ name: String, of other: String) -> SyncNote {
        SyncNote("bundle.copy", "\(name) was passed over: it is a copy of \(other).")
    }

    /// - Parameter isLacked: Whether events that it announces are not here.
    static func unreadable(_ name: String, _ why: String, isLacked: Bool = false) -> SyncNote {
        let remedy = " \"daybook sync\" there with a ledger that holds its events writes them anew."
        return SyncNote("bundle.unreadable", "\(name) was passed over: \(why)" + (isLacked ? remedy : ""))
    }

    static func otherEvents(_ name: String) -> SyncNote {
        SyncNote(
            "bundle.events", "\(name) was passed over: its events are not those that its list announces.")
    }

    static func foreignHead(_ name: String) -> SyncNote {
        SyncNote("head.foreign", "\(name) was passed over: another person than the log's own certified its head.")
    }

    static func noCertificate(_ name: String) -> SyncNote {
        SyncNote(
            "certificate.missing",
            "A log in \(name) was passed over: it begins without the certificate of its person.")
    }

    static func stranger(_ person: String, _ events: UInt64) -> SyncNote {
        SyncNote(
            "origin.unknown",
            "\(events) events of the person \(person) were passed over: no link with that person is here.")
    }

    static func furtherStrangers(_ persons: Int, _ events: UInt64) -> SyncNote {
        SyncNote(
            "origin.unknown",
            "\(events) events of \(persons) further persons were passed over: no link with them is here.")
    }

    static func waiting(_ name: String, _ events: UInt64) -> SyncNote {
        SyncNote("log.waiting", "\(events) events in \(name) wait: no bundle here has what comes before them.")
    }

    static let strayStore = SyncNote(
        "store.stray",
        "data.mdb was passed over: this is a shared folder, and a ledger has a folder of its own. "
            + "Move data.mdb elsewhere.")
}
