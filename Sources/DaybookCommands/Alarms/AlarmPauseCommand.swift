import ArgumentParser
import DaybookDomains

struct AlarmPauseCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause an alarm until a day. Its schedule does not change.",
        discussion: """
            Example:
              daybook alarm pause 0192f0c1 --until 2026-03-02

            On that day it fires again. "daybook alarm enable" ends the pause before,
            "daybook alarm disable" switches it off for good. An alarm that is off is
            switched on from that day. What waits is recorded as missed.
            """)

    @Argument(help: "The alarm.") var id: String
    @Option(help: ArgumentHelp("The first day on which it fires again.", valueName: "date")) var until: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let day = try Values.date(until, "until")
        try session.withLedger(.readWrite) { ledger in
            let paused = try ledger.pauseAlarm(try AlarmCommand.existing(id, ledger), until: day)
            let next = paused.card?.nextFire?.description
            var members: [JSONValue.Member] = [
                .init("id", .string(paused.stream.id)), .init("pausedUntil", .string(day.description)),
                .init("nextFire", .textOrNull(next)),
            ]
            if let missed = MissedText.json(paused.missed) { members.append(.init("missed", missed)) }
            try session.answer(JSONValue.object(members).wrote(paused.receipt)) {
                try session.print(
                    "Paused until \(day). \(next.map { "Next: \($0)." } ?? "It does not fire again.")")
                try MissedText.print(paused.missed, session)
            }
        }
    }
}
