import EventCodec
import EventModel
import EventSourcing
import EventStore
import TransparencyLog

/// Decides the drafts of one unit one after another, each on the state that those before it left, in memory only.
final class UnitDecision {
    let engine: EngineCore
    /// Holds the time that the current draft states.
    @exclusivity(unchecked) private(set) var context: DecideContext
    let recorded: Instant
    let actor: PrincipalID
    let origin: OriginID
    @exclusivity(unchecked) var unit: StagedUnit
    @exclusivity(unchecked) var receipt = AppendReceipt()
    /// The type that came last.
    @exclusivity(unchecked) private var known: KnownType?
    /// The fields of the draft that is being decided.
    private let scan = FieldScan()
    /// For sums that rules ask for.
    let sumScan = FieldScan()
    @exclusivity(unchecked) var sumSink = ContributionSink()
    /// The hash of each draft's key.
    @exclusivity(unchecked) var keyHashes: [UInt64] = []
    /// Sixteen bytes a draft.
    @exclusivity(unchecked) private var salts: [UInt8] = []
    @exclusivity(unchecked) private(set) var envelope = CBORWriter(capacity: 512)
    /// The effect of other streams on the record of the draft that is being decided, once it was computed.
    @exclusivity(unchecked) var decided: (loaded: LoadedStream, links: RecordLinks)?
    /// The streams of the heads that the draft supersedes.
    @exclusivity(unchecked) var superseded: [EventID: StreamID] = [:]
    /// The paths of the logs, once a cut asked for them. Nothing is put while a unit is decided, so that they stay what
    /// they are.
    @exclusivity(unchecked) var paths: LogPaths?

    init(_ engine: EngineCore, now: Instant, actor: PrincipalID, origin: OriginID, unit: StagedUnit) {
        self.engine = engine
        context = DecideContext(now: now, zone: engine.configuration.zone, author: actor)
        recorded = now
        self.actor = actor
        self.origin = origin
        self.unit = unit
    }

