import DaybookDomains
package import Engine
package import EventCodec
package import EventModel
import EventSourcing
import Foundation
import TransparencyLog

/// The part that a model cannot know by itself: the randomness in events. A store's, to be compared byte by byte, or
/// its own.
package struct ModelEntropy {
    package var salt: () -> [UInt8]
    /// The event that begins a new log which replaces another.
    package var mint: (OriginID?) throws -> StoredEvent

    package init(salt: @escaping () -> [UInt8], mint: @escaping (OriginID?) throws -> StoredEvent) {
        self.salt = salt
        self.mint = mint
    }
}

extension ModelLedger {
    /// The remarks of a record as it counts now.
    package func remarks(of stream: StreamID) -> String? {
        guard let state = fold(stream).state, let schema = ModelLedger.registry.schema("flight.logged") else {
            return nil
        }
        let fields = state.fields.canonical
        return try? BodyView.json(fields.span.bytes, schema).data["remarks"]?.stringValue
    }

    /// Decides one draft after another on all that stands before it; all of them are kept, or none.
    package mutating func append(
        _ drafts: [EventDraft], condition: AppendCondition? = nil, now: Instant, _ entropy: ModelEntropy
    ) throws -> AppendReceipt {
        // Before a log is begun: its first event is nothing that arrived.
        if let condition, mutation != .ignoresTheCondition, breaks(condition) {
            throw Refused(index: 0, code: "condition.failed")
        }
        var minted: [StoredEvent] = []
        var draft = self
        if !isOwnLive {
            let first = try entropy.mint(own)
            minted = [first]
            try draft.begin(first, now)
        }
        var receipt = AppendReceipt()
        let fresh = drafts.indices.filter { draft.used(drafts[$0]) == nil && draft.earlier(drafts, $0) == nil }
        var staged: [StoredEvent] = []
        for index in drafts.indices {
            do {
                if let id = try draft.repeated(drafts, index, receipt.ids) {
                    receipt.duplicates += 1
                    receipt.ids.append(id)
                    continue
                }
                let stored = try draft.stage(drafts[index], isLast: index == fresh.last, now, entropy.salt)
                staged.append(stored)
                receipt.appended += 1
                receipt.ids.append(EventID(SHA256Hasher.leafHash(envelope: stored.envelope)))
            } catch {
                if mutation == .keepsPartOfARefusedUnit { try keep(minted + staged, now, draft.own) }
                throw Refused(index: index, code: Refused(error).code)
            }
        }
        try keep(minted + staged, now, draft.own)
        receipt.position = Position(UInt64(events.count))
        return receipt
    }

    private mutating func keep(_ stored: [StoredEvent], _ now: Instant, _ origin: OriginID?) throws {
        guard !stored.isEmpty, let origin else { return }
        let added = stored.map { EventID(SHA256Hasher.leafHash(envelope: $0.envelope)) }
        paths[origin] = [(paths[origin]?.first ?? []) + added]
        try commit(stored, at: now)
        own = origin
        isOwnLive = true
    }

    /// The new log's first event, held against what it must say.
    package mutating func begin(_ stored: StoredEvent, _ now: Instant) throws {
        let event = try HeldEvent(
            stored: stored, position: UInt64(events.count + 1), version: 1, arrived: now, ModelLedger.registry)
        guard event.envelope.type == "origin.started", event.envelope.sequence.value == 0, event.envelope.basis.isEmpty,
            event.envelope.flags.contains(.lastOfUnit), event.envelope.actor == principal,
            event.fold.understanding == .understood,
            event.stream == StreamID(kind: "origin", id: event.envelope.origin.hex), paths[event.envelope.origin] == nil
        else { throw Refused(code: "model: not the beginning of a log") }
        let replaced = RecordFields.value(of: 3, inBody: stored.body)
        guard replaced == own.map({ [0x50] + $0.bytes }) else {
            throw Refused(code: "model: it names another log as replaced")
        }
        events.append(event)
        own = event.envelope.origin
        paths[event.envelope.origin] = [[event.id]]
    }

    // MARK: - Keys and conditions

    private func breaks(_ condition: AppendCondition) -> Bool {
        events.contains { event in
            event.position > condition.after.value
                && (condition.kinds.isEmpty || condition.kinds.contains(event.stream.kind))
                && (condition.types.isEmpty || condition.types.contains(event.envelope.type))
                && (condition.streams.isEmpty || condition.streams.contains(event.stream))
        }
    }

