import DaybookDomains
import EventModel
package import LedgerTestSupport
import TransparencyLog

/// One history by its seed: the steps, the ledgers, and what went wrong.
package struct SimulationRun {
    package enum Ledgers: Sendable { case model, store }

    /// The acts that may happen.
    package enum Repertoire: Sendable {
        /// Faults of network and machines, and links.
        case exchange
        /// Erasures and replayed offers as well; two histories of three are of two persons.
        case persons
    }

    private let seed: UInt64
    private let ledgers: Ledgers
    private let devices: Int
    private let withHub: Bool
    /// Two persons, whose ledgers are linked in the course of things.
    private let withGuest: Bool
    package let steps: [SimulationStep]

    package init(seed: UInt64, ledgers: Ledgers, _ repertoire: Repertoire = .persons) {
        var random = SeededRandom(seed: seed)
        self.seed = seed
        self.ledgers = ledgers
        devices = 2 + random.below(3)
        withHub = random.oneIn(2)
        withGuest = random.oneIn(3) || repertoire == .persons && random.oneIn(2)
        steps = (0..<30 + random.below(50)).map { _ in
            SimulationStep(kind: SimulationRun.kind(repertoire, &random), seed: random.next())
        }
    }

    private static func kind(_ repertoire: Repertoire, _ random: inout SeededRandom) -> SimulationStep.Kind {
        switch random.below(repertoire == .persons ? 60 : 50) {
        case 0..<16: .write
        case 16..<20: .begin
        case 20..<28: .deliver
        case 28..<34: .exchange
        case 34: .lose
        case 35: .repeatMessage
        case 36: .corrupt
        case 37: .crash
        case 38: .remember
        case 39, 40: .putBack
        case 41: .clone
        case 42: .jump
        case 43: .hubLost
        case 44, 45: .fork
        case 46: .link
        case 47: .staleLink
        case 48: .endLink
        case 50, 51: .set
        case 52, 53: .erase
        case 54, 55: .eraseSettings
        case 56: .link
        case 57: .offer
        case 58: .replayOffer
        case 59: .endLink
        default: .hostile
        }
    }

    /// Runs the steps given, all of them without; what came up, or the violation.
    package func run(_ chosen: [SimulationStep]? = nil) -> Result<[String: Int], Violation> {
        var person = SeededRandom(seed: seed ^ 0x5EED)
        let persons = (0..<(withGuest ? 2 : 1)).map { _ in person.bytes(32) }
        do {
            let start = seed
            let kind = ledgers
            let choice = LinkChoice.allCases[person.below(3)]
            let hubs = withHub ? 1 + person.below(2) : 0
            var simulation = try Simulation(devices: devices, hubs: hubs, persons: persons, choice: choice) {
                number, person in
                switch kind {
                case .model: try ModelDevice(seed: start &+ number, person: persons[person])
                case .store: StoreDevice(try StoreLedger(seed: start &+ number, person: persons[person]))
                }
            }
            try simulation.run(chosen ?? steps)
            return .success(simulation.sights)
        } catch let violation as Violation { return .failure(violation) } catch {
            return .failure(Violation("an error nobody expected: \(error)"))
        }
    }

    /// The fewest steps that still go wrong, found by leaving out more and more.
    package func shrunk() -> (steps: [SimulationStep], violation: Violation)? {
        guard case .failure(var violation) = run() else { return nil }
        var steps = steps
        var piece = max(1, steps.count / 2)
        while true {
            var isShorter = false
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + piece, fewer.count))
                if case .failure(let found) = run(fewer) {
                    (steps, violation, isShorter) = (fewer, found, true)
                } else {
                    start += piece
                }
            }
            if piece == 1, !isShorter { return (steps, violation) }
            piece = max(1, piece / 2)
        }
    }
}
