import DaybookDomains

/// Events that do not count, in a reply to the command that brought them or brought it about.
enum OutcomeCounts {
    /// Nil where all count.
    static func json(_ counts: [Outcome: Int]) -> JSONValue? {
        let found = members(counts)
        return found.isEmpty ? nil : .object(found.map { .init($0.name, .integer($0.count)) })
    }

    static func text(_ counts: [Outcome: Int]) -> String? {
        let found = members(counts)
        if found.isEmpty { return nil }
        let total = found.reduce(0) { $0 + $1.count }
        let (does, them) = total == 1 ? ("does", "it") : ("do", "them")
        return "\(total) of them \(does) not count: \(found.map { "\($0.count) \($0.name)" }.joined(separator: ", ")). "
            + "\"daybook outcomes\" lists \(them) and says why."
    }

    private static func members(_ counts: [Outcome: Int]) -> [(name: String, count: Int)] {
        Outcome.allCases.compactMap { outcome in counts[outcome].map { (outcome.description, $0) } }
    }

    /// The further effects of a void, a sentence for each edit.
    static func dropped(_ edits: [EventID]) -> [String] {
        edits.map { edit in
            "The change \(edit.short), which waited for the signature, is dropped and does not count (void.dropped). "
                + "\"daybook outcomes resolve --apply \(edit.short)\" lets it count."
        }
    }
}
