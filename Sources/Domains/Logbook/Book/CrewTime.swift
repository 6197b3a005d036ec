public import EventModel

/// Second-in-command time and training given. An entry keeps them as an import does, by the columns of ForeFlight.
public enum CrewTime: String, CaseIterable, Sendable {
    case sic = "SIC"
    case dualGiven = "DualGiven"

    /// The columns that state it, without blanks and in lower case.
    var columns: Set<String> { CrewTime.names[self] ?? [] }

    private static let names: [CrewTime: Set<String>] = [.sic: ["sic"], .dualGiven: ["dualgiven", "cfi"]]

    var title: String { self == .sic ? "second-in-command" : "dual-given" }

    /// The name by which a person states it.
    var field: String { self == .sic ? "sicHours" : "dualGivenHours" }

    /// The kinds of time that exclude it.
    fileprivate var others: [(title: String, kind: HourKind)] {
        self == .sic ? [("pilot-in-command", .pic), ("solo", .solo)] : [("solo", .solo), ("dual", .dual)]
    }

    /// Whether an import keeps it under this name.
    public func isColumn(_ name: String) -> Bool {
        // Most names are longer, and comparing them takes longer than counting their bytes.
        name.utf8.count <= 24 && columns.contains(ColumnPlan.key(name))
    }
}

extension Flight {
    /// The part as second in command; zero for what is no time, or longer than the flight.
    public var sicHours: Hours { hours(of: .sic) }

    /// Zero for what is no time, or longer than the flight.
    func hours(of crew: CrewTime) -> Hours {
        extra.isEmpty ? .zero : Hours(seconds: importedSeconds(crew.columns))
    }

    /// The part as the entry states it, also where it is longer than the flight.
    func statedHours(of crew: CrewTime) -> Hours {
        if extra.isEmpty { return .zero }
        return extra.filter { crew.isColumn($0.key) }.compactMap { RowReader.hours(ofKept: $0.value) }.max() ?? .zero
    }

    /// The contradictions between crew time and the other hours of an entry. Source: 14 CFR 61.51(b): parts are parts
    /// of the flight.
    var crewFindings: [EntryFinding] { extra.isEmpty ? [] : CrewTime.allCases.compactMap(crewFinding) }

    private func crewFinding(_ crew: CrewTime) -> EntryFinding? {
        let (part, total) = (statedHours(of: crew), totalHours)
        if part <= .zero { return nil }
        var finding = EntryFinding.longer(crew.title, part, FlightLoggedKey.extra, of: self)
        for other in crew.others where finding == nil {
            let hours = hours(of: other.kind)
            guard hours > .zero, part + hours > total else { continue }
            finding = EntryFinding(
                kind: .hoursPart,
                message:
                    "The \(crew.title) part, \(part.exactText) hours, and the \(other.title) part, "
                    + "\(hours.exactText), are together longer than the flight of \(total.exactText).",
                keys: [FlightLoggedKey.hobbs, FlightLoggedKey.extra])
        }
        finding?.crew = crew
        return finding
    }

    /// A contradiction between crew time and the other hours of an entry, which a person may not enter; an import keeps
    /// it.
    public var crewRefusal: Rejection? { crewFindings.first?.rejection(ofNew: true) }
}
