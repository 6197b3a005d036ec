public import DaybookKit
public import Engine
public import EventCodec
public import EventModel
import EventSourcing
import EventStore
public import Logbook
import TransparencyLog

/// The initial content of a form for a new entry, and the routes that were flown before.
public struct EntryDefaults: Hashable, Sendable {
    public let suggestion: FlightSuggestion
    public let recentRoutes: [RecentRoute]
}

/// An entry that was made in a run of several.
public struct QuickEntry: Sendable {
    public let stream: StreamID
    public let flight: Flight
    public let receipt: AppendReceipt
    /// How many this run has by now: those made quickly on this civil day, from 1.
    public let number: Int
    /// The initial content of the next one.
    public let next: FlightSuggestion
}

extension Ledger {
    /// The entry of a stream that is there. Throws `Rejection` `flight.unknown`, `record.removed` or
    /// `record.takenBack`.
    public func requireFlight(_ stream: StreamID, _ asOf: AsOf = .now) throws -> FlightEntry {
        if let entry = try flight(stream, asOf) { return entry }
        throw try flightGone(stream, named: stream.id, asOf)
    }

    /// The initial content of a form for a new entry. O(entries looked at): a few, or all where they name fewer than
    /// five routes.
    public func entryDefaults(_ asOf: AsOf = .now) throws -> Answer<EntryDefaults> {
        let answered = try answered(asOf)
        // An entry of a day to come, as a clock that was ahead makes it, is not the latest yet.
        let pinned = AsOf(on: answered.on, moment: asOf.moment, known: asOf.known, supposing: asOf.supposing).pinned(
            to: answered.position)
        let stage = try profile(pinned).value.stage
        var entries = try latestFlights(64, pinned)
        var routes = RecentRoute.latest(of: entries)
        if routes.count < RecentRoute.limit, entries.count >= 64 {
            entries = try latestFlights(Int.max, pinned)
            routes = RecentRoute.latest(of: entries)
        }
        let suggestion = FlightSuggestion.opening(
            after: entries.first { $0.noFlight == nil }, stage: stage, today: answered.on)
        return Answer(asOf: answered, value: EntryDefaults(suggestion: suggestion, recentRoutes: routes))
    }

    private func profile(_ asOf: AsOf) throws -> Answer<LogbookProfile> { try profile(domain: "logbook", asOf) }

    /// The latest entries that count, by date.
    private func latestFlights(_ limit: Int, _ asOf: AsOf) throws -> [Flight] {
        let entries = limit == Int.max ? try flights(asOf).value : try newestFlights(limit, asOf).value
        return entries.filter { $0.mask == nil }.map(\.flight)
    }

    // MARK: - Several entries one after another

    /// Logs one of several entries: `make` gets the content of the form, which fills in the fields that the entry does
    /// not state.
    ///
    /// A run is the entries made this way on one civil day; the first begins with `entryDefaults`, each further one
    /// with the entry before it.
    @available(*, noasync)
    public func logQuickly(id: String? = nil, key: String? = nil, _ make: (FlightSuggestion) throws -> Flight) throws
        -> QuickEntry
    {
        let stream = try streamOfEntry(id, key)
        let repeated = try entered(stream, key)
        let run = "quick/\(today)"
        let before = try streams(of: run)
        var previous: Flight?
        for stream in before.reversed() {
            previous = try flight(stream)?.flight
            if previous != nil { break }
        }
        // A field that a repeat does not state keeps its value.
        let suggestion =
            try repeated.map(FlightSuggestion.init(of:)) ?? previous.map {
                FlightSuggestion.following($0, today: today)
            } ?? entryDefaults().value.suggestion
        var entered = try make(suggestion)
        suggestion.fill(&entered)
        let flight = entered.filledIn()
        if let refusal = flight.refusal { throw refusal }
        if let refusal = flight.crewRefusal { throw refusal }
        let receipt = try append([
            EventDraft(stream: stream, type: "flight.logged", data: .json(flight.data), key: key, correlation: run)
        ])
        return QuickEntry(
            stream: stream, flight: flight, receipt: receipt, number: before.count + receipt.appended,
            next: .following(flight, today: today))
    }

    /// The entry that a key made before, as it was made; nil where it made none. Ids follow from keys, so that no index
    /// is asked.
    public func entered(withKey key: String?, id: String? = nil) throws -> Flight? {
        try entered(try streamOfEntry(id, key), key)
    }

