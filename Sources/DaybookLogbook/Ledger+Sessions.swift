public import DaybookKit
public import Engine
import EventModel
public import Logbook

/// A session in a training device as it was logged.
public struct LoggedSession: Sendable {
    public let stream: StreamID
    public let flight: Flight
    public let receipt: AppendReceipt
    /// The kind of device that the session described; nil where it was described before.
    public let described: TrainingDeviceKind?
}

extension Ledger {
    /// Logs a session in a training device, which `entry` names as its aircraft. A device that nothing describes needs
    /// its kind; the description goes in the same unit.
    ///
    /// Throws `Rejection` `device.kind`, `device.aircraft`, `device.name` and what the rules of entries refuse.
    @discardableResult @available(*, noasync)
    public func logSession(
        _ entry: Flight, kind: TrainingDeviceKind? = nil, model: String? = nil, id: String? = nil, key: String? = nil
    ) throws -> LoggedSession {
        let flight = entry.withDesignators().session()
        if let refusal = flight.refusal { throw refusal }
        let description = try deviceDraft(flight.aircraft ?? "", kind, model)
        let stream = try streamOfEntry(id, key)
        let draft = EventDraft(stream: stream, type: "flight.logged", data: .json(flight.data), key: key)
        let receipt = try append((description.map { [$0] } ?? []) + [draft])
        return LoggedSession(
            stream: stream, flight: flight, receipt: receipt, described: description == nil ? nil : kind)
    }

    /// Logs a ground lesson, whose time `entry` states as ground training.
    ///
    /// Throws `Rejection` with what the rules of entries refuse, such as `ground.day` for more than a day.
    @discardableResult @available(*, noasync)
    public func logLesson(_ entry: Flight, id: String? = nil, key: String? = nil) throws -> (
        stream: StreamID, flight: Flight, receipt: AppendReceipt
    ) {
        let flight = entry.withDesignators().groundLesson()
        if let refusal = flight.refusal { throw refusal }
        let logged = try logFlight(flight.data, id: id, key: key)
        return (logged.stream, flight, logged.receipt)
    }

    /// The description of a device that nothing describes; nil where it is described as a device of that kind.
    private func deviceDraft(_ name: String, _ kind: TrainingDeviceKind?, _ model: String?) throws -> EventDraft? {
        if let known = try aircraft().last(where: { Designator.isSame($0.id, name) }) {
            guard let row = Fleet([known]).device(known.id) else {
                throw Rejection(
                    code: "device.aircraft", message: "\"\(name)\" is described as an aircraft.",
                    remedy: Remedy(
                        "device.describe", "If it is a training device, describe it by its kind.", values: [name]))
            }
            if let kind, row != .trainingDevice, row != kind.row {
                throw Rejection(
                    code: "device.kind", message: "\"\(name)\" is described as another kind of device: \(row.title).",
                    hint: "Leave the kind out, or name another device.")
            }
            return nil
        }
        guard let kind else {
            throw Rejection(
                code: "device.kind", message: "No description states what kind of training device \"\(name)\" is.",
                hint: "Give its kind once: \(Ledger.list(TrainingDeviceKind.self)).")
        }
        let flights = try flights(in: name)
        guard flights == 0 else {
            throw Rejection(
                code: "device.flown", message: "\"\(name)\" has \(flights) \(flights == 1 ? "flight" : "flights").",
                remedy: Remedy("device.orFlight", "Name the training device, or log a flight."))
        }
        guard let stream = StreamID("aircraft/\(Ledger.nameOfStream(name))") else {
            throw Rejection(
                code: "device.name", message: "\"\(name)\" is no name of a device.",
                hint: "A name has letters or digits, and at most 64 characters.")
        }
        var device = AircraftDescription(id: name)
        device.equipment = kind.rawValue
        device.model = model
        return Ledger.description(of: device, stream)
    }

    /// The number of entries with flight time in an aircraft. O(entries).
    private func flights(in name: String) throws -> Int {
        try withView(.now) { known, _, transaction in
            try landedFlights(known, transaction).count {
                $0.flight.aircraft.map { Designator.isSame($0, name) } ?? false && $0.flight.totalHours > .zero
                    && $0.flight.simulatedHours == .zero
            }
        }
    }
}
