public import DaybookKit
import Engine
import EventCodec
import EventModel
import EventSourcing
public import Logbook

/// A format of another program that the logbook can be written in; the raw value is its name on the command line.
public enum ExportFormat: String, CaseIterable, Sendable { case solotrack, foreflight }

extension Ledger {
    /// The entries that count as a file of another program, the number of them in it, and the fields that it cannot
    /// express. SoloTrack has no entry without flight time. O(entries).
    ///
    /// - Parameter guardsFormulas: whether a text that a spreadsheet would run gets an apostrophe, which an import
    ///   takes away again.
    public func exportFlights(_ format: ExportFormat, _ asOf: AsOf = .now, guardsFormulas: Bool = true) throws -> (
        bytes: [UInt8], flights: Int, leftOut: [LeftOut]
    ) {
        switch format {
        case .solotrack:
            let rows = try exportedRows(asOf) { SoloTrackRow($0, guardsFormulas: guardsFormulas) }.rows
            return (
                SoloTrackExport.file(rows.reversed()), rows.count(where: \.isWritten), SoloTrackExport.leftOut(rows)
            )
        case .foreflight:
            let (rows, position) = try exportedRows(asOf) { ForeFlightRow($0, guardsFormulas: guardsFormulas) }
            let columns = ForeFlightColumns(of: rows)
            let written = try inHalves(of: rows.count) {
                ForeFlightExport.written(rows[$0], columns, guardsFormulas: guardsFormulas)
            }
            let aircraft = try aircraft(asOf.pinned(to: position))
            return (
                ForeFlightExport.file(written, columns, aircraft: aircraft, guardsFormulas: guardsFormulas), rows.count,
                ForeFlightExport.leftOut(rows)
            )
        }
    }

    /// A row of each entry that counts, newest first, and the position that they were known at.
    private func exportedRows<Row: Sendable>(
        _ asOf: AsOf, _ make: @escaping @Sendable (ExportedFlight) -> Row?
    ) throws -> (rows: [Row], position: Position) {
        try withView(asOf) { known, answered, transaction in
            let rows = try self.rows(known, answered, asOf, transaction) { entry in
                entry.mask == nil
                    ? make(ExportedFlight(flight: entry.flight, signedNumber: entry.signature?.cfiNumber)) : nil
            }
            return (rows, answered.position)
        }
    }

    /// The aircraft that were described, by their registrations.
    public func aircraft(_ asOf: AsOf = .now) throws -> [AircraftDescription] {
        var found: [AircraftDescription] = []
        try records(kind: "aircraft", asOf: asOf) { record in
            found += AircraftDescription.all(in: record)
            return true
        }
        return found.sorted { $0.id < $1.id }
    }
}

extension AircraftDescription {
    /// The aircraft in a record.
    static func all(in record: RecordView) -> [AircraftDescription] {
        record.registers.filter { $0.type == "aircraft.described" }.compactMap { register in
            record.register(register.name).flatMap { AircraftDescription($0) }
        }
    }

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
