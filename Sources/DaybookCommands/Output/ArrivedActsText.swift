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
