import ArgumentParser
import DaybookDomains

struct WaterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "water", abstract: "Drinks, and the goal of each day.",
        discussion: """
            Examples:
              daybook water profile --age 40 --weight 70 --activity moderately
              daybook water add coffee 200
              daybook water add latte
              daybook water today
              daybook water streak

            A drink counts for a part of its volume, fixed when it is noted; it belongs to
            the local day on which it was drunk. A goal holds from the day it was set.
            """,
        subcommands: [
            WaterAdd.self, WaterEdit.self, WaterRemove.self, WaterRestore.self, WaterProfileCommand.self,
            WaterGoalCommand.self,
            WaterTodayCommand.self,
            WaterHistory.self, WaterMonthCommand.self, WaterStreak.self, WaterShow.self, WaterPresets.self,
            WaterUnitsCommand.self,
            WaterRemindersCommand.self, WaterSmart.self, WaterImportSleep.self, WaterExport.self, WaterImport.self,
        ])

    /// The stream of a drink that is here. Throws `Rejection` `drink.notFound`, `drink.ambiguous`.
    static func existing(_ text: String, _ ledger: Ledger) throws -> StreamID {
        guard let stream = try ledger.stream(named: text, kind: "drink") else { throw unknown(text) }
        if let refusal = try ledger.refusalOfNewer(stream) { throw refusal }
        guard try ledger.record(stream)?.created != nil else {
            throw try GoneText.reason(stream, ledger, .now, else: unknown(text))
        }
        return stream
    }

    static func unknown(_ text: String) -> Rejection {
        Rejection(
            code: WaterRules.unknown.code, message: "There is no drink \"\(text)\".", remedy: WaterRules.unknown.remedy)
    }

    static func stream(_ id: String) throws -> StreamID {
        try Values.stream(id.hasPrefix("drink/") ? id : "drink/\(id)")
    }
}

struct WaterAdd: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Record a drink.",
        discussion: """
            Examples:
              daybook water add water 250
              daybook water add coffee 8oz
              daybook water add "protein shake"
              daybook water add tea 200 --at 2026-02-09T21:30:00-05:00
              daybook water add juice 33 --dry-run

            Kinds are water, coffee, tea, juice, milk, soda and other; "daybook water
            presets" lists names that have a volume of their own. --at takes a day, too.
            """)

    @Argument(
        help: "The drink: a kind, or the name of a preset.", completion: .list(Drink.Kind.allCases.map(\.rawValue)))
    var kind: String
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "How much, such as 250, 250ml, 0.25l, 8oz or 1cup; a number is in water.unit.", valueName: "volume")
    )
    var volume: [String] = []
    @Option(
        parsing: .unconditional, help: ArgumentHelp("When it was drunk. (default: now)", valueName: "instant|date"))
    var at: String?
    @Option(help: ArgumentHelp("The id of the new drink. (default: a new UUID)", valueName: "id")) var id: String?
    @Flag(name: .customLong("dry-run"), help: "Show how much it would count. Nothing is written.") var dryRun = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let (kind, given) = try read()
        let id = try id.map { try WaterCommand.stream($0).id }
        let time = try at.map { try WaterTimes.read($0) }
        if dryRun {
            return try session.withLedger(.readOnly) { try preview(kind, given, $0, session) }
        }
        try session.withLedger(.readWrite) { ledger in
            let volume = try given.volume(in: ledger.waterSettings().unit)
            let added = try ledger.addDrink(kind, volume, at: time?.valid(in: ledger), id: id)
            let today = try ledger.waterToday(AsOf(on: added.drink.date)).value
            let json = JSONValue.object(
                [.init("id", .string(added.stream.id))] + WaterText.members(added.drink) + [
                    .init("at", .textOrNull(added.at.instant?.description))
                ])
            try session.answer(json.wrote(added.receipt)) {
                let (drink, day) = (added.drink, today.day)
                try session.print(
                    "Added \(drink.volume.text(in: today.unit)) \(drink.kind.title). "
                        + "\(day.text(in: today.unit)), \(day.percent) %.")
            }
        }
    }

    private func read() throws -> (kind: Drink.Kind, volume: WaterVolume) {
        let several = Fault(
            .usage, code: "usage.unexpectedArgument", message: "A drink has one volume.",
            hint: "Quote a name that holds blanks.")
        let given = try WaterAdd.volume(volume, of: "water add", else: several)
        let (preset, found) = (DrinkPreset.named(kind), try WaterAdd.kind(kind))
        if let given { return (found, given) }
        guard let preset else {
            throw Fault(
                .usage, code: "volume.required", message: "How much \(kind) was it?",
                hint: "Say it in millilitres, such as 250, or in ounces, such as 8oz.")
        }
        return (found, .stated(Volume(ml: preset.volumeMl)))
    }

    /// The kind of that name, or of the preset of that name.
    ///
    /// - Throws: `Rejection` `drink.kind`.
    static func kind(_ text: String) throws -> Drink.Kind {
        guard let found = Drink.Kind(rawValue: text.lowercased()) ?? DrinkPreset.named(text)?.kind else {
            throw Rejection(
                code: "drink.kind", message: "There is no kind of drink \"\(text)\".",
                hint: "It is one of \(Ledger.list(Drink.Kind.self)), or a name of \"daybook water presets\".")
        }
        return found
    }

    /// The volume that the words of an argument state, with a blank before its unit or none; nil for no words.
    ///
    /// - Parameter refusal: The fault for further words.
    static func volume(_ words: [String], of command: String, else refusal: Fault) throws -> WaterVolume? {
        try WaterVolume.checkOptions(words, of: command)
        let isUnit = { (word: String) in word.lowercased() == "fl" || DrinkUnit(word) != nil }
        guard words.dropFirst().allSatisfy(isUnit) else { throw refusal }
        return words.isEmpty ? nil : try WaterVolume(words.joined(separator: " "))
    }

    private func preview(_ kind: Drink.Kind, _ given: WaterVolume, _ ledger: Ledger, _ session: Session) throws {
        let unit = try ledger.waterSettings().unit
        let volume = try given.volume(in: unit)
        guard WaterRules.volumes.contains(volume.ml) else { throw WaterVolume.refusal }
        let effective = kind.effective(ofMl: volume.ml)
        let json = JSONValue.object(pairs: [
            "kind": .string(kind.rawValue), "volumeMl": .integer(volume.ml), "effectiveMl": .integer(effective),
            "dryRun": .bool(true),
        ])
        try session.answer(json) {
            try session.print(
                "\(volume.text(in: unit)) \(kind.title) would count for \(WaterText.volume(effective, unit)).")
        }
    }
}

