public import EventModel

/// Second-in-command time and training given. An entry keeps them as an import does, by the columns of ForeFlight.
public enum CrewTime: String, CaseIterable, Sendable {
    case sic = "SIC"
    case dualGiven = "DualGiven"

    /// The columns that state it, without blanks and in lower case.
    var columns: Set<String> { self == .sic ? ["sic"] : ["dualgiven", "cfi"] }

    var title: String { self == .sic ? "second-in-command" : "dual-given" }

    /// The kinds of time that exclude it.
    fileprivate var others: [(title: String, kind: HourKind)] {
        self == .sic ? [("pilot-in-command", .pic), ("solo", .solo)] : [("solo", .solo), ("dual", .dual)]
    }

    /// Whether an import keeps it under this name.
    public func isColumn(_ name: String) -> Bool { columns.contains(ColumnPlan.key(name)) }
}

extension Flight {
    /// The part as second in command; zero for what is no time, or longer than the flight.
    public var sicHours: Hours { hours(of: .sic) }

    /// Zero for what is no time, or longer than the flight.
    func hours(of crew: CrewTime) -> Hours {
        extra.isEmpty ? .zero : Hours(seconds: importedSeconds(crew.columns))
    }

    /// A contradiction between crew time and the other hours of an entry, which a person may not enter; an import keeps
    /// it. Source: 14 CFR 61.51(b): parts are parts of the flight.
    public var crewRefusal: Rejection? {
        if extra.isEmpty { return nil }
        let total = totalHours
        func refusal(_ message: String) -> Rejection {
            Rejection(
                code: EntryFinding.Kind.hoursPart.code, message: message,
                hint: "Parts of a flight are at most its flight time: correct the one or the other.")
        }
        for crew in CrewTime.allCases {
            let stated = extra.first { crew.isColumn($0.key) }.flatMap { RowReader.hours(ofKept: $0.value) }
            guard let part = stated, part > .zero else { continue }
            if part > total {
                return refusal(
                    "The \(crew.title) part, \(part.exactText) hours, is longer than the flight of \(total.exactText).")
            }
            for other in crew.others {
                let hours = hours(of: other.kind)
                guard hours > .zero, part + hours > total else { continue }
                return refusal(
                    "The \(crew.title) part, \(part.exactText) hours, and the \(other.title) part, "
                        + "\(hours.exactText), are together longer than the flight of \(total.exactText).")
            }
        }
        return nil
    }
}
