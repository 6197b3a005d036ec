import EventCodec
import EventModel

/// A figure of an entry that its other figures contradict. Source: 14 CFR 61.51(b): parts are parts of the flight.
///
/// A person's entry may have none; an import carries facts from elsewhere, keeps them and names them. These are
/// rules of deciding and never of folding: an entry that has one counts as it stands.
public struct EntryFinding: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case hobbsMismatch = "hobbs.mismatch"
        case hoursPart = "hours.part"
        case landingsPart = "landings.part"
        case landingsUntimed = "landings.untimed"
        case nightUntimed = "night.untimed"
        case groundDay = "ground.day"

        public var code: String { rawValue }

        /// Whether a person's entry is refused for it. What is not may be right, and is named.
        public var isRefused: Bool { self != .landingsUntimed && self != .nightUntimed }
    }

    public let kind: Kind
    /// One plain sentence that names the figures.
    public let message: String
    /// The fields that contradict each other.
    let keys: [UInt64]
    /// The name of the field to look at first: the part that is too large, or the sum that is too small.
    public var part: String? {
        if let crew { return crew.field }
        let key: UInt64? =
            switch kind {
            case .hoursPart: keys.last
            case .hobbsMismatch, .landingsPart, .groundDay: keys.first
            case .landingsUntimed, .nightUntimed: nil
            }
        return key.flatMap { key in LogbookSchemas.flightLogged2.fields.first { $0.key == key }?.name }
    }

    /// The remedy, where it differs from that of the kind.
    var remedy: Remedy?
    /// Whether a part that is longer than the flight is in no figure until the entry is amended.
    var leavesPartOut = false
    /// The crew time that it is about, which an entry keeps beside its fields.
    var crew: CrewTime?

    /// Everything in which an entry contradicts itself: readings, hours, landings. O(1).
    public static func of(_ flight: some FlightFigures) -> [EntryFinding] {
        var found: [EntryFinding] = []
        check(flight, &found)
        return found
    }

    private static func check(_ flight: some FlightFigures, _ found: inout [EntryFinding]) {
        if let readings = hobbs(flight) { found.append(readings) }
        if let lesson = groundDay(flight) { found.append(lesson) }
        hours(flight, &found)
        landings(flight, &found)
        if flight.totalHours == .zero, flight.landings > 0 { found.append(untimed(flight.landings)) }
        if flight.totalHours > .zero, flight.nightHours == .zero, let landings = flight.nightLandings, landings > 0 {
            found.append(untimedNight(landings))
        }
    }

    /// The findings of a flight; a concrete type lets the compiler specialise the check of many entries.
    public static func of(_ flight: Flight) -> [EntryFinding] {
        var found: [EntryFinding] = []
        let entry = flight.noFlight == .session ? flight.inDevice : flight
        check(entry, &found)
        return found + entry.crewFindings
    }

    /// The same of an entry in a training device: its time is that in the device, and its landings are in no figure.
    public static func inDevice(_ flight: Flight) -> [EntryFinding] {
        of(flight.inDevice).filter(\.kind.isRefused)
    }

    /// The refusal of an entry that a person makes; an import is not refused. A copy states the same as its original;
    /// to change that, the copy is amended.
    static func refusal(of flight: FlightFields) -> Rejection? {
        if flight.isOfBatch || flight.isCopy { return nil }
        // That it has no time another rule refuses.
        return of(flight).first(where: \.kind.isRefused)?.rejection(ofNew: true)
    }

    /// Such an entry comes with an import, or out of one that did. A simulator's may be right: it is named, and nothing
    /// is refused for it.
    private static func untimed(_ landings: Int) -> EntryFinding {
        EntryFinding(
            kind: .landingsUntimed,
            message:
                "\(count(landings, "landing")), but no flight time: \(landings == 1 ? "it counts" : "they count") toward currency.",
            keys: [])
    }

    /// The night of 61.57(b) lies within that of night time, so landings in it are made in night time.
    private static func untimedNight(_ landings: Int) -> EntryFinding {
        EntryFinding(
            kind: .nightUntimed,
            message:
                "\(count(landings, "night landing")), but no night time: "
                + "\(landings == 1 ? "it counts" : "they count") toward currency.",
            keys: [])
    }

    /// The rejection for the author of the entry; a new entry has nothing to clear yet.
    func rejection(ofNew isNew: Bool) -> Rejection {
        let usual: Remedy? =
            switch kind {
            case .hobbsMismatch where isNew: Remedy("Give only two of the three, or correct the wrong one.")
            case .hobbsMismatch:
                Remedy(
                    "flight.readings", "Give only two of the three, or correct the wrong one; readings can be cleared.")
            case .hoursPart: Remedy("Parts of a flight are at most its flight time: correct the one or the other.")
            case .landingsPart:
                Remedy(
                    "All landings are at least the full stops, and those at a towered airport at most the full stops.")
            case .groundDay: Remedy("Enter each day by itself.")
            case .landingsUntimed, .nightUntimed: nil
            }
        return Rejection(code: kind.code, message: message, remedy: remedy ?? usual)
    }

    private static func hobbs(_ flight: some FlightFigures) -> EntryFinding? {
        guard let hobbs = flight.hobbs, let duration = flight.hobbsDuration, duration != hobbs else { return nil }
        return EntryFinding(
            kind: .hobbsMismatch,
            message: "The Hobbs readings are \(duration.exactText) hours apart, the flight time is \(hobbs.exactText).",
            keys: [FlightLoggedKey.hobbs, FlightLoggedKey.hobbsStart, FlightLoggedKey.hobbsEnd])
    }

    /// An entry is of one day.
    private static func groundDay(_ flight: some FlightFigures) -> EntryFinding? {
        guard let ground = flight.groundHours, ground > Hours(tenths: 240) else { return nil }
        return EntryFinding(
            kind: .groundDay, message: "The ground training, \(ground.exactText) hours, is longer than a day.",
            keys: [FlightLoggedKey.groundHours])
    }

    /// The finding about a part that is longer than the flight; nil for any other.
    static func longer(_ name: String, _ part: Hours, _ key: UInt64, of flight: some FlightFigures) -> EntryFinding? {
        let total = flight.totalHours
        if part <= total { return nil }
        return EntryFinding(
            kind: .hoursPart,
            message:
                "The \(name) part, \(part.exactText) hours, is longer than the flight of \(total.exactText).",
            keys: [FlightLoggedKey.hobbs, key], leavesPartOut: flight.hobbs != nil)
    }

    private static func hours(_ flight: some FlightFigures, _ found: inout [EntryFinding]) {
        func checkPart(_ name: String, _ part: Hours?, _ key: UInt64) {
            if let part, let finding = longer(name, part, key, of: flight) { found.append(finding) }
        }
        checkPart("solo", flight.soloHours, FlightLoggedKey.soloHours)
        checkPart("dual", flight.dualHours, FlightLoggedKey.dualHours)
        soloAndDual(flight, &found)
        checkPart("cross-country", flight.crossCountryHours, FlightLoggedKey.crossCountryHours)
        checkPart("instrument", flight.instrumentHours, FlightLoggedKey.instrumentHours)
        checkPart("actual instrument", flight.actualInstrumentHours, FlightLoggedKey.actualInstrumentHours)
        checkPart("night", flight.nightHours, FlightLoggedKey.nightHours)
        checkPart("pilot-in-command", flight.picHours, FlightLoggedKey.picHours)
        testPreparation(flight, &found)
    }

    /// Preparation for the test is flight training (61.109(a)(4)). It counts as it stands.
    private static func testPreparation(_ flight: some FlightFigures, _ found: inout [EntryFinding]) {
        let total = flight.totalHours
        guard let part = flight.testPreparationHours, total > .zero, part > total else { return }
        found.append(
            EntryFinding(
                kind: .hoursPart,
                message:
                    "The test preparation part, \(part.exactText) hours, is longer than the flight of "
                    + "\(total.exactText).",
                keys: [FlightLoggedKey.hobbs, FlightLoggedKey.testPreparationHours]))
    }

    /// No part of a flight is solo and training received at once; a flag without hours of its own means the whole
    /// flight.
    private static func soloAndDual(_ flight: some FlightFigures, _ found: inout [EntryFinding]) {
        let solo = flight.hours(of: .solo)
        if solo == .zero { return }
        let (dual, total) = (flight.hours(of: .dual), flight.totalHours)
        // A part that is too long is reported alone; another rule reports two flags at once.
        guard dual > .zero, solo + dual > total, solo <= total, dual <= total,
            !(flight.solo == true && flight.dual == true)
        else { return }
        let isWhole = (flight.soloHours == nil, flight.dualHours == nil)
        found.append(
            EntryFinding(
                kind: .hoursPart,
                message:
                    "The solo part, \(solo.exactText) hours, and the dual part, \(dual.exactText), are together longer than the flight of "
                    + "\(total.exactText).",
                keys: [
                    FlightLoggedKey.hobbs, FlightLoggedKey.solo, FlightLoggedKey.dual, FlightLoggedKey.soloHours,
                    FlightLoggedKey.dualHours,
                ],
                remedy: isWhole.0
                    ? Remedy("flight.wholeSolo", "Solo without hours means the whole flight: give the solo hours, too.")
                    : isWhole.1
                        ? Remedy(
                            "flight.wholeDual", "Dual without hours means the whole flight: give the dual hours, too.")
                        : nil))
    }

    /// Landings that are fewer than the full stops among them.
    static func inAll(_ all: Int, _ stops: Int) -> String {
        "\(count(all, "landing")) in all, but \(count(stops, "full stop"))"
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func landings(_ flight: some FlightFigures, _ found: inout [EntryFinding]) {
        let stops = flight.fullStopLandings
        if let all = flight.allLandings, all < stops {
            found.append(
                EntryFinding(
                    kind: .landingsPart, message: "There \(all == 1 ? "is" : "are") \(inAll(all, stops)).",
                    keys: [FlightLoggedKey.allLandings, FlightLoggedKey.dayLandings, FlightLoggedKey.nightLandings]))
        }
        let most = flight.dayLandings == nil && flight.nightLandings == nil ? flight.landings : stops
        if let tower = flight.towerLandings, tower > most {
            found.append(
                EntryFinding(
                    kind: .landingsPart,
                    message:
                        "There \(tower == 1 ? "is" : "are") \(count(tower, "full stop")) at a towered airport, but \(most) in all.",
                    keys: [
                        FlightLoggedKey.towerLandings, FlightLoggedKey.allLandings, FlightLoggedKey.dayLandings,
                        FlightLoggedKey.nightLandings,
                    ]))
        }
    }
}
