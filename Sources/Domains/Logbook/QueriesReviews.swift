public import EventModel

/// A review or test that was passed; the flags of a flight may state one, too.
public struct PassedReview: Codable, Hashable, Sendable {
    public enum CodingKeys: Int, CodingKey, CaseIterable { case kind = 1, date, cfiNumber, remarks }
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable { case flightReview, ipc, checkride }

    public var kind: Kind
    public var date: CivilDate
    /// The certificate number of the instructor or examiner.
    public var cfiNumber: String?
    public var remarks: String?

    /// - Parameter cfiNumber: Is taken without blanks around it.
    public init(kind: Kind, date: CivilDate, cfiNumber: String? = nil, remarks: String? = nil) {
        (self.kind, self.date, self.remarks) = (kind, date, remarks)
        self.cfiNumber = cfiNumber.map(CertificateNumber.trimmed)
    }
}

extension Flight {
    /// The reviews that the entry's flags state.
    public var reviews: [PassedReview] {
        var kinds: [PassedReview.Kind] = []
        if flightReview == true { kinds.append(.flightReview) }
        if instrumentCheck == true { kinds.append(.ipc) }
        if checkride == true { kinds.append(.checkride) }
        return kinds.map { PassedReview(kind: $0, date: date, cfiNumber: cfiNumber) }
    }
}

/// The flight review of 14 CFR 61.56: one in month M is good through the last day of M+24.
public struct FlightReviewAnswer: Hashable, Sendable {
    public static let months = 24

    public let state: CurrencyReading.State
    /// The review that it rests on; a practical test stands for one (61.56(d)).
    public let review: PassedReview?
    public let goodThrough: CivilDate?
    public let daysLeft: Int?

    /// On a day, by the latest review on or before it.
    public init(on day: CivilDate, reviews: some Sequence<PassedReview>) {
        let counted = reviews.filter { $0.date <= day && ($0.kind == .flightReview || $0.kind == .checkride) }
        review = counted.max { $0.date < $1.date }
        goodThrough = review?.date.lastOfMonth(after: FlightReviewAnswer.months)
        daysLeft = goodThrough?.days(since: day)
        state = CurrencyReading.state(daysLeft: daysLeft)
    }
}

/// An endorsement; that for solo flight, 14 CFR 61.87(n), is good through the 90th day after it was given.
public struct Endorsement: Codable, Hashable, Sendable {
    public enum CodingKeys: Int, CodingKey, CaseIterable {
        case kind = 1, date, cfiNumber, makeModel, certificateThrough, remarks
    }

    /// Its purpose; the raw value is that of the event.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case solo, soloCrossCountry, complex, highPerformance, tailwheel, pressurized, knowledgeTest, practicalTest,
            other
    }

    public static let soloDays = 90

    public var kind: Kind
    public var date: CivilDate
    public var cfiNumber: String
    public var makeModel: String?
    /// The last day of the instructor's certificate or recent experience.
    public var certificateThrough: CivilDate?
    public var remarks: String?

    /// - Parameter cfiNumber: Is taken without blanks around it.
    public init(kind: Kind, date: CivilDate, cfiNumber: String, makeModel: String? = nil, remarks: String? = nil) {
        self.kind = kind
        self.date = date
        self.cfiNumber = CertificateNumber.trimmed(cfiNumber)
        self.makeModel = makeModel
        self.remarks = remarks
    }

    /// The last day on which it is good; nil for one that does not end.
    public var goodThrough: CivilDate? { end.through }

    /// `never` before it was given; without an end it stays valid.
    public func state(on day: CivilDate) -> CurrencyReading.State {
        guard date <= day else { return .never }
        guard let goodThrough else { return .valid }
        return CurrencyReading.state(daysLeft: goodThrough.days(since: day))
    }
}

extension CurrencyReading {
    /// The state that so many days left stand for; nil: never current.
    static func state(daysLeft: Int?) -> State {
        guard let daysLeft else { return .never }
        return daysLeft < 0 ? .expired : daysLeft <= Currency.cautionDays ? .caution : .valid
    }
}

extension CivilDate {
    /// The last day of the month so many months later; the last day there is where the calendar ends.
    func lastOfMonth(after months: Int) -> CivilDate {
        let (year, month) = shifted(by: months)
        return CivilDate(year: year, month: month, day: CivilDate.daysInMonth(year: year, month: month)) ?? .latest
    }

    /// The first day of the month so many months before; the first day there is where the calendar begins.
    func firstOfMonth(before months: Int) -> CivilDate {
        let (year, month) = shifted(by: -months)
        return CivilDate(year: year, month: month, day: 1) ?? .earliest
    }

    private func shifted(by months: Int) -> (year: Int, month: Int) {
        let (year, month, _) = components
        let count = year * 12 + month - 1 + months
        return (count / 12, count % 12 + 1)
    }
}
