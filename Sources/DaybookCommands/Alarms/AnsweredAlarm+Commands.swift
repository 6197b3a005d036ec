import ArgumentParser
import DaybookDomains

struct AlarmDone: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Mark the waiting occurrence of an alarm as done.",
        discussion: """
            Examples:
              daybook alarm done 0192f0c1
              daybook alarm done 0192f0c1 --hold 3

            Where the setting alarms.slideToStop is on, it must have been held for 3 seconds.
            """)

    @Argument(help: "The alarm.") var id: String
    @Option(parsing: .unconditional, help: ArgumentHelp("How long the button was held.", valueName: "seconds"))
    var hold: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let held = try hold.map(AlarmTimes.tenths)
        try session.withLedger(.readWrite) { ledger in
            let answered = try AlarmOptions.asGiven {
                try ledger.completeAlarm(try AlarmCommand.existing(id, ledger), heldTenths: held)
            }
            try session.answer(answered.json([.init("nextFire", .textOrNull(answered.card?.nextFire?.description))])) {
                try session.print("Done. \(answered.next)")
                try MissedText.print(answered.missed, session)
            }
        }
    }
}

struct AlarmSnooze: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze", abstract: "Snooze an alarm that has fired. Its schedule does not change.",
        discussion: """
            Examples:
              daybook alarm snooze 0192f0c1
              daybook alarm snooze 0192f0c1 --for 1d
              daybook alarm snooze 0192f0c1 --for 2h30m

            It is counted from now: 1h, 1d or 1w, or 5 minutes to 720 hours 59 minutes.
            """)

    @Argument(help: "The alarm.") var id: String
    @Option(name: .customLong("for"), parsing: .unconditional, help: ArgumentHelp("How long.", valueName: "time"))
    var length = "1h"
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let seconds = try AlarmTimes.seconds(length)
        try session.withLedger(.readWrite) { ledger in
            let answered = try ledger.snoozeAlarm(try AlarmCommand.existing(id, ledger), seconds: seconds)
            let until = answered.card?.snoozedUntil?.description
            let members: [JSONValue.Member] = [
                .init("until", .textOrNull(until)), .init("snoozeCount", .integer(answered.card?.snoozeCount ?? 0)),
            ]
            try session.answer(answered.json(members)) {
                try session.print("Snoozed until \(until ?? "later"). \(answered.card?.countdown ?? "")")
                try answered.printSilenced(session)
                try MissedText.print(answered.missed, session)
            }
        }
    }
}

struct AlarmSkip: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip the next occurrence of an alarm. Its schedule does not change.",
        discussion: """
            Example:
              daybook alarm skip 0192f0c1

            Given again, it leaves out the one after that. "daybook undo EVENT" takes it back.
            """)

    @Argument(help: "The alarm.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let answered = try ledger.skipAlarm(try AlarmCommand.existing(id, ledger))
            try session.answer(answered.json([.init("nextFire", .textOrNull(answered.card?.nextFire?.description))])) {
                try session.print("Left out: \(answered.occurrence). \(answered.next)")
            }
        }
    }
}

extension AnsweredAlarm {
    fileprivate func json(_ members: [JSONValue.Member]) -> JSONValue {
        var members = [.init("id", .string(stream.id)), .init("occurrence", .string(occurrence.description))] + members
        if silenced.count > 0 {
            let first = silenced.first.map { JSONValue.string($0.description) }
            members.append(
                .init("silenced", .object(pairs: ["count": .integer(silenced.count), "first": .array(first)])))
        }
        if let missed = MissedText.json(missed) { members.append(.init("missed", missed)) }
        return JSONValue.object(members).wrote(receipt)
    }

    /// Prints the occurrences that do not fire while the alarm is snoozed.
    fileprivate func printSilenced(_ session: Session) throws {
        guard silenced.count > 0 else { return }
        let does = silenced.count == 1 ? "does" : "do"
        let first = silenced.first.map(\.description).joined(separator: ", ")
        let more = silenced.count - silenced.first.count
        try session.print(
            "Until then \(Text.count(silenced.count, "occurrence")) \(does) not fire: "
                + "\(first)\(more > 0 ? " and \(more) more" : "").")
    }

    /// When it fires next, in words.
    fileprivate var next: String {
        guard let card, let next = card.nextFire else { return "It fires no more." }
        return "Next: \(next). \(card.countdown)"
    }
}

/// Lengths of time on the command line. Unreadable ones are wrong usage (64).
enum AlarmTimes {
    /// `1h`, `2h30m`, `45m`, `5400s`, `1w` in seconds: numbers with their units, each unit at most once, the greater
    /// first.
    static func seconds(_ text: String) throws -> Int {
        let units: [(letter: Character, seconds: Int)] = [
            ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
        ]
        var (rest, sum, left) = (text[...], 0, units[...])
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), number <= 10_000_000, let letter = rest.dropFirst(digits.count).first,
                let place = left.firstIndex(where: { $0.letter == letter })
            else { throw unreadable(text) }
            sum += number * units[place].seconds
            left = units[(place + 1)...]
            rest = rest.dropFirst(digits.count + 1)
        }
        guard !text.isEmpty else { throw unreadable(text) }
        return sum
    }

    private static func unreadable(_ text: String) -> Fault {
        Fault(
            .usage, code: "for.unreadable", message: "\"\(text)\" is not a length of time.",
            hint: "Write it like 1h, 1d, 1w, 45m or 2h30m.")
    }

    /// `3`, `2.9` in tenths of a second.
    static func tenths(_ text: String) throws -> Int {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard areDigits, parts.count <= 2, let whole = Int(parts[0]), whole <= 3600,
            parts.count == 1 || parts[1].utf8.count == 1
        else {
            throw Fault(
                .usage, code: "hold.unreadable", message: "\"\(text)\" is not a number of seconds up to 3600.",
                hint: "Write it like 3 or 3.5.")
        }
        return whole * 10 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    }
}
