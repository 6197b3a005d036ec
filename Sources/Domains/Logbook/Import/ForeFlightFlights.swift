import EventModel
import Tables

/// Rows of the flights table.
enum ForeFlightFlights {
    static let approaches = (1...6).map { "approach\($0)" }

    /// The columns that have a field; the others are kept in `extra`.
    static let known: Set<String> = Set(approaches).union([
        "date", "aircraftid", "from", "to", "totaltime", "pic", "night", "solo", "crosscountry", "distance",
        "actualinstrument", "simulatedinstrument", "hobbsstart", "hobbsend", "holds", "dualreceived", "groundtraining",
        "pilotcomments", "flightreview", "ipc", "checkride", "daytakeoffs", "daylandingsfullstop", "nighttakeoffs",
        "nightlandingsfullstop", "alllandings",
    ]).union(ForeFlightLandings.columns)

    /// A type row may begin with the word "Date" too: only a header names the total.
    static func isHeader(_ record: CSVRecord) -> Bool {
        Set(record.fields.map(ColumnPlan.key)).isSuperset(of: ["date", "aircraftid", "totaltime"])
    }

    /// Refuses a row that ends before the flight time, or that has a date alone.
    ///
    /// A spreadsheet leaves out blank cells at the end of a row, but ForeFlight pads a whole row. So such a row is no
    /// entry, and no ground lesson.
    static func refuseWithoutFlight(_ row: RowReader) throws(RowRefused) {
        if let place = row.plan.place("totaltime"), row.record.fields.count <= place {
            throw RowRefused(
                code: "row.tooShort",
                text:
                    "The row has \(row.record.fields.count) of \(row.plan.names.count) fields and ends before "
                    + "\(row.name("totaltime"))."
            )
        }
        try refuseDateOnly(row)
    }

    /// A row that states only its date is no entry, in the file of any program.
    static func refuseDateOnly(_ row: RowReader) throws(RowRefused) {
        guard let date = row.plan.place("date") else { return }
        if row.record.fields.enumerated().allSatisfy({ $0.offset == date || $0.element.isBlank }) {
            throw RowRefused(code: "row.dateOnly", text: "The row has a date and nothing else.")
        }
    }

    /// The entry of a row.
    static func flight(_ row: inout RowReader, today: CivilDate) throws(RowRefused) -> ReadFlight {
        var flight = Flight(date: try row.date(today: today))
        flight.from = row.text("from")
        flight.to = row.text("to")
        flight.aircraft = row.text("aircraftid")
        flight.remarks = row.comment("pilotcomments")
        try checkTexts(flight)
        try readHours(&row, into: &flight)
        try readLandings(row, into: &flight)
        try readInstrumentWork(&row, into: &flight)
        flight.distanceNm = row.distance("distance")
        flight.flightReview = row.flag("flightreview")
        flight.instrumentCheck = row.flag("ipc")
        flight.checkride = row.flag("checkride")
        var earlier = flight
        try ForeFlightLandings.read(&row, into: &flight)
        flight.extra = row.extra
        // Earlier versions read no places of columns with other names.
        let hasOtherNames = (row.hasOtherName("from"), row.hasOtherName("to"))
        if hasOtherNames.0 || hasOtherNames.1 {
            earlier = flight
            if hasOtherNames.0 { earlier.from = nil }
            if hasOtherNames.1 { earlier.to = nil }
        }
        try accept(&flight, &row)
        return ReadFlight(flight, earlier: earlier)
    }

    /// Texts that their fields cannot hold: a row that is named, not cut.
    static func checkTexts(_ flight: Flight) throws(RowRefused) {
        let short = [
            ("place of departure", flight.from), ("place of arrival", flight.to), ("aircraft", flight.aircraft),
            ("instructor's number", flight.cfiNumber),
        ]
        for (name, text) in short where (text?.unicodeScalars.count ?? 0) > 64 {
            throw RowRefused(code: "field.range", text: "The \(name) is longer than 64 characters.")
        }
        if let refusal = flight.cfiNumber.flatMap(CertificateNumber.refusal) {
            throw RowRefused(code: refusal.code, text: refusal.message)
        }
        guard (flight.remarks?.unicodeScalars.count ?? 0) <= 32_768 else {
            throw RowRefused(code: "remarks.range", text: "The remarks are longer than 32,768 characters.")
        }
    }

