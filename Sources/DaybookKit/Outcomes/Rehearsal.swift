import Engine
public import EventCodec
public import EventModel
public import EventSourcing

/// Given, when, then for a domain, without a store: events in memory, and what the rules say of the next.
///
///     let verdict = try Rehearsal(of: Habits.domain, now: now).given(Habits.start("run",
///     "Run")).when(Habits.check("run", on: tomorrow))
///     #expect(verdict.code == "check.future")
///
/// The rules are those of a ledger: schemas, roles, the kind's own, those that look around. What rests on the store
/// (keys, expected versions, signatures, records that take the place of others) is not rehearsed. Each step folds the
/// streams it looks at: O(their events).
public struct Rehearsal: Sendable {
    private let registry: Registry
    private let context: DecideContext
    private static let author = PrincipalID(Bytes16(high: 0, low: 0))
    private var streams: [StreamID: [FoldEvent<EventContent>]] = [:]
    private var count: UInt64 = 0

    /// Of domains besides those that every ledger has. `zone` is that of "today".
    ///
    /// Throws `Fault` `domains.unusable` for domains that do not fit together.
    public init(of domains: Domain..., now: Instant, zone: any ZoneRules = UniversalTime()) throws(Fault) {
        let now = now.inYears
        registry = try Ledger.registry(of: LedgerEnvironment(domains: domains.map(LedgerDomain.init)))
        context = DecideContext(now: now, zone: zone, author: Rehearsal.author)
    }

    /// The same with events that happened before. Rules of the day (what may be entered today, limits) do not apply to
    /// them: they applied at the time.
    ///
    /// Throws what keeps such an event from having happened: a schema, a role.
    public func given(_ drafts: EventDraft...) throws -> Rehearsal {
        var after = self
        for draft in drafts { after.append(try after.read(draft), to: draft.stream) }
        return after
    }

    /// The verdict of the rules on commands, each after those before it: all of their events, or the first refusal.
    public func when(_ drafts: EventDraft...) -> Verdict {
        var after = self
        var events: [Verdict.Event] = []
        for draft in drafts {
            do {
                let event = try after.read(draft)
                if let content = event.payload {
                    if let rejection = after.refusal(of: content, on: draft.stream) { throw rejection }
                    events.append(
                        .init(
                            stream: draft.stream, type: draft.type,
                            data: try content.withBody { try BodyView.json($0, content.schema).data }))
                }
                after.append(event, to: draft.stream)
            } catch let rejection as Rejection {
                return .rejected(rejection)
            } catch let fault as Fault {
                return .unreadable(fault)
            } catch {
                return .unreadable(Fault(.defect, code: "rehearsal.failed", message: "\(error)"))
            }
        }
        return .events(events)
    }

    /// The days of a day ledger with their sums, as the records given make them.
    public func days(of ledger: DayLedgerDefinition) -> DayTable {
        guard let number = registry.ledger(named: ledger.name) else { return DayTable(width: ledger.measures.count) }
        var builder = DayTableBuilder(width: ledger.measures.count)
        for stream in streams.keys {
            contribute(stream) { row, sink in
                if row.ledger == number { builder.add(row.day, sink.values[row.range]) }
            }
        }
        return builder.table
    }

    /// Calls with each row that a record adds to the day ledgers.
    private func contribute(_ stream: StreamID, _ body: (ContributionSink.Row, ContributionSink) -> Void) {
        let rules = registry.rules(of: stream)
        let folded = fold(streams[stream] ?? [], rules: rules)
        let scan = FieldScan()
        guard folded.created != nil, !folded.isRemoved, let state = folded.state,
            scan.read(state.fields.map.span.bytes)
        else { return }
        var sink = ContributionSink()
        rules.contribute(scan, of: state.fields.map.span.bytes, to: &sink)
        for row in sink.rows { body(row, sink) }
    }

    // MARK: - Deciding

