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

    /// What entries tell that has no column there, or is written as something else; each with the number of entries.
    public static func leftOut(_ entries: [ExportedFlight]) -> [LeftOut] {
        let written = entries.filter { $0.flight.totalHours > 0 }
        func isTold(_ values: Int?...) -> Bool { values.contains { $0 ?? 0 > 0 } }
        func isPart(_ flight: Flight, _ kind: HourKind) -> Bool { (1..<flight.totalHours).contains(flight.hours(of: kind)) }
        return [
            entries.leftOut("entries without flight time", .noRow) { $0.flight.totalHours <= 0 },
            written.leftOut("signatures but for their numbers") { $0.signedNumber != nil },
            written.leftOut("aircraft") { $0.flight.aircraft != nil },
            written.leftOut("Hobbs readings") { $0.flight.hobbsStart != nil || $0.flight.hobbsEnd != nil },
            written.leftOut("night hours") { entry in
                // There the night landings alone tell, and mean the whole flight.
                entry.flight.nightHours.map { $0 != ((entry.flight.nightLandings ?? 0) > 0 ? entry.flight.totalHours : 0) } ?? false
            },
            written.leftOut("pilot-in-command hours") { isTold($0.flight.picHours) },
            written.leftOut("actual instrument hours") { isTold($0.flight.actualInstrumentHours) },
            written.leftOut("ground hours") { isTold($0.flight.groundHours) },
            written.leftOut("test preparation") { isTold($0.flight.testPreparationHours) },
            written.leftOut("take-offs") { isTold($0.flight.dayTakeoffs, $0.flight.nightTakeoffs) },
            written.leftOut("landings at towered airports") { isTold($0.flight.towerLandings) },
            written.leftOut("approaches and holds") { isTold($0.flight.approaches, $0.flight.holds) },
            written.leftOut("distances") { isTold($0.flight.distanceNm) },
            written.leftOut("reviews and tests passed") { !$0.flight.reviews.isEmpty },
            written.leftOut("columns of other programs") { !$0.flight.extra.isEmpty },
            written.leftOut("solo and dual parts, written as neither", .changed) { $0.flight.hours(of: .solo) > 0 && $0.flight.hours(of: .dual) > 0 },
            written.leftOut("parts of the hours, written as the whole flight", .changed) { entry in
                let isEither = entry.flight.hours(of: .solo) > 0 && entry.flight.hours(of: .dual) > 0
                let kinds: [HourKind] = isEither ? [.crossCountry, .instrument] : [.solo, .dual, .crossCountry, .instrument]
                return kinds.contains { isPart(entry.flight, $0) }
            },
            written.leftOut("landings that were no full stops, written as landings by day", .changed) { $0.flight.landings > $0.flight.fullStopLandings },
            written.formulas { [$0.flight.from, $0.flight.to, $0.signedNumber ?? $0.flight.cfiNumber, $0.flight.remarks] },
        ].compactMap { $0 }
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
