import DaybookDomains

/// The events missing from the answers of a command, and whether an answer has stated so yet.
///
/// Every answer passes here: a line above its words, a member `incomplete` of its JSON.
final class AnswerLack {
    /// The damage beside which the command answers, and with which it ends.
    var damage: Fault?
    /// Whose events the answers are made of.
    var scope = AnswerScope.nothing
    /// The streams that they show: an invalid body elsewhere changes none of them.
    var shownStreams = AnswerScope.everything
    fileprivate(set) var incomplete: Incomplete?
    fileprivate var isShown = false
    /// The registers that the answers show.
    var choiceSources: [ChoiceSource] = []
    fileprivate(set) var choicesAhead: [ChoiceAhead] = []
    /// The choices that the answers rest on without showing them.
    var grounds = ChoiceGrounds.none
    /// The one record that the answer is about, where it is about one.
    var record: StreamID?
    private var behind: [ChoiceAhead] = []
    /// The choices of a clock ahead that the answers rest on and do not show.
    var choicesBehind: [ChoiceAhead] {
        behind.filter { choice in
            !choicesAhead.contains { $0.event == choice.event }
                && (record == nil || record == choice.stream || !grounds.kinds.contains(choice.stream.kind))
        }
    }
    /// The lines about clocks ahead that were written.
    fileprivate var written: Set<String> = []
    /// The events of a person's practice by a clock ahead that the answers count.
    var practiceAhead: [PracticeAhead] = []

    /// The members for an answer that writes them by itself; none where it lacks nothing and rests on no clock ahead.
    func shown() -> [JSONValue.Member] {
        isShown = true
        return (incomplete.map { [.init("incomplete", $0.json)] } ?? []) + membersAhead
    }

    /// Adds choices that the answer rests on.
    func add(behind choices: [ChoiceAhead]) { behind += choices.filter { !behind.contains($0) } }

    fileprivate func forgetChoices() { (behind, choicesAhead, written) = ([], [], []) }

    /// The members about clocks ahead, which stand beside any answer.
    private var membersAhead: [JSONValue.Member] {
        [
            CountedAheadText.json(choicesAhead, practiceAhead).map { .init("ahead", $0) },
            CountedAheadText.json(choicesBehind, []).map { .init("choicesAhead", $0) },
        ].compactMap(\.self)
    }

    /// A JSON answer with the member where it lacks something: a list becomes the member `list` of an object.
    func added(to json: JSONValue) -> JSONValue {
        let named = shown()
        if named.isEmpty { return json }
        switch json {
        case .object(let members): return .object(members + named)
        case .array: return .object(named + [.init("list", json)])
        default: return json
        }
    }

    /// The text before a list that is written element by element. The caller ends the object that it opens, where there
    /// was none.
    func opening(_ before: String?) -> String? {
        let members = shown()
        if members.isEmpty { return before }
        return JSONValue.object(members).text.dropLast() + "," + (before.map { String($0.dropFirst()) } ?? #""list":"#)
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
        // An answer about a moment is without what came after it.
        if asOf.moment == nil {
            lack.add(behind: try ledger.choicesBehind(lack.grounds.registers, kinds: lack.grounds.kinds, asOf))
        }
        let found = try ledger.incomplete(lack.scope, showing: lack.shownStreams, asOf)
        if found == lack.incomplete { return }
        (lack.incomplete, lack.isShown) = (found, false)
        console.heading = found.map { isJSON ? JSONValue.object([.init("incomplete", $0.json)]).text : $0.line }
    }

    /// The answer is about one record: what it is without is found anew for that one.
    func concern(_ record: StreamID, _ ledger: Ledger, _ asOf: AsOf) throws {
        lack.record = record
        lack.shownStreams = .record(record)
        try findLack(ledger, asOf)
    }

    /// Forgets what an answer that was not given was without.
    func clearLack() {
        (lack.incomplete, lack.isShown) = (nil, false)
        lack.forgetChoices()
        (console.heading, console.setAside) = (nil, nil)
    }

    /// Ends with the damage beside which an answer was given.
    func endBesideDamage() throws { if let damage = lack.damage { throw damage } }

    /// Names what an answer in words counts though a clock ahead made it; beside a file on standard output, on
    /// standard error.
    func printAhead() throws {
        if isJSON { return }
        for line in linesAhead() {
            if console.hasWrittenFile { try console.write(errorLine: line) } else { try console.write(line: line) }
        }
    }

    /// The lines about clocks ahead that were not written yet.
    func linesAhead() -> [String] {
        let lines =
            CountedAheadText.lines(lack.choicesAhead, lack.practiceAhead)
            + CountedAheadText.lines(behind: lack.choicesBehind)
        return lines.filter { lack.written.insert($0).inserted }
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
