public import EventModel

/// The figures of an entry, or the sum of several, in the columns of a printed logbook. Hours are seconds, so that sums
/// are exact.
public struct BookFigures: Hashable, Sendable {
    /// In the order of a page.
    public enum Column: Int, CaseIterable, Sendable {
        case dayTakeoffs, nightTakeoffs, dayLandings, nightLandings
        case firstClass, secondClass, thirdClass, fourthClass, otherClass
        case night, actualInstrument, simulatedInstrument, approaches, simulator
        case crossCountry, solo, pic, sic, dualReceived, dualGiven, ground, total

        /// Whether it counts, where the others are hours.
        public var isCount: Bool {
            switch self {
            case .dayTakeoffs, .nightTakeoffs, .dayLandings, .nightLandings, .approaches: true
            default: false
            }
        }
    }

    public private(set) var entries = 0
    private var values = [Int](repeating: 0, count: Column.allCases.count)

    /// Of no entry.
    public init() {}

    /// The figures of one entry, with the hours that `flight summary` counts for each kind.
    ///
    /// - Parameter column: The column of the aircraft's class; nil for a training device, whose time is no flight time.
    public init(_ flight: Flight, classColumn column: Column?) {
        entries = 1
        self[.approaches] = flight.approaches ?? 0
        self[.ground] = flight.groundHours?.seconds ?? 0
        guard let column else {
            self[.simulator] = flight.inDevice.totalHours.seconds
            return
        }
        self[.dayTakeoffs] = flight.dayTakeoffs ?? 0
        self[.nightTakeoffs] = flight.nightTakeoffs ?? 0
        self[.dayLandings] = flight.landingsByDay
        self[.nightLandings] = flight.nightLandings ?? 0
        self[column] = flight.totalHours.seconds
        self[.night] = flight.hours(of: .night).seconds
        self[.actualInstrument] = flight.counted(flight.actualInstrumentHours ?? .zero).seconds
        self[.simulatedInstrument] = flight.hours(of: .instrument).seconds
        self[.crossCountry] = flight.hours(of: .crossCountry).seconds
        self[.solo] = flight.hours(of: .solo).seconds
        self[.pic] = flight.hours(of: .pic).seconds
        self[.dualReceived] = flight.hours(of: .dual).seconds
        self[.total] = flight.totalHours.seconds
        if flight.extra.isEmpty { return }
        self[.sic] = flight.sicHours.seconds
        self[.dualGiven] = flight.hours(of: CrewTime.dualGiven).seconds
        self[.simulator] = flight.importedSeconds([
            "simulatedflight", "simulator", "flightsimulator", "groundsimulator",
        ])
    }

    /// Of totals brought forward: no entry. Their time is of no class.
    public init(_ totals: ForwardedTotals) {
        self[.dayLandings] = totals.landings - (totals[.nightLandings] ?? 0)
        self[.nightLandings] = totals[.nightLandings] ?? 0
        let hours: [(Column, ForwardedTotals.Kind)] = [
            (.otherClass, .total), (.night, .night), (.actualInstrument, .actualInstrument),
            (.simulatedInstrument, .instrument), (.simulator, .simulator), (.crossCountry, .crossCountry),
            (.solo, .solo), (.pic, .pic), (.sic, .sic), (.dualReceived, .dual), (.dualGiven, .dualGiven),
            (.ground, .ground), (.total, .total),
        ]
        for (column, kind) in hours { self[column] = totals[kind] ?? 0 }
    }

    public private(set) subscript(column: Column) -> Int {
        get { values[column.rawValue] }
        set { values[column.rawValue] = newValue }
    }

    public static func += (sum: inout BookFigures, other: BookFigures) {
        sum.entries += other.entries
        for index in sum.values.indices { sum.values[index] += other.values[index] }
    }
}

extension Flight {
    /// The time in a column that an import kept because no field of an entry has it; zero for what is no time, or
    /// longer than the flight.
    func importedSeconds(_ keys: Set<String>) -> Int {
        for (name, text) in extra where keys.contains(ColumnPlan.key(name)) {
            if let hours = RowReader.hours(ofKept: text), hours > .zero, let hobbs, hours <= hobbs {
                return hours.seconds
            }
        }
        return 0
    }

    /// The stated hours that are in no column because they are longer than the flight.
    public var uncountedHours: [(title: String, hours: Hours)] {
        let entry = noFlight == .session ? inDevice : self
        let kinds: [(title: String, kind: HourKind)] = [
            ("dual", .dual), ("solo", .solo), ("night", .night), ("instrument", .instrument),
            ("cross-country", .crossCountry), ("PIC", .pic),
        ]
        let crews: [(title: String, crew: CrewTime)] = [("SIC", .sic), ("dual given", .dualGiven)]
        let actual = entry.actualInstrumentHours ?? .zero
        var parts: [(title: String, stated: Hours, counted: Hours)] = []
        for each in kinds { parts.append((each.title, entry.statedHours(of: each.kind), entry.hours(of: each.kind))) }
        parts.append(("actual instrument", actual, entry.counted(actual)))
        for each in crews { parts.append((each.title, entry.statedHours(of: each.crew), entry.hours(of: each.crew))) }
        return parts.filter { $0.stated > $0.counted }.map { ($0.title, $0.stated) }
    }
}

/// The columns of a printed logbook that hold the time by class of aircraft: single-engine and multi-engine land, then
/// the classes that the ledger describes besides.
public struct BookClasses: Hashable, Sendable {
    /// As `AircraftKind.classOfAircraft`, in the order of their columns.
    public let names: [String]

    public init(_ kinds: some Sequence<AircraftKind>) {
        let described = Set(kinds.compactMap(\.classOfAircraft))
        let always = ["singleEngineLand", "multiEngineLand"]
        let others = BookClasses.titles.map(\.name).filter { described.contains($0) && !always.contains($0) }
        names = always + others.prefix(2)
    }

    /// That of a kind of aircraft; the last for one that has none of its own, or that is not described.
    public func column(of kind: AircraftKind) -> BookFigures.Column {
        let columns: [BookFigures.Column] = [.firstClass, .secondClass, .thirdClass, .fourthClass]
        let place = kind.classOfAircraft.flatMap { names.firstIndex(of: $0) }
        return place.map { columns[$0] } ?? .otherClass
    }

    /// The title of a class column; nil for a column that no class has.
    public func title(of column: BookFigures.Column) -> String? {
        if column == .otherClass { return "Other" }
        let place = column.rawValue - BookFigures.Column.firstClass.rawValue
        guard names.indices.contains(place) else { return nil }
        return BookClasses.titles.first { $0.name == names[place] }?.title
    }

    private static let titles = [
        (name: "singleEngineLand", title: "SEL"), (name: "multiEngineLand", title: "MEL"),
        (name: "singleEngineSea", title: "SES"), (name: "multiEngineSea", title: "MES"),
        (name: "helicopter", title: "Heli"), (name: "gyroplane", title: "Gyro"), (name: "glider", title: "Glider"),
        (name: "airship", title: "Airship"), (name: "balloon", title: "Balloon"),
        (name: "poweredLift", title: "P-Lift"),
        (name: "poweredParachuteLand", title: "PPC"), (name: "poweredParachuteSea", title: "PPC-S"),
        (name: "weightShiftControlLand", title: "WSC"), (name: "weightShiftControlSea", title: "WSC-S"),
    ]
}