    static func readHours(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        flight.hobbs = try row.hours("totaltime")
        flight.picHours = try row.hours("pic")
        flight.nightHours = try row.hours("night")
        flight.soloHours = try row.hours("solo")
        flight.dualHours = try row.hours("dualreceived")
        flight.crossCountryHours = try row.hours("crosscountry")
        flight.instrumentHours = try row.hours("simulatedinstrument")
        flight.actualInstrumentHours = try row.hours("actualinstrument")
        flight.groundHours = try row.hours("groundtraining")
        let solo = flight.soloHours ?? .zero
        let dual = flight.dualHours ?? .zero
        if solo > .zero, dual > .zero {
            row.assume(
                "category.both",
                "Solo \(solo.text) and dual \(dual.text) hours in one flight: the hours are "
                    + "kept, neither flag is set."
            )
        } else {
            flight.solo = solo > .zero ? true : nil
            flight.dual = dual > .zero ? true : nil
        }
        flight.crossCountry = (flight.crossCountryHours ?? .zero) > .zero ? true : nil
        flight.instrument = (flight.instrumentHours ?? .zero) > .zero ? true : nil
        readHobbs(&row, into: &flight)
    }

    /// Meter readings are taken only when they are exact, in order, and agree with the total; otherwise kept as text.
    static func readHobbs(_ row: inout RowReader, into flight: inout Flight) {
        let cells = ["hobbsstart", "hobbsend"].map(row.text)
        guard cells.contains(where: { $0 != nil }) else { return }
        let readings = cells.map { $0.flatMap { DecimalText($0)?.hours } }
        if let start = readings[0], let end = readings[1], start.isExact, end.isExact, end.value > start.value,
            end.value - start.value == flight.hobbs, end.value <= Hours(tenths: 9_999_999)
        {
            flight.hobbsStart = start.value
            flight.hobbsEnd = end.value
            return
        }
        row.keep("hobbsstart")
        row.keep("hobbsend")
        // Exports write 0.00 where nothing was entered.
        let isNothing = zip(cells, readings).allSatisfy {
            $0 == nil || $1?.value == .zero && $1?.isExact == true
        }
        if isNothing { return }
        row.assume(
            "hobbs.readings",
            "The Hobbs readings \(cells[0] ?? "(none)") and \(cells[1] ?? "(none)") do not make the total "
                + "\(flight.totalHours.text); they are kept as text."
        )
    }

    private static func readLandings(_ row: RowReader, into flight: inout Flight) throws(RowRefused) {
        flight.dayLandings = try row.count("daylandingsfullstop", limit: 99, code: "landings")
        flight.nightLandings = try row.count("nightlandingsfullstop", limit: 99, code: "landings")
        flight.allLandings = try row.count("alllandings", limit: 999, code: "landings")
        flight.dayTakeoffs = try row.count("daytakeoffs", limit: 999, code: "takeoffs")
        flight.nightTakeoffs = try row.count("nighttakeoffs", limit: 999, code: "takeoffs")
    }

    /// Approaches are `count;type;runway;airport;comments;CIRCLE`: the counts are added, the texts kept.
    static func readInstrumentWork(_ row: inout RowReader, into flight: inout Flight) throws(RowRefused) {
        flight.holds = try row.holdingPatterns()
        flight.approaches = try readApproaches(&row, approaches)
    }

