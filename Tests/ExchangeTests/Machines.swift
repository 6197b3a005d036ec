import Testing
import DaybookDomains
import Engine
import EventModel
import LedgerTestSupport
import SyncProtocol
import SyncSimulation

/// The machines that an exchange is tried on: the plain-array model, and the store.
enum Machine: CaseIterable, CustomTestStringConvertible {
    case model, store

    static let person = [UInt8](repeating: 7, count: 32)

    var testDescription: String { "\(self)" }

    func make(_ seed: UInt64, person: [UInt8] = Machine.person) throws -> any SimulatedLedger {
        switch self {
        case .model: try ModelDevice(seed: seed, person: person)
        case .store: StoreDevice(try StoreLedger(seed: seed, person: person))
        }
    }
}

extension SimulatedLedger {
    func log(_ ids: String...) throws { for id in ids { try append([Draft.log(id)]) } }
    var eventCount: Int { get throws { try observe().events.count } }
}

/// Whether two ledgers hold the same and make the same of it; what differs, otherwise.
func difference(_ left: any SimulatedLedger, _ right: any SimulatedLedger) throws -> String? {
    let (one, other) = (try left.observe(), try right.observe())
    if Set(one.events.map(\.id)) != Set(other.events.map(\.id)) {
        return "they hold \(one.events.count) and \(other.events.count) events"
    }
    return LedgerChecks.agree(one, other)
}
