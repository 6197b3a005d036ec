import EventModel
import Tables

/// The aircraft of a mapped table, and its training devices: a row states that its aircraft is one.
struct MappedDevices {
    private var devices: Set<String> = []
    private var aircraft: Set<String> = []

    /// Describes the row's aircraft where the file does, and its device, whose time is no flight time.
    mutating func add(_ record: CSVRecord, _ plan: ColumnPlan, to collector: inout RowCollector) {
        guard let id = plan.cell("aircraftid", of: record) else { return }
        var description = AircraftDescription(id: id)
        description.make = plan.cell("map.make", of: record)
        description.model = plan.cell("map.model", of: record)
        description.typeCode = plan.cell("map.typecode", of: record)
        description.aircraftClass = plan.cell("map.class", of: record)
        guard let cell = plan.cell("map.indevice", of: record), RowReader.yes(cell) == true else {
            aircraft.insert(Designator.folded(id))
            if description != AircraftDescription(id: id) { collector.addAircraft(description) }
            return
        }
        devices.insert(Designator.folded(id))
        description.equipment = "sim"
        if !aircraft.contains(Designator.folded(id)) { collector.addAircraft(description) }
    }

    /// Refuses what is no flight and no session of one device, and rows whose aircraft is both.
    func check(_ row: inout RowReader) throws(RowRefused) {
        if row.flag("map.broughtforward") == true {
            throw RowRefused(
                code: "row.broughtForward", text: "The row is no flight.", remedy: RowReader.forwardRemedy)
        }
        let isSession = row.flag("map.indevice") == true
        guard let id = row.text("aircraftid") else {
            if !isSession { return }
            throw RowRefused(
                code: "device.unnamed",
                text: "A session in a training device that the row does not name.",
                remedy: Remedy("session.enter", "Enter it by hand."))
        }
        let name = Designator.folded(id)
        if devices.contains(name), aircraft.contains(name) {
            throw RowRefused(
                code: "device.asAircraft",
                text: "\(id) is an aircraft in one row and a training device in another. Name the device otherwise.")
        }
    }
}
