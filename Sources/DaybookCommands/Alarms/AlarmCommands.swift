import ArgumentParser
import DaybookDomains

struct AlarmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm", abstract: "Recurring alarms.",
        discussion: """
            Examples:
              daybook alarm add --title Rent --kind monthlyDate --days 1 --time 09:00
              daybook alarm list
              daybook alarm tick
              daybook alarm next '{"kind":"weekly","days":[2],"times":["09:00"]}'

            An alarm is named by its id, or by a beginning of it that no other has.
            """,
        subcommands: [
            AlarmAdd.self, AlarmEdit.self, AlarmRemove.self, AlarmEnable.self, AlarmDisable.self,
            AlarmPauseCommand.self, AlarmList.self, AlarmNext.self, AlarmCountdown.self,
            AlarmShow.self, AlarmTickCommand.self, AlarmDone.self, AlarmSnooze.self, AlarmSkip.self, AlarmPending.self,
            AlarmTierCommand.self,
            AlarmPhotoCommand.self, AlarmExport.self, AlarmImport.self,
        ])

    /// The stream of an alarm that is here, or is supposed to be. Throws `Rejection` `alarm.unknown`.
    static func existing(_ text: String, _ ledger: Ledger, _ asOf: AsOf = .now) throws -> StreamID {
        if asOf.supposing != nil, let exact = StreamID(text.hasPrefix("alarm/") ? text : "alarm/\(text)"),
            try ledger.record(exact, asOf: asOf) != nil
        {
            return exact
        }
        guard let stream = try ledger.stream(named: text, kind: "alarm"), try ledger.record(stream) != nil else {
            throw Rejection(
                code: "alarm.unknown", message: "There is no alarm \"\(text)\".",
                hint: "\"daybook alarm list\" shows them.")
        }
        if let refusal = try ledger.refusalOfNewer(stream) { throw refusal }
        return stream
    }

    /// The day on which an alarm that ends fires last.
    static func printEnd(_ stream: StreamID, _ ledger: Ledger, _ session: Session) throws {
        let card = try ledger.alarm(stream, occurrencesMaximum: 0).value.card
        guard let last = card.lastDay else { return }
        try session.print(
            card.state == .ended ? "It fires no more; its last day was \(last)." : "It fires last on \(last).")
    }

    static func json(_ stream: StreamID, _ receipt: AppendReceipt?) -> JSONValue {
        .object(pairs: ["id": .string(stream.id)]).wrote(receipt)
    }
}

struct AlarmAdd: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create an alarm.",
        discussion: """
            Examples:
              daybook alarm add --title Rent --kind monthlyDate --days 1 --time 09:00
              daybook alarm add --title Swim --days 2,5 --interval 2
              daybook alarm add --title Visa --kind annual --month 9 --day 10
              daybook alarm add --title Pills --kind customDays --times-in-all 10

            It is weekly unless a kind is given, and fires at the time it is now unless
            times are. An interval above 1 is counted from --start, else from today; so is
            the number of --times-in-all, from the next time on.
            """)

    @OptionGroup(title: "The alarm") var options: AlarmOptions
    @Option(help: ArgumentHelp("The id of the new alarm. (default: a new UUID)", valueName: "id")) var id: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let schedule = try options.scheduleFields()
        let id = try id.map { text in try Values.stream(text.hasPrefix("alarm/") ? text : "alarm/\(text)").id }
        try session.withLedger(.readWrite) { ledger in
            let title = options.title == nil ? [JSONValue.Member("title", .string(""))] : []
            let times = options.schedule == nil ? ledger.startingFields(of: schedule) : schedule
            let data = try title + options.fields() + [.init("schedule", .object(times))]
            let added = try AlarmOptions.asGiven { try ledger.addAlarm(.object(data), id: id) }
            try session.answer(AlarmCommand.json(added.stream, added.receipt)) {
                try session.print("Alarm saved. Its id is \(added.stream.id).")
                try AlarmCommand.printEnd(added.stream, ledger, session)
            }
        }
    }
}

