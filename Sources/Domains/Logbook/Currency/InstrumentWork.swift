public import EventModel

/// The categories of aircraft in which 61.57(c)(1) keeps the privileges of an instrument rating, each by itself.
public enum InstrumentCategory: String, CaseIterable, Sendable {
    case airplane, helicopter, poweredLift, airship

    /// "airplanes".
    public var title: String { self == .poweredLift ? "powered-lift" : rawValue + "s" }

    /// Nil for a kind of aircraft that 61.57(c)(1) does not name, and for one that nothing describes.
    init?(_ kind: AircraftKind) {
        let name = kind.category == "airplane" ? kind.category : kind.classOfAircraft
        guard let name, let found = InstrumentCategory(rawValue: name) else { return nil }
        self = found
    }
}

/// The categories in which instrument work counts.
public enum InstrumentScope: Hashable, Sendable {
    /// Work in a training device, and a check or test without an aircraft, count in every category.
    case every
    /// So does work in an aircraft that nothing describes; answers name it.
    case undescribed
    case category(InstrumentCategory)
    /// Of a category that 61.57(c)(1) does not name: it counts in none.
    case other

    public init(_ aircraft: String?, in fleet: Fleet) {
        if fleet.isDevice(aircraft) {
            self = .every
            return
        }
        let kind = fleet.kind(of: aircraft)
        self =
            kind.category == nil
            ? .undescribed : InstrumentCategory(kind).map { InstrumentScope.category($0) } ?? .other
    }

    /// Whether work counts in a category; nil: in any.
    func counts(in category: InstrumentCategory?) -> Bool {
        switch self {
        case .every, .undescribed: true
        case .category(let own): category.map { $0 == own } ?? true
        case .other: false
        }
    }
}

/// The tests and checks that an entry or a review states, as 61.57(d) looks at them; the later include the earlier.
public enum InstrumentProof: Int, Comparable, Sendable {
    case nothing
    /// A practical test of any certificate or rating.
    case test
    /// A practical test whose own entry states three approaches and a hold, as the test of the instrument rating has.
    case ratingTest
    /// An instrument proficiency check, which only a rated pilot passes.
    case check

    public static func < (one: InstrumentProof, other: InstrumentProof) -> Bool { one.rawValue < other.rawValue }
}

/// Instrument work of one entry or day.
public struct InstrumentWork: Hashable, Sendable {
    public let date: CivilDate
    public let approaches: Int
    public let holds: Int
    public let scope: InstrumentScope
    public let proof: InstrumentProof
    /// The entry that states it.
    public let stream: StreamID?

    public init(
        date: CivilDate, approaches: Int, holds: Int, scope: InstrumentScope = .every,
        proof: InstrumentProof = .nothing
    ) {
        self.date = date
        self.approaches = approaches
        self.holds = holds
        self.scope = scope
        self.proof = proof
        stream = nil
    }

    /// That of an entry.
    public init(_ flight: Flight, _ stream: StreamID, in fleet: Fleet) {
        date = flight.date
        approaches = flight.approaches ?? 0
        holds = flight.holds ?? 0
        scope = flight.noFlight == .session ? .every : InstrumentScope(flight.aircraft, in: fleet)
        proof = InstrumentWork.proof(
            isCheck: flight.instrumentCheck == true, isTest: flight.checkride == true, approaches, holds)
        self.stream = stream
    }

    /// That of an entry of an audit.
    init(_ flight: ReviewedFlight, in fleet: Fleet) {
        self.init(
            date: flight.date, approaches: flight.approaches, holds: flight.holds,
            scope: InstrumentScope(flight.aircraft, in: fleet),
            proof: InstrumentWork.proof(
                isCheck: flight.isCheck, isTest: flight.isTest, flight.approaches, flight.holds))
    }

    /// That of a review without an entry, which states no aircraft; nil of a flight review.
    init?(_ review: PassedReview) {
        guard review.kind != .flightReview else { return nil }
        self.init(date: review.date, approaches: 0, holds: 0, proof: review.kind == .ipc ? .check : .test)
    }

    /// Whether it states any work or proof, rather than flight in cloud alone.
    var isStated: Bool { approaches > 0 || holds > 0 || proof > .nothing }

    private static func proof(isCheck: Bool, isTest: Bool, _ approaches: Int, _ holds: Int) -> InstrumentProof {
        if isCheck { return .check }
        return !isTest ? .nothing : approaches >= 3 && holds > 0 ? .ratingTest : .test
    }
}
