package import DaybookDomains
package import EventModel
import Foundation

/// The rows of a vector file under Tests/Fixtures, column name → text; a last column may hold commas.
package func vectors(_ name: String, source: String = #filePath) -> [[String: String]] {
    let tests = URL(fileURLWithPath: source).deletingLastPathComponent().deletingLastPathComponent()
    guard let text = try? String(contentsOf: tests.appendingPathComponent("Fixtures/vectors/\(name)"), encoding: .utf8)
    else { fatalError("no \(name)") }
    let lines = text.split(whereSeparator: \.isNewline)
    let columns = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
        let cells = line.split(separator: ",", maxSplits: columns.count - 1, omittingEmptySubsequences: false).map(
            String.init)
        return Dictionary(uniqueKeysWithValues: zip(columns, cells))
    }
}

extension [String: String] {
    /// A whole number of a row.
    package func number(_ column: String) -> Int {
        guard let text = self[column], let number = Int(text) else { fatalError("no number in \(column): \(self)") }
        return number
    }

    /// Whole numbers of a row, separated by blanks.
    package func numbers(_ column: String) -> [Int] {
        (self[column] ?? "").split(separator: " ").compactMap { Int($0) }
    }
}

package func instant(_ text: String) -> Instant {
    guard let instant = Instant(text) else { fatalError("not an instant: \(text)") }
    return instant
}

package func day(_ text: String) -> CivilDate {
    guard let date = CivilDate(text) else { fatalError("not a day: \(text)") }
    return date
}

package func zone(_ name: String) -> SystemZone {
    guard let zone = SystemZone(name) else { fatalError("not a zone: \(name)") }
    return zone
}
