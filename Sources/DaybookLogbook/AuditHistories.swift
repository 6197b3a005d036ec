import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Logbook

/// The day that an audit is asked about; acts are compared with it by their author's clock.
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

/// The acts on entries after they were made.
struct AuditedActs: Sendable {
    /// In the order of their streams, as they were taken.
    private(set) var signatures: [AuditedSignature] = []
    private(set) var changes: [AuditedChange] = []
    private(set) var names = AuditedNames()
    private let registry: Registry
    private let day: AuditedDay
    private let kind: SignedKind

    init(_ registry: Registry, _ day: AuditedDay, _ kind: SignedKind = .flight) {
        (self.registry, self.day, self.kind) = (registry, day, kind)
    }

    /// Takes a stream of several events, after those whose names come before its own; one that never had a date up to
    /// the day is passed over. `entry`: what is listed of it, `event` reads one of its events. O(events of the stream).
    mutating func add(
        _ loaded: LoadedStream, _ entry: FlightEntry?, _ event: (EventPlace, EventID) throws -> EventRecord
    ) throws {
        let history = try AuditedHistory(loaded, kind, registry, event)
        guard history.concerns(day) else { return }
        if let name = history.name(entry) { names.add(loaded.stream, name) }
        try history.addSignatures(day, event, to: &signatures)
        try history.addChanges(day, event, to: &changes)
    }

    /// Those of another share of the entries; no entry is in both.
    mutating func join(_ other: AuditedActs) {
        signatures = AuditedActs.merged(signatures, other.signatures) { $0.stream < $1.stream }
        changes = AuditedActs.merged(changes, other.changes) { $0.stream < $1.stream }
        names.join(other.names)
    }

    private static func merged<Act>(_ one: [Act], _ other: [Act], _ isBefore: (Act, Act) -> Bool) -> [Act] {
        if one.isEmpty || other.isEmpty { return one + other }
        var (merged, next) = ([Act](), 0)
        merged.reserveCapacity(one.count + other.count)
        for act in one {
            while next < other.count, isBefore(other[next], act) {
                merged.append(other[next])
                next += 1
            }
            merged.append(act)
        }
        return merged + other[next...]
    }
}

/// The history of one entry in an audit, from its folded stream: the same as `StreamHistory`, but it reads only the
/// events that signed or changed the entry.
private struct AuditedHistory {
    private let loaded: LoadedStream
    private let kind: SignedKind
    private let registry: Registry
    private let order: [Int]
    private let outcomes: Outcomes
    /// The readable part of the history, where an event was not understood; its steps are those of `order`.
    private let whole: (fields: [JSONValue.Member], steps: [HistoryStep])?
    /// Whether the record's fields are what its events wrote, one after another.
    private let statesFields: Bool
    /// Whether any of its events may be a signature: it is one, or only its envelope states what it is.
    private let maySign: Bool

    init(
        _ loaded: LoadedStream, _ kind: SignedKind, _ registry: Registry,
        _ event: (EventPlace, EventID) throws -> EventRecord
    ) throws {
        (self.loaded, self.kind, self.registry) = (loaded, kind, registry)
        // No report has what a link sets aside.
        let everything = loaded.fullOrder
        (outcomes, order) = (loaded.outcomes, everything.filter(loaded.fold.takesPart))
        // By their places: to copy an event takes longer than to look at it.
        let events = loaded.events
        let isUnderstood = order.allSatisfy { events[$0].payload != nil || events[$0].understanding == .erased }
        whole =
            isUnderstood
            ? nil
            : try {
                let history = try StreamHistory(loaded, registry, event)
                let steps = zip(everything, history.steps).filter { loaded.fold.takesPart($0.0) }.map(\.1)
                return (history.fields, steps)
            }()
        // Of several signatures one covers the listed content, and others may cover more.
        statesFields =
            kind == .flight && isUnderstood && loaded.fold.standing.count < 2 && outcomes.areAllEffective
            && loaded.fold.outcomes.areAllEffective
            && events.indices.allSatisfy { events[$0].payload?.older == nil }
        maySign = order.contains { events[$0].role == .lock || events[$0].payload == nil }
    }

    // MARK: - Fields

    /// The fields that an event wrote, as its author wrote them; nil where it writes none.
    private func written(_ index: Int) -> EventContent? {
        guard let content = loaded.events[index].payload?.asWritten,
            content.schema.role == .create || content.schema.role == .edit
        else { return nil }
        return content
    }

