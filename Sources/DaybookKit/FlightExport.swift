import EventCodec
import EventModel
import EventSourcing
public import Logbook

/// A format of another program that the logbook can be written in; the raw value is its name on the command line.
public enum ExportFormat: String, CaseIterable, Sendable { case solotrack, foreflight }

extension Ledger {
    /// The entries that count as a file of another program, how many of them it holds, and what of them it cannot tell;
    /// SoloTrack has none without flight time. O(entries).
    public func exportFlights(_ format: ExportFormat, _ asOf: AsOf = .now) throws -> (
        text: String, flights: Int, leftOut: [LeftOut]
    ) {
        let answer = try flights(asOf)
        let entries = answer.value.reversed().filter { $0.mask == nil }
            .map { ExportedFlight(flight: $0.flight, signedNumber: $0.signature?.cfiNumber) }
        switch format {
        case .solotrack: return (SoloTrackExport.text(entries), entries.count { $0.flight.totalHours > 0 }, SoloTrackExport.leftOut(entries))
        case .foreflight: return (ForeFlightExport.text(entries, aircraft: try aircraft(asOf.pinned(to: answer.asOf.position))), entries.count, ForeFlightExport.leftOut(entries))
        }
    }

    /// The aircraft that were described, by their registrations.
    public func aircraft(_ asOf: AsOf = .now) throws -> [AircraftDescription] {
        var found: [AircraftDescription] = []
        try records(kind: "aircraft", asOf: asOf) { record in
            for register in record.registers where register.type == "aircraft.described" {
                if let data = record.register(register.name), let aircraft = AircraftDescription(data) { found.append(aircraft) }
            }
            return true
        }
        return found.sorted { $0.id < $1.id }
    }
}

extension AircraftDescription {
    /// From the data of `aircraft.described`.
    init?(_ data: JSONValue) {
        guard let id = data["registration"]?.stringValue else { return nil }
        func flag(_ name: String) -> Bool? {
            guard case .bool(let value)? = data[name] else { return nil }
            return value
        }
        self.init(id: id)
        typeCode = data["typeCode"]?.stringValue
        year = data["year"]?.integerValue
        make = data["make"]?.stringValue
        model = data["model"]?.stringValue
        gear = data["gear"]?.stringValue
        engine = data["engine"]?.stringValue
        equipment = data["equipment"]?.stringValue
        aircraftClass = data["class"]?.stringValue
        complex = flag("complex")
        taa = flag("taa")
        highPerformance = flag("highPerformance")
        pressurized = flag("pressurized")
    }
}
