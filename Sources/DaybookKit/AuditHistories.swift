import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
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
    /// In the order of their streams, as they were taken.
    private(set) var signatures: [AuditedSignature] = []
    private(set) var changes: [AuditedChange] = []
    private(set) var names: [StreamID: AuditedName] = [:]
    private let registry: Registry
    private let day: AuditedDay

    init(_ registry: Registry, _ day: AuditedDay) { (self.registry, self.day) = (registry, day) }

    /// Takes an entry of several events, after those whose names come before its own; one that never had a date up to the day is passed over. `event` reads
    /// one of its events. O(events of the stream).
    mutating func take(_ loaded: LoadedStream, _ event: (EventPlace, EventID) throws -> EventRecord) throws {
        var history = try AuditedHistory(loaded, registry, event)
        guard history.concerns(day) else { return }
        names[loaded.stream] = history.name
        signatures += try history.signatures(day, event)
        changes += try history.changes(day, event)
    }

    /// Those of another share of the entries; no entry is in both.
    mutating func join(_ other: AuditedActs) {
        signatures = AuditedActs.merged(signatures, other.signatures, \.stream)
        changes = AuditedActs.merged(changes, other.changes, \.stream)
        names.merge(other.names) { first, _ in first }
    }

    private static func merged<Act>(_ one: [Act], _ other: [Act], _ stream: KeyPath<Act, StreamID>) -> [Act] {
        if one.isEmpty || other.isEmpty { return one + other }
        var (merged, rest) = ([Act](), other[...])
        merged.reserveCapacity(one.count + other.count)
        for act in one {
            while let next = rest.first, next[keyPath: stream] < act[keyPath: stream] { merged.append(rest.removeFirst()) }
            merged.append(act)
        }
        return merged + rest
    }
}

/// The history of one entry as an audit tells it, of its folded stream: the same as `StreamHistory`, but read are only the events that signed or changed it.
private struct AuditedHistory {
    private let loaded: LoadedStream
    private let registry: Registry
    private let order: [Int]
    private let outcomes: Outcomes
    /// Where an event was not understood, what its stream tells by what can be read of it.
    private let whole: StreamHistory?
    private var fields: WrittenFields

    init(_ loaded: LoadedStream, _ registry: Registry, _ event: (EventPlace, EventID) throws -> EventRecord) throws {
        (self.loaded, self.registry, outcomes, order) = (loaded, registry, loaded.outcomes, loaded.toldOrder)
        let isUnderstood = loaded.events.allSatisfy { $0.payload != nil || $0.understanding == .erased }
        whole = isUnderstood ? nil : try StreamHistory(loaded, registry, event)
        fields = WrittenFields()
    }

    // MARK: - Fields

    /// What an event wrote, as its author wrote it; nil where it writes no fields.
    private func written(_ index: Int) -> EventContent? {
        guard let content = loaded.events[index].payload?.asWritten, content.schema.role == .create || content.schema.role == .edit else { return nil }
        return content
    }

    /// What a step wrote, where it counts and stands in fields.
    private func counting(_ step: Int) -> EventContent? {
        guard outcomes[order[step]].status == .effective, let payload = loaded.events[order[step]].payload, loaded.rules.writesFields(payload) else { return nil }
        return written(order[step])
    }

    /// What a step changed, against what stood before it; the steps are asked in their order.
    private mutating func changes(at step: Int) -> [FieldChange] {
        if let whole { return whole.steps[step].changes }
        guard let content = written(order[step]), case .object(let data)? = EventWords.data(content) else { return [] }
        return data.compactMap { member in
            guard content.schema.field(named: member.name) != nil else { return nil }
            let (old, new) = (fields.value(of: member.name), member.value == .null ? nil : member.value)
            return old == new ? nil : FieldChange(field: member.name, old: old, new: new)
        }
    }

    /// The entry as the events that count left it, whether it stands or was removed; nil where they tell no date.
    var name: AuditedName? {
        var fields = WrittenFields()
        if whole == nil { for step in order.indices { if let content = counting(step) { fields.add(content) } } }
        func text(_ name: String) -> String? {
            let value = whole.map { whole in whole.fields.first { $0.name == name }?.value } ?? fields.value(of: name)
            return value?.stringValue
        }
        guard let date = text("date").flatMap({ CivilDate($0) }) else { return nil }
        var flight = Flight(date: date)
        (flight.from, flight.to) = (text("from"), text("to"))
        return AuditedName(flight: flight)
    }

