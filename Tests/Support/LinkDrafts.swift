package import Engine
package import EventCodec
package import EventModel
import TransparencyLog

/// A person of tests: a key that everybody knows.
package struct TestPerson: Hashable, Sendable {
    package let seed: [UInt8]

    package init(_ byte: UInt8) { seed = [UInt8](repeating: byte, count: 32) }
    package init(seed: [UInt8]) { self.seed = seed }

    var key: SigningKey { try! SigningKey(seed: seed) }
    package var id: PrincipalID { PrincipalID(publicKey: key.publicKey) }
    package var publicKey: String { key.publicKey.hex }
}

extension Draft {
    /// A link as an event that may say anything: `signers` have signed, `forgers` have something else in their signature's place.
    package static func link(
        _ one: TestPerson, _ other: TestPerson, shadowed: PrincipalID? = nil, everything: Bool? = nil, cut: [CutEntry]? = nil, signers: [TestPerson]? = nil,
        forgers: [TestPerson] = [], isSwapped: Bool = false, stream: StreamID? = nil
    ) -> EventDraft {
        var people = [one, other].sorted { $0.id < $1.id }
        if isSwapped { people.reverse() }
        var members: [JSONValue.Member] = [.init("firstKey", .string(people[0].publicKey)), .init("secondKey", .string(people[1].publicKey))]
        if let shadowed { members.append(.init("shadowed", .string(shadowed.hex))) }
        if let everything { members.append(.init("everything", .bool(everything))) }
        if let cut { members.append(.init("cut", .object(cut.map { .init($0.log.description, .integer($0.size)) }))) }
        let body = try! BodyEncoder(schema: SystemSchemas.ledgersLinked1, normalize: { $0 }).encode(.object(members))
        for (person, name) in zip(people, ["firstSignature", "secondSignature"]) where (signers ?? people).contains(person) || forgers.contains(person) {
            let message = Array((forgers.contains(person) ? "daybook/link/0" : "daybook/link/1").utf8) + body
            members.append(.init(name, .string(Hex.encode(try! person.key.sign(message).bytes))))
        }
        return EventDraft(
            stream: stream ?? LinkConsent.stream(one.id, other.id), type: "ledgers.linked", data: .json(.object(members)), intent: .computed())
    }

    package static func setting(_ name: String, _ value: Int64) -> EventDraft {
        EventDraft(
            stream: self.stream("settings/\(name.prefix { $0 != "." })"), type: "setting.changed",
            data: .json(object(["name": .string(name), "value": .integer(value)])))
    }
}
