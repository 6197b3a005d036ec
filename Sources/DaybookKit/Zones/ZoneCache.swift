package import EventModel
import Synchronization

/// The zones of one reading by name: to find one costs as much as many next fires.
package final class ZoneCache: Sendable {
    private let zones = Mutex<[String: SystemZone]>([:])

    package init() {}

    package func zone(_ name: String) -> (any ZoneRules)? {
        zones.withLock { zones in
            if let zone = zones[name] { return zone }
            let zone = SystemZone(name)
            zones[name] = zone
            return zone
        }
    }
}