    /// Whether the entry has, or had, a date up to the day: to move it to a later one is a change of what was told before.
    func concerns(_ day: AuditedDay) -> Bool {
        guard let on = day.on else { return true }
        let told = whole?.steps.flatMap(\.changes).filter { $0.field == "date" }.compactMap(\.new)
            ?? order.compactMap { index in written(index).flatMap { WrittenFields.value(of: "date", in: $0) } }
        let dates = told.compactMap { $0.stringValue.flatMap { CivilDate($0) } }
        return dates.isEmpty || dates.contains { $0 <= on }
    }

    // MARK: - Acts

    /// The type of an event; of one that was not understood its envelope tells it.
    private func type(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> String {
        try loaded.events[index].payload?.type ?? event(loaded.places[index], loaded.events[index].id).envelope.type
    }

    private func view(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> EventView {
        EventView(try event(loaded.places[index], loaded.events[index].id), outcomes[index], registry)
    }

    /// What an event says, as its author said it.
    private func data(_ index: Int, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> JSONValue? {
        if let content = loaded.events[index].payload?.asWritten { return EventWords.data(content) }
        return try view(index, event).data
    }

    func signatures(_ day: AuditedDay, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> [AuditedSignature] {
        let types = try order.map { try type($0, event) }
        guard types.contains("flight.signed") else { return [] }
        let voids = try types.indices.filter { types[$0] == "signature.voided" && outcomes[order[$0]].status == .effective }
            .map { (step: $0, data: try data(order[$0], event)) }
        return try types.indices.filter { types[$0] == "flight.signed" }.map { step in
            let (signed, data) = (loaded.events[order[step]], try data(order[step], event))
            let void = voids.first { AuditedHistory.ids($0.data?["voids"]).contains(signed.id) }.map { lifted in
                let voided = loaded.events[order[lifted.step]]
                return AuditedSignature.Void(
                    event: voided.id, recorded: voided.recorded, isLater: day.isBefore(voided.recorded), by: voided.actor,
                    reason: lifted.data?["reason"]?.stringValue ?? "",
                    changesSince: types.indices.count { step in
                        step >= lifted.step && AuditedHistory.changing.contains(types[step]) && outcomes[order[step]].status == .effective
                    })
            }
            return AuditedSignature(
                stream: loaded.stream, event: signed.id, cfiNumber: data?["cfiNumber"]?.stringValue ?? "",
                signerName: data?["signerName"]?.stringValue, recorded: signed.recorded, signedOn: day.zone.date(at: signed.recorded),
                isLater: day.isBefore(signed.recorded), covers: AuditedHistory.ids(data?["covers"]),
                content: data?["content"]?.stringValue, image: data?["imageDigest"]?.stringValue,
                certificateThrough: data?["certificateThrough"]?.stringValue.flatMap { CivilDate($0) }, outcome: outcomes[order[step]], void: void,
                ownKey: data?["instructor"]?["key"]?.stringValue)
        }
    }

    private static func ids(_ value: JSONValue?) -> [EventID] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { $0.stringValue.flatMap(EventID.init(hex:)) }
    }

    mutating func changes(_ day: AuditedDay, _ event: (EventPlace, EventID) throws -> EventRecord) throws -> [AuditedChange] {
        var changes: [AuditedChange] = []
        for step in order.indices {
            if AuditedHistory.changing.contains(try type(order[step], event)) {
                changes.append(
                    AuditedChange(
                        stream: loaded.stream, step: HistoryStep(event: try view(order[step], event), changes: self.changes(at: step)),
                        isLater: day.isBefore(loaded.events[order[step]].recorded)))
            }
            if let content = counting(step) { fields.add(content) }
        }
        return changes
    }

    private static let changing: Set = ["flight.amended", "flight.removed", "flight.restored", "outcome.settled"]
}

/// What the events that count wrote, of which only the fields that are asked for are read.
private struct WrittenFields {
    private var written: [EventContent] = []
    /// What was found of a field, and how many had written then: none is looked through twice for one field.
    private var known: [String: (value: JSONValue?, count: Int)] = [:]

    mutating func add(_ content: EventContent) { written.append(content) }

    /// As the last that tells it left it; nil where none does, or it was cleared.
    mutating func value(of field: String) -> JSONValue? {
        var (value, count) = known[field] ?? (nil, 0)
        let told = written[count...].reversed().lazy.compactMap { WrittenFields.value(of: field, in: $0) }.first
        if let told { value = told == .null ? nil : told }
        count = written.count
        known[field] = (value, count)
        return value
    }

    static func value(of field: String, in content: EventContent) -> JSONValue? {
        // A body that was folded was held against its schema; one that cannot be read says nothing.
        try? BodyView.value(of: field, in: content.body.span.bytes, content.schema)
    }
}

extension FoldEvent {
    fileprivate var recorded: Instant { Instant(milliseconds: recordedMilliseconds) }
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
