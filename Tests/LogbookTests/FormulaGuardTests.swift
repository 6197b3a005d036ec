import EventModel
import Foundation
import LedgerTestSupport
import Logbook
import Tables
import Testing

@Suite struct FormulaGuardTests {
    private static let signs: [Character] = [
        "=", "+", "-", "@", "\t", "\r", "'", "1", ".", ":", "a", "\"", ",", "\n", ";", " ", "\u{A0}", "\u{FF1D}",
        "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{3000}",
    ]

    /// Texts of few signs, nearly all that are short.
    private func texts(_ count: Int) -> [String] {
        var random = SeededRandom(seed: 20_261_125)
        return (0..<count).map { _ in
            String(
                (0..<random.below(7)).map { _ in FormulaGuardTests.signs[random.below(FormulaGuardTests.signs.count)] })
        }
    }

    private func isRun(_ cell: String) -> Bool {
        let isNumber = cell.range(of: #"^[+-][0-9]+([.:][0-9]+)?$"#, options: .regularExpression) != nil
        let first = cell.unicodeScalars.first { ![" ", "\n", "\u{A0}", "\u{3000}"].contains($0) }
        return ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"].contains { first.map(String.init) == $0 }
            && !isNumber
    }

    @Test(
        "L1: what a spreadsheet would run gets one apostrophe, a number none",
        arguments: [
            ("=1+1", "'=1+1"), ("+A1", "'+A1"), ("-A1", "'-A1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"), ("'=1", "''=1"), ("''-1", "'''-1"), ("-", "'-"),
            ("-1.2.3", "'-1.2.3"), ("-1.", "'-1."), ("-1.5", "-1.5"), ("+1:30", "+1:30"), ("-7", "-7"), ("'", "'"),
            ("'a", "'a"), ("O'=", "O'="), ("", ""), (" =1", "' =1"),
            ("＝1", "'＝1"), ("＋A1", "'＋A1"), ("－1", "'－1"), ("＠A", "'＠A"), ("\u{A0}=1", "'\u{A0}=1"), ("\n=1", "'\n=1"),
            (" \n\u{3000}-1", "' \n\u{3000}-1"),
            ("\u{FEFF}=1", "'\u{FEFF}=1"), ("' =1", "'' =1"), (" a", " a"), (" ", " "), (" 'a", " 'a"), ("ａ", "ａ"),
        ])
    func guarded(text: String, cell: String) {
        #expect(FormulaGuard.guarded(text) == cell && FormulaGuard.unguarded(cell) == text)
    }

    @Test("every text comes back as it was, and none is run") func property() {
        for text in texts(20_000) {
            let cell = FormulaGuard.guarded(text)
            #expect(FormulaGuard.unguarded(cell) == text && !isRun(cell), "\(text.debugDescription)")
        }
    }

    @Test(
        "so it is in the files: each cell of an entry is guarded, quoted and read back",
        arguments: ["solotrack", "foreflight"]) func files(format: String) throws
    {
        let today = try #require(CivilDate("2026-11-25"))
        for text in texts(600) where text.utf8.allSatisfy({ $0 != 0x0D && $0 != 0x0A && $0 != 0x09 }) {
            let plain = text.filter { $0 != "\"" }.trimmingCharacters(in: .whitespaces)
            if plain.isEmpty { continue }
            var entry = Flight(date: today)
            (entry.hobbs, entry.from, entry.to, entry.remarks) = (15, "A" + plain, plain, plain)
            let exported = [ExportedFlight(flight: entry)]
            let file =
                format == "solotrack"
                ? SoloTrackExport.text(exported)
                : ForeFlightExport.text(exported, aircraft: [AircraftDescription(id: plain)])
            let records = try CSVReader.records(Array(file.utf8))
            #expect(!records.flatMap(\.fields).contains(where: isRun), "\(plain.debugDescription)")
            let reading = try #require(ImportFormat(rawValue: format)).read(Array(file.utf8), today: today)
            #expect(
                reading.flights.map(\.flight.remarks) == [plain]
                    && reading.flights.map(\.flight.to) == [Designator.place(plain)],
                "\(plain.debugDescription)")
            if format == "foreflight" { #expect(reading.aircraft.map(\.id) == [plain], "\(plain.debugDescription)") }
        }
    }
}
