public import DaybookKit
public import Engine
public import EventCodec
public import EventModel
import EventStore
public import Logbook
import TransparencyLog

extension Ledger {
    /// Logs an entry; `data` is that of flight.logged. The stream is the id's, else the key's, else new.
    @discardableResult @available(*, noasync)
    public func logFlight(_ data: JSONValue, id: String? = nil, key: String? = nil) throws -> (
        stream: StreamID, receipt: AppendReceipt
    ) {
        let stream = try streamOfEntry(id, key)
        return (stream, try append([EventDraft(stream: stream, type: "flight.logged", data: .json(data), key: key)]))
    }

    /// Logs an entry as a person enters it: hours follow from the meter readings, tach from the hours; the rules speak
    /// first.
    @discardableResult @available(*, noasync)
    public func logFlight(entered flight: Flight, id: String? = nil, key: String? = nil) throws -> (
        stream: StreamID, flight: Flight, receipt: AppendReceipt
    ) {
        let flight = flight.filledIn()
        if let refusal = flight.refusal { throw refusal }
        if let refusal = flight.crewRefusal { throw refusal }
        let logged = try logFlight(flight.data, id: id, key: key)
        return (logged.stream, flight, logged.receipt)
    }

    /// Changes fields of an entry; `data` holds only what changes.
    ///
    /// - Parameters:
    ///   - key: Makes the change idempotent, as in ``logFlight(_:id:key:)``.
    ///   - version: The number of events that the stream must hold; nil for any.
    @discardableResult @available(*, noasync)
    public func amendFlight(_ stream: StreamID, _ data: JSONValue, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        try appendToEntry(
            EventDraft(
                stream: stream, type: "flight.amended", data: .json(data), key: key, expectedVersion: version))
    }

    /// Changes fields of an entry as a person does: what followed from the old values follows from the new ones.
    /// Answers all that changes.
    ///
    /// Throws `Rejection` `amend.nothing` where the entry says all of it already.
    @discardableResult @available(*, noasync)
    public func amendFlight(
        _ stream: StreamID, entered changes: [JSONValue.Member], key: String? = nil, version: Int? = nil
    ) throws -> (changes: [JSONValue.Member], receipt: AppendReceipt) {
        guard let entry = try flight(stream) else {
            return (changes, try amendFlight(stream, .object(changes), key: key, version: version))
        }
        let stated = entry.flight.data
        let new = changes.filter { !(stated[$0.name] ?? .null).isEquivalent(to: $0.value) }
        let parts = entry.flight.partsFollowing(flagsOf: changes)
        if !entry.isLocked, new.isEmpty, parts.isEmpty {
            throw Rejection(
                code: "amend.nothing", message: "Nothing to change: the flight already has these values.",
                remedy: Remedy("flight.shown", "The flight shows them.", record: stream))
        }
        if !entry.isLocked { try entry.flight.askAgain(changes) }
        // A locked entry says so before anything else.
        let named = new.isEmpty && parts.isEmpty ? changes : new
        let all = named + entry.flight.consequences(of: named) + parts
        if !entry.isLocked, let refusal = entry.flight.crewRefusal(after: all) { throw refusal }
        return (all, try amendFlight(stream, .object(all), key: key, version: version))
    }

    @discardableResult @available(*, noasync)
    public func removeFlight(_ stream: StreamID, reason: String? = nil, key: String? = nil, version: Int? = nil) throws
        -> AppendReceipt
    {
        try appendToEntry(
            EventDraft(
                stream: stream, type: "flight.removed",
                data: .json(.object(pairs: ["reason": reason.map { .string($0) }])), key: key,
                expectedVersion: version))
    }

    /// Appends an event of an entry; see `appendToEntries`.
    func appendToEntry(_ draft: EventDraft) throws -> AppendReceipt { try appendToEntries([draft]) }

    /// Appends events of entries in one unit; of one that went with its import the refusal names the undo, and how it
    /// comes back.
    func appendToEntries(_ drafts: [EventDraft], attachments: [[UInt8]] = []) throws -> AppendReceipt {
        do { return try append(drafts, attachments: attachments) } catch let refusal as DraftRefusal
            where (refusal.reason as? Rejection)?.code == "record.takenBack"
        {
            let stream = drafts[refusal.index].stream
            throw try flightGone(stream, named: stream.id)
        }
    }