struct WaterRemove: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a drink; its history stays.",
        discussion: """
            Example:
              daybook water remove 0192f0c1
            """)

    @Argument(help: "The drink.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try WaterCommand.existing(id, ledger)
            let receipt = try ledger.removeDrink(stream)
            try session.answer(.object(pairs: ["id": .string(stream.id)]).wrote(receipt)) {
                try session.print("Removed. \"daybook water restore \(stream.id)\" brings it back.")
            }
        }
    }
}

struct WaterRestore: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a removed drink.",
        discussion: """
            Example:
              daybook water restore 0192f0c1
            """)

    @Argument(help: "The drink.") var id: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        try session.withLedger(.readWrite) { ledger in
            let stream = try WaterCommand.existing(id, ledger)
            let receipt = try ledger.restoreDrink(stream)
            try session.answer(.object(pairs: ["id": .string(stream.id)]).wrote(receipt)) {
                try session.print("Restored.")
            }
        }
    }
}

struct WaterPresets: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets", abstract: "List the presets with their volumes. Needs no ledger.",
        discussion: """
            Example:
              daybook water presets
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let json = DrinkPreset.all.map { preset in
            JSONValue.object(pairs: [
                "name": .string(preset.name), "kind": .string(preset.kind.rawValue),
                "volumeMl": .integer(preset.volumeMl),
                "effectiveMl": .integer(preset.kind.effective(ofMl: preset.volumeMl)),
            ])
        }
        if session.isJSON { return try session.print(.array(json)) }
        var table = Table([
            ("Name", .left), ("Kind", .left), ("mL", .right), ("oz", .right), ("Counts for", .right),
        ])
        for preset in DrinkPreset.all {
            table.add([
                Table.Cell(preset.name), Table.Cell(preset.kind.rawValue), Table.Cell(String(preset.volumeMl)),
                Table.Cell(Digits.tenths(WaterUnits.tenthsOfOunces(ofMl: preset.volumeMl))),
                Table.Cell(String(preset.kind.effective(ofMl: preset.volumeMl))),
            ])
        }
        try session.print(table)
    }
}

struct WaterUnitsCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "units", abstract: "A volume in millilitres and ounces; needs no ledger.",
        discussion: """
            Examples:
              daybook water units 250
              daybook water units 8oz

            Ounces that are shown are truncated; millilitres are what is kept.
            """)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The volume.", valueName: "ml|oz")) var volume: [String]
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let several = Fault(
            .usage, code: "usage.unexpectedArgument", message: "One volume is asked about.",
            hint: "Write it like 250 or 8oz.")
        guard let given = try WaterAdd.volume(volume, of: "water units", else: several) else { throw several }
        let volume = try given.volume(in: .ml)
        let ml = volume.ml
        guard WaterRules.volumes.contains(ml) else { throw WaterVolume.refusal }
        let ounces = WaterUnits.ounces(ofMl: ml)
        let json = JSONValue.object(pairs: [
            "ml": .integer(ml), "ounces": .integer(ounces), "rounded": .integer(WaterUnits.roundedOunces(ofMl: ml)),
            "oneDecimal": .number(Digits.tenths(WaterUnits.tenthsOfOunces(ofMl: ml))),
            "exact": .number(
                "\(WaterUnits.tenThousandths(ofMl: ml) / 10_000).\(Digits.text(WaterUnits.tenThousandths(ofMl: ml) % 10_000, width: 4))"
            ),
            "backToMl": .integer(WaterUnits.ml(ofHundredthsOfOunces: ounces * 100)),
        ])
        try session.answer(json) {
            if volume.ounces != nil { return try session.print("\(volume.text(in: .oz)) is \(ml) mL.") }
            try session.print("\(ml) mL is \(ounces) oz (\(Digits.tenths(WaterUnits.tenthsOfOunces(ofMl: ml)))).")
        }
    }
}
