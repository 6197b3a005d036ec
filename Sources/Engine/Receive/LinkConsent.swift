package import EventCodec
package import EventModel
package import EventSourcing
import Synchronization
package import TransparencyLog

/// The bytes of a link between two principals: the stream it stands in, what both sign, and whether they did
/// (docs/format.md §3).
package enum LinkConsent {
    /// The type of a link's event.
    package static let type = "ledgers.linked"

    /// The stream in which two principals' links stand: the same whichever of them asks.
    package static func stream(_ one: PrincipalID, _ other: PrincipalID) -> StreamID {
        let hash = SHA256Hasher.labelled("daybook/link-stream/1", min(one, other).bytes, max(one, other).bytes)
        return StreamID(kind: "link", id: hash.first.hex)
    }

    /// The type of the event that ends a link.
    package static let endType = "link.ended"

    /// The message that both keys sign: "daybook/link/" and the version ‖ the body's map without keys 5 and 6, its key
    /// 0 holding the cut alone, or left out.
    package static func message(body: [UInt8], cut: [CutEntry]?, version: Int) -> [UInt8] {
        var fields = RecordFields(body: body)
        fields.set(5, nil)
        fields.set(6, nil)
        var engine = EngineFields.none
        engine.cut = cut
        return Array("daybook/link/\(version)".utf8) + EventDraft.body(fields.canonical, engine)
    }

    /// The statement of an event and whether both consent; nil for one that is neither a link nor an end, or that this
    /// program does not understand.
    package static func statement(_ event: FoldEvent<EventContent>, in stream: StreamID) -> LinkStatement? {
        guard event.understanding == .understood, let content = event.payload else { return nil }
        if content.type == endType {
            return end(content, by: event.actor, in: stream).map { LinkStatement($0) } ?? LinkStatement(.invalid)
        }
        guard content.type == type else { return nil }
        if let known = statements.withLock({ $0[event.id] }), known.stream == stream { return known.statement }
        let statement = LinkBody(content.asWritten)?.statement(in: stream) ?? LinkStatement(.invalid)
        statements.withLock { known in
            // A choice is made rarely: what is held here stays small.
            if known.count >= 4_096 { known = [:] }
            known[event.id] = (stream, statement)
        }
        return statement
    }

    /// The end that an event of a person is; nil where its stream is not that of the two, or the cut is missing.
    private static func end(_ content: EventContent, by author: PrincipalID, in stream: StreamID) -> LinkEnd? {
        guard let cut = content.engine.cut,
            let value = RecordFields.value(of: LinkEndedKey.person, inBody: content.body)
        else { return nil }
        var reader = CBORReader(value.span.bytes)
        // The schema check has passed: these are 16 bytes.
        guard let other = (try? reader.data(count: 16)).flatMap({ PrincipalID(bytes: $0) }), other != author,
            stream == self.stream(author, other)
        else { return nil }
        return LinkEnd(by: author, of: other, cut: Cut(cut), roots: roots(of: content))
    }

    /// The roots that an end names; nil where it names none, as in version 1.
    private static func roots(of content: EventContent) -> Set<Bytes32>? {
        guard let value = RecordFields.value(of: LinkEndedKey.roots, inBody: content.body) else { return nil }
        var reader = CBORReader(value.span.bytes)
        // The schema check has passed.
        return (try? reader.contentIDs(maximum: Limits.endedLogsMaximum)).map { Set($0.map(\.words)) }
    }

    /// By content id, of which each is a pure function: two signatures to check cost a quarter of a millisecond.
    private static let statements = Mutex<[EventID: (stream: StreamID, statement: LinkStatement)]>([:])

    /// The keys of the principals that consented to a link, of whatever stream; nil where they did not.
    package static func joined(by event: FoldEvent<EventContent>, in stream: StreamID) -> [PrincipalID: VerifyingKey]? {
        guard statement(event, in: stream)?.standing == .consented,
            let body = event.payload.flatMap({ LinkBody($0.asWritten) })
        else { return nil }
        return [PrincipalID(publicKey: body.first): body.first, PrincipalID(publicKey: body.second): body.second]
    }
}

/// The fields of a link's body.
package struct LinkBody {
    package let first: VerifyingKey
    package let second: VerifyingKey
    package let choice: LinkedChoice
    /// The links and ends that it follows; nil: version 1.
    package let follows: [EventID]?
    private let content: EventContent

    /// Nil where the keys are none, or the choice is none of the three.
    package init?(_ content: EventContent) {
        func bytes(_ key: UInt64, _ count: Int) -> [UInt8]? {
            guard let value = RecordFields.value(of: key, inBody: content.body) else { return nil }
            var reader = CBORReader(value.span.bytes)
            return try? reader.data(count: count)  // Its schema was held before.
        }
        // Bytes that are no key verify nothing.
        guard let first = bytes(1, 32).flatMap({ try? VerifyingKey(bytes: $0) }),
            let second = bytes(2, 32).flatMap({ try? VerifyingKey(bytes: $0) })  // Likewise.
        else { return nil }
        self.first = first
        self.second = second
        self.content = content
        if content.schema.version == 1 {
            follows = nil
        } else {
            guard let value = RecordFields.value(of: LedgersLinkedKey.follows, inBody: content.body) else { return nil }
            var reader = CBORReader(value.span.bytes)
            guard let ids = try? reader.contentIDs(maximum: Limits.basisMaximum) else { return nil }  // The schema check has passed.
            follows = ids
        }
        let everything = RecordFields.value(of: 4, inBody: content.body) == [0xF5]
        switch (bytes(3, 16).flatMap { PrincipalID(bytes: $0) }, everything, content.engine.cut) {
        case (nil, false, nil): choice = .nobody
        case (let principal?, true, nil): choice = .everything(of: principal)
        case (let principal?, false, let cut?): choice = .before(Cut(cut), of: principal)
        default: return nil
        }
    }

    package var principals: (first: PrincipalID, second: PrincipalID) {
        (PrincipalID(publicKey: first), PrincipalID(publicKey: second))
    }

    fileprivate func statement(in stream: StreamID) -> LinkStatement {
        let (one, other) = principals
        guard one < other, stream == LinkConsent.stream(one, other),
            choice.shadowed.map({ $0 == one || $0 == other }) ?? true
        else {
            return LinkStatement(.invalid)
        }
        let signed = [isSigned(5, by: first), isSigned(6, by: second)]
        if signed.contains(false) { return LinkStatement(.forged, choice, follows: follows) }
        return LinkStatement(signed.contains(nil) ? .unanswered : .consented, choice, follows: follows)
    }

    /// Whether the signature under a key of the map is by the principal's key; nil where there is none.
    private func isSigned(_ key: UInt64, by principal: VerifyingKey) -> Bool? {
        guard let value = RecordFields.value(of: key, inBody: content.body) else { return nil }
        var reader = CBORReader(value.span.bytes)
        // The schema was held before; a library that cannot work at all verifies nothing.
        guard let signature = (try? reader.data(count: 64)).flatMap({ Signature(bytes: $0) }) else { return false }
        return
            // A library that fails verifies nothing.
            (try? principal.isValid(
                signature: signature,
                for: LinkConsent.message(body: content.body, cut: content.engine.cut, version: content.schema.version)))
            ?? false
    }
}

extension StreamID {
    /// Whether links between principals stand in it.
    package var isOfLinks: Bool { text.utf8.first == UInt8(ascii: "l") && text.utf8.starts(with: "link/".utf8) }
}