    private func entered(_ stream: StreamID, _ key: String?) throws -> Flight? {
        let person = try principal
        guard let key,
            let made = try events(of: stream, ofType: "flight.logged").first(where: { event in
                event.key == key && event.envelope.actor == person
            }), let data = made.data
        else { return nil }
        let fields = try? BodyEncoder(schema: LogbookSchemas.flightLogged2, normalize: Text.normalize).encode(data)  // It was read out of its own body.
        return try fields.map { try Flight(fields: $0.span.bytes) }
    }

    /// The stream of a new entry: the id given, else one that follows from the person and the key, else a fresh one.
    func streamOfEntry(_ id: String?, _ key: String?) throws -> StreamID {
        if let id { return try stream(ofNew: id, kind: "flight") }
        guard let key else { return StreamID(kind: "flight", id: newID()) }
        let name = Array("daybook/key/1".utf8) + (try principal.bytes) + Array(Text.normalize(key).utf8)
        let ids = try derivedIDs(keeps: true)
        let derived = DerivedStream(
            stream: StreamID(kind: "flight", id: ids.id(of: name).first.hex),
            earlier: [StreamID(kind: "flight", id: SHA256Hasher.hash(name).first.hex)])
        // A key is its person's: what another person entered is another entry, whatever it says.
        return try place(of: derived, ids).stream
    }

    /// The streams of entries that were made in a run, in the order in which they were made. O(events of today).
    private func streams(of run: String) throws -> [StreamID] {
        try withView(.now) { known, _, transaction in
            let morning = zone.instant(of: today, secondOfDay: 0)
            let start = try engine.known(at: Instant(milliseconds: morning.milliseconds - 1), transaction).position
            var found: [StreamID] = []
            try engine.forEachEvent(after: start, through: known.position, transaction) { record in
                if record.envelope.correlation == run, record.envelope.type == "flight.logged" {
                    found.append(record.envelope.stream)
                }
                return true
            }
            return found
        }
    }

    // MARK: - From an entry that is there

    /// Copies an entry to today, without its signature. Throws `Rejection` `flight.unknown`, `record.removed`,
    /// `record.takenBack`, and the rules' own: a warning is asked again, `accepting` answers it.
    @discardableResult @available(*, noasync)
    public func duplicateFlight(
        _ stream: StreamID, id: String? = nil, accepting: [String] = []
    ) throws -> (stream: StreamID, flight: Flight, receipt: AppendReceipt) {
        var copy = try requireFlight(stream).flight.duplicate(of: stream, today: today)
        copy.accepted += accepting.filter { !copy.accepted.contains($0) }
        let logged = try logFlight(copy.data, id: id)
        return (logged.stream, copy, logged.receipt)
    }

    /// Logs an entry that takes the place of another one, signed or not: its fields with these changes, null clearing
    /// one. The old entry stays visible and is in no total. Throws `Rejection` `flight.unknown`, `record.removed`,
    /// `record.takenBack`, `record.superseded`, and a warning that is asked again.
    @discardableResult @available(*, noasync)
    public func supersedeFlight(
        _ stream: StreamID, _ changes: [JSONValue.Member], id: String? = nil
    ) throws -> (stream: StreamID, receipt: AppendReceipt) {
        var old = try requireFlight(stream).flight.withDesignators()
        try old.askAgain(changes)
        let changes = changes + old.consequences(of: changes) + old.partsFollowing(flagsOf: changes)
        old.batch = nil
        // Codes that an import accepted stay accepted of an entry that is no flight; the copy states its origin.
        if !old.acceptedOfImport.isEmpty { old.copiedFrom = old.copiedFrom ?? stream }
        guard case .object(let stated) = old.data else { preconditionFailure("an entry's data is an object") }
        let changed = Set(changes.map(\.name))
        let data = stated.filter { !changed.contains($0.name) } + changes.filter { $0.value != .null }
        if let refusal = old.crewRefusal(after: changes) { throw refusal }
        let new = try self.stream(ofNew: id, kind: "flight")
        let draft = EventDraft(
            stream: new, type: "flight.logged", data: .json(.object(data)), intent: .superseding([stream]))
        return (new, try append([draft]))
    }
}