    /// Throws `DraftRefusal` for the first draft that is refused.
    func decide(
        _ drafts: [EventDraft], condition: AppendCondition?, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws {
        if let condition { try check(condition, group, transaction) }
        let earlier = try existing(drafts, group, transaction)
        let last = earlier.lastIndex { $0 == .none }
        salts = engine.salts(drafts.count)
        receipt.ids.reserveCapacity(drafts.count)
        // Out of a span a draft is lent; out of the array it would be copied.
        let lent = drafts.span
        for index in lent.indices {
            do {
                switch earlier[index] {
                case .none: try stage(lent[index], number: index, isLast: index == last, group, transaction)
                case .stored(let places): try repeated(lent[index], storedAt: places, transaction)
                case .inUnit(let other): try repeated(lent[index], index: other, drafts)
                }
                if unit.rows.count > Limits.unitEventsMaximum || unit.rows.eventByteCount > Limits.unitBytesMaximum {
                    throw Refusals.unitTooLarge
                }
            } catch  where StoreError.endsTransaction(error) {
                throw error
            } catch {
                throw DraftRefusal(index: index, reason: error)
            }
        }
    }

    // MARK: - One draft

    /// A draft's body as it will be stored, the engine's part read out of it.
    struct Prepared {
        let body: [UInt8]
        let engine: EngineFields
    }

    /// The content of the draft with the links that the engine computed for it; the scan holds its fields afterwards.
    func prepared(_ draft: EventDraft, _ schema: EventSchema, links: EngineFields) throws -> Prepared {
        var fields = links
        fields.key = draft.key
        if let key = draft.key, !(1...Limits.keyBytesMaximum).contains(key.utf8.count) || !TextCheck.isStorable(key) {
            throw Refusals.keyUnreadable
        }
        let body: [UInt8]
        switch draft.data {
        case .json(let data):
            do {
                body = try BodyEncoder(schema: schema, normalize: engine.configuration.normalize).encode(
                    data, engine: fields)
            } catch { throw error.error }
        case .fields(let map): body = EventDraft.body(map, fields)
        }
        do { return Prepared(body: body, engine: try BodyCheck.check(body, schema, into: scan)) } catch {
            throw error.error
        }
    }

    private func stage(
        _ draft: EventDraft, number: Int, isLast: Bool, _ group: Group, _ transaction: borrowing StoreWrite
    ) throws {
        let known = try known(draft)
        context.occurred = draft.occurred
        if try stageFresh(draft, known, number: number, isLast: isLast, group, transaction) { return }
        let loaded = try stream(draft.stream, known.rules, group, transaction)
        try check(draft, expecting: loaded, known.schema)
        if known.schema.role == .lock {
            try stage(try joins(before: draft, on: loaded) { engine.salts(1) }, on: loaded)
        }
        if let restating = restatement(before: draft, known.schema, on: loaded) {
            try stage([try restated(restating, on: loaded, salt: engine.salts(1))], on: loaded)
        }
        let across = try linksAcross(draft, known.schema, loaded, group, transaction)
        let named = try across ?? links(draft, known.schema, loaded)
        if isCrowded(known.schema.role, loaded, named) {
            return try stageCrowded(draft, number: number, isLast: isLast, known, named, on: loaded, group, transaction)
        }
        let prepared = try prepared(
            draft, known.schema, links: try witnessed(named, draft, on: loaded, group, transaction))
        var event = event(draft, known.schema, prepared, on: loaded)
        if draft.restates {
            try checkRoles(event, on: loaded)
        } else {
            try check(event, on: loaded, group, transaction)
        }
        try noteLinks(of: event, in: loaded, group, transaction)
        let salt = salts[number * Limits.saltBytes..<(number + 1) * Limits.saltBytes]
        let digest = SHA256Hasher.bodyDigest(salt: salt.span.bytes, body: prepared.body.span.bytes)
        let valid = try encode(
            draft, known.schema, basis: event.basis, bodyByteCount: prepared.body.count, digest, isLast: isLast)
        event.happenedMilliseconds = engine.registry.happened(event.role, in: draft.stream.kind, { valid })
        event.id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        let place = unit.rows.next
        if draft.key != nil { unit.keys.append(KeyEntry(hash: keyHashes[number], place: place)) }
        loaded.append(event, place: place)
        try group.leaveOut(loaded, appendedBy: actor, transaction)
        unit.rows.append(
            id: event.id, envelope: envelope.bytes, salt: salt, body: prepared.body, version: loaded.version)
        receipt.appended += 1
        receipt.ids.append(event.id)
    }

    /// Stages a create of a record that nothing is known of, without an object for its stream: it is decided by the
    /// same rules as any other, of which most have nothing to look at. False where the draft is not such a one; nothing
    /// was changed then.
    private func stageFresh(
        _ draft: EventDraft, _ known: KnownType, number: Int, isLast: Bool, _ group: Group,
        _ transaction: borrowing StoreWrite
    ) throws -> Bool {
        guard known.schema.role == .create, !known.schema.computed, draft.intent == .plain,
            draft.expectedVersion ?? 0 == 0,
            !known.rules.kind.looksAround, !unit.links.brings, !group.hasLinks,
            try group.claim(draft.stream, transaction)
        else { return false }
        var isStaged = false
        defer { if !isStaged { group.unclaim(draft.stream) } }
        let prepared = try prepared(draft, known.schema, links: .none)
        guard prepared.engine.hasNoLinks else { return false }
        let content = EventContent(schema: known.schema, body: prepared.body, engine: prepared.engine)
        let kind = known.rules.kind
        if let rejection = kind.admit(RecordFields(), content, scan) ?? kind.refuse(nil, content, scan, context) {
            throw rejection
        }
        let salt = salts[number * Limits.saltBytes..<(number + 1) * Limits.saltBytes]
        let digest = SHA256Hasher.bodyDigest(salt: salt.span.bytes, body: prepared.body.span.bytes)
        try encode(draft, known.schema, basis: [], bodyByteCount: prepared.body.count, digest, isLast: isLast)
        let place = unit.rows.next
        if draft.key != nil { unit.keys.append(KeyEntry(hash: keyHashes[number], place: place)) }
        group.fresh.add(draft.stream, draft.type, place, known.rules, scan, of: prepared.body)
        let id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        unit.rows.append(id: id, envelope: envelope.bytes, salt: salt, body: prepared.body, version: StreamVersion(1))
        receipt.appended += 1
        receipt.ids.append(id)
        isStaged = true
        return true
    }

    /// The draft's type and kind of stream; a refusal names what is not known.
    func known(_ draft: EventDraft) throws -> KnownType {
        if let known, known.matches(draft.type, draft.stream) { return known }
        if let found = KnownType(draft.type, draft.stream, engine.registry, ownsSchema: false) {
            known = found
            return found
        }
        guard let schema = engine.registry.schema(draft.type) else { throw Refusals.typeUnknown(draft.type) }
        if schema.computed, draft.intent == .plain {
            throw Refusals.computed(draft.type)
        }
        guard engine.registry.kind(draft.stream.kind) != nil else { throw Refusals.kindUnknown(draft.stream) }
        throw Refusals.wrongStream(draft.type, draft.stream)
    }

    /// Whether a caller may append the type, and the stream is as long as the caller expects.
    func check(_ draft: EventDraft, expecting loaded: LoadedStream, _ schema: EventSchema) throws {
        if schema.computed, draft.intent == .plain {
            throw Refusals.computed(draft.type)
        }
        let refusal = Group.isErasure(draft.type) ? nil : RoleRejection.forErasure(of: loaded.fold, by: actor)
        if let refusal { throw refusal }
        if let expected = draft.expectedVersion, expected != loaded.events.count {
            throw Refusals.versionConflict(draft.stream, expected: expected, found: loaded.events.count)
        }
    }

    /// The events that a draft becomes on a stream, when no rule of the stream forbids it: one, or more if it is
    /// crowded. The stream is not changed.
    ///
    /// `stated` are engine fields given by hand; only a question about supposed events gives them.
    func supposed<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ draft: EventDraft, on loaded: LoadedStream, salt: [UInt8], ofParts: () -> [UInt8], stated: EngineFields,
        _ source: Source, _ transaction: borrowing Reading
    ) throws -> [DecidedEvent] {
        let known = try known(draft)
        context.occurred = draft.occurred
        try check(draft, expecting: loaded, known.schema)
        let across = try linksAcross(draft, known.schema, loaded, source, transaction)
        let named = try (across ?? links(draft, known.schema, loaded)).replaced(by: stated)
        if isCrowded(known.schema.role, loaded, named) {
            return try crowded(draft, isLast: true, known, named, on: loaded, source, transaction, salt: ofParts)
        }
        let links = try witnessed(named, draft, on: loaded, source, transaction)
        let prepared = try prepared(draft, known.schema, links: links)
        var event = event(draft, known.schema, prepared, on: loaded)
        try check(event, on: loaded, source, transaction)
        let digest = SHA256Hasher.bodyDigest(salt: salt, body: prepared.body)
        let valid = try encode(
            draft, known.schema, basis: event.basis, bodyByteCount: prepared.body.count, digest, isLast: true)
        event.happenedMilliseconds = engine.registry.happened(event.role, in: draft.stream.kind, { valid })
        event.id = EventID(SHA256Hasher.leafHash(envelope: envelope.bytes))
        return [(event, StoredEvent(envelope: envelope.bytes, salt: salt, body: prepared.body))]
    }

