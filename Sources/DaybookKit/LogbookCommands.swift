public import Engine
public import EventCodec
public import EventModel
import Logbook
import EventStore
import TransparencyLog

extension Ledger {
    /// Logs an entry; `data` is that of flight.logged. The stream is new unless given.
    @discardableResult @available(*, noasync)
    public func logFlight(_ data: JSONValue, id: String? = nil, key: String? = nil) throws -> (stream: StreamID, receipt: AppendReceipt) {
        let stream = StreamID(kind: "flight", id: id ?? newID())
        return (stream, try append([EventDraft(stream: stream, type: "flight.logged", data: .json(data), key: key)]))
    }

    /// Changes fields of an entry; `data` holds only what changes.
    @discardableResult @available(*, noasync)
    public func amendFlight(_ stream: StreamID, _ data: JSONValue) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.amended", data: .json(data))])
    }

    @discardableResult @available(*, noasync)
    public func removeFlight(_ stream: StreamID, reason: String? = nil) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.removed", data: .json(.object(pairs: ["reason": reason.map { .string($0) }])))])
    }

    @discardableResult @available(*, noasync)
    public func restoreFlight(_ stream: StreamID) throws -> AppendReceipt {
        try append([EventDraft(stream: stream, type: "flight.restored", data: .json(.object([])))])
    }

    /// Voids the signatures that stand on an entry, or one of them.
    @discardableResult @available(*, noasync)
    public func voidFlight(_ stream: StreamID, reason: String, signature: EventID? = nil) throws -> AppendReceipt {
        try append([
            EventDraft(
                stream: stream, type: "signature.voided", data: .json(.object(pairs: ["reason": .string(reason)])),
                intent: .computed(voiding: signature.map { [$0] }))
        ])
    }

    /// The person that this ledger belongs to.
    public var principal: PrincipalID {
        get throws { try translated { try engine.read { try $0.storeRecord().principal } } }
    }
}