    /// The event that a draft is, when its schema and its role allow it on what is there.
    private func read(_ draft: EventDraft) throws -> FoldEvent<EventContent> {
        let rules = registry.rules(of: draft.stream)
        guard let schema = registry.schema(draft.type), schema.allows(kind: draft.stream.kind),
            registry.kind(draft.stream.kind) != nil, !schema.computed
        else {
            throw Fault(
                .unreadable, code: "type.unknown",
                message: "No domain here has \(draft.type) as an event of the stream \(draft.stream).")
        }
        let before = fold(streams[draft.stream] ?? [], rules: rules)
        var fields = EngineFields()
        if schema.role == .restore {
            switch before.linksOfRestore(by: PrincipalID(Bytes16(high: 0, low: 0))) {
            case .success(let links): fields.undoes = links.undoes
            case .failure(let rejection):
                throw rules.kind.explain(rejection, EventContent(schema: schema, body: [0xA0], engine: .none)).naming(
                    draft.stream)
            }
        }
        let content = try content(draft, schema, fields)
        let event = FoldEvent(
            id: id(count), basis: before.heads.sorted(), recordedMilliseconds: context.now.milliseconds,
            actor: Rehearsal.author, role: schema.role, key: nil, links: EngineLinks(undoes: fields.undoes ?? []),
            payload: content)
        let kind = rules.kind
        let scan = content.scan()
        if let rejection = EventSourcing.refusal(of: event, on: before, rules: rules) {
            // The fold knows the code of a domain's rule only; the domain has the words.
            if event.role == .edit, let state = before.state, let words = kind.admit(state.fields, content, scan),
                words.code == rejection.code
            {
                throw words.naming(draft.stream)
            }
            throw kind.explain(rejection, content).naming(draft.stream)
        }
        if event.role == .create, let rejection = kind.admit(RecordFields(), content, scan) { throw rejection }
        return event
    }

    private func content(_ draft: EventDraft, _ schema: EventSchema, _ fields: EngineFields) throws -> EventContent {
        guard case .json(let data) = draft.data else {
            throw Fault(.usage, code: "rehearsal.bytes", message: "A rehearsal takes fields by their names.")
        }
        do throws(BodyProblem) {
            let body = try BodyEncoder(schema: schema, normalize: Text.normalize).encode(data, engine: fields)
            return EventContent(schema: schema, body: body, engine: try BodyCheck.check(body, schema))
        } catch { throw error.error }
    }

    /// The domain's rules for what is entered now.
    private func refusal(of content: EventContent, on stream: StreamID) -> Rejection? {
        let kind = registry.rules(of: stream).kind
        let state = fold(streams[stream] ?? [], rules: registry.rules(of: stream)).state
        if let rejection = kind.refuse(state, content, content.scan(), context) { return rejection }
        guard kind.looksAround else { return nil }
        var seen = Surroundings(own: chronicle(stream), context: context)
        while let request = kind.request(for: content, having: seen) {
            switch request {
            case .stream(let other): seen.add(chronicle(other))
            case .streams(let kind, let isEnough):
                for other in streams.keys.sorted() where other.kind == kind && other != stream && !isEnough(seen) {
                    seen.add(chronicle(other))
                }
                seen.finish(kind: kind)
            case .logs:
                let path = LogPath(origin: OriginID(Bytes16(high: 0, low: 0)), forks: [])
                seen.add(HeldLogs([1: path], all: [path]))
            case .sums(let request):
                var sum = KeyedSum()
                for other in streams.keys where other != stream {
                    contribute(other) { sum.add($0, of: $1, to: request, in: registry) }
                }
                seen.add(sum, for: request)
            }
        }
        return kind.refuse(content, in: seen, context)
    }

    private func chronicle(_ stream: StreamID) -> Chronicle {
        let events = streams[stream] ?? []
        let folded = fold(events, rules: registry.rules(of: stream))
        return Chronicle(stream, events, folded, isMasked: false) {
            LogPlace(log: 1, sequence: events[$0].id.words.second.low)
        } counts: {
            folded.outcomes[$0].status == .effective
        }
    }

    private mutating func append(_ event: FoldEvent<EventContent>, to stream: StreamID) {
        streams[stream, default: []].append(event)
        count += 1
    }

    private func id(_ number: UInt64) -> EventID {
        EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: number)))
    }
}

/// The result of commands in a rehearsal.
public enum Verdict: Hashable, Sendable {
    /// An event that would be appended.
    public struct Event: Hashable, Sendable {
        public let stream: StreamID
        public let type: String
        /// Its fields as they would be stored.
        public let data: JSONValue

        public init(stream: StreamID, type: String, data: JSONValue) {
            self.stream = stream
            self.type = type
            self.data = data
        }
    }

    case events([Event])
    /// A rule said no.
    case rejected(Rejection)
    /// A command that could not be read as an event.
    case unreadable(Fault)

    /// The types of the events; empty where they were refused.
    public var types: [String] { if case .events(let events) = self { events.map(\.type) } else { [] } }

    /// The code of what refused them; nil where nothing did.
    public var code: String? {
        switch self {
        case .events: nil
        case .rejected(let rejection): rejection.code
        case .unreadable(let fault): fault.code
        }
    }
}
