import ArgumentParser
import DaybookDomains

struct WaterEdit: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a drink; its history keeps what it was.",
        discussion: """
            Examples:
              daybook water edit 0192f0c1 --volume 300
              daybook water edit 0192f0c1 --kind tea
              daybook water edit 0192f0c1 --at 2026-02-09T21:30:00-05:00

            What is not given stays. The drink counts for its kind's part of the volume;
            with another day, it counts on that day.
            """)

    @Argument(help: "The drink.") var id: String
    @Option(
        help: ArgumentHelp("What it was: \(Ledger.list(Drink.Kind.self)).", valueName: "kind"),
        completion: .list(Drink.Kind.allCases.map(\.rawValue)))
    var kind: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much, such as 250 or 8oz; a number is in water.unit.", valueName: "volume"))
    var volume: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("When it was drunk.", valueName: "instant|date"))
    var at: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let kind = try kind.map(WaterAdd.kind)
        let given = try volume.map { try WaterVolume($0) }
        let time = try at.map { try WaterTimes.read($0) }
        guard kind != nil || given != nil || time != nil else {
            throw Fault(
                .usage, code: "usage.wrong", message: "Nothing was given to change.",
                hint: "Give --kind, --volume or --at.")
        }
        try session.withLedger(.readWrite) { ledger in
            let stream = try WaterCommand.existing(id, ledger)
            let unit = try ledger.waterSettings().unit
            let (noted, receipt) = try ledger.amendDrink(
                stream, kind: kind, volume: given?.volume(in: unit), at: time?.valid(in: ledger))
            let json = JSONValue.object(
                [.init("id", .string(stream.id))] + WaterText.members(noted.drink) + [
                    .init("at", .textOrNull(noted.at?.description))
                ])
            try session.answer(json.wrote(receipt)) {
                let drink = noted.drink
                try session.print(
                    "Changed: \(drink.date), \(drink.volume.text(in: unit)) \(drink.kind.title), "
                        + "counting for \(WaterText.volume(drink.effectiveMl, unit)).")
            }
        }
    }
}
