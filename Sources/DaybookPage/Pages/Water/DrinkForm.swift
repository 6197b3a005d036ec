import DaybookDomains

/// The fields of a drink as a form has them.
struct DrinkForm {
    private(set) var kind = Drink.Kind.water
    /// As it was typed, in the unit of the settings.
    private(set) var volume = ""
    /// When it was drunk, as a browser sends it; empty: now.
    private(set) var at = ""
    private var preset: DrinkPreset?
    /// Whether it asks what the drink counts for, and adds nothing.
    private(set) var isQuestion = false

    init() {}

    /// The form that a browser sent.
    ///
    /// - Throws: ``PageProblem`` for a kind or a preset that there is not.
    init(_ items: [PageAddress.Item]) throws(PageProblem) {
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        if let name = text("preset") {
            guard let found = DrinkPreset.named(name) else { throw .malformed }
            preset = found
            return
        }
        guard let found = text("kind").flatMap(Drink.Kind.init) else { throw .malformed }
        kind = found
        volume = text("volume") ?? ""
        at = text("at") ?? ""
        isQuestion = text("do") == "count"
    }

    /// The id that the drink gets: the same for a form that is sent again.
    func id(key: String) -> String {
        let name = "daybook/page/drink/1\n\(key)\n\(preset?.name ?? "")"
        return String(Ledger.digest(ofFile: Array(name.utf8)).prefix(32))
    }

    /// The drink that the form states.
    ///
    /// - Throws: ``FormRefusal`` for a volume that is none.
    func drink(in unit: WaterSettings.Unit) throws -> (kind: Drink.Kind, volume: Volume) {
        if let preset { return (preset.kind, Volume(ml: preset.volumeMl)) }
        let text = volume.filter { !$0.isWhitespace }
        guard !text.isEmpty else {
            throw FormRefusal(code: "volume.required", message: "A drink needs its volume.", field: nil)
        }
        guard let read = (unit == .ml ? DrinkUnit.millilitre : .ounce).volume(text)?.volume else {
            throw DrinkForm.isNumber(text)
                ? DrinkForm.outOfRange
                : FormRefusal(
                    code: "volume.unreadable", message: "\"\(volume)\" is no volume. Write a number, such as 250.",
                    field: nil)
        }
        guard WaterRules.volumes.contains(read.ml) else { throw DrinkForm.outOfRange }
        return (kind, read)
    }

    private static let outOfRange = FormRefusal(
        code: "volume.positive", message: "A drink has a volume above zero, and at most 1,000 litres.", field: nil)

    /// Whether a text that is no volume is a number all the same: a negative one, or one of many digits.
    static func isNumber(_ text: String) -> Bool {
        let parts = (text.hasPrefix("-") ? text.dropFirst() : text[...]).split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "," })
        return parts.count <= 2
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }
    }

    /// When it was drunk; nil: now.
    ///
    /// - Throws: ``FormRefusal`` for a time that is none.
    func time(in ledger: Ledger) throws -> ValidTime? {
        if at.isEmpty { return nil }
        let parts = at.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CivilDate(parts[0]), let minute = TimeOfDay.minutes(parts[1]) else {
            throw FormRefusal(
                code: "time.unreadable", message: "\"\(at)\" is no time. Write it like 2026-02-10T08:30.", field: nil)
        }
        return ledger.validTime(of: ledger.zone.instant(of: date, secondOfDay: minute * 60))
    }
}
