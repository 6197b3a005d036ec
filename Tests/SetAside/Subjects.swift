import EventCodec
import EventModel
import LedgerTestSupport
import TransparencyLog

/// The streams that a history speaks of: of most acts a few, so that acts meet.
struct Subjects: Sendable {
    static let batch = Draft.stream(RandomBody.batch)
    private static let kinds: [StreamID] =
        [
            "alarm/a0", "alarm/a1", "drink/d0", "drink/d1", "endorsement/e0", "review/r0", "forward/t0", "test/t0",
            "training/CA", "profile/logbook", "profile/alarms", "profile/water", "profile/quiz", "settings/alarms",
            "settings/water", "settings/quiz", "settings/logbook", "settings/notices", "settings/devices",
            "settings/ledger", "notices/logbook", "notices/alarms", "notices/quiz", "batch/b0",
        ].map { Draft.stream($0) } + [
            StreamID(kind: "aircraft", id: SHA256Hasher.hash(Array(RandomBody.aircraft.utf8)).first.hex)
        ]
    private static let flights = ["flight/f0", "flight/f1", "flight/i0", "flight/i1"].map { Draft.stream($0) }
    /// Records that the other person begins, and the owner may take on.
    private static let others = ["flight/m0", "flight/m1", "alarm/m0", "drink/m0", "endorsement/m0", "review/m0"].map {
        Draft.stream($0)
    }

    private let focus: [StreamID]
    private let othersFocus: StreamID

    init(_ random: inout SeededRandom) {
        othersFocus = random.oneIn(2) ? Subjects.others[0] : Subjects.others[random.below(Subjects.others.count)]
        focus = [
            Subjects.flights[random.below(Subjects.flights.count)], Subjects.flights[0], othersFocus,
            Subjects.kinds[random.below(Subjects.kinds.count)],
        ]
    }

    func any(_ random: inout SeededRandom) -> StreamID {
        if !random.oneIn(5) { return focus[random.below(focus.count)] }
        return random.oneIn(4) ? flight(&random) : Subjects.kinds[random.below(Subjects.kinds.count)]
    }

    func flight(_ random: inout SeededRandom) -> StreamID {
        random.oneIn(2) ? Subjects.flights[random.below(Subjects.flights.count)] : focus[random.below(2)]
    }

    func alarm(_ random: inout SeededRandom) -> StreamID {
        focus.first { $0.kind == "alarm" } ?? Draft.stream("alarm/a\(random.below(2))")
    }

    /// A record that the other person begins.
    func others(_ random: inout SeededRandom) -> StreamID {
        random.oneIn(4) ? Subjects.others[random.below(Subjects.others.count)] : othersFocus
    }
}
