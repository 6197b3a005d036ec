import DaybookDomains

/// Words for the acts that arrived and took something out of the answers, or changed what they rest on.
enum ArrivedActsText {
    /// None where nothing of the kind arrived.
    static func members(_ acts: ArrivedActs) -> [JSONValue.Member] {
        if acts.isEmpty { return [] }
        let settings = acts.settings.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .integer($0.value)) }
        return [
            .init(
                "arrived",
                .object(pairs: [
                    "removals": .integer(acts.removals), "undoneBatches": .integer(acts.undoneBatches),
                    "settings": .object(settings),
                ]))
        ]
    }

    /// One sentence, and the command that lists the events.
    static func print(_ acts: ArrivedActs, since position: Position, _ session: Session) throws {
        if acts.isEmpty { return }
        var parts: [String] = []
        if acts.removals > 0 { parts.append("removes \(Text.count(acts.removals, "record"))") }
        if acts.undoneBatches > 0 { parts.append("undoes \(Text.count(acts.undoneBatches, "import"))") }
        let settings = acts.settings.values.reduce(0, +)
        if settings > 0 {
            let names = acts.settings.keys.sorted().joined(separator: ", ")
            parts.append("changes \(Text.count(settings, "setting")) (\(names))")
        }
        let first = parts.dropLast().joined(separator: ", ")
        let list = (first.isEmpty ? "" : first + " and ") + parts[parts.count - 1]
        try session.print(
            session.style.warning("What arrived")
                + " \(Text.shown(list)). \"daybook log --after \(position)\" lists it.")
    }
}

/// Words for what erasures from elsewhere hide here, behind every command that takes events in.
enum HiddenText {
    /// None where nothing is hidden.
    static func members(_ hidden: [HiddenRecords]) -> [JSONValue.Member] {
        hidden.isEmpty ? [] : [.init("erasures", .array(hidden.map(\.json)))]
    }

    static func print(_ hidden: [HiddenRecords], _ session: Session) throws {
        for hidden in hidden { try session.print(session.style.warning(hidden.text)) }
    }
}

/// The effect of arrivals on other events: how many outcomes changed, and the first ten.
enum OutcomeReportText {
    static func members(_ report: OutcomeReport) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let counts = OutcomeCounts.json(report.counts) { members.append(.init("outcomes", counts)) }
        if report.changes > 0 {
            members.append(.init("changes", .integer(report.changes)))
            let first = report.first.map { OutcomesCommand.json($0, report.origins[$0.event], report.devices) }
            members.append(.init("firstChanges", .array(first)))
        }
        return members
    }

    static func print(_ report: OutcomeReport, _ session: Session) throws {
        if report.changes == 0 { return }
        try session.print("\(Text.count(report.changes, "outcome")) changed:")
        for change in report.first {
            let device = report.origins[change.event].map { report.devices.suffix($0, byOwner: true) } ?? ""
            try session.print("  " + line(change, device))
        }
        if report.changes > report.first.count {
            try session.print(
                "  and \(report.changes - report.first.count) more; \"daybook outcomes\" lists what does not count.")
        }
    }

    private static func line(_ change: OutcomeChangeView, _ device: String) -> String {
        let from = change.from.map { "\($0)" } ?? "new"
        let why = change.reason.map { " (\($0)\(change.because.map { ", because of \($0.short)" } ?? ""))" } ?? ""
        return "\(change.event.short) of \(change.stream)\(device): \(from) → \(change.to)\(why)"
    }
}