    /// The event without its id, which its bytes give.
    func event(_ draft: EventDraft, _ schema: EventSchema, _ prepared: Prepared, on loaded: LoadedStream) -> FoldEvent<
        EventContent
    > {
        let content = EventContent(schema: schema, body: prepared.body, engine: prepared.engine)
        var links = EngineLinks(content, in: draft.stream.kind)
        if schema.role == .lock,
            LockSignature.isForged(content, of: loaded.rules.kind, in: draft.stream, by: actor, id: nil)
        {
            links.isForged = true
        }
        return FoldEvent(
            id: EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))),
            basis: loaded.basis,
            recordedMilliseconds: recorded.milliseconds, actor: actor, role: schema.role, key: draft.key,
            isCritical: schema.critical,
            links: links, payload: content)
    }

    /// The stream as the unit may change it.
    private func stream(_ stream: StreamID, _ rules: KindRules, _ group: Group, _ transaction: borrowing StoreWrite)
        throws -> LoadedStream
    {
        let before = try group.held(stream, transaction)
        if let before, before.unit == unit.number { return before }
        let own: LoadedStream
        var mark: LoadedStream.Mark?
        if let before, before.isAlone, !group.hasLinks, !unit.links.brings {
            own = before
            mark = before.mark
        } else if let before {
            own = before.copy()
        } else if transaction.wasAbsent(stream) {
            // Rows of streams are written when the group is finished: what was absent and is not in the group is new.
            own = LoadedStream(empty: stream, rules: rules)
        } else {
            own = try transaction.load(stream, engine.registry) ?? LoadedStream(empty: stream, rules: rules)
        }
        try group.leaveOut(own, transaction)
        own.unit = unit.number
        group.streams[stream] = .loaded(own)
        unit.held.append(.init(own: own, before: before, mark: mark))
        return own
    }

    /// The rules: those of roles, then the domain's.
    func check<Source: LinkSource, Reading: StoreReading & ~Copyable>(
        _ event: FoldEvent<EventContent>, on loaded: LoadedStream, _ source: Source, _ transaction: borrowing Reading
    ) throws {
        guard let content = event.payload else { return }
        let kind = loaded.rules.kind
        let refused = refusal(of: event, on: loaded.fold, rules: loaded.rules)
        if let rejection = try checkAcross(event, refused, on: loaded, source, transaction) {
            // The fold knows the code of a domain's rule only; the domain has the words.
            if event.role == .edit, let state = loaded.fold.state, let words = kind.admit(state.fields, content, scan),
                words.code == rejection.code
            {
                throw words.naming(loaded.stream)
            }
            // Of an event that links records, what is not about its own is about another one.
            let isAboutAnother = refused == nil && event.linksAcross
            throw isAboutAnother ? kind.explain(rejection, content) : words(for: rejection, content, on: loaded)
        }
        if event.role == .create, let rejection = kind.admit(RecordFields(), content, scan) { throw rejection }
        if let rejection = try kind.refuse(loaded.fold.state, content, scan, context)
            ?? refusalAround(content, on: loaded, source, transaction)
        {
            throw rejection.naming(loaded.stream)
        }
    }

    private func links(_ draft: EventDraft, _ schema: EventSchema, _ loaded: LoadedStream) throws -> EngineFields {
        let links: Result<EngineLinks, Rejection>
        switch draft.intent {
        case .plain, .superseding:
            guard schema.role == .restore else { return .none }
            links = loaded.fold.linksOfRestore(by: actor)
        case .apply(let event):
            links = loaded.fold.linksOfSettle(applying: event, over: loaded.events, rules: loaded.rules, by: actor)
        case .dismiss(let event): links = loaded.fold.linksOfSettle(dismissing: event, over: loaded.events, by: actor)
        case .computed(let voiding):
            switch schema.role {
            case .lock:
                links = loaded.fold.linksOfLock(
                    by: actor, over: loaded.events, rules: loaded.rules, form: KindRules.form)
            case .unlock: links = loaded.fold.linksOfUnlock(voiding: voiding, over: loaded.events, by: actor)
            case .restore: links = loaded.fold.linksOfRestore(by: actor)
            default: return .none
            }
        }
        switch links {
        case .success(let links): return EngineFields(links, role: schema.role)
        case .failure(let rejection):
            let content = EventContent(schema: schema, body: [0xA0], engine: .none)
            throw words(for: rejection, content, on: loaded)
        }
    }

    /// Holds the rules of roles alone: those for a person's entries do not apply to what restates.
    func checkRoles(_ event: FoldEvent<EventContent>, on loaded: LoadedStream) throws {
        guard let refusal = refusal(of: event, on: loaded.fold, rules: loaded.rules) else { return }
        guard let content = event.payload else { preconditionFailure("a draft has a payload") }
        throw words(for: refusal, content, on: loaded)
    }

    /// A rejection in the words of the record's kind. A record that only a newer program understands is not missing.
    private func words(for rejection: Rejection, _ content: EventContent, on loaded: LoadedStream) -> Rejection {
        let aboutNothing = [RoleRejection.recordMissing, RoleRejection.restoreNothing, RoleRejection.voidNothing]
        if aboutNothing.contains(rejection), let newer = loaded.refusalOfNewer { return newer }
        return loaded.rules.kind.explain(rejection, content).naming(loaded.stream)
    }

    private func validTime(of draft: EventDraft, _ schema: EventSchema) throws -> ValidTime {
        let own = schema.validTime.flatMap { scan.integer($0) }.flatMap { Int32(exactly: $0) }
            .map { CivilDate(day: $0) }
        if let occurred = draft.occurred, !EnvelopeView.mayHold(occurred) { throw Refusals.occurredUnreadable }
        guard let occurred = draft.occurred else {
            if let own { return .date(own) }
            return .instant(
                context.now, offsetSeconds: context.zone.offsetSeconds(at: context.now),
                zone: context.zone.name(at: context.now))
        }
        guard let own else { return occurred }
        guard occurred.date == own else { throw Refusals.occurredMismatch(occurred.date, own) }
        // An instant of that day says more than the day does.
        return occurred
    }

    /// Encodes the envelope of an event into `envelope`; returns when the event happened.
    @discardableResult
    func encode(
        _ draft: EventDraft, _ schema: EventSchema, basis: [EventID], bodyByteCount: Int, _ digest: Bytes32,
        isLast: Bool, after notStaged: Int = 0
    ) throws -> ValidTime {
        if let correlation = draft.correlation,
            correlation.utf8.count > Limits.correlationBytesMaximum || !TextCheck.isStorable(correlation)
        {
            throw Refusals.correlationUnreadable
        }
        let valid = try validTime(of: draft, schema)
        envelope.reset()
        Envelope(
            origin: origin, sequence: LogSequence(unit.sequence + UInt64(notStaged)),
            flags: EventFlags(isLast: isLast, critical: schema.critical),
            stream: draft.stream, type: draft.type, schemaVersion: schema.version, actor: actor, validTime: valid,
            recorded: recorded, basis: basis, causation: draft.causation, correlation: draft.correlation,
            bodyDigest: digest
        ).encode(into: &envelope)
        let byteCount = envelope.bytes.count + Limits.saltBytes + bodyByteCount
        guard envelope.bytes.count <= Limits.envelopeBytesMaximum, byteCount <= Limits.eventBytesMaximum else {
            throw Refusals.eventTooLarge(byteCount)
        }
        return valid
    }
}

extension EventFlags {
    init(isLast: Bool, critical: Bool) {
        self = []
        if isLast { insert(.lastOfUnit) }
        if critical { insert(.critical) }
    }
}
