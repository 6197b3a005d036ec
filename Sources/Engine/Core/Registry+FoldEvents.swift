package import EventCodec
package import EventModel
package import EventSourcing
package import EventStore
import TransparencyLog

extension Registry {
    /// The rules of a stream's kind; those of a plain kind for one that this program does not know.
    package func rules(of stream: StreamID) -> KindRules {
        let kind = stream.kind
        return KindRules(self.kind(kind) ?? PlainKind(kind), self)
    }

    /// An event as the fold sees it, from its stored bytes.
    package func foldEvent(envelope: borrowing EnvelopeView, body: RawSpan, id: EventID) -> FoldEvent<EventContent> {
        let kind = envelope.stream.kind
        return foldEvent(envelope: envelope, body: body, id: id, in: kind, isTimed: timesRecords(of: kind))
    }

    /// An event as the fold sees it, in a kind of stream that the caller looked up. The lookup costs as much as the
    /// reading of a short event.
    func foldEvent(
        envelope: borrowing EnvelopeView, body: RawSpan, id: EventID, in kind: String, isTimed: Bool
    ) -> FoldEvent<EventContent> {
        if body.byteCount == 0 { return erasedEvent(envelope, id: id, in: kind) }
        let type = envelope.type
        let (understanding, content) = understand(type: type, version: envelope.schemaVersion, kind: kind, body: body)
        let role = content?.schema.role ?? self.role(of: type, in: kind)
        return FoldEvent(
            id: id, basis: envelope.basis, recordedMilliseconds: envelope.recorded.milliseconds,
            happenedMilliseconds: happened(role, isTimed, { envelope.validTime }), actor: envelope.actor, role: role,
            key: content?.engine.key, understanding: understanding,
            isCritical: envelope.flags.contains(.critical), mayBeErasedAlone: mayBeErasedAlone(role, type, in: kind),
            links: content.map { links($0, role, kind, envelope, id) } ?? EngineLinks(unread: body, type, in: kind),
            payload: content)
    }
}

extension Registry {
    /// A lock's signatures are tested where it is read: every fold then sees the same.
    private func links(
        _ content: EventContent, _ role: EventRole, _ kind: String, _ envelope: borrowing EnvelopeView, _ id: EventID
    ) -> EngineLinks {
        var links = EngineLinks(content, in: kind)
        guard role == .lock, let streamKind = self.kind(kind) else { return links }
        if LockSignature.isForged(content, of: streamKind, in: envelope.stream, by: envelope.actor, id: id) {
            links.isForged = true
        }
        return links
    }
}

extension Registry {
    /// When an event of a role in a kind of stream happened; nil: when it was recorded.
    func happened(_ role: EventRole, in kind: String, _ validTime: () -> ValidTime) -> Int64? {
        happened(role, timesRecords(of: kind), validTime)
    }

    private func timesRecords(of kind: String) -> Bool { self.kind(kind)?.timesItsRecords ?? false }

    private func happened(_ role: EventRole, _ isTimed: Bool, _ validTime: () -> ValidTime) -> Int64? {
        if role.happensAtATime { return validTime().happened.milliseconds }
        guard role == .create || role == .edit, isTimed, case .instant(let instant, _, _) = validTime() else {
            return nil
        }
        return instant.milliseconds
    }

    /// The role of a type in a kind of stream, without reading the body. A type that the kind does not allow is a note:
    /// an event of a type that belongs elsewhere begins no record.
    private func role(of type: String, in kind: String) -> EventRole {
        guard let schema = schema(type), schema.allows(kind: kind) else { return .note }
        return schema.role
    }

    /// An event of which only the envelope is left.
    private func erasedEvent(_ envelope: borrowing EnvelopeView, id: EventID, in kind: String) -> FoldEvent<
        EventContent
    > {
        let type = envelope.type
        let role = role(of: type, in: kind)
        return FoldEvent(
            id: id, basis: envelope.basis, recordedMilliseconds: envelope.recorded.milliseconds, actor: envelope.actor,
            role: role,
            understanding: .erased, isCritical: envelope.flags.contains(.critical),
            mayBeErasedAlone: mayBeErasedAlone(role, type, in: kind),
            payload: nil)
    }

    /// Whether an erasure of single events reaches events of a type in a kind of stream: registers, notes and
    /// attachments, and types that no domain declares. Statements about authorship (certificates, links) are never
    /// erased.
    func mayBeErasedAlone(_ role: EventRole, _ type: String, in kind: String) -> Bool {
        guard StreamID.mayBeErased(kind: kind) else { return false }
        return role == .set || role == .note || role == .edit && self.kind(kind)?.isAttachment(type) ?? false
    }
}

extension EventRole {
    /// Whether its own time matters beside that of its recording: notes and sets record what happened, creates and
    /// edits state what a record is.
    var happensAtATime: Bool { self == .note || self == .set }
}

extension ValidTime {
    /// The instant, of a date the start of its day in UTC.
    var happened: Instant {
        switch self {
        case .instant(let instant, _, _): instant
        case .date(let date): Instant(milliseconds: Int64(date.day) * 86_400_000)
        }
    }
}

extension StreamID {
    /// Whether events in a kind of stream can be erased. Those that state who wrote what stay for ever.
    static func mayBeErased(kind: String) -> Bool { kind != "origin" && kind != "link" }
}

extension EngineLinks {
    /// The links of an event's content in a kind of stream. Certificates and links are never erased: they
    /// prove who wrote what.
    package init(_ content: EventContent, in kind: String) {
        // Most events link nothing.
        if content.engine.hasNoLinks { self.init() } else { self.init(content.engine) }
        guard content.schema.role == .note, StreamID.mayBeErased(kind: kind) else { return }
        if content.type == SystemSchemas.streamErased1.type { erases = true }
        if let events = content.engine.erases { erasesEvents = events }
    }

    /// The reach of an erasure that this program does not understand: it does not count, and bodies may be gone by it.
    fileprivate init(unread body: RawSpan, _ type: String, in kind: String) {
        self.init()
        guard StreamID.mayBeErased(kind: kind) else { return }
        if type == SystemSchemas.streamErased1.type { erases = true }
        guard type == SystemSchemas.eventsErased1.type else { return }
        // A body that cannot be read names no event.
        erasesEvents = (try? EngineFields(ofBody: body))?.erases ?? []
    }

    private init(_ fields: EngineFields) {
        self.init(
            covers: fields.covers ?? [], content: fields.content, form: fields.form, voids: fields.voids ?? [],
            keeps: fields.keeps ?? [], supersedes: fields.supersedes ?? [], undoes: fields.undoes ?? [])
    }
}

extension Registry {
    /// An event as the fold sees it, from its row; its content id is computed from the stored envelope.
    package func foldEvent(_ row: borrowing LogRow) throws -> FoldEvent<EventContent> {
        let envelope = try row.envelopeView()
        return foldEvent(envelope: envelope, body: row.body, id: EventID(SHA256Hasher.leafHash(envelope: row.envelope)))
    }
}
