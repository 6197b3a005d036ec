import Engine
public import EventModel
import EventStore

extension Ledger {
    /// The log that this device writes; nil before its first event.
    public var ownOrigin: OriginID? {
        get throws {
            try translated {
                try engine.read { transaction in
                    let number = try transaction.storeRecord().ownLog
                    return number == 0 ? nil : try transaction.logRecord(number).origin
                }
            }
        }
    }

    /// The person that this ledger belongs to.
    public var principal: PrincipalID {
        get throws { try translated { try engine.read { try $0.storeRecord().principal } } }
    }
}
