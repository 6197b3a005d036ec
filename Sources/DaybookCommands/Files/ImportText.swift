import DaybookDomains

/// The parts of an import's report that do not depend on what was written.
enum ImportText {
    private static let notesOfAKind = 3
    private static let skippedOfAKind = 10

    static func object(_ answer: JSONValue, _ outcome: ImportOutcome) -> JSONValue {
        guard case .object(let own) = answer, case .object(let more) = members(outcome) else { return answer }
        return .object(own + more)
    }

    private static func members(_ outcome: ImportOutcome) -> JSONValue {
        let sums = outcome.sums
        func hours(_ value: Hours) -> JSONValue { .hours(value) }
        return .object(pairs: [
            "sums": .object(pairs: [
                "flights": .integer(sums.flights), "first": .textOrNull(sums.first?.description),
                "last": .textOrNull(sums.last?.description),
                "totalHours": hours(sums.totalHours), "picHours": hours(sums.picHours),
                "dualHours": hours(sums.dualHours),
                "soloHours": hours(sums.soloHours), "nightHours": hours(sums.nightHours),
                "crossCountryHours": hours(sums.crossCountryHours), "allLandings": .integer(sums.allLandings),
                "sicHours": hours(sums.sicHours), "dualGivenHours": hours(sums.dualGivenHours),
                "instrumentHours": hours(sums.instrumentHours),
                "actualInstrumentHours": hours(sums.actualInstrumentHours), "approaches": .integer(sums.approaches),
                "holds": .integer(sums.holds), "deviceTotalHours": hours(sums.deviceTotalHours),
                "deviceDualHours": hours(sums.deviceDualHours),
            ]),
            "unusedColumns": .array(
                outcome.reading.unusedColumns.map {
                    .object(pairs: ["column": .string($0.column), "rows": .integer($0.rows)])
                }),
            "aircraft": .integer(aircraft(outcome).count), "devices": .array(devices(outcome).map { .string($0) }),
        ])
    }

    /// The ids of the aircraft and training devices that the file describes, each once.
    private static func aircraft(_ outcome: ImportOutcome) -> Set<String> { Set(outcome.reading.aircraft.map(\.id)) }

    private static func devices(_ outcome: ImportOutcome) -> [String] {
        Set(outcome.reading.aircraft.filter(\.isTrainingDevice).map(\.id)).sorted()
    }

    /// The sums of the file, its aircraft, and the columns that are in no figure.
    static func printSums(_ outcome: ImportOutcome, _ session: Session) throws {
        let sums = outcome.sums
        guard let first = sums.first, let last = sums.last else { return }
        func hours(_ name: String, _ value: Hours) -> String { "\(name) \(value.text)" }
        let figures = [
            hours("total", sums.totalHours), hours("PIC", sums.picHours), hours("dual", sums.dualHours),
            hours("solo", sums.soloHours),
            hours("night", sums.nightHours), hours("cross-country", sums.crossCountryHours),
            Text.count(sums.allLandings, "landing"),
        ] + sums.further.map { "\($0.name) \($0.text)" }
        let days = first == last ? "on \(first)" : "from \(first) to \(last)"
        try session.print(
            "The file has \(Text.count(sums.flights, "flight")) \(days): \(figures.joined(separator: ", ")).")
        if let devices = sums.ofDevices { try session.print(devices) }
        try session.print("Compare these sums with those of the program that wrote it.")
        let (devices, count) = (devices(outcome), aircraft(outcome).count)
        if count > 0 {
            let are = devices.count == 1 ? "this is a training device" : "these are training devices"
            let found = devices.isEmpty ? "" : ", of which \(are): \(devices.joined(separator: ", "))"
            try session.print(Text.shown("It describes \(count) aircraft\(found)."))
        }
        if outcome.reading.unusedColumns.isEmpty { return }
        let columns = outcome.reading.unusedColumns.map { "\($0.column) (\(Text.count($0.rows, "row")))" }.joined(
            separator: ", ")
        try session.print(Text.shown("Columns in no figure, kept as text: \(columns)."))
    }

