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
        var writer = CSVWriter(lineEnd: "\n")
        writer.add(SoloTrack.header.split(separator: ",").map(String.init))
        for entry in entries where entry.flight.totalHours > 0 { writer.add(fields(entry)) }
        return writer.text
    }

    private static func fields(_ entry: ExportedFlight) -> [String] {
        let flight = entry.flight
        let night = flight.nightLandings ?? 0
        let day = flight.allLandings.map { max(0, $0 - night) } ?? flight.dayLandings ?? 0
        func flag(_ value: Bool) -> String { value ? "Y" : "N" }
        let isSolo = flight.hours(of: .solo) > 0
        let isDual = flight.hours(of: .dual) > 0
        return [
            flight.date.description, flight.from ?? "", flight.to ?? "", Digits.tenths(flight.totalHours), Digits.tenths(flight.tach ?? flight.totalHours),
            String(day), String(night),
            // Both would be refused there: an entry with hours of both kinds has neither.
            flag(isSolo && !isDual), flag(isDual && !isSolo), flag(flight.hours(of: .crossCountry) > 0), flag(flight.hours(of: .instrument) > 0),
            entry.signedNumber ?? flight.cfiNumber ?? "", flight.remarks ?? "",
        ]
    }
}
