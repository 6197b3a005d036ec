import EventCodec
import EventModel
import EventSourcing
import TransparencyLog

/// The content of a file that two people pass to each other.
public enum LinkDocument: Sendable {
    case offer(LinkOffer)
    case answer(LinkAnswer)

    /// - Throws: `Fault` `link.unreadable`; `Rejection` `link.stale` for a document of version 1.
    public init(_ bytes: [UInt8]) throws {
        guard let json = try? JSONParser.parse(bytes) else { throw LinkDocument.unreadable }  // The reason is not shown.
        switch json["daybook"]?.stringValue {
        case LinkOffer.name: self = .offer(try LinkDocument.offer(json))
        case LinkAnswer.name:
            guard let offer = json["offer"] else { throw LinkDocument.unreadable }
            try LinkDocument.requireMembers(json, ["daybook", "offer", "guest", "signature"])
            self = .answer(
                LinkAnswer(
                    offer: try LinkDocument.offer(offer), guest: try LinkDocument.key(json["guest"]),
                    signature: try LinkDocument.signature(json["signature"])))
        case "link-offer/1", "link-answer/1":
            throw Rejection(
                code: "link.stale",
                message: "The file is of an older program: it names no last day and no link that it follows.",
                hint: "Ask for a new offer: daybook link offer")
        default: throw LinkDocument.unreadable
        }
    }

    private static func offer(_ json: JSONValue) throws -> LinkOffer {
        try requireMembers(
            json, ["daybook", "account", "guest", "choice", "until", "follows", "cut", "nonce", "signature", "half"])
        guard json["daybook"]?.stringValue == LinkOffer.name,
            let choice = json["choice"]?.stringValue.flatMap(LinkChoice.init),
            let until = json["until"]?.stringValue.flatMap({ CivilDate($0) }),
            case .array(let follows)? = json["follows"]
        else { throw unreadable }
        let ids = try follows.map { id in
            guard let id = id.stringValue.flatMap(EventID.init(hex:)) else { throw unreadable }
            return id
        }
        let guest = try json["guest"].map { try key($0) }
        guard ids == Set(ids).sorted(), ids.count <= Limits.basisMaximum, (json["half"] != nil) == (guest != nil) else {
            throw unreadable
        }
        return LinkOffer(
            account: try key(json["account"]), guest: guest, choice: choice, cut: try cut(json["cut"], choice),
            follows: ids, until: until,
            nonce: try nonce(json["nonce"], to: guest), signature: try signature(json["signature"]),
            half: try json["half"].map { try signature($0) })
    }

    private static func cut(_ json: JSONValue?, _ choice: LinkChoice) throws -> [CutEntry]? {
        guard (json != nil) == (choice == .guest) else { throw unreadable }
        guard let json else { return nil }
        guard case .object(let members) = json else { throw unreadable }
        return try members.map { member in
            guard let log = LogName(member.name), let size = member.value.integerValue, size >= 0 else {
                throw unreadable
            }
            return CutEntry(log: log, size: UInt64(size))
        }.sorted { $0.log < $1.log }
    }

    private static func nonce(_ json: JSONValue?, to guest: VerifyingKey?) throws -> Bytes16? {
        guard let json else { return nil }
        guard guest == nil, let nonce = json.stringValue.flatMap(Bytes16.init(hex:)) else { throw unreadable }
        return nonce
    }

    private static func requireMembers(_ json: JSONValue, _ names: Set<String>) throws {
        guard case .object(let members) = json, members.allSatisfy({ names.contains($0.name) }) else {
            throw unreadable
        }
    }

    private static func key(_ json: JSONValue?) throws -> VerifyingKey { try LinkDocument.key(json?.stringValue ?? "") }

    /// A public key from its 64 hexadecimal digits.
    static func key(_ text: String) throws -> VerifyingKey {
        guard let bytes = Bytes32(hex: text), let key = try? VerifyingKey(bytes) else { throw unreadable }  // A text that is no key is reported as such.
        return key
    }

    private static func signature(_ json: JSONValue?) throws -> Signature {
        guard let bytes = json?.stringValue.flatMap(Hex.decode), let signature = Signature(bytes: bytes) else {
            throw unreadable
        }
        return signature
    }

    static let unreadable = Fault(
        .unreadable, code: "link.unreadable", message: "This is neither an offer of a link nor the answer to one.",
        hint: "\"daybook link offer FILE\" and \"daybook link accept FILE\" write them.")
}
