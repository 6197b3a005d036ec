import Engine
import EventCodec
import EventModel
import EventSourcing
import Logbook

/// The day that an audit is asked about: acts are held against it by the clock of whoever recorded them.
struct AuditedDay: Sendable {
    /// Nil: nothing is later.
    let on: CivilDate?
    let moment: Instant?
    let zone: any ZoneRules

    func isBefore(_ recorded: Instant) -> Bool {
        if let moment { return moment < recorded }
        return on.map { $0 < zone.date(at: recorded) } ?? false
    }
}

/// What was done to entries after they were made.
struct AuditedActs: Sendable {
    fileprivate(set) var signatures: [AuditedSignature] = []
    fileprivate(set) var changes: [AuditedChange] = []
    fileprivate(set) var names: [StreamID: AuditedName] = [:]

    /// Those of the streams that come after.
    fileprivate mutating func join(_ other: AuditedActs) {
        signatures += other.signatures
        changes += other.changes
        names.merge(other.names) { first, _ in first }
    }
}

extension Ledger {
    /// Of streams that hold several events; entries that never had a date up to the day are passed over. O(events of the streams), on two threads where there
    /// are many.
    func auditedActs(on streams: [StreamID], _ day: AuditedDay, _ asOf: AsOf) throws -> AuditedActs {
        try inHalves(of: streams.count, worthAThread: 128) { numbers in
            var acts = AuditedActs()
            for stream in streams[numbers] {
                guard let history = try self.history(of: stream, asOf)?.value, history.concerns(day) else { continue }
                acts.names[stream] = history.name
                acts.signatures += Ledger.signatures(in: history, day)
                acts.changes += Ledger.changes(in: history.steps[...], of: stream, day)
            }
            return acts
        }.reduce(into: AuditedActs()) { $0.join($1) }
    }

    private static func signatures(in history: StreamHistory, _ day: AuditedDay) -> [AuditedSignature] {
        let stream = history.record.stream
        let voids = history.steps.filter { $0.event.envelope.type == "signature.voided" && $0.event.outcome.status == .effective }
        return history.steps.filter { $0.event.envelope.type == "flight.signed" }.map { step in
            let event = step.event
            let data = event.data
            let void = voids.first { ids($0.event.data?["voids"]).contains(event.id) }.map { lifted in
                AuditedSignature.Void(
                    event: lifted.event.id, recorded: lifted.event.envelope.recorded, isLater: day.isBefore(lifted.event.envelope.recorded),
                    by: lifted.event.envelope.actor, reason: lifted.event.data?["reason"]?.stringValue ?? "",
                    changesSince: changes(in: history.steps.drop { $0.event.id != lifted.event.id }, of: stream, day)
                        .count { $0.step.event.outcome.status == .effective })
            }
            return AuditedSignature(
                stream: stream, event: event.id, cfiNumber: data?["cfiNumber"]?.stringValue ?? "",
                signerName: data?["signerName"]?.stringValue, recorded: event.envelope.recorded, signedOn: day.zone.date(at: event.envelope.recorded),
                isLater: day.isBefore(event.envelope.recorded), covers: ids(data?["covers"]),
                content: data?["content"]?.stringValue, image: data?["imageDigest"]?.stringValue,
                certificateThrough: data?["certificateThrough"]?.stringValue.flatMap { CivilDate($0) }, outcome: event.outcome, void: void,
                ownKey: data?["instructor"]?["key"]?.stringValue)
        }
    }

    private static func ids(_ value: JSONValue?) -> [EventID] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
    }

    private static func changes(in steps: ArraySlice<HistoryStep>, of stream: StreamID, _ day: AuditedDay) -> [AuditedChange] {
        let types: Set = ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
        return steps.filter { types.contains($0.event.envelope.type) }
            .map { AuditedChange(stream: stream, step: $0, isLater: day.isBefore($0.event.envelope.recorded)) }
    }
}

extension StreamHistory {
    /// The entry as the events that count left it, whether it stands or was removed; nil where they tell no date.
    fileprivate var name: AuditedName? {
        func text(_ name: String) -> String? { fields.first { $0.name == name }?.value.stringValue }
        guard let date = text("date").flatMap({ CivilDate($0) }) else { return nil }
        var flight = Flight(date: date)
        (flight.from, flight.to) = (text("from"), text("to"))
        return AuditedName(flight: flight)
    }

    /// Whether the entry has, or had, a date up to the day: to move it to a later one is a change of what was told before.
    fileprivate func concerns(_ day: AuditedDay) -> Bool {
        guard let on = day.on else { return true }
        let dates = steps.flatMap(\.changes).filter { $0.field == "date" }.compactMap { $0.new?.stringValue.flatMap { CivilDate($0) } }
        return dates.isEmpty || dates.contains { $0 <= on }
    }
}

extension AuditedSignature {
    /// What an instructor's certificate had ended before.
    public enum CertificateEnd: String, Sendable {
        case flight, signature
    }
}

extension LogbookAudit {
    /// What the instructor's certificate had ended before; nil where it had not, or the signature does not tell when it ends.
    public func certificateEnded(before signature: AuditedSignature) -> AuditedSignature.CertificateEnd? {
        guard let through = signature.certificateThrough else { return nil }
        if let date = date(of: signature.stream), through < date { return .flight }
        return through < signature.signedOn ? .signature : nil
    }

    /// The valid signatures of instructors whose certificates had ended.
    public var signedWithoutCertificate: [AuditedSignature] { signatures.filter { $0.isValid && certificateEnded(before: $0) != nil } }
}
