public import EventModel

/// Training in simulators and training devices that 61.109(k) credits toward flight training.
public struct DeviceCredit: Hashable, Sendable {
    /// Training received in a device, and how much of it is credited.
    public struct Session: Hashable, Sendable {
        public let stream: StreamID
        public let date: CivilDate
        public let device: PilotTimeRow
        public let hours: Hours
        public fileprivate(set) var credited = Hours.zero
    }

    /// Oldest first: the oldest are credited first.
    public let sessions: [Session]
    /// The paragraph that limits the credit.
    public let paragraph: String
    public let limit: Hours

    /// The most of (k)(1), in simulators and training devices of any kind.
    public static let limit = Hours(tenths: 25)
    /// The most of (k)(2), in full flight simulators and flight training devices of a part 142 course.
    public static let courseLimit = Hours(tenths: 50)
    /// The items of 61.109(a) that it is added to. Those that ask for training in an airplane are none of them.
    public static let items: [ExperienceItem] = [.total, .dual]
    /// The assumption of an answer with a credit.
    public static let assumption =
        "Assumed: an authorized instructor gave the training, each device represents the category and class, and its "
        + "approval permits the credit. (a)(1) to (a)(4) ask for training in an airplane and get none."

    /// All training received, credited or not.
    public var trained: Hours { sessions.reduce(.zero) { $0 + $1.hours } }
    public var credited: Hours { sessions.reduce(.zero) { $0 + $1.credited } }
    /// Training in devices whose kind no description states: none of it is credited.
    public var unstated: Hours {
        sessions.reduce(.zero) { $1.device == .trainingDevice ? $0 + $1.hours : $0 }
    }

    /// - Parameters:
    ///   - sessions: The entries that count, of training devices.
    ///   - inCourse: Whether the training is that of a course of a part 142 training center.
    public init(of sessions: [(stream: StreamID, flight: Flight)], in fleet: Fleet, inCourse: Bool) {
        var trained = sessions.compactMap { stream, flight -> Session? in
            let hours = flight.inDevice.hours(of: .dual)
            guard let device = fleet.device(flight.aircraft), hours > .zero else { return nil }
            return Session(stream: stream, date: flight.date, device: device, hours: hours)
        }.sorted { ($0.date, $0.stream) < ($1.date, $1.stream) }
        let known = trained.filter { $0.device != .trainingDevice }.reduce(Hours.zero) { $0 + $1.hours }
        let ofCourse = trained.filter(\.isOfCourse).reduce(Hours.zero) { $0 + $1.hours }
        // The larger of both: neither paragraph adds to the other.
        let usesCourse = inCourse && min(ofCourse, DeviceCredit.courseLimit) > min(known, DeviceCredit.limit)
        limit = usesCourse ? DeviceCredit.courseLimit : DeviceCredit.limit
        paragraph = usesCourse ? "61.109(k)(2)" : "61.109(k)(1)"
        var left = limit
        for index in trained.indices {
            guard usesCourse ? trained[index].isOfCourse : trained[index].device != .trainingDevice else { continue }
            trained[index].credited = min(left, trained[index].hours)
            left = left - trained[index].credited
        }
        self.sessions = trained
    }
}

extension DeviceCredit.Session {
    /// Whether (k)(2) names its kind of device.
    fileprivate var isOfCourse: Bool { device == .fullFlightSimulator || device == .flightTrainingDevice }
}