    /// The fields that a step wrote, where it counts.
    private func counting(_ step: Int) -> EventContent? {
        guard outcomes[order[step]].status == .effective, let payload = loaded.events[order[step]].payload,
            loaded.rules.writesFields(payload)
        else { return nil }
        return written(order[step])
    }

    /// The change of a step, compared with the state before it.
    private func what(_ step: Int, over fields: inout WrittenFields) -> AuditedChange.What {
        let said = loaded.events[order[step]].payload?.asWritten
        if let whole { return .changed(whole.steps[step].changes, said) }
        guard let content = written(order[step]) else { return .changed([], said) }
        // Of few events it is worked out where it is asked for; of many, what was found is asked for by the next.
        return order.count <= AuditedHistory.eventsLookedThrough
            ? .wrote(content, over: fields) : .changed(fields.changes(by: content), content)
    }

    private static let eventsLookedThrough = 64

    /// The entry as the events that count left it, whether it stands or was removed; nil where they state no date.
    /// `entry`: the listed entry.
    func name(_ entry: FlightEntry?) -> AuditedName? {
        if statesFields {
            if let entry { return AuditedName(entry.flight) }
            guard let fields = loaded.fold.state?.fields, let date = fields.date(FlightLoggedKey.date) else {
                return nil
            }
            return AuditedName(date: date, from: fields.text(FlightLoggedKey.from), to: fields.text(FlightLoggedKey.to))
        }
        var fields = WrittenFields()
        if whole == nil { for step in order.indices { if let content = counting(step) { fields.add(content) } } }
        func text(_ name: String) -> String? {
            let value = whole.map { whole in whole.fields.first { $0.name == name }?.value } ?? fields.value(of: name)
            return value?.stringValue
        }
        guard let date = text("date").flatMap({ CivilDate($0) }) else { return nil }
        if kind == .endorsement {
            return AuditedName(date: date, endorsement: text("kind").flatMap(Endorsement.Kind.init) ?? .other)
        }
        return AuditedName(date: date, from: text("from"), to: text("to"))
    }

    /// Whether the entry has, or had, a date up to the day: moving it to a later one changes an earlier answer.
    func concerns(_ day: AuditedDay) -> Bool {
        guard let on = day.on else { return true }
        let stated =
            whole?.steps.flatMap(\.changes).filter { $0.field == "date" }.compactMap(\.new)
            ?? order.compactMap { index in written(index).flatMap { WrittenFields.value(of: "date", in: $0) } }
        let dates = stated.compactMap { $0.stringValue.flatMap { CivilDate($0) } }
        return dates.isEmpty || dates.contains { $0 <= on }
    }

    // MARK: - Acts

