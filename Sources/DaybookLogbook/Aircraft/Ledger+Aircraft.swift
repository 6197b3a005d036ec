import DaybookKit
public import Engine
import EventModel
public import Logbook
import TransparencyLog

extension Ledger {
    /// Describes an aircraft, in place of what was described before: the latest description counts.
    ///
    /// - Throws: `Rejection` `aircraft.name` for a name without a letter or digit, and what the schema refuses.
    @discardableResult @available(*, noasync)
    public func describeAircraft(_ aircraft: AircraftDescription) throws -> AppendReceipt {
        guard aircraft.id.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw Rejection(
                code: "aircraft.name", message: "An aircraft is named by its registration.",
                hint: "Give it, such as N12345.")
        }
        return try append([Ledger.description(of: aircraft, try streamOfAircraft(aircraft.id))])
    }

    /// The stream that describes an aircraft, else the one that can. O(aircraft).
    private func streamOfAircraft(_ name: String) throws -> StreamID {
        var described: StreamID?
        try records(kind: "aircraft") { record in
            if AircraftDescription.all(in: record).contains(where: { Designator.isSame($0.id, name) }) {
                described = record.stream
            }
            return true
        }
        if let described { return described }
        if let stream = StreamID("aircraft/\(Ledger.nameOfStream(name))"), try record(stream) == nil { return stream }
        return Ledger.digestStream(ofAircraft: name)
    }

    /// The stream of an aircraft whose name is no id of a stream, or like that of another one.
    static func digestStream(ofAircraft name: String) -> StreamID {
        StreamID(kind: "aircraft", id: SHA256Hasher.hash(Array(name.utf8)).first.hex)
    }

    /// The name with a hyphen for each character that no id of a stream has, such as "REDBIRD-FMX".
    static func nameOfStream(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" })
    }
}