struct AlarmEdit: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an alarm.",
        discussion: """
            Examples:
              daybook alarm edit 0192f0c1 --title "Updated Alarm" --time 11:30
              daybook alarm edit 0192f0c1 --kind monthlyDate --days 15
              daybook alarm edit 0192f0c1 --clear note
              daybook alarm edit 0192f0c1 --until 2026-06-30

            Another kind begins with an interval of 1; times, zone and end stay.
            """)

    private static let ends = ["until", "timesInAll"]
    private static let clearable = ["note", "category", "preAlarms"] + ends

    @Argument(help: "The alarm.") var id: String
    @OptionGroup(title: "What changes") var options: AlarmOptions
    @Option(
        help: ArgumentHelp("A field to clear: \(AlarmEdit.clearable.joined(separator: ", ")).", valueName: "field"),
        completion: .list(AlarmEdit.clearable))
    var clear: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let schedule = try options.scheduleFields()
        if let bogus = clear.first(where: { !AlarmEdit.clearable.contains($0) }) {
            throw Fault(
                .usage, code: "field.unknown", message: "\"\(bogus)\" cannot be cleared.",
                hint: "It is one of \(AlarmEdit.clearable.joined(separator: ", ")).")
        }
        let stated = try options.fields()
        if let twice = clear.first(where: { name in (stated + schedule).contains { $0.name == name } }) {
            throw Fault(.usage, code: "usage.wrong", message: "\"\(twice)\" is both given and cleared.")
        }
        let ends = clear.filter(AlarmEdit.ends.contains)
        let fields = stated + clear.filter { !ends.contains($0) }.map { .init($0, .null) }
        if fields.isEmpty, schedule.isEmpty, ends.isEmpty {
            throw Fault(
                .usage, code: "edit.nothing", message: "Nothing is to be changed.",
                hint: "Name a field, such as --time 11:30.")
        }
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let receipt = try AlarmOptions.asGiven {
                try ledger.editAlarm(
                    stream, fields, schedule: schedule, clearing: ends, replacing: options.schedule != nil)
            }
            try session.answer(AlarmCommand.json(stream, receipt)) {
                try session.print("Alarm changed.")
                if !schedule.isEmpty { try AlarmCommand.printEnd(stream, ledger, session) }
            }
        }
    }
}

struct AlarmRemove: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an alarm; its history stays.",
        discussion: """
            Example:
              daybook alarm remove 0192f0c1 --yes
            """)

    @Argument(help: "The alarm.") var id: String
    @Flag(help: "Confirm the removal.") var yes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            guard yes else {
                throw Fault(
                    .usage, code: "confirm.required", message: "An alarm is removed with --yes only.",
                    hint: "daybook alarm remove \(stream.id) --yes")
            }
            let receipt = try ledger.removeAlarm(stream)
            try session.answer(AlarmCommand.json(stream, receipt)) {
                try session.print(
                    "Alarm removed.\(receipt.ids.last.map { " \"daybook undo \($0.short)\" brings it back." } ?? "")")
            }
        }
    }
}

struct AlarmEnable: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable an alarm, also one that is paused.",
        discussion: """
            Example:
              daybook alarm enable 0192f0c1
            """)

    @Argument(help: "The alarm.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws { try AlarmSwitch.run(id, enabled: true, session) }
}

struct AlarmDisable: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable an alarm until it is enabled.",
        discussion: """
            Example:
              daybook alarm disable 0192f0c1
            """)

    @Argument(help: "The alarm.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws { try AlarmSwitch.run(id, enabled: false, session) }
}

/// The common part of `enable` and `disable`.
private enum AlarmSwitch {
    static func run(_ id: String, enabled: Bool, _ session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try AlarmCommand.existing(id, ledger)
            let receipt = try ledger.setAlarm(stream, enabled: enabled)
            try session.answer(
                .object(pairs: ["id": .string(stream.id), "enabled": .bool(enabled)]).wrote(receipt)
            ) {
                try session.print("The alarm is \(enabled ? "on" : "off").")
                if enabled { try AlarmCommand.printEnd(stream, ledger, session) }
            }
        }
    }
}