    private func used(_ draft: EventDraft) -> HeldEvent? {
        guard let key = draft.key, mutation != .forgetsKeys else { return nil }
        return events.first { $0.fold.key == key && $0.fold.actor == principal }
    }

    private func earlier(_ drafts: [EventDraft], _ index: Int) -> Int? {
        guard let key = drafts[index].key, mutation != .forgetsKeys else { return nil }
        return drafts[..<index].firstIndex { $0.key == key }
    }

    /// The id of the event that a key stands for already; nil for a draft that is new.
    private func repeated(_ drafts: [EventDraft], _ index: Int, _ ids: [EventID]) throws -> EventID? {
        let draft = drafts[index]
        if let other = earlier(drafts, index) {
            guard drafts[other].stream == draft.stream, drafts[other].type == draft.type,
                drafts[other].occurred == draft.occurred,
                drafts[other].intent == draft.intent, try fields(draft) == fields(drafts[other])
            else { return mutation == .takesOtherContentForAKey ? ids[other] : try conflict() }
            return ids[other]
        }
        // Events of this very unit stand at the end of `events`; their drafts were looked at above.
        guard let event = used(draft) else { return nil }
        if mutation == .takesOtherContentForAKey { return event.id }
        let own = try fields(draft)
        guard event.stream == draft.stream, event.envelope.type == draft.type else { return try conflict() }
        if let occurred = draft.occurred, occurred != event.envelope.validTime { return try conflict() }
        if own != RecordFields(body: event.stored.body) { return try conflict() }
        return event.id
    }

    /// The fields of a draft; only new drafts are checked for fields that their schema requires.
    private func fields(_ draft: EventDraft) throws -> RecordFields {
        guard case .json(let data) = draft.data else { preconditionFailure("the model takes JSON") }
        let encoder = BodyEncoder(schema: try schema(draft), normalize: { $0.precomposedStringWithCanonicalMapping })
        do { return RecordFields(body: try encoder.encode(data)) } catch { throw error.error }
    }

    private func conflict() throws -> EventID? { throw Refused(code: "key.conflict") }

    // MARK: - One draft

    private func schema(_ draft: EventDraft) throws -> EventSchema {
        // A link that names nothing that it follows is one of an older program.
        guard let schema = ModelLedger.registry.schema(draft.type, version: Draft.isUnbound(draft) ? 1 : nil) else {
            throw Refused(code: "type.unknown")
        }
        return schema
    }

    private func body(_ draft: EventDraft, _ links: EngineLinks? = nil, across: EngineFields? = nil) throws -> [UInt8] {
        let schema = try schema(draft)
        var fields = across ?? EngineFields.none
        if let links {
            switch schema.role {
            case .lock: (fields.covers, fields.content, fields.form) = (links.covers, links.content, links.form)
            case .unlock: (fields.voids, fields.keeps) = (links.voids, links.keeps)
            case .settle: fields.keeps = links.keeps
            case .restore: fields.undoes = links.undoes
            default: break
            }
        }
        fields.key = draft.key
        guard case .json(let data) = draft.data else { preconditionFailure("the model takes JSON") }
        do {
            let body = try BodyEncoder(schema: schema, normalize: { $0.precomposedStringWithCanonicalMapping }).encode(
                data, engine: fields)
            _ = try BodyCheck.check(body, schema)
            return body
        } catch { throw error.error }
    }