    /// The sum of the counts of these columns; nil where none of them has one.
    static func readApproaches(_ row: inout RowReader, _ columns: [String]) throws(RowRefused) -> Int? {
        var total: Int?
        for column in columns {
            guard let cell = row.text(column) else { continue }
            row.keep(column)
            guard let count = count(cell) else {
                row.assume(
                    "approach.unread", "\(row.name(column)) \"\(cell)\" does not begin with a count; it is not counted."
                )
                continue
            }
            total = (total ?? 0) + count
        }
        guard (total ?? 0) <= 99 else { throw RowRefused(code: "approaches.range", text: "More than 99 approaches.") }
        return total
    }

    /// The count at the beginning of an approach's text; nil where there is none.
    static func count(_ approach: String) -> Int? {
        approach.split(separator: ";", omittingEmptySubsequences: false).first.flatMap { DecimalText($0)?.integer }
    }

    /// An import carries facts from elsewhere: what it may accept it accepts, and says so; the rest stops the row.
    static func accept(_ flight: inout Flight, _ row: inout RowReader) throws(RowRefused) {
        leaveSessionOut(&flight, &row)
        if let early = FlightRules.earlyRefusal(date: flight.date) {
            row.assume(early.code, early.message + " It is kept as in the file.")
        }
        if let all = flight.allLandings, all < flight.fullStopLandings {
            row.assume(
                "landings.all",
                EntryFinding.inAll(all, flight.fullStopLandings)
                    + ": the full stops count, both are kept as in the file.")
        }
        let findings = row.isInDevice ? EntryFinding.inDevice(flight) : EntryFinding.of(flight)
        for finding in findings {
            switch finding.kind {
            case .hoursPart:
                row.assume(
                    finding.kind.code,
                    finding.message + " Both are kept as in the file"
                        + (finding.leavesPartOut ? "; the part is in no figure until the entry is amended." : "."))
            case .groundDay: row.assume(finding.kind.code, finding.message + " It is kept as in the file.")
            case .nightUntimed: row.assume(finding.kind.code, finding.message)
            case .hobbsMismatch, .landingsPart, .landingsUntimed: break
            }
        }
        for rule in FlightRules.broken(by: flight) {
            guard rule.mayBeAccepted(byImport: true) else { throw RowRefused(code: rule.code, text: rule.message) }
            flight.accepted.append(rule.code)
            let isTotal = rule == .hobbsOver12 && flight.totalHours > Hours(tenths: 240)
            row.assume(rule.code, acceptance(rule, flight, row), isTotal ? RowReader.forwardRemedy : nil)
        }
    }

    /// A session in a device that the row does not name: no description of an aircraft keeps its time apart, so its
    /// total is no flight time.
    private static func leaveSessionOut(_ flight: inout Flight, _ row: inout RowReader) {
        guard (flight.aircraft ?? "").isEmpty, flight.totalHours > .zero, flight.noFlight == .session else { return }
        flight.hobbs = .zero
        if let cell = row.raw("totaltime") { flight.extra[row.name("totaltime")] = cell }
    }

    private static func acceptance(_ rule: FlightRule, _ flight: Flight, _ row: RowReader) -> String {
        // A filled column that may hold landings and has no field.
        let unread = row.unreadLandings
        switch rule {
        case .hobbsPositive where row.isInDevice && flight.landings > 0:
            return "A session in a training device: its landings (\(flight.landings)) are in no figure."
        case .hobbsPositive where row.isInDevice || flight.noFlight == .session:
            return "A session in a training device, which is no flight time."
        case .landingsRequired where unread != nil:
            return "No landings in the columns that are read; the column \(unread ?? "") may hold them. Amend the "
                + "entry with its landings."
        case .hobbsPositive where flight.landings > 0:
            return "No flight time, but landings (\(flight.landings)): they count as in the file. If it was a flight, "
                + "amend the entry with its time."
        case .hobbsPositive: return "No flight time: kept as an entry without a flight, such as a ground lesson."
        case .landingsRequired: return "No landings in the file; kept as is."
        default: return "\(flight.totalHours.text) hours in the file; kept as is."
        }
    }
}
