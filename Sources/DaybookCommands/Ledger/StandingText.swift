import DaybookDomains

/// Whose events count by the links: what changed, and what a figure leaves out.
enum StandingText {
    /// For an answer that may bring links; none where nothing changed.
    static func members(_ changes: [StandingChange]) -> [JSONValue.Member] {
        if changes.isEmpty { return [] }
        let items = changes.map { change in
            JSONValue.object(pairs: [
                "person": .string(change.person.hex), "own": .bool(change.isOwn), "from": .string(change.from.rawValue),
                "to": .string(change.to.rawValue), "come": .integer(change.come), "go": .integer(change.go),
                "signed": json(change.signed),
            ])
        }
        return [.init("linkChanges", .array(items))]
    }

    static func print(_ changes: [StandingChange], _ session: Session) throws {
        for change in changes { try session.print(line(change)) }
    }

    private static func line(_ change: StandingChange) -> String {
        let person = change.isOwn ? "this ledger's person" : "the person \(change.person.hex.prefix(12))"
        var counts: [String] = []
        if change.go > 0 {
            counts.append("\(Text.count(change.go, "record")) no longer \(change.go == 1 ? "counts" : "count")")
        }
        if !change.signed.isEmpty { counts.append(change.signed.words) }
        if change.come > 0 {
            counts.append("\(Text.count(change.come, "record")) \(change.come == 1 ? "counts" : "count") again")
        }
        switch change.to {
        case .counts: return back(change)
        case .setAside: return aside("\(person) is set aside (choice account)", counts)
        case .setAsideSoFar: return aside("\(person) is set aside so far (choice guest)", counts)
        case .ended:
            let other = change.person.hex.prefix(12)
            let end = "The link with \(other) has ended. \(other)'s later events have no effect."
            return "\(end) \(counts.isEmpty ? "No figure changed." : "\(counts.joined(separator: ", ")).")"
        }
    }

    /// As a member of an answer; nil where nothing signed is set aside.
    static func json(_ signed: SignedSetAside?) -> JSONValue? {
        guard let signed, !signed.isEmpty else { return nil }
        return .object(pairs: ["records": .integer(signed.records), "signatures": .integer(signed.signatures)])
    }

    /// An answer with the link that leaves records out of it; an answer without `asOf` is no figure.
    static func added(_ setAside: OwnSetAside?, to json: JSONValue) -> JSONValue {
        guard let setAside = self.json(setAside), case .object(let members) = json,
            members.contains(where: { $0.name == "asOf" }), !members.contains(where: { $0.name == "setAside" })
        else { return json }
        return .object(members + [.init("setAside", setAside)])
    }

    private static func aside(_ what: String, _ counts: [String]) -> String {
        if counts.isEmpty { return "\(what.prefix(1).uppercased())\(what.dropFirst()). No figure changed." }
        return "A link changes these figures: \(what); \(counts.joined(separator: ", "))."
    }

    private static func back(_ change: StandingChange) -> String {
        let whose = change.isOwn ? "This person's" : "\(change.person.hex.prefix(12))'s"
        return "\(whose) records count again\(change.come > 0 ? ": \(Text.count(change.come, "record"))." : ".")"
    }

    static let title = "Set aside:"

    /// The note beside a figure, after the title.
    static func note(_ setAside: OwnSetAside) -> String {
        let what = setAside.choice == .guest ? "this person's records so far" : "this person's records"
        let link = "a link with \(setAside.person.hex.prefix(12)) (choice \(setAside.choice.rawValue))"
        return "\(link) leaves \(what) out. \"daybook link list\" shows it."
    }

    /// As a member of an answer; nil where nothing of this ledger's person is set aside.
    static func json(_ setAside: OwnSetAside?) -> JSONValue? {
        setAside.map {
            .object(pairs: [
                "choice": .string($0.choice.rawValue), "person": .string($0.person.hex), "event": .string($0.link.hex),
            ])
        }
    }
}

extension Session {
    /// The line beside a figure.
    func printSetAside(_ setAside: OwnSetAside?) throws {
        guard let setAside else { return }
        console.setAside = nil
        try print(style.bad(StandingText.title) + " " + StandingText.note(setAside))
    }
}
