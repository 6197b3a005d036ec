import DaybookKit

/// Whose events count by the links: what changed, and what a figure leaves out.
enum StandingText {
    /// For an answer that may bring links; none where nothing changed.
    static func members(_ changes: [StandingChange]) -> [JSONValue.Member] {
        if changes.isEmpty { return [] }
        let items = changes.map { change in
            JSONValue.object(pairs: [
                "person": .string(change.person.hex), "own": .bool(change.isOwn), "from": .string(change.from.rawValue),
                "to": .string(change.to.rawValue), "come": .integer(change.come), "go": .integer(change.go),
            ])
        }
        return [.init("linkChanges", .array(items))]
    }

    static func print(_ changes: [StandingChange], _ session: Session) throws {
        for change in changes { try session.print(line(change)) }
    }

    private static func line(_ change: StandingChange) -> String {
        let whose = change.isOwn ? "This ledger's person" : "The person \(change.person.hex.prefix(12))"
        let what =
            switch change.to {
            case .counts: "counts in full"
            case .setAside: "is set aside (choice account)"
            case .setAsideSoFar: "is set aside so far (choice guest)"
            case .ended: "has no effect beyond the end of the link"
            }
        var counts: [String] = []
        if change.go > 0 { counts.append("\(Text.count(change.go, "record")) no longer \(change.go == 1 ? "counts" : "count")") }
        if change.come > 0 { counts.append("\(Text.count(change.come, "record")) \(change.come == 1 ? "counts" : "count") again") }
        return "A link changes these figures: \(whose) \(what)\(counts.isEmpty ? "." : "; " + counts.joined(separator: ", ") + ".")"
    }

    /// An answer with the link that leaves records out of it; an answer without `asOf` is no figure.
    static func added(_ setAside: OwnSetAside?, to json: JSONValue) -> JSONValue {
        guard let setAside = self.json(setAside), case .object(let members) = json,
            members.contains(where: { $0.name == "asOf" }), !members.contains(where: { $0.name == "setAside" })
        else { return json }
        return .object(members + [.init("setAside", setAside)])
    }

    /// Beside a figure; nil where nothing of this ledger's person is set aside.
    static func json(_ setAside: OwnSetAside?) -> JSONValue? {
        setAside.map {
            .object(pairs: ["choice": .string($0.choice.rawValue), "person": .string($0.person.hex), "event": .string($0.link.hex)])
        }
    }
}

extension Session {
    /// The line beside a figure.
    func printSetAside(_ setAside: OwnSetAside?) throws {
        guard let setAside else { return }
        console.setAside = nil
        let what = setAside.choice == .guest ? "this person's records so far" : "this person's records"
        try print(
            style.bad("Set aside:")
                + " a link with \(setAside.person.hex.prefix(12)) (choice \(setAside.choice.rawValue)) leaves \(what) out. \"daybook link list\" shows it.")
    }
}