    @discardableResult @available(*, noasync)
    public func restoreFlight(_ stream: StreamID, key: String? = nil, version: Int? = nil) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: "flight.restored", data: .json(.object([])), key: key, expectedVersion: version)
        ])
    }

    /// Voids the signatures that stand on an entry, or one of them.
    @discardableResult @available(*, noasync)
    public func voidFlight(_ stream: StreamID, reason: String, signature: EventID? = nil) throws -> AppendReceipt {
        try voidSignatures(of: stream, reason: reason, signature: signature)
    }

    func voidSignatures(of stream: StreamID, reason: String, signature: EventID?) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: SignedKind(stream).voidType,
                data: .json(.object(pairs: ["reason": .string(reason)])),
                intent: .computed(voiding: signature.map { [$0] }))
        ])
    }
}

extension Flight {
    /// The further changes that follow from some fields: the flight time from the readings, the tach time that was
    /// filled in from the flight time, the time in a training device. Fields that the changes state themselves are left
    /// alone.
    func consequences(of changes: [JSONValue.Member]) -> [JSONValue.Member] {
        func changed(_ name: String) -> JSONValue? { changes.last { $0.name == name }?.value }
        func hours(_ name: String, _ before: Hours?) -> Hours? {
            guard let changed = changed(name) else { return before }
            return Hours(data: changed)
        }
        var more: [JSONValue.Member] = []
        var time = hours("hobbs", hobbs)
        if changed("hobbs") == nil, changed("hobbsStart") != nil || changed("hobbsEnd") != nil,
            hobbs == nil || hobbs == hobbsDuration,
            let start = hours("hobbsStart", hobbsStart), let end = hours("hobbsEnd", hobbsEnd), end >= start,
            end - start != hobbs
        {
            time = end - start
            more.append(.init("hobbs", .hours(exactly: end - start)))
        }
        if changed("tach") == nil, let tach, tach == hobbs, let time, time != hobbs {
            more.append(.init("tach", .hours(exactly: time)))
        }
        if changed("extra") == nil, let time, time != hobbs, let kept = simulatedTime(of: time) {
            let members = kept.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
            more.append(.init("extra", .object(members)))
        }
        return more
    }

    /// A contradiction between crew time and other hours that changes make; nil where they are not about hours, and for
    /// what the engine refuses itself.
    func crewRefusal(after changes: [JSONValue.Member]) -> Rejection? {
        let hours = ["extra", "hobbs", "picHours", "soloHours", "dualHours", "solo", "dual"]
        guard changes.contains(where: { hours.contains($0.name) }), case .object(let stated) = data else { return nil }
        let changed = Set(changes.map(\.name))
        let merged = stated.filter { !changed.contains($0.name) } + changes.filter { $0.value != .null }
        let encoder = BodyEncoder(schema: LogbookSchemas.flightLogged2, normalize: Text.normalize)
        let fields = try? encoder.encode(.object(merged))  // The engine refuses what cannot be encoded, in its words.
        let flight = try? fields.map { try Flight(fields: $0.span.bytes) }  // As for `fields`.
        return flight?.crewRefusal
    }

    /// Asks about a flight time that is raised: that 13 hours were accepted says nothing of 130. Throws `Rejection`
    /// `hobbs.over12`.
    func askAgain(_ changes: [JSONValue.Member]) throws {
        let all = changes + consequences(of: changes)
        guard let hours = all.last(where: { $0.name == "hobbs" }), !all.contains(where: { $0.name == "accepted" })
        else { return }
        var raised = self
        raised.hobbs = Hours(data: hours.value)
        guard raised.totalHours > totalHours, let rule = FlightRules.warnings(of: raised).first else { return }
        throw Rejection(code: rule.code, message: rule.message, remedy: rule.remedy)
    }

    /// The hours that go with a flag: a flight marked as not of a kind has no hours of it. One marked as of a kind has
    /// no zero hours, which files state for every other flight. Fields that the changes state themselves are left
    /// alone.
    func partsFollowing(flagsOf changes: [JSONValue.Member]) -> [JSONValue.Member] {
        let parts = [
            ("solo", "soloHours", soloHours), ("dual", "dualHours", dualHours),
            ("crossCountry", "crossCountryHours", crossCountryHours),
            ("instrument", "instrumentHours", instrumentHours),
        ]
        return parts.compactMap { flag, name, hours in
            guard let hours, !changes.contains(where: { $0.name == name }) else { return nil }
            let isStated = changes.last { $0.name == flag }?.value
            return isStated == .bool(false) && hours > .zero || isStated == .bool(true) && hours == .zero
                ? .init(name, .null) : nil
        }
    }
}
