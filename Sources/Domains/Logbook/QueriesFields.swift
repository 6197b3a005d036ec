import EventModel

/// A field that 14 CFR 61.51 requires of an entry.
public enum AskedField: Int, CaseIterable, Sendable {
    case time, places, aircraft, experience, conditions, safetyPilot, approaches, training, endorsement

    /// How JSON names it.
    public var code: String { String(describing: self) }

    public var title: String {
        switch self {
        case .time: "flight or lesson time"
        case .places: "where it departed and arrived"
        case .aircraft: "the aircraft's type and identification"
        case .experience: "solo, pilot in command, second in command, or training received or given"
        case .conditions: "day or night"
        case .safetyPilot: "the safety pilot's name, for instruments without an instructor"
        case .approaches: "place and type of each instrument approach"
        case .training: "a description of the training"
        case .endorsement: "the instructor's signature for the training"
        }
    }

    /// Of section 61.51.
    public var paragraph: String {
        switch self {
        case .time: "61.51(b)(1)(ii)"
        case .places: "61.51(b)(1)(iii)"
        case .aircraft: "61.51(b)(1)(iv)"
        case .experience: "61.51(b)(2)"
        case .conditions: "61.51(b)(3)(i)"
        case .safetyPilot: "61.51(b)(1)(v)"
        case .approaches: "61.51(g)(3)(i)"
        case .training, .endorsement: "61.51(h)(2)"
        }
    }
}

/// The fields that are required of one entry, and those of them that it does not state.
///
/// Some requirements have no field of their own: an approach's place, a safety pilot, the subject of a lesson. Remarks,
/// or a column of the imported file, count as stating them; only a reader can judge whether they do.
public struct AskedFields: Hashable, Sendable {
    /// A bit of each field, by its raw value.
    private var asked: UInt16 = 0
    private var missing: UInt16 = 0

    /// O(1).
    public init(_ flight: borrowing Flight, isSigned: Bool) {
        let (total, dual) = (flight.totalHours, flight.statedHours(of: .dual))
        let ground = (flight.groundHours ?? .zero) + (flight.testPreparationHours ?? .zero)
        let isFlight = total > .zero
        ask(.time, true, isStated: isFlight || ground > .zero)
        ask(.places, isFlight, isStated: flight.from.isStatedText || flight.to.isStatedText)
        ask(.aircraft, isFlight, isStated: flight.aircraft.isStatedText)
        ask(
            .experience, isFlight,
            isStated: dual + ground > .zero || flight.statedHours(of: .solo) + flight.hours(of: .pic) > .zero
                || flight.crewHours > .zero)
        ask(
            .conditions, isFlight,
            isStated: flight.nightHours != nil || flight.dayLandings != nil || flight.nightLandings != nil
                || flight.dayTakeoffs != nil || flight.nightTakeoffs != nil)
        let isExplained = flight.remarks.isStatedText
        let simulated = flight.statedHours(of: .instrument) - (flight.actualInstrumentHours ?? .zero)
        let hasApproaches = (flight.approaches ?? 0) > 0
        ask(.safetyPilot, simulated > .zero && dual == .zero, isStated: isExplained || flight.hasColumn("Person"))
        ask(.approaches, hasApproaches, isStated: isExplained || flight.hasColumn("Approach"))
        let isTraining = dual + ground > .zero
        ask(.training, isTraining, isStated: isExplained || flight.hasColumn("InstructorComments"))
        ask(.endorsement, isTraining, isStated: isSigned)
    }

    // Evaluates `isStated` only if the field is required.
    private mutating func ask(_ field: AskedField, _ isAsked: Bool, isStated: @autoclosure () -> Bool) {
        guard isAsked else { return }
        asked |= 1 << UInt16(field.rawValue)
        if !isStated() { missing |= 1 << UInt16(field.rawValue) }
    }

    /// Records whether the entry is signed, if that is required.
    public mutating func setSigned(isSigned: Bool) {
        missing &= ~(1 << UInt16(AskedField.endorsement.rawValue))
        ask(.endorsement, asks(.endorsement), isStated: isSigned)
    }

    func asks(_ field: AskedField) -> Bool { asked & 1 << UInt16(field.rawValue) != 0 }
    public func misses(_ field: AskedField) -> Bool { missing & 1 << UInt16(field.rawValue) != 0 }

    /// Whether it lacks any field.
    public var missesAny: Bool { missing != 0 }
}

extension Flight {
    /// As second in command and as an instructor together: both are pilot time (61.1(b), 61.51(e)(3)).
    fileprivate var crewHours: Hours { hours(of: .sic) + hours(of: .dualGiven) }

    /// Whether a column of the imported file that has no field here begins so.
    fileprivate func hasColumn(_ prefix: String) -> Bool {
        extra.contains { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
    }
}

extension String? {
    fileprivate var isStatedText: Bool { !(self?.isEmpty ?? true) }
}

/// Consecutive entries that lack one field: no entry between them requires the field and states it.
public struct MissingRun: Hashable, Sendable {
    public let field: AskedField
    /// Places in the entries that were given.
    public let first: Int
    public let last: Int
    public let count: Int
}

extension LogbookReview {
    /// The fields that entries lack, by field, then in their order: a long logbook without aircraft is one run. O(n ·
    /// fields).
    public static func missing(_ entries: [AskedFields]) -> [MissingRun] {
        AskedField.allCases.flatMap { field in
            var runs: [MissingRun] = []
            var isOpen = false
            for place in entries.indices where entries[place].asks(field) {
                guard entries[place].misses(field) else {
                    isOpen = false
                    continue
                }
                let run = isOpen ? runs.removeLast() : nil
                runs.append(
                    MissingRun(field: field, first: run?.first ?? place, last: place, count: (run?.count ?? 0) + 1))
                isOpen = true
            }
            return runs
        }
    }
}
