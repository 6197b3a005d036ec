public import DaybookKit
import EventCodec
import EventSourcing

/// Sums of an app's own: for each record a function gives a key and a value, and the ledger adds the values up by key
/// and day.
///
///     static let byClass = RecordTally<Dose>("byClass") { dose in
///         (key: Medicine.drugClass(of: dose.medicine), value: dose.milligrams)
///     }
///
/// The schema names it, and a snapshot or a rule asks for one key: ``Snapshot/days(of:key:in:)``,
/// ``RuleContext/sum(of:key:on:)``. The day is the record's valid time. The sums are kept in the commit of the event,
/// answered at any past, and rebuilt from the events for a new version.
public struct RecordTally<Of: Record>: Sendable {
    let name: String
    let version: Int
    private let give: @Sendable (Of) -> (key: String, value: Int)?

    /// - Parameters:
    ///   - name: 1 to 32 letters and digits, which no other tally of the record has.
    ///   - version: Another function needs another one, from 1.
    ///   - give: The key, of at most 128 characters, and the value, within ±2⁴⁰; nil for a record that adds nothing. It
    ///     asks neither the clock nor anything else outside of the record. A record that gives another key or value is
    ///     refused: `Rejection` `tally.range`. One that arrives from another device adds nothing.
    public init(_ name: String, version: Int = 1, _ give: @escaping @Sendable (Of) -> (key: String, value: Int)?) {
        self.name = name
        self.version = version
        self.give = give
    }

    /// The projection that keeps its sums.
    var days: DayLedgerDefinition {
        DayLedgerDefinition(name: "\(Of.schema.kind).\(name)", version: version, measures: ["value"])
    }

    /// The bytes of a key as they stand in the rows.
    static func bytes(_ key: String) -> [UInt8] { Array(Text.normalize(key).utf8) }

    /// The key in Form C, and the value.
    private func given(by record: Of) -> (key: String, value: Int)? {
        give(record).map { (Text.normalize($0.key), $0.value) }
    }

    /// Adds the row of a record. A key or value outside the limits adds nothing: a row that is refused here would
    /// keep out all events that arrive with it.
    func add(_ record: Of, on day: CivilDate, to ledger: Int, of sink: inout ContributionSink) {
        guard let (key, value) = given(by: record), problem(key, value) == nil else { return }
        sink.add(day: day, to: ledger, key: Array(key.utf8), Int64(value))
    }

    /// Why a key and a value are outside the limits, as a part of a sentence, with a hint; nil where they are within.
    private func problem(_ key: String, _ value: Int) -> (text: String, hint: String)? {
        if key.unicodeScalars.count > 128 { return ("a key of more than 128 characters", "Enter a shorter text.") }
        let limit = 1 << 40
        if value < -limit || value > limit { return ("the value \(value), beyond 2^40", "Enter a smaller figure.") }
        return nil
    }

    /// The refusal of a record that is entered here. A change that leaves the key and the value as they were is not
    /// refused for them.
    func refusal(of record: Of, before: Of?) -> Rejection? {
        guard let (key, value) = given(by: record), let problem = problem(key, value) else { return nil }
        if let before = before.flatMap(given), before == (key, value) { return nil }
        return Rejection(
            code: "tally.range", message: "This \(Of.schema.kind) gives the tally \(name) \(problem.text).",
            hint: problem.hint)
    }

    func problem() -> SchemaProblem? {
        let (kind, text) = (Of.schema.kind, name)
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy({ $0.isLetterOrDigit }), text != "days" else {
            return SchemaProblem("a tally of \(kind) needs a name of 1 to 32 letters and digits other than days")
        }
        guard (1...1_000).contains(version) else {
            return SchemaProblem("the tally \(text) of \(kind) has version \(version), and not from 1 to 1,000")
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension RecordSchema {
    /// The projection of a tally that the schema names.
    ///
    /// - Throws: `Fault` `sums.undeclared`.
    func days(of tally: RecordTally<Of>) throws(Fault) -> DayLedgerDefinition {
        guard tallies.contains(where: { $0.name == tally.name && $0.version == tally.version }) else {
            throw Fault(
                .usage, code: "sums.undeclared", message: "The schema of \(Of.self) has no tally \"\(tally.name)\".",
                hint: "Name it: RecordSchema(…, tallies: […]).")
        }
        return tally.days
    }

    func checkTallies() throws(SchemaProblem) {
        if tallies.isEmpty { return }
        if validTime == nil { throw SchemaProblem("\(kind) has tallies by day, and no valid time") }
        if tallies.count > 16 { throw SchemaProblem("\(kind) has more than 16 tallies") }
        for tally in tallies {
            if let problem = tally.problem() { throw problem }
            if tallies.count(where: { $0.name == tally.name }) > 1 {
                throw SchemaProblem("\(kind) has two tallies \(tally.name)")
            }
        }
    }
}

/// The records of one day that gave a key of a tally: how many there are, and the sum of their values.
public struct TallySum: Hashable, Sendable {
    public let date: CivilDate
    public let records: Int
    public let value: Int

    init(_ day: DayTable.Day) { (date, records, value) = (day.date, day.rows, Int(day.sums.first ?? 0)) }

    init(date: CivilDate, records: Int, _ sums: [Int64]) {
        (self.date, self.records, value) = (date, records, Int(sums.first ?? 0))
    }
}

extension Snapshot {
    /// The days on which records that stand gave a key, with the sums of their values.
    ///
    ///     try snapshot.days(of: Dose.byClass, key: "nsaid")
    ///
    /// From kept rows, O(days). As known before, O(records of these days).
    ///
    /// - Parameters:
    ///   - tally: One that the record's schema names.
    ///   - key: As the tally's function gives it.
    ///   - days: All days, where none are named.
    /// - Throws: `Fault` `sums.undeclared` for another one.
    public borrowing func days<R: Record>(
        of tally: RecordTally<R>, key: String, in days: ClosedRange<CivilDate>? = nil
    ) throws -> [TallySum] {
        try table(of: try R.schema.days(of: tally), RecordTally<R>.bytes(key), days, R.self).days.map(TallySum.init)
    }

    /// The sum of one day, as ``days(of:key:in:)`` gives it.
    public borrowing func sum<R: Record>(of tally: RecordTally<R>, key: String, on day: CivilDate) throws -> TallySum {
        try days(of: tally, key: key, in: day...day).first ?? TallySum(date: day, records: 0, [])
    }
}

extension RuleContext {
    /// The sum of one key of a tally on one day, without the record that is decided. From a kept row, whatever the
    /// number of records.
    ///
    ///     let taken = try context.sum(of: Dose.byClass, key: "nsaid", on: dose.day)
    ///
    /// - Throws: `Fault` `sums.undeclared` for a tally that the record's schema does not name.
    public func sum<R: Record>(of tally: RecordTally<R>, key: String, on day: CivilDate) throws -> TallySum {
        let (rows, sums) = try sums(of: R.self, try R.schema.days(of: tally), RecordTally<R>.bytes(key), on: day)
        return TallySum(date: day, records: rows, sums)
    }
}
