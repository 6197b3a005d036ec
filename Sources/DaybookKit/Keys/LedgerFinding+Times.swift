import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore

/// Findings about times: a signature before its flight, and events that a signature does not know.
extension LedgerFinding {
    /// A signature that claims an instant before the day of its flight began anywhere; nil for every other.
    package init?(beforeItsFlight signature: KeySignature) {
        guard let instant = signature.attested, let day = signature.context.day,
            instant.milliseconds < Int64(day.day) * 86_400_000 - LedgerFinding.earliestZoneMilliseconds
        else { return nil }
        self.init(
            code: "signature.beforeFlight", event: signature.event, log: signature.log,
            text: "The signature on \(signature.place) states that it was made at \(instant), "
                + "before the day of the \(signature.stream.kind), \(day). Its signer's clock was wrong, "
                + "or the day was.")
    }

    /// The first zone to begin a day is 14 hours ahead of UTC.
    private static let earliestZoneMilliseconds: Int64 = 14 * 3_600_000

    /// One for each log of a signature's own person and for each branch of a named log; one for each other person.
    ///
    /// - Parameter owners: The persons whose locks the signatures are in.
    static func unwitnessed(_ unknown: [UnknownToSigners], owners: Set<PrincipalID>) -> [LedgerFinding] {
        let isOthers = { (one: UnknownToSigners) in !one.isDeparture && !owners.contains(one.log.principal) }
        let others = Dictionary(grouping: unknown.filter(isOthers), by: \.log.principal).sorted { $0.key < $1.key }
        let own = unknown.filter { !isOthers($0) }.map { LedgerFinding($0) }
        return own + others.map { LedgerFinding($0.value, of: $0.key) }
    }

    private init(_ unknown: UnknownToSigners) {
        let log = LogName(origin: unknown.log.origin, branch: unknown.log.branch)
        self.init(
            code: "log.unwitnessed", event: unknown.event, log: log,
            text: LedgerFinding.unwitnessed(unknown.count, "the log \(log.origin.hex.prefix(12))", unknown.instant)
                + (unknown.isDeparture
                    ? "They stand on a branch that leaves the log before the place that the instructor saw."
                    : "A device that was offline writes such events, too."))
    }

    private init(_ unknown: [UnknownToSigners], of person: PrincipalID) {
        let log = unknown.count == 1 ? LogName(origin: unknown[0].log.origin, branch: unknown[0].log.branch) : nil
        let logs = "\(unknown.count == 1 ? "the log" : "\(unknown.count) logs") of the person \(person.hex.prefix(12))"
        self.init(
            code: "log.unwitnessed", event: unknown[0].event, log: log,
            text: LedgerFinding.unwitnessed(
                unknown.reduce(0) { $0 + $1.count }, logs, unknown.map(\.instant).max() ?? unknown[0].instant)
                + "No signature here is on an entry of that person.")
    }

    private static func unwitnessed(_ count: Int, _ logs: String, _ instant: Instant) -> String {
        "\(count) \(count == 1 ? "event" : "events") of \(logs) claim to be recorded before an instructor signed on "
            + "\(instant), and the instructor's signature does not know them. "
    }
}

extension KeySignature {
    /// The entry and whose it is.
    package var place: String { "\(stream.text) of the person \(context.author.hex.prefix(12))" }
}
