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

/// Instrument work of one day.
public struct InstrumentWork: Hashable, Sendable {
    public let date: CivilDate
    public let approaches: Int
    public let holds: Int

    public init(date: CivilDate, approaches: Int, holds: Int) {
        self.date = date
        self.approaches = approaches
        self.holds = holds
    }
}

/// Instrument currency, 14 CFR 61.57(c) and (d): six approaches and a hold; work of month M counts through the last day
/// of M+6.
///
/// Once more than six calendar months have passed since it was lost, only a proficiency check gives it back; this is
/// counted from the practical test with approaches on, where one is recorded. Intercepting and tracking of courses,
/// which 61.57(c) asks for as well, is in no entry's fields; it is taken to go with the approaches.
public struct InstrumentAnswer: Hashable, Sendable {
    public static let months = 6
    public static let approachesNeeded = 6

    public let state: CurrencyReading.State
    /// The last day of the latest unbroken period that began on or before the day asked about.
    public let goodThrough: CivilDate?
    public let daysLeft: Int?
    /// Whether only a proficiency check can give it back.
    public let needsCheck: Bool
    /// Within the six calendar months before the day's, and in the day's own up to it.
    public let approaches: Int
    public let holds: Int

    /// `work` may be in any order. O(n log n).
    public init(on day: CivilDate, work: some Sequence<InstrumentWork>, reviews: some Sequence<PassedReview>) {
        let work = work.filter { $0.date <= day && ($0.approaches > 0 || $0.holds > 0) }
        let checks = Set(reviews.filter { $0.date <= day && $0.kind == .ipc }.map(\.date))
        let tests = Set(reviews.filter { $0.kind == .checkride }.map(\.date))
        let days = Dictionary(grouping: work, by: \.date)
        var course = InstrumentCourse()
        for date in Set(days.keys).union(checks).sorted() {
            course.add(
                InstrumentWork(sumOf: days[date] ?? [], on: date), isCheck: checks.contains(date),
                isTest: tests.contains(date))
        }
        goodThrough = course.through
        daysLeft = goodThrough?.days(since: day)
        state = CurrencyReading.state(daysLeft: daysLeft)
        needsCheck = goodThrough.map { day > $0.lastOfMonth(after: InstrumentAnswer.months) } ?? false
        let window = work.filter { $0.date >= day.firstOfMonth(before: InstrumentAnswer.months) }
        approaches = window.reduce(0) { $0 + $1.approaches }
        holds = window.reduce(0) { $0 + $1.holds }
    }
}

extension InstrumentWork {
    /// All of a day.
    init(sumOf parts: some Sequence<InstrumentWork>, on date: CivilDate) {
        self.init(
            date: date, approaches: parts.reduce(0) { $0 + $1.approaches }, holds: parts.reduce(0) { $0 + $1.holds })
    }
}

/// Instrument currency while days of work and checks come in their order.
struct InstrumentCourse {
    /// The last day of the latest unbroken period so far.
    private(set) var through: CivilDate?
    /// The days that still count, oldest first.
    private var window: [InstrumentWork] = []
    /// Whether a test for the rating, or a check that only a rated pilot passes, came before.
    private var isRated = false

    /// All work of one day, later than those before. O(days of seven months).
    ///
    /// A practical test with approaches is taken for that of the rating: what was lost in training before it needs no
    /// check to give it back, because 61.57(d) binds a rated pilot only.
    mutating func add(_ work: InstrumentWork, isCheck: Bool, isTest: Bool = false) {
        if isTest, work.approaches > 0, !isRated { through = nil }
        isRated = isRated || isCheck || isTest && work.approaches > 0
        let first = work.date.firstOfMonth(before: InstrumentAnswer.months)
        window.removeFirst(window.prefix { $0.date < first }.count)
        if work.approaches > 0 || work.holds > 0 { window.append(work) }
        var reached: CivilDate? = isCheck ? work.date.lastOfMonth(after: InstrumentAnswer.months) : nil
        // Work alone gives back what was lost no more than six calendar months ago; the first time there is nothing to
        // give back.
        if reached != nil || through.map({ work.date <= $0.lastOfMonth(after: InstrumentAnswer.months) }) ?? true,
            let worked = goodThroughByWork()
        {
            reached = max(reached ?? worked, worked)
        }
        if let reached { through = max(through ?? reached, reached) }
    }

    /// Through when the work that counts makes current; nil when it does not.
    private func goodThroughByWork() -> CivilDate? {
        guard let hold = window.last(where: { $0.holds > 0 }) else { return nil }
        var approaches = 0
        for each in window.reversed() {
            approaches += each.approaches
            if approaches >= InstrumentAnswer.approachesNeeded {
                return min(each.date, hold.date).lastOfMonth(after: InstrumentAnswer.months)
            }
        }
        return nil
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
