import EventCodec
public import EventModel

/// The kind of an entry that is no flight, as the entry itself states it.
public enum NoFlight: Hashable, Sendable {
    /// Ground training alone.
    case groundLesson
    /// Time in a simulator or a training device, under the column of ForeFlight in `extra`.
    case session

    public var title: String {
        switch self {
        case .groundLesson: "Ground lesson"
        case .session: "Training device"
        }
    }

    /// The rules that every such entry accepts as broken.
    public var accepted: Set<String> {
        switch self {
        case .groundLesson: [FlightRule.hobbsPositive.code, FlightRule.landingsRequired.code]
        case .session: [FlightRule.landingsRequired.code]
        }
    }
}

extension FlightFigures {
    /// Whether it states ground training and nothing of a flight.
    var isGroundLesson: Bool { hobbs == .zero && (groundHours ?? .zero) > .zero && isOnGround }

    /// Whether it states neither landings nor takeoffs.
    var isOnGround: Bool { landings == 0 && (dayTakeoffs ?? 0) == 0 && (nightTakeoffs ?? 0) == 0 }
}

extension Flight {
    /// The column in which an entry keeps the time in a training device: that of ForeFlight.
    static let simulatedColumn = "SimulatedFlight"

    private static let simulatedColumns: Set<String> = [
        "simulatedflight", "simulator", "flightsimulator", "groundsimulator",
    ]

    /// Whether a column states time in a training device.
    public static func isSimulatedColumn(_ name: String) -> Bool { simulatedColumns.contains(ColumnPlan.key(name)) }

    /// The time in a training device that the entry states beside its fields; zero for what is no time.
    public var simulatedHours: Hours {
        if extra.isEmpty { return .zero }
        let stated = extra.filter { Flight.simulatedColumns.contains(ColumnPlan.key($0.key)) }
        return stated.compactMap { RowReader.hours(ofKept: $0.value) }.max() ?? .zero
    }

    public var namesNoPlace: Bool { (from ?? "").isEmpty && (to ?? "").isEmpty }

    /// The kind of a non-flight entry; nil for a flight.
    public var noFlight: NoFlight? {
        if isGroundLesson { return .groundLesson }
        return isOnGround && simulatedHours > .zero && simulatedHours >= totalHours ? .session : nil
    }

    /// The route; of what is no flight, and names no place, what it is.
    public var titleParts: (first: String, second: String?) {
        if let noFlight, namesNoPlace { (noFlight.title, nil) } else { routeParts }
    }

    /// The parts of the title in one text.
    public var title: String {
        let (first, second) = titleParts
        return second.map { first + Flight.routeArrow + $0 } ?? first
    }

    /// Whether a person entered it as a session: other programs keep its time apart from flight time.
    var isOwnSession: Bool { !isImported && noFlight == .session }

    /// The fields that a session keeps beside its own once it has another time; nil where the time does not follow.
    public func simulatedTime(of hours: Hours) -> [String: String]? {
        guard isOwnSession, simulatedHours == totalHours else { return nil }
        var kept = extra
        kept[Flight.simulatedColumn] = hours.exactText
        return kept
    }

    /// The entry as one in a training device: of a file that states time in the device alone, with that time.
    var inDevice: Flight {
        guard totalHours == .zero, simulatedHours > .zero else { return self }
        var session = self
        session.hobbs = simulatedHours
        return session
    }

    /// The name of an entry that is no flight, such as "session of 2026-02-01 in SIM1"; nil for a flight.
    @Sendable static func nameOfSession(_ fields: RawSpan) -> String? {
        // A body that cannot be read has no name of its own.
        guard let flight = try? Flight(fields: fields) else { return nil }
        switch flight.noFlight {
        case .groundLesson?: return "ground lesson of \(flight.date)"
        case .session?: return "session of \(flight.date)" + (flight.aircraft.map { " in \($0)" } ?? "")
        case nil: return nil
        }
    }

    /// A session in a training device, which has the time of its entry and no landing.
    public func session() -> Flight {
        var session = self
        session.extra[Flight.simulatedColumn] = totalHours.exactText
        session.accepted.append(FlightRule.landingsRequired.code)
        return session
    }

    /// A ground lesson, which has no flight time and no landing.
    public func groundLesson() -> Flight {
        var lesson = self
        lesson.hobbs = .zero
        lesson.accepted += [FlightRule.hobbsPositive.code, FlightRule.landingsRequired.code]
        return lesson
    }

    /// The first content rule that stops the entry, or nil.
    public var refusal: Rejection? {
        FlightRules.refusal(of: self, accepted: accepted, statesSession: simulatedHours > .zero)
    }

    /// Whether a map of fields states time in a training device; unlike an entry it may lack a date.
    static func statesSession(inFields map: [UInt8]) -> Bool {
        guard let kept = RecordFields.value(of: FlightLoggedKey.extra, inBody: map) else { return false }
        var flight = Flight(date: CivilDate(day: 0))
        var reader = CBORReader(kept.span.bytes)
        guard let count = try? reader.map() else { return false }  // No map states nothing.
        for _ in 0..<count {
            // An entry that is no text ends the reading: only a body that no rule has checked holds such.
            guard let name = try? reader.string(), let text = try? reader.string() else { break }
            flight.extra[name] = text
        }
        return flight.simulatedHours > .zero
    }
}

extension Fleet {
    /// The kind of the training device that an entry was in; nil for a flight. A session that names no aircraft was in
    /// one whose kind is not stated.
    public func device(of entry: Flight) -> PilotTimeRow? {
        if let device = device(entry.aircraft) { return device }
        let namesNone = (entry.aircraft ?? "").isEmpty && entry.totalHours == .zero
        return namesNone && entry.noFlight == .session ? .trainingDevice : nil
    }
}

extension FlightRule {
    /// Whether an entry that is no flight may accept it, by hand as well as in an import.
    func mayBeAccepted(of entry: some FlightFigures, statesSession: @autoclosure () -> Bool) -> Bool {
        switch self {
        case .hobbsPositive: entry.isGroundLesson
        case .landingsRequired: entry.isGroundLesson || entry.totalHours > .zero && entry.isOnGround && statesSession()
        default: false
        }
    }
}
