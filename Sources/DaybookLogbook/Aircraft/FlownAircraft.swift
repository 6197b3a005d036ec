import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import Logbook

/// The aircraft that a ledger describes, and the entries that have to be compared with them.
struct FlownAircraft {
    /// Its kinds, in the form that `rules` compare.
    let fleet: Fleet
    /// The entries that count, newest first; empty where the ledger describes no aircraft.
    let entries: [FlightEntry]
    var rules = CurrencyRules.faa

    /// Entries in training devices.
    var sessions: [FlightEntry] { fleet.hasDevices ? entries.filter { fleet.isDevice($0.flight.aircraft) } : [] }
    var sessionDays: DayTable? { fleet.hasDevices ? FlightDays.sessions(sessions.map(\.flight)) : nil }
}

extension Ledger {
    /// O(aircraft).
    func fleet(
        _ known: KnownAt, _ transaction: borrowing StoreRead, under authority: Authority = .faa
    ) throws -> Fleet {
        var found: [AircraftDescription] = []
        try engine.forEachStream(kind: "aircraft", knownAt: known, transaction) { loaded in
            found += AircraftDescription.all(in: RecordView(loaded, registry))
            return true
        }
        return Fleet(found, under: authority)
    }

    /// With the rules that `logbook.authority` chooses. O(aircraft), and of the entries where any aircraft is
    /// described.
    func flownAircraft(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> FlownAircraft {
        let rules = try currencyRules(known, transaction)
        let fleet = try fleet(known, transaction, under: rules.authority)
        let entries = fleet.isEmpty ? [] : try landedFlights(known, transaction)
        return FlownAircraft(fleet: fleet, entries: entries, rules: rules)
    }

    /// The streams of entries in training devices. O(aircraft), and of the entries where a device is described.
    func sessionStreams(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> Set<StreamID> {
        let fleet = try fleet(known, transaction)
        guard fleet.hasDevices else { return [] }
        return Set(try FlownAircraft(fleet: fleet, entries: landedFlights(known, transaction)).sessions.map(\.stream))
    }

    /// The contribution of training devices to the days of flights; nil where none is described.
    func sessionDays(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> DayTable? {
        let fleet = try fleet(known, transaction)
        guard fleet.hasDevices else { return nil }
        return FlownAircraft(fleet: fleet, entries: try landedFlights(known, transaction)).sessionDays
    }

    /// The entries that state an aircraft, landings or takeoffs.
    func landedFlights(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [FlightEntry] {
        try countingFlights(through: .latest, known, transaction, stating: Ledger.landedKeys) { _ in true }
    }

    private static let landedKeys = [
        FlightLoggedKey.aircraft, FlightLoggedKey.dayLandings, FlightLoggedKey.nightLandings,
        FlightLoggedKey.allLandings, FlightLoggedKey.dayTakeoffs, FlightLoggedKey.nightTakeoffs,
    ]
}
