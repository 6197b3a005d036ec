import EventModel
import Synchronization

/// The zones of one reading by name: to find one costs as much as many next fires.
final class ZoneCache: Sendable {
    private let zones = Mutex<[String: SystemZone]>([:])

    init() {}

    func zone(_ name: String) -> (any ZoneRules)? {
        zones.withLock { zones in
            if let zone = zones[name] { return zone }
            let zone = SystemZone(name)
            zones[name] = zone
            return zone
        }
    }
}
