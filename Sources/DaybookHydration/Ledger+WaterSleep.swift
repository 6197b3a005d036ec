public import DaybookKit
public import Engine
import EventCodec
import EventModel
import EventSourcing
import Hydration

/// The result of an import of sleep times.
public struct SleepImport: Sendable {
    /// Minutes since midnight.
    public let wake: Int
    public let sleep: Int
    /// Nights that they come from.
    public let days: Int
    public let skipped: [WaterRowNote]
    /// Whether reminders follow them: the setting asks for it and it may be read.
    public let isInUse: Bool
    public let receipt: AppendReceipt
}

/// An import of sleep times of which no night can be used.
public struct NightsRefused: Error, Sendable {
    public let reason: Rejection
    /// Each night of the file, with why.
    public let skipped: [WaterRowNote]
}

extension Ledger {
    /// Takes sleep times over from a file of nights (CSV or JSON Lines with wake, sleep and date): the mean of the last
    /// seven days. Nothing else of the file is kept.
    ///
    /// Throws `Fault` `sleep.unreadable` (65), `Rejection` `sleep.none` where the file has no night. Where none of its
    /// nights can be used, throws `NightsRefused` with that reason.
    @discardableResult @available(*, noasync)
    public func importSleep(_ bytes: [UInt8]) throws -> SleepImport {
        let nights = try SleepNights(Ledger.normalized(bytes), today: today)
        guard !nights.wakes.isEmpty else {
            let reason = Rejection(
                code: "sleep.none", message: "No night of the last \(SleepTimes.daysHeld) days can be used.",
                hint: nights.skipped.first.map { "Line \($0.line): \($0.text)" })
            if nights.skipped.isEmpty { throw reason }
            throw NightsRefused(reason: reason, skipped: nights.skipped)
        }
        let count = nights.wakes.count
        let (wake, sleep) = (nights.wakes.reduce(0, +) / count, nights.sleeps.reduce(0, +) / count % 1440)
        let data = JSONValue.object(pairs: [
            "wake": .integer(wake), "sleep": .integer(sleep), "days": .integer(count),
            "from": .string(today.description),
        ])
        let receipt = try setWater("sleep.imported", data)
        let settings = try waterSettings()
        return SleepImport(
            wake: wake, sleep: sleep, days: count, skipped: nights.skipped,
            isInUse: settings.importsSleep && settings.mayReadSleep, receipt: receipt)
    }
}

/// The nights of a file that can be used.
private struct SleepNights {
    private(set) var wakes: [Int] = []
    private(set) var sleeps: [Int] = []
    private(set) var skipped: [WaterRowNote] = []
    private let today: CivilDate

    init(_ bytes: [UInt8], today: CivilDate) throws {
        self.today = today
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "{") { try readLines(bytes) } else { try readTable(bytes) }
    }

    private mutating func readTable(_ bytes: [UInt8]) throws {
        let table = try NamedTable(bytes, of: SleepNights.kind)
        skipped = table.skipped
        for row in table.rows {
            add(line: row.line, wake: row.cell("wake"), sleep: row.cell("sleep"), date: row.cell("date"))
        }
        skipped.sort { $0.line < $1.line }
    }

    private mutating func readLines(_ bytes: [UInt8]) throws {
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
            guard let value = try? JSONParser.parse(Array(line)), case .object = value else {  // The fault names the line.
                throw Fault(
                    .unreadable, code: "json.invalid", message: "Line \(number + 1) is not a JSON object.",
                    hint: #"Write {"wake":"06:45","sleep":"22:30","date":"2026-02-09"}."#)
            }
            func text(_ name: String) -> String {
                value[name]?.stringValue ?? value[name]?.integerValue.map(String.init) ?? ""
            }
            add(line: number + 1, wake: text("wake"), sleep: text("sleep"), date: text("date"))
        }
    }

    /// Times as `06:45` or minutes since midnight; a night without a date counts.
    private mutating func add(line: Int, wake: String, sleep: String, date: String) {
        func skip(_ code: String, _ text: String) { skipped.append(WaterRowNote(line: line, code: code, text: text)) }
        guard let wake = SleepNights.minutes(wake), let sleep = SleepNights.minutes(sleep) else {
            return skip("time.unreadable", "Wake and sleep are not times of day.")
        }
        if !date.isEmpty {
            guard let day = CivilDate(date) else { return skip("date.unreadable", "\"\(date)\" is not a date.") }
            guard (0..<SleepTimes.daysHeld).contains(today.days(since: day)) else {
                return skip("date.outside", "\(day) is not one of the last \(SleepTimes.daysHeld) days.")
            }
        }
        guard wake != sleep else {
            return skip("window.invalid", WaterRules.windowInvalid(wake: wake, sleep: sleep).message)
        }
        wakes.append(wake)
        // A sleep time before the wake time is one of the next day.
        sleeps.append(sleep < wake ? sleep + 1440 : sleep)
    }

    private static func minutes(_ text: String) -> Int? {
        TimeOfDay.minutes(text) ?? Int(text).flatMap { (0..<1440).contains($0) ? $0 : nil }
    }

    private static let kind = NamedTable.Kind(
        rows: "nights", required: ["wake", "sleep"], code: "sleep.unreadable",
        remedy: Remedy("Nothing was imported. Write a CSV with wake,sleep,date, or a JSON object a line."))
}
