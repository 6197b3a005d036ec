import DaybookKit

/// What the answers of a command are without, and whether they say so yet.
///
/// Every answer passes here: a line above its words, a member `incomplete` of its JSON.
final class AnswerLack {
    /// The damage beside which the command answers, and with which it ends.
    var damage: Fault?
    /// Whose events the answers are made of.
    var scope = AnswerScope.nothing
    fileprivate(set) var incomplete: Incomplete?
    fileprivate var isShown = false
    /// The registers that the answers show.
    var choiceSources: [ChoiceSource] = []
    fileprivate(set) var choicesAhead: [ChoiceAhead] = []
    /// What of a person's practice the answers count though a clock ahead made it.
    var practiceAhead: [PracticeAhead] = []

    /// The value of the member for an answer that writes it by itself; nil where it lacks nothing.
    func shown() -> JSONValue? {
        isShown = true
        return incomplete?.json
    }

    /// A JSON answer with the member where it lacks something: a list becomes the member `list` of an object.
    func added(to json: JSONValue) -> JSONValue {
        var named: [JSONValue.Member] = []
        if let incomplete {
            isShown = true
            named.append(.init("incomplete", incomplete.json))
        }
        if let ahead = CountedAheadText.json(choicesAhead, practiceAhead) { named.append(.init("ahead", ahead)) }
        if named.isEmpty { return json }
        switch json {
        case .object(let members): return .object(members + named)
        case .array: return .object(named + [.init("list", json)])
        default: return json
        }
    }

    /// What stands before a list that is written element by element; the end of the object that it opens, where there
    /// was none, is the caller's.
    func opening(_ before: String?) -> String? {
        guard let incomplete else { return before }
        isShown = true
        let member = #"{"incomplete":"# + incomplete.json.text + ","
        return member + (before.map { String($0.dropFirst()) } ?? #""list":"#)
    }
}

extension AnswerScope {
    /// By what options call a domain.
    static let ofName: [String: AnswerScope] = [
        "logbook": .logbook, "alarms": .alarms, "water": .hydration, "quiz": .practiceTests,
    ]
}

extension Incomplete {
    var json: JSONValue {
        .object(pairs: [
            "events": .integer(events), "newer": .integer(newer), "damaged": damaged == 0 ? nil : .integer(damaged),
            "streams": .array(streams.map { .string($0.text) }),
        ])
    }

    /// One line above an answer.
    var line: String {
        let unreadable = events - newer
        let names = streams.prefix(damaged).map(\.text).joined(separator: ", ") + (damaged > streams.count ? ", …" : "")
        let parts = [
            damaged == 0 ? nil : "\(Text.count(damaged, "damaged record")) (\(names))",
            newer == 0 ? nil : "\(Text.count(newer, "event")) of a newer program or another app",
            unreadable == 0 ? nil : "\(Text.count(unreadable, "event")) that this program cannot read",
        ]
        let remedies = [
            damaged == 0 ? nil : "\"daybook doctor\" shows what mends it.", newer == 0 ? nil : "Update this program.",
            events == 0 ? nil : "\"daybook outcomes\" lists them.",
        ]
        return "Incomplete: this answer is without \(parts.compactMap(\.self).joined(separator: " and ")). "
            + remedies.compactMap(\.self).joined(separator: " ")
    }
}

extension Session {
    /// Finds out what an answer about a ledger is without.
    func findLack(_ ledger: Ledger, _ asOf: AsOf) throws {
        if !lack.choiceSources.isEmpty { lack.choicesAhead = try ledger.choicesAhead(lack.choiceSources, asOf) }
        let found = try ledger.incomplete(lack.scope, asOf)
        if found == lack.incomplete { return }
        (lack.incomplete, lack.isShown) = (found, false)
        console.heading = found.map { isJSON ? JSONValue.object([.init("incomplete", $0.json)]).text : $0.line }
    }

    /// Forgets what an answer that was not given was without.
    func clearLack() {
        (lack.incomplete, lack.isShown, lack.choicesAhead) = (nil, false, [])
        (console.heading, console.setAside) = (nil, nil)
    }

    /// Ends with the damage beside which an answer was given.
    func endBesideDamage() throws { if let damage = lack.damage { throw damage } }

    /// Names what an answer in words counts though a clock ahead made it.
    func printAhead() throws {
        for line in CountedAheadText.lines(lack.choicesAhead, lack.practiceAhead) { try note(line) }
    }

    /// Shows what answers are without, where nothing that was written did.
    func printLack() throws {
        guard let incomplete = lack.incomplete, isJSON ? !lack.isShown : console.heading != nil else { return }
        console.heading = nil
        lack.isShown = true
        try console.write(
            line: isJSON
                ? JSONValue.object([.init("incomplete", incomplete.json)]).text : style.warning(incomplete.line))
    }

    /// Says that there is nothing of what was asked about; where the answer lacks something, no more than is known.
    func printNone(_ text: String) throws {
        guard let incomplete = lack.incomplete else { return try print(text) }
        try print(
            incomplete.events == 0
                ? "Nothing here can be read."
                : "Without the events that this program does not understand, there is nothing to show.")
    }
}