    /// Notes under a heading, grouped by their kind; of many of one kind the first few, unless all of them are to be
    /// named.
    static func printNotes(
        _ title: String, _ notes: [ImportNote], _ outcome: ImportOutcome, showsAll: Bool, isSkipped: Bool = false,
        _ session: Session
    ) throws {
        if notes.isEmpty { return }
        try session.print("")
        try session.print(session.style.strong("\(title): \(notes.count)"))
        var kinds: [(code: String, notes: [ImportNote])] = []
        for note in notes {
            if let known = kinds.firstIndex(where: { $0.code == note.code }) {
                kinds[known].notes.append(note)
            } else {
                kinds.append((note.code, [note]))
            }
        }
        // A note about look-alikes names both flights.
        let titles = outcome.reading.titles(of: notes.filter { $0.code != "row.lookAlike" })
        var left = 0
        for (code, notes) in kinds {
            let most = showsAll ? notes.count : isSkipped ? skippedOfAKind : notesOfAKind
            if notes.count > 1 { try session.print("  \(kindNames[code] ?? "Other notes"): \(notes.count)") }
            let indent = notes.count > 1 ? "    " : "  "
            for note in notes.prefix(most) {
                let row = titles[note.line].map { ", \($0)" } ?? ""
                try session.print(Text.shown("\(indent)line \(note.line)\(row): \(note.commandText)"))
            }
            let rest = notes.dropFirst(most)
            left += rest.count
            if isSkipped, !rest.isEmpty {
                try session.print("\(indent)and \(rest.count) more, on the lines \(ranges(rest.map(\.line)))")
            }
        }
        if left > 0 { try session.print("  and \(left) more of these kinds; --notes names them all, --json too.") }
    }

    /// `4, 7-9` of ascending numbers.
    static func ranges(_ numbers: [Int]) -> String {
        var ranges: [(first: Int, last: Int)] = []
        for number in numbers {
            if let last = ranges.last?.last, number <= last + 1 {
                ranges[ranges.count - 1].last = number
            } else {
                ranges.append((number, number))
            }
        }
        return ranges.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ", ")
    }

    private static let kindNames = [
        "aircraft.alike": "Registrations that may be one aircraft",
        "aircraft.required": "Aircraft without a registration",
        "approach.unread": "Approaches without a count",
        "approaches.notANumber": "Approaches that cannot be read",
        "approaches.range": "More approaches than a flight has",
        "category.both": "Solo and dual hours in one flight",
        "category.exclusive": "Both solo and dual",
        "date.early": "Dates before 1903",
        "date.future": "Dates in the future",
        "date.notADate": "Dates that cannot be read",
        "date.required": "Rows without a date",
        "date.serial": "Dates as spreadsheets count days",
        "device.asAircraft": "Devices that are aircraft elsewhere",
        "device.assumed": "Training devices by their sessions",
        "device.unnamed": "Sessions in unnamed devices",
        "distance.unread": "Distances that cannot be read",
        "field.range": "Texts that are too long",
        "flag.unread": "Neither yes nor no",
        "format.notTold": "Missing in the format",
        "ground.day": "Ground training of more than a day",
        "hobbs.notANumber": "Total times that cannot be read",
        "hobbs.over12": "Flights of more than 12 hours",
        "hobbs.positive": "No flight time",
        "hobbs.range": "Hobbs readings in the wrong order",
        "hobbs.readings": "Hobbs readings beside the total",
        "hobbs.required": "No total time",
        "hobbs.rounded": "Total times rounded to a second",
        "hobbs.tooLarge": "Total times above 999.9 hours",
        "holds.notANumber": "Holds that cannot be read",
        "holds.range": "More holds than a flight has",
        "hours.notANumber": "Hours that cannot be read",
        "hours.part": "Parts longer than the flight",
        "hours.partOfDay": "Hours that may be parts of a day",
        "hours.rounded": "Hours rounded to a second",
        "hours.tooLarge": "Hours above 999.9",
        "id.taken": "Ids that another person's record has",
        "landings.all": "Fewer landings than full stops",
        "landings.deprecated": "New and deprecated columns differ",
        "landings.fullStopsUnknown": "Full stops not given",
        "landings.notANumber": "Landings that cannot be read",
        "landings.range": "More landings than a flight has",
        "landings.required": "No landings",
        "landings.split": "Full stops split by day and night",
        "night.untimed": "Night landings without night time",
        "remarks.range": "Remarks that are too long",
        "route.noPlaces": "Routes without places",
        "row.blankBeyond": "Rows with more fields than columns",
        "row.broughtForward": "Totals brought forward",
        "row.cut": "Rows cut by the end of the file",
        "row.dateOnly": "Rows with a date alone",
        "row.earlierReading": "Flights of an earlier version",
        "row.erased": "Erased flights",
        "row.lookAlike": "Flights that look alike",
        "row.outsideTables": "Rows outside the tables",
        "row.removed": "Removed flights",
        "row.roundedEarlier": "Times rounded by an earlier version",
        "row.tooLong": "Rows with more fields than columns",
        "row.tooShort": "Rows with fewer fields than columns",
        "takeoffs.deprecated": "Take-offs that the new columns lack",
        "takeoffs.notANumber": "Take-offs that cannot be read",
        "takeoffs.range": "More take-offs than a flight has",
        "year.unread": "Years that cannot be read",
    ]
}
