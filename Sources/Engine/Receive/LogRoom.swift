import EventCodec
import EventModel
import EventStore
import TransparencyLog

/// How many logs a ledger takes of other persons, each branch of a fork counted; logs of its own person always have
/// room.
///
/// A log that the same person replaced by another one is closed. Closed logs count only where they could fill what
/// one exchange
/// carries (`SyncLimits.pathsMaximum`).
struct LogRoom {
    /// Live logs of one other person.
    static let liveOfAnotherMaximum = 256
    /// Live logs of all persons together.
    static let liveMaximum = 4_096
    /// Logs of all other persons together, closed ones included: half of what one exchange carries.
    static let ofOthersMaximum = 32_768

    private let own: PrincipalID
    /// The closed logs, with their person.
    private let closed: Set<Closed>
    private var live: [PrincipalID: Int] = [:]
    private var liveInAll = 0
    private var ofOthers = 0

    /// A log that a person replaced.
    struct Closed: Hashable {
        let origin: OriginID
        let person: PrincipalID
    }

    init(_ held: [LogRecord], closed: Set<Closed>, own: PrincipalID) {
        (self.own, self.closed) = (own, closed)
        for log in held { add(log.origin, log.principal) }
    }

    private mutating func add(_ origin: OriginID, _ person: PrincipalID) {
        if person != own { ofOthers += 1 }
        if closed.contains(Closed(origin: origin, person: person)) { return }
        live[person, default: 0] += 1
        liveInAll += 1
    }

    /// Counts a new log, or a new branch of one; where it has no room, why.
    mutating func refusal(ofNew origin: OriginID, by person: PrincipalID) -> Rejection? {
        if person != own {
            let isClosed = closed.contains(Closed(origin: origin, person: person))
            if ofOthers >= LogRoom.ofOthersMaximum { return ReceiveFaults.logsTooMany(person, LogRoom.ofOthersMaximum) }
            if !isClosed, live[person] ?? 0 >= LogRoom.liveOfAnotherMaximum {
                return ReceiveFaults.logsTooMany(person, LogRoom.liveOfAnotherMaximum)
            }
            if !isClosed, liveInAll >= LogRoom.liveMaximum {
                return ReceiveFaults.logsTooMany(person, LogRoom.liveMaximum)
            }
        }
        add(origin, person)
        return nil
    }
}

extension EngineCore {
    /// The room before anything of these tails is taken; their persons as the certificates name them. The logs that
    /// any of them replaces are closed,
    /// whatever becomes of it.
    func room(
        _ held: [LogRecord], arriving: [(tail: ReceivedTail, person: PrincipalID)], own: PrincipalID,
        _ transaction: borrowing StoreWrite
    ) throws -> LogRoom {
        var closed: Set<LogRoom.Closed> = []
        // Which logs are closed matters only where there are many.
        if held.count + arriving.count > LogRoom.liveOfAnotherMaximum {
            for log in held {
                if let origin = try originReplaced(by: log, transaction) {
                    closed.insert(.init(origin: origin, person: log.principal))
                }
            }
            for (tail, person) in arriving where tail.start == 0 {
                guard let body = tail.events.first?.body,
                    let value = RecordFields.value(of: OriginStartedKey.replaces, inBody: body),
                    let origin = OriginID(bytes: value.suffix(16))
                else { continue }
                closed.insert(.init(origin: origin, person: person))
            }
        }
        return LogRoom(held, closed: closed, own: own)
    }
}
