import EventCodec
public import EventModel

/// The fields of drink.added.
public struct Drink: Codable, Hashable, Sendable {
    public enum CodingKeys: Int, CodingKey, CaseIterable { case kind = 1, volumeMl, effectiveMl, date, ounces }

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case water, coffee, tea, juice, milk, soda, other

        /// How much of it counts, in whole percents.
        public var factorPercent: Int {
            switch self {
            case .water: 100
            case .coffee: 85
            case .tea: 95
            case .juice, .milk, .other: 90
            case .soda: 80
            }
        }

        /// The effective volume, in whole millilitres, rounded down.
        package func effective(ofMl volume: Int) -> Int { volume * factorPercent / 100 }

        /// As a text says it.
        public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    /// With another kind, the drink counts for that kind's part of the volume.
    public var kind: Kind { didSet { volume = volume } }
    /// Whole millilitres.
    public private(set) var volumeMl: Int
    /// Whole millilitres, fixed when the drink was noted or its kind or volume changed.
    public private(set) var effectiveMl: Int
    /// The local date of the person who drank it.
    public var date: CivilDate
    /// Hundredths of an ounce, as entered.
    private var ounces: Int?

    /// With another volume, the drink counts for its kind's part of that. Ounces that do not give the millilitres are
    /// passed over.
    public var volume: Volume {
        get { Volume(ml: volumeMl, recordedOunces: ounces) }
        set {
            (volumeMl, ounces) = (newValue.ml, newValue.ounces)
            effectiveMl = Drink.effective(kind, newValue.ml)
        }
    }

    public init(kind: Kind, volumeMl: Int, effectiveMl: Int, date: CivilDate) {
        self.init(kind: kind, volume: Volume(ml: volumeMl), effectiveMl: effectiveMl, date: date)
    }

    /// A drink that counts for its kind's part.
    public init(kind: Kind, volume: Volume, date: CivilDate) {
        self.init(kind: kind, volume: volume, effectiveMl: Drink.effective(kind, volume.ml), date: date)
    }

    public init(kind: Kind, volume: Volume, effectiveMl: Int, date: CivilDate) {
        self.kind = kind
        (volumeMl, ounces) = (volume.ml, volume.ounces)
        self.effectiveMl = effectiveMl
        self.date = date
    }

    /// A volume out of its range counts for nothing: it is refused as it is.
    private static func effective(_ kind: Kind, _ ml: Int) -> Int {
        WaterRules.volumes.contains(ml) ? kind.effective(ofMl: ml) : 0
    }

    /// The rejections of the engine in the words of drinks.
    public static func explain(_ rejection: Rejection) -> Rejection {
        switch rejection.code {
        case "record.missing": WaterRules.unknown
        case "record.exists":
            Rejection(code: rejection.code, message: "There is a drink with this id already.", hint: "Use another id.")
        case "record.removed": WaterRules.removed
        case "restore.nothing":
            Rejection(code: rejection.code, message: "This drink was not removed: there is nothing to restore.")
        default: rejection
        }
    }

    /// From the CBOR map of a drink's fields. Nil for a map that its schema does not describe. O(bytes).
    public init?(fields: [UInt8]) {
        guard let kind = RecordFields.text(of: DrinkAddedKey.kind, inBody: fields).flatMap(Kind.init),
            let volume = RecordFields.integer(of: DrinkAddedKey.volumeMl, inBody: fields),
            let effective = RecordFields.integer(of: DrinkAddedKey.effectiveMl, inBody: fields),
            let date = RecordFields.integer(of: DrinkAddedKey.date, inBody: fields).flatMap({ Int32(exactly: $0) })
        else { return nil }
        let ounces = RecordFields.integer(of: DrinkAddedKey.ounces, inBody: fields).map { Int($0) }
        self.init(
            kind: kind, volume: Volume(ml: Int(volume), recordedOunces: ounces), effectiveMl: Int(effective),
            date: CivilDate(day: date))
    }

    static func date(_ scan: FieldScan) -> CivilDate? {
        scan.integer(DrinkAddedKey.date).flatMap { Int32(exactly: $0) }.map { CivilDate(day: $0) }
    }
}

/// The fields of profile.set, from which the daily goal follows.
public struct WaterProfile: Hashable, Sendable {
    public enum Activity: String, Hashable, Sendable, CaseIterable {
        case sedentary, lightly, moderately, very

        /// Millilitres a day on top of what the weight asks for.
        public var bonusMl: Int {
            switch self {
            case .sedentary: 0
            case .lightly: 350
            case .moderately: 700
            case .very: 1000
            }
        }
    }

    /// Whole years, as the person gave them. It is a recorded fact, not computed from a birthday.
    public let age: Int
    /// Tenths of a kilogram.
    public let weightTenths: Int
    public let activity: Activity

    /// Of figures within the limits of profile.set.
    package init(age: Int, weightTenths: Int, activity: Activity) {
        self.age = age
        self.weightTenths = weightTenths
        self.activity = activity
    }

    /// From the body of profile.set that was checked.
    init?(body: [UInt8]) {
        guard let age = RecordFields.integer(of: ProfileSetKey.age, inBody: body),
            let weight = RecordFields.integer(of: ProfileSetKey.weight, inBody: body),
            let activity = RecordFields.text(of: ProfileSetKey.activity, inBody: body).flatMap(Activity.init)
        else { return nil }
        self.init(age: Int(age), weightTenths: Int(weight), activity: activity)
    }
}

/// A drink that is poured often, by its name.
public struct DrinkPreset: Hashable, Sendable {
    public let name: String
    public let kind: Drink.Kind
    public let volumeMl: Int

    /// In the order in which they are offered.
    public static let all = [
        DrinkPreset(name: "Water", kind: .water, volumeMl: 250),
        DrinkPreset(name: "Coffee", kind: .coffee, volumeMl: 200),
        DrinkPreset(name: "Latte", kind: .coffee, volumeMl: 240), DrinkPreset(name: "Tea", kind: .tea, volumeMl: 200),
        DrinkPreset(name: "Juice", kind: .juice, volumeMl: 200), DrinkPreset(name: "Milk", kind: .milk, volumeMl: 250),
        DrinkPreset(name: "Boba", kind: .tea, volumeMl: 500),
        DrinkPreset(name: "Gatorade", kind: .other, volumeMl: 350),
        DrinkPreset(name: "Protein Shake", kind: .milk, volumeMl: 414),
    ]

    /// The one of that name; letters of either case, and a blank, a hyphen or nothing between words.
    public static func named(_ text: String) -> DrinkPreset? {
        let wanted = plain(text)
        return all.first { plain($0.name) == wanted }
    }

    private static func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " && $0 != "-" } }
}
