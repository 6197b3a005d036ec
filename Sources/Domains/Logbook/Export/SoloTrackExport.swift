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
/// It cannot carry signature, aircraft, endorsements or take-offs. A field with a lone carriage return is quoted too,
/// which SoloTrack does not do: its own reader would break there.
public enum SoloTrackExport {
    /// The file of entries that are given oldest first; those without flight time are left out.
    public static func text(_ entries: some Sequence<ExportedFlight>, guardsFormulas: Bool = true) -> String {
        String(decoding: file(entries.map { SoloTrackRow($0, guardsFormulas: guardsFormulas) }), as: UTF8.self)
    }

    /// The file of rows in their order.
    public static func file(_ rows: [SoloTrackRow]) -> [UInt8] {
        var writer = CSVWriter(lineEnd: "\n", guardsFormulas: false)
        writer.add(SoloTrack.header.split(separator: ",").map(String.init))
        writer.reserve(writer.bytes.count + rows.reduce(0) { $0 + $1.bytes.count })
        for row in rows { writer.add(written: row.bytes) }
        return writer.bytes
    }

    /// The fields that have no column in the format, or a changed value; each with the number of entries that state it.
    public static func leftOut(_ rows: [SoloTrackRow]) -> [LeftOut] { leftOutTable.counted(rows.map(\.leftOut)) }

    fileprivate static let withoutTime = LeftOutTable(kinds: [
        .init("entries without flight time", .noRow) { !hasTime($0.flight) }
    ])
    fileprivate static let leftOutTable = LeftOutTable(
        kinds: withoutTime.kinds + [
            .init("signatures but for their numbers") { $0.signedNumber != nil },
            .init("aircraft") { $0.flight.aircraft != nil },
            .init("Hobbs readings") { $0.flight.hobbsStart != nil || $0.flight.hobbsEnd != nil },
            .init("night hours") { entry in
                // In the format only night landings mark night time, and they mark the whole flight.
                entry.flight.nightHours.map {
                    $0 != ((entry.flight.nightLandings ?? 0) > 0 ? entry.flight.totalHours : Hours.zero)
                } ?? false
            },
            .init("pilot-in-command hours") { isStated($0.flight.picHours) },
            .init("actual instrument hours") { isStated($0.flight.actualInstrumentHours) },
            .init("ground hours") { isStated($0.flight.groundHours) },
            .init("test preparation") { isStated($0.flight.testPreparationHours) },
            .init("take-offs") { isStated($0.flight.dayTakeoffs) || isStated($0.flight.nightTakeoffs) },
            .init("landings at towered airports") { isStated($0.flight.towerLandings) },
            .init("approaches and holds") { isStated($0.flight.approaches) || isStated($0.flight.holds) },
            .init("distances") { isStated($0.flight.distanceNm) },
            .init("reviews and tests passed") { !$0.flight.reviews.isEmpty },
            .init("columns of other programs") { !$0.flight.extra.isEmpty },
            .init("times finer than a hundredth of an hour, rounded", .changed) { entry in
                !entry.flight.totalHours.isDecimal || entry.flight.tach?.isDecimal == false
            },
            .init("solo and dual parts, written as neither", .changed) { isEither($0.flight) },
            .init("parts of the hours, written as the whole flight", .changed) { entry in
                (isEither(entry.flight) ? [.crossCountry, .instrument] : [.solo, .dual, .crossCountry, .instrument])
                    .contains { isPart(entry.flight, $0) }
            },
            .init("landings that were no full stops, written as landings by day", .changed) {
                $0.flight.landings > $0.flight.fullStopLandings
            },
            .formulas { entry, isFormula in
                isFormula(entry.flight.from) || isFormula(entry.flight.to)
                    || isFormula(entry.signedNumber ?? entry.flight.cfiNumber) || isFormula(entry.flight.remarks)
            },
        ])

    /// A session in a training device has none.
    fileprivate static func hasTime(_ flight: Flight) -> Bool {
        flight.totalHours > .zero && flight.noFlight == nil
    }

    private static func isStated(_ value: Int?) -> Bool { value ?? 0 > 0 }
    private static func isStated(_ value: Hours?) -> Bool { value ?? .zero > .zero }
    private static func isPart(_ flight: Flight, _ kind: HourKind) -> Bool {
        flight.statedHours(of: kind) > .zero && flight.hours(of: kind) < flight.totalHours
    }
    private static func isEither(_ flight: Flight) -> Bool {
        flight.statedHours(of: .solo) > .zero && flight.hours(of: .dual) > .zero
    }

    /// The row of an entry that has flight time.
    fileprivate static func row(_ entry: ExportedFlight, guardsFormulas: Bool) -> [UInt8] {
        let flight = entry.flight
        var writer = CSVWriter(lineEnd: "\n", guardsFormulas: guardsFormulas)
        writer.reserve(128)
        let night = flight.nightLandings ?? 0
        let day = flight.landingsByDay
        func addFlag(_ value: Bool) { writer.addField { $0.append(UInt8(ascii: value ? "Y" : "N")) } }
        let isSolo = flight.statedHours(of: .solo) > .zero
        let isDual = flight.statedHours(of: .dual) > .zero
        writer.addField { flight.date.write(into: &$0) }
        writer.add(field: flight.from ?? "")
        writer.add(field: flight.to ?? "")
        writer.addField { flight.totalHours.write(into: &$0) }
        writer.addField { (flight.tach ?? flight.totalHours).write(into: &$0) }
        writer.addField { Digits.write(day, into: &$0) }
        writer.addField { Digits.write(night, into: &$0) }
        // Both would be refused there: an entry with hours of both kinds has neither.
        addFlag(isSolo && !isDual)
        addFlag(isDual && !isSolo)
        addFlag(flight.statedHours(of: .crossCountry) > .zero)
        addFlag(flight.statedHours(of: .instrument) > .zero)
        writer.add(field: entry.signedNumber ?? flight.cfiNumber ?? "")
        writer.add(field: flight.remarks ?? "")
        writer.endRow()
        return writer.bytes
    }
}

/// An entry as it stands in SoloTrack's file; without flight time it does not.
public struct SoloTrackRow: Sendable {
    fileprivate let bytes: [UInt8]
    /// The kinds of the entry that the format cannot express, a bit each.
    fileprivate let leftOut: UInt32
    /// Whether the file holds it.
    public var isWritten: Bool { !bytes.isEmpty }

    public init(_ entry: ExportedFlight, guardsFormulas: Bool = true) {
        let hasTime = SoloTrackExport.hasTime(entry.flight)
        bytes = hasTime ? SoloTrackExport.row(entry, guardsFormulas: guardsFormulas) : []
        // An entry that is not written at all is left out once.
        leftOut =
            hasTime
            ? SoloTrackExport.leftOutTable.columns(statedBy: entry)
            : SoloTrackExport.withoutTime.columns(statedBy: entry)
    }
}
