import EventModel

/// An entry as an export writes it.
public struct ExportedFlight: Hashable, Sendable {
    public let flight: Flight
    /// The instructor's number of the signature that stands; nil without one.
    public let signedNumber: String?

    public init(flight: Flight, signedNumber: String? = nil) {
        self.flight = flight
        self.signedNumber = signedNumber
    }
}

/// SoloTrack's CSV, byte for byte: LF, one decimal, Y or N, oldest first.
///
/// It cannot carry signature, aircraft, endorsements or take-offs. A field with a lone carriage return is quoted too, which SoloTrack
/// does not do: its own reader would break there.
public enum SoloTrackExport {
    /// The file of entries that are given oldest first; those without flight time are left out.
    public static func text(_ entries: some Sequence<ExportedFlight>) -> String {
        String(decoding: file(entries.compactMap(row)), as: UTF8.self)
    }

    /// The file of rows in their order.
    public static func file(_ rows: [[UInt8]]) -> [UInt8] {
        var writer = CSVWriter(lineEnd: "\n")
        writer.add(SoloTrack.header.split(separator: ",").map(String.init))
        writer.reserve(writer.bytes.count + rows.reduce(0) { $0 + $1.count })
        for row in rows { writer.add(written: row) }
        return writer.bytes
    }

    /// The row of an entry; nil for one without flight time.
    public static func row(_ entry: ExportedFlight) -> [UInt8]? {
        let flight = entry.flight
        guard flight.totalHours > 0 else { return nil }
        var writer = CSVWriter(lineEnd: "\n")
        writer.reserve(128)
        let night = flight.nightLandings ?? 0
        let day = flight.allLandings.map { max(0, $0 - night) } ?? flight.dayLandings ?? 0
        func addFlag(_ value: Bool) { writer.addField { $0.append(UInt8(ascii: value ? "Y" : "N")) } }
        let isSolo = flight.hours(of: .solo) > 0
        let isDual = flight.hours(of: .dual) > 0
        writer.addField { flight.date.write(into: &$0) }
        writer.add(field: flight.from ?? "")
        writer.add(field: flight.to ?? "")
        writer.addField { Digits.writeTenths(flight.totalHours, into: &$0) }
        writer.addField { Digits.writeTenths(flight.tach ?? flight.totalHours, into: &$0) }
        writer.addField { Digits.write(day, into: &$0) }
        writer.addField { Digits.write(night, into: &$0) }
        // Both would be refused there: an entry with hours of both kinds has neither.
        addFlag(isSolo && !isDual)
        addFlag(isDual && !isSolo)
        addFlag(flight.hours(of: .crossCountry) > 0)
        addFlag(flight.hours(of: .instrument) > 0)
        writer.add(field: entry.signedNumber ?? flight.cfiNumber ?? "")
        writer.add(field: flight.remarks ?? "")
        writer.endRow()
        return writer.bytes
    }
}