    private mutating func stage(_ draft: EventDraft, isLast: Bool, _ now: Instant, _ salt: () -> [UInt8]) throws
        -> StoredEvent
    {
        let schema = try schema(draft)
        if schema.computed, draft.intent == .plain { throw Refused(code: "type.computed") }
        let held = events(of: draft.stream)
        if let expected = draft.expectedVersion, expected != held.count, mutation != .ignoresExpectedVersion {
            throw Refused(code: "version.conflict")
        }
        let rules = ModelLedger.registry.rules(of: draft.stream)
        let fold = fold(draft.stream)
        let across = try linksAcross(draft, schema)
        let links = try across == nil ? links(draft, schema, held.map(\.fold), fold, rules) : nil
        guard schema.allows(kind: draft.stream.kind) else { throw Refused(code: "type.wrongStream") }
        let body = try body(draft, links, across: across)
        let content = EventContent(schema: schema, body: body, engine: try BodyCheck.check(body, schema))
        var basis = fold.heads.prefix(Limits.basisMaximum).sorted()
        // An older program builds on all that it holds.
        if draft.stream.kind == "link", schema.type != "ledgers.linked" || schema.version > 1 {
            basis = linkHeads(draft.stream)
        }
        if mutation == .buildsOnTheFirstHeadOnly { basis = Array(basis.prefix(1)) }
        let event = FoldEvent(
            id: EventID(Bytes32(first: Bytes16(high: 0, low: 0), second: Bytes16(high: 0, low: 0))), basis: basis,
            recordedMilliseconds: now.milliseconds, actor: principal, role: schema.role, key: draft.key,
            isCritical: schema.critical,
            links: EngineLinks(content, in: draft.stream.kind), payload: content)
        let alone = refusal(of: event, on: fold, rules: rules).map { rules.kind.explain($0, content).code }
        // A draft that restates other persons' entries enters nothing: the rules of roles apply to it, those for
        // entries do not.
        let isEntry = !draft.restates || mutation == .holdsRestatementsAsEntries
        if let code = isEntry ? refusalAcross(event, draft, alone) : alone { throw Refused(code: code) }
        if isEntry { try holdEntry(event, content, fold, rules, now) }
        let stored = write(event, content, draft, isLast: isLast, now, salt())
        var kept = try HeldEvent(
            stored: stored, position: UInt64(events.count + 1), version: held.count + 1, arrived: now,
            ModelLedger.registry)
        kept.version = held.count + 1
        events.append(kept)
        if let own { paths[own] = [(paths[own]?.first ?? []) + [kept.id]] }
        return stored
    }

    /// The rules of the record's kind for what a person enters.
    private func holdEntry(
        _ event: FoldEvent<EventContent>, _ content: EventContent, _ fold: Fold<RecordState>, _ rules: KindRules,
        _ now: Instant
    ) throws {
        if event.role == .create, let rejection = rules.kind.admit(RecordFields(), content, content.scan()) {
            throw rejection
        }
        let context = DecideContext(now: now, zone: UniversalTime())
        if let rejection = rules.kind.refuse(fold.state, content, content.scan(), context) { throw rejection }
    }

    private func links(
        _ draft: EventDraft, _ schema: EventSchema, _ held: [FoldEvent<EventContent>], _ fold: Fold<RecordState>,
        _ rules: KindRules
    ) throws -> EngineLinks? {
        let links: Result<EngineLinks, Rejection>
        switch (draft.intent, schema.role) {
        case (.plain, .restore): links = fold.linksOfRestore(by: principal)
        case (.apply(let event), _):
            links = fold.linksOfSettle(applying: event, over: held, rules: rules, by: principal)
        case (.dismiss(let event), _): links = fold.linksOfSettle(dismissing: event, over: held, by: principal)
        case (.computed, .lock): links = fold.linksOfLock(by: principal, over: held, rules: rules, form: KindRules.form)
        case (.computed(let voiding), .unlock): links = fold.linksOfUnlock(voiding: voiding, over: held, by: principal)
        case (.computed, .restore): links = fold.linksOfRestore(by: principal)
        default: return nil
        }
        switch links {
        case .success(let links): return links
        case .failure(let rejection):
            throw rules.kind.explain(rejection, EventContent(schema: schema, body: [0xA0], engine: .none))
        }
    }

    private func write(
        _ event: FoldEvent<EventContent>, _ content: EventContent, _ draft: EventDraft, isLast: Bool, _ now: Instant,
        _ salt: [UInt8]
    ) -> StoredEvent {
        guard let own else { preconditionFailure("a log was begun") }
        var flags: EventFlags = isLast && mutation != .dropsTheUnitFlag ? .lastOfUnit : []
        if content.schema.critical { flags.insert(.critical) }
        let sequence = events.count { $0.envelope.origin == own }
        var validTime = ValidTime.instant(now, offsetSeconds: 0, zone: "UTC")
        if let key = content.schema.validTime, let day = RecordFields.integer(of: key, inBody: content.body) {
            validTime = .date(CivilDate(day: Int32(day)))
        } else if let occurred = draft.occurred {
            validTime = occurred
        }
        let envelope = Envelope(
            origin: own, sequence: LogSequence(UInt64(sequence)), flags: flags, stream: draft.stream, type: draft.type,
            schemaVersion: content.schema.version, actor: principal, validTime: validTime, recorded: now,
            basis: event.basis,
            causation: draft.causation, correlation: draft.correlation,
            bodyDigest: SHA256Hasher.bodyDigest(salt: salt, body: content.body))
        var writer = CBORWriter(capacity: 256)
        envelope.encode(into: &writer)
        return StoredEvent(envelope: writer.bytes, salt: salt, body: content.body)
    }
}