    /// The type of an event; for one that was not understood, from its envelope.
    private func type(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> String {
        try loaded.events[index].payload?.type ?? event(loaded.places[index], loaded.events[index].id).envelope.type
    }

    private func view(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> EventView {
        EventView(try event(loaded.places[index], loaded.events[index].id), outcomes[index], registry)
    }

    /// The content of an event, as its author stated it.
    private func said(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> SaidContent {
        if let content = loaded.events[index].payload?.asWritten { return .read(content) }
        return .stated(try view(index, event).data)
    }

    func addSignatures(
        _ day: AuditedDay, _ event: (EventPlace, EventID) throws -> EventRecord, to signatures: inout [AuditedSignature]
    ) throws {
        guard maySign else { return }
        let types = try order.map { try type($0, event) }
        guard types.contains(kind.lockType) else { return }
        let voids = try types.indices.filter {
            types[$0] == kind.voidType && outcomes[order[$0]].status == .effective
        }
        .map { (step: $0, said: try said(order[$0], event)) }
        let contexts = LockContexts(loaded)
        for step in types.indices where types[step] == kind.lockType {
            let (signed, said) = (loaded.events[order[step]], try said(order[step], event))
            let void = voids.first { $0.said.voids.contains(signed.id) }.map { lifted in
                let voided = loaded.events[order[lifted.step]]
                return AuditedSignature.Void(
                    event: voided.id, recorded: voided.recorded, isLater: day.isBefore(voided.recorded),
                    by: voided.actor, place: loaded.places[order[lifted.step]],
                    reason: lifted.said["reason"]?.stringValue ?? "",
                    changesSince: types.indices.count { step in
                        step >= lifted.step && kind.changing.contains(types[step])
                            && outcomes[order[step]].status == .effective
                    })
            }
            let locked = signed.payload.flatMap { LockedByKey($0, loaded.rules.kind) }
            let attested = signed.links.isForged ? nil : locked?.instant
            signatures.append(
                AuditedSignature(
                    stream: loaded.stream, event: signed.id, cfiNumber: said["cfiNumber"]?.stringValue ?? "",
                    signerName: said["signerName"]?.stringValue, recorded: signed.recorded, attested: attested,
                    signedOn: day.zone.date(at: attested ?? signed.recorded),
                    isLater: day.isBefore(signed.recorded), covers: said.covers,
                    content: said.content, image: said["imageDigest"]?.stringValue,
                    certificateThrough: said["certificateThrough"]?.stringValue.flatMap { CivilDate($0) },
                    outcome: outcomes[order[step]], void: void,
                    locked: locked, context: contexts[order[step], locked?.covers ?? []],
                    isForged: signed.links.isForged,
                    place: loaded.places[order[step]]))
        }
    }

    func addChanges(
        _ day: AuditedDay, _ event: (EventPlace, EventID) throws -> EventRecord, to changes: inout [AuditedChange]
    ) throws {
        var fields = WrittenFields()
        for step in order.indices {
            let index = order[step]
            let type = try type(index, event)
            if kind.changing.contains(type) {
                let view =
                    try loaded.events[index].payload == nil || !loaded.events[index].links.undoes.isEmpty
                    ? view(index, event) : nil
                changes.append(
                    AuditedChange(
                        loaded, index, type: type, outcomes[index],
                        isLater: day.isBefore(loaded.events[index].recorded), view, what(step, over: &fields)))
            }
            // No later step needs the fields that the last one wrote over.
            if step + 1 < order.count, let content = counting(step) { fields.add(content) }
        }
    }

}

extension SignedKind {
    /// The events that change a record after it was made. A list: to look through so few takes less time than to hash
    /// one.
    fileprivate var changing: [String] {
        switch self {
        case .flight: ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
        case .endorsement: ["endorsement.withdrawn", "outcome.settled"]
        }
    }
}

/// The content of an event; of one that was understood only the needed fields are read.
private enum SaidContent {
    case read(EventContent)
    case stated(JSONValue?)

    subscript(field: String) -> JSONValue? {
        switch self {
        case .read(let content): WrittenFields.value(of: field, in: content)
        case .stated(let data): data?[field]
        }
    }

    /// The events that a signature covers.
    var covers: [EventID] { ids("covers", \.covers) }
    /// The signatures that a void lifts.
    var voids: [EventID] { ids("voids", \.voids) }

    /// Hash of what was signed, in hexadecimal.
    var content: String? {
        switch self {
        case .read(let content): content.engine.content?.hex
        case .stated(let data): data?["content"]?.stringValue
        }
    }

    private func ids(_ field: String, _ read: (EngineFields) -> [EventID]?) -> [EventID] {
        switch self {
        case .read(let content): return read(content.engine) ?? []
        case .stated(let data):
            guard case .array(let values)? = data?[field] else { return [] }
            return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
        }
    }
}

extension FoldEvent {
    fileprivate var recorded: Instant { Instant(milliseconds: recordedMilliseconds) }
}

extension AuditedSignature {
    /// The certificate's end before a signature.
    public enum CertificateEnd: String, Sendable {
        case flight, endorsement, signature
    }
}

extension LogbookAudit {
    /// The end of the instructor's certificate before the signature; nil where it had not ended, or the signature does
    /// not state when it ends.
    public func certificateEnded(before signature: AuditedSignature) -> AuditedSignature.CertificateEnd? {
        guard let through = signature.certificateThrough else { return nil }
        if let date = date(of: signature.stream), through < date {
            return SignedKind(signature.stream) == .endorsement ? .endorsement : .flight
        }
        return through < signature.signedOn ? .signature : nil
    }

    /// The standing signatures of instructors whose certificates had ended.
    public var signedWithoutCertificate: [AuditedSignature] {
        (signatures + endorsed.signatures).filter { $0.isStanding && certificateEnded(before: $0) != nil }
    }
}
