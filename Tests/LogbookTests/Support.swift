public import EventModel
import Foundation
import Logbook
import Tables

/// Files under Tests/Fixtures, found from this file's own place.
enum Fixture {
    static func bytes(_ path: String, source: String = #filePath) -> [UInt8] {
        let tests = URL(fileURLWithPath: source).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appendingPathComponent("Fixtures").appendingPathComponent(path)
        guard let data = FileManager.default.contents(atPath: file.path) else { fatalError("no fixture \(file.path)") }
        return [UInt8](data)
    }

    /// The rows of a vector file, column name → text.
    static func rows(_ name: String) -> [[String: String]] {
        guard let records = try? CSVReader.records(bytes("vectors/\(name)")), let header = records.first else {
            fatalError("\(name) is not a table")
        }
        return records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header.fields, $0.fields)) }
    }
}

/// A day that the test knows to exist.
func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { fatalError("not a day: \(text)") }
    return date
}

/// "12.5" → 125, for expected values.
func tenths(_ text: String) -> Int {
    let parts = text.split(separator: ".")
    guard parts.count == 2, parts[1].count == 1, let whole = Int(parts[0]), let tenth = Int(parts[1]) else {
        fatalError("not tenths: \(text)")
    }
    return whole * 10 + tenth
}

/// In these tests a whole number of hours is written in tenths, as the vectors have it: 15 is 1.5 hours.
extension Hours: ExpressibleByIntegerLiteral {
    public init(integerLiteral tenths: Int) { self.init(tenths: tenths) }
}

/// A flight that breaks no rule: 1.5 hours, one day landing, with changes.
func flight(_ date: String = "2026-02-01", _ change: (inout Flight) -> Void = { _ in }) -> Flight {
    var flight = Flight(date: day(date))
    flight.hobbs = 15
    flight.dayLandings = 1
    change(&flight)
    return flight
}

/// `2026-03-03:d3n0 2026-05-02:d2n0` as flights.
func flights(notation: String) -> [Flight] {
    notation.split(separator: " ").map { entry in
        let parts = entry.split(separator: ":d")
        let counts = parts[1].split(separator: "n")
        return flight(String(parts[0])) {
            $0.dayLandings = Int(counts[0])
            $0.nightLandings = Int(counts[1])
        }
    }
}
