package import DaybookDomains
package import Engine
package import EventCodec
package import EventModel
import Synchronization
package import TransparencyLog

/// A person of tests: a key that everybody knows.
package struct TestPerson: Hashable, Sendable {
    package let seed: [UInt8]

    package init(_ byte: UInt8) { seed = [UInt8](repeating: byte, count: 32) }
    package init(seed: [UInt8]) { self.seed = seed }

    /// Those who have signed a link, by their public keys.
    static let known = Mutex<[String: TestPerson]>([:])

    package var key: SigningKey { try! SigningKey(seed: seed) }
    package var id: PrincipalID { PrincipalID(publicKey: key.publicKey) }
    package var publicKey: String { key.publicKey.hex }
}

extension Draft {
    /// A link as an event that may say anything: `signers` have signed, `forgers` have something else in their
    /// signature's place.
    package static func link(
        _ one: TestPerson, _ other: TestPerson, shadowed: PrincipalID? = nil, everything: Bool? = nil,
        cut: [CutEntry]? = nil, signers: [TestPerson]? = nil,
        forgers: [TestPerson] = [], isSwapped: Bool = false, stream: StreamID? = nil
    ) -> EventDraft {
        var people = [one, other].sorted { $0.id < $1.id }
        if isSwapped { people.reverse() }
        var members: [JSONValue.Member] = [
            .init("firstKey", .string(people[0].publicKey)), .init("secondKey", .string(people[1].publicKey)),
        ]
        if let shadowed { members.append(.init("shadowed", .string(shadowed.hex))) }
        if let everything { members.append(.init("everything", .bool(everything))) }
        if let cut { members.append(.init("cut", .object(cut.map { .init($0.log.description, .integer($0.size)) }))) }
        for person in people { TestPerson.known.withLock { $0[person.publicKey] = person } }
        let body = try! BodyEncoder(schema: SystemSchemas.ledgersLinked1, normalize: { $0 }).encode(.object(members))
        for (person, name) in zip(people, ["firstSignature", "secondSignature"])
        where (signers ?? people).contains(person) || forgers.contains(person) {
            let message = Array((forgers.contains(person) ? "daybook/link/0" : "daybook/link/1").utf8) + body
            members.append(.init(name, .string(Hex.encode(try! person.key.sign(message).bytes))))
        }
        return EventDraft(
            stream: stream ?? LinkConsent.stream(one.id, other.id), type: "ledgers.linked",
            data: .json(.object(members)), intent: .computed())
    }

    /// A link of version 2, from one of version 1 or 2 with the same choice and the same people's consent; other drafts
    /// stay as they are.
    package static func following(_ draft: EventDraft, _ heads: [EventID]) -> EventDraft {
        guard draft.type == "ledgers.linked", case .json(.object(var members)) = draft.data else { return draft }
        let version = members.contains { $0.name == "follows" } ? 2 : 1
        let names = ["firstSignature", "secondSignature"]
        let signed = members.filter { names.contains($0.name) }
        members.removeAll { names.contains($0.name) }
        func body(_ version: Int) -> [UInt8] {
            let schema = version == 1 ? SystemSchemas.ledgersLinked1 : SystemSchemas.ledgersLinked2
            return Array("daybook/link/\(version)".utf8)
                + (try! BodyEncoder(schema: schema, normalize: { $0 }).encode(.object(members)))
        }
        let before = body(version)
        members.removeAll { $0.name == "follows" }
        members.append(.init("follows", .array(heads.sorted().map { .string($0.hex) })))
        let after = body(2)
        for (name, key) in zip(names, ["firstKey", "secondKey"]) {
            guard
                let old = signed.first(where: { $0.name == name })?.value.stringValue.flatMap(Hex.decode).flatMap({
                    Signature(bytes: $0)
                }),
                let person = members.first(where: { $0.name == key })?.value.stringValue.flatMap({ key in
                    TestPerson.known.withLock { $0[key] }
                })
            else { continue }
            let isGenuine = (try? person.key.publicKey.isValid(signature: old, for: before)) ?? false
            members.append(
                .init(name, .string(Hex.encode(try! person.key.sign(isGenuine ? after : [0] + after).bytes))))
        }
        var result = draft
        result.data = .json(.object(members))
        return result
    }

    /// Whether a draft is a link that does not state yet what it follows.
    package static func isUnbound(_ draft: EventDraft) -> Bool {
        guard draft.type == "ledgers.linked", case .json(.object(let members)) = draft.data else { return false }
        return !members.contains { $0.name == "follows" }
    }

    /// A link as both sign it now, its choice without a cut; it follows what `heads` gives of its stream.
    package static func offer(_ one: [UInt8], _ other: [UInt8], _ choice: LinkChoice, _ heads: (StreamID) -> [EventID])
        -> EventDraft
    {
        let (one, other) = (TestPerson(seed: one), TestPerson(seed: other))
        let shadowed: PrincipalID? =
            switch choice {
            case .both: nil;
            case .account: other.id;
            case .guest: one.id
            }
        let link = link(one, other, shadowed: shadowed, everything: shadowed == nil ? nil : true)
        return following(link, heads(link.stream))
    }

    /// The erasure of a stream, or of those events of it, by the person whose ledger appends it.
    package static func erase(_ stream: StreamID, _ events: [EventID]? = nil) -> EventDraft {
        var members: [JSONValue.Member] = [.init("reason", .string("r"))]
        if let events { members.append(.init("erases", .array(events.sorted().map { .string($0.hex) }))) }
        return EventDraft(
            stream: stream, type: events == nil ? "stream.erased" : "events.erased", data: .json(.object(members)),
            intent: .computed())
    }

    /// The end of a link with another person, by the person whose ledger appends it.
    package static func end(
        _ one: TestPerson, _ other: TestPerson, cut: [CutEntry] = [], roots: [Bytes32]? = nil,
        person: PrincipalID? = nil
    ) -> EventDraft {
        let data = JSONValue.object(pairs: [
            "person": .string((person ?? other.id).hex),
            "roots": roots.map { .array($0.sorted().map { .string($0.hex) }) },
            "cut": .object(cut.map { .init($0.log.description, .integer($0.size)) }),
        ])
        let stream = LinkConsent.stream(one.id, other.id)
        return EventDraft(stream: stream, type: "link.ended", data: .json(data), intent: .computed())
    }

    package static func setting(_ name: String, _ value: Int64) -> EventDraft {
        EventDraft(
            stream: self.stream("settings/\(name.prefix { $0 != "." })"), type: "setting.changed",
            data: .json(object(["name": .string(name), "value": .integer(value)])))
    }
}
