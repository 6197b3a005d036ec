public import EventModel

/// The approaches and holds that 61.57(c) still asks for on a day.
public struct MissingInstrumentWork: Hashable, Sendable {
    public let approaches: Int
    public let holds: Int

    /// "short by 3 approaches and 1 hold".
    public var text: String {
        let parts = [
            approaches == 0 ? nil : "\(approaches) \(approaches == 1 ? "approach" : "approaches")",
            holds == 0 ? nil : "\(holds) \(holds == 1 ? "hold" : "holds")",
        ]
        return "short by " + parts.compactMap(\.self).joined(separator: " and ")
    }
}

/// Instrument currency in one category of aircraft, 14 CFR 61.57(c) and (d): six approaches and a hold; work of month M
/// counts through the last day of M+6.
public struct InstrumentReading: Hashable, Sendable {
    /// Nil where no described aircraft was flown by instruments: all work counts.
    public let category: InstrumentCategory?
    public let state: CurrencyReading.State
    /// The last day of the latest unbroken period that began on or before the day asked about.
    public let goodThrough: CivilDate?
    public let daysLeft: Int?
    /// Whether only a proficiency check can give it back.
    public let needsCheck: Bool
    /// Within the six calendar months before the day's, and in the day's own up to it.
    public let approaches: Int
    public let holds: Int
    /// The part of these in aircraft that nothing describes.
    public let undescribedApproaches: Int
    public let undescribedHolds: Int

    /// `work` is in the order of its days, none later than the day asked about.
    fileprivate init(_ category: InstrumentCategory?, on day: CivilDate, _ work: [InstrumentWork]) {
        let own = work.filter { $0.isStated && $0.scope.counts(in: category) }
        var course = InstrumentCourse()
        for each in own { course.add(each) }
        self.category = category
        goodThrough = course.through
        daysLeft = goodThrough?.days(since: day)
        state = CurrencyReading.state(daysLeft: daysLeft)
        needsCheck = goodThrough.map { day > $0.lastOfMonth(after: InstrumentAnswer.months) } ?? false
        let window = own.filter { $0.date >= day.firstOfMonth(before: InstrumentAnswer.months) }
        approaches = window.reduce(0) { $0 + $1.approaches }
        holds = window.reduce(0) { $0 + $1.holds }
        let undescribed = window.filter { $0.scope == .undescribed }
        undescribedApproaches = undescribed.reduce(0) { $0 + $1.approaches }
        undescribedHolds = undescribed.reduce(0) { $0 + $1.holds }
    }

    /// Nil while current, and where only a check helps.
    public var missing: MissingInstrumentWork? {
        guard state == .expired || state == .never, !needsCheck else { return nil }
        let approaches = max(0, InstrumentAnswer.approachesNeeded - approaches)
        let holds = max(0, 1 - holds)
        return approaches + holds == 0 ? nil : MissingInstrumentWork(approaches: approaches, holds: holds)
    }
}

/// Instrument currency in each category of aircraft that was flown by instruments.
///
/// Work in a category counts in that one alone, 61.57(c)(1); work in training devices and in aircraft that nothing
/// describes counts in each. Once more than six calendar months have passed since currency was lost, only a proficiency
/// check gives it back. Intercepting and tracking of courses, which 61.57(c) asks for as well, is in no entry's fields;
/// it is taken to go with the approaches.
public struct InstrumentAnswer: Hashable, Sendable {
    public static let months = 6
    public static let approachesNeeded = 6

    /// That of the category last flown by instruments.
    public let latest: InstrumentReading
    /// One for each category, the last flown first; empty where no described aircraft was flown by instruments.
    public let categories: [InstrumentReading]
    /// The entries whose work counts in other categories than the last flown, in the order of their streams.
    public let elsewhere: [StreamID]

    /// - Parameters:
    ///   - work: That of entries, in any order; one of a described aircraft without approaches or holds names a
    ///     category that was flown in cloud.
    ///   - reviews: Those that no entry states. O(n log n).
    public init(
        on day: CivilDate, work: some Sequence<InstrumentWork>, reviews: some Sequence<PassedReview>
    ) {
        let own: [InstrumentWork] = reviews.compactMap { InstrumentWork($0) }
        let all: [InstrumentWork] = Array(work) + own
        let work = all.filter { $0.date <= day }.sorted { $0.date < $1.date }
        var flown: [InstrumentCategory] = []
        for each in work.reversed() {
            if case .category(let category) = each.scope, !flown.contains(category) { flown.append(category) }
        }
        categories = flown.map { InstrumentReading($0, on: day, work) }
        latest = categories.first ?? InstrumentReading(nil, on: day, work)
        let category = latest.category
        elsewhere = work.filter { !$0.scope.counts(in: category) }.compactMap(\.stream).sorted()
    }

    public var state: CurrencyReading.State { latest.state }
    public var goodThrough: CivilDate? { latest.goodThrough }
    public var daysLeft: Int? { latest.daysLeft }
    public var needsCheck: Bool { latest.needsCheck }
    public var approaches: Int { latest.approaches }
    public var holds: Int { latest.holds }

    /// The assumption about aircraft that nothing describes; nil where no answer by category rests on them.
    public var assumption: String? {
        let (approaches, holds) = (latest.undescribedApproaches, latest.undescribedHolds)
        guard latest.category != nil, approaches + holds > 0 else { return nil }
        return "\(approaches) \(approaches == 1 ? "approach" : "approaches") and \(holds) "
            + "\(holds == 1 ? "hold" : "holds") of them are in aircraft that nothing describes; these count in each "
            + "category."
    }
}

/// Instrument currency in all categories at once, while days of work and checks come in their order.
struct InstrumentCourses {
    private var all = InstrumentCourse()
    private var each: [InstrumentCategory: InstrumentCourse] = [:]

    /// Work of a day that is no earlier than those before.
    mutating func add(_ work: InstrumentWork) {
        guard work.isStated, work.scope.counts(in: nil) else { return }
        all.add(work)
        for category in InstrumentCategory.allCases where work.scope.counts(in: category) {
            each[category, default: InstrumentCourse()].add(work)
        }
    }

    /// The last day of currency for a flight in an aircraft; by all work for one that nothing describes.
    func through(_ scope: InstrumentScope) -> CivilDate? {
        guard case .category(let category) = scope else { return all.through }
        return each[category]?.through
    }
}

/// Instrument currency while days of work and checks come in their order.
struct InstrumentCourse {
    /// The last day of the latest unbroken period so far.
    private(set) var through: CivilDate?
    /// The work that still counts, oldest first.
    private var window: [InstrumentWork] = []
    /// Whether a test for the rating, or a check that only a rated pilot passes, came before.
    private var isRated = false

    /// Work of a day that is no earlier than those before. O(work of seven months).
    ///
    /// 61.57(d) binds a rated pilot only. So what was lost before a practical test needs no check to give it back,
    /// unless a check or the test of the rating came before: no entry states which test it was.
    mutating func add(_ work: InstrumentWork) {
        if work.proof >= .test, !isRated { through = nil }
        isRated = isRated || work.proof >= .ratingTest
        let first = work.date.firstOfMonth(before: InstrumentAnswer.months)
        window.removeFirst(window.prefix { $0.date < first }.count)
        if work.approaches > 0 || work.holds > 0 { window.append(work) }
        var reached: CivilDate? =
            work.proof == .check ? work.date.lastOfMonth(after: InstrumentAnswer.months) : nil
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
