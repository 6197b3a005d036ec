import EventCodec
import EventModel
import LedgerTestSupport
import Logbook
import Tables

/// Any bytes as a file of each program whose files are imported: refused with a line, or read into entries that the
/// codec can write, that the check lets pass, and that come back the same from a ForeFlight file of ours.
struct CSVTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    /// The one format that everything is read as; nil: what it is recognised as.
    private let format: ImportFormat?
    private let encoder = BodyEncoder(
        schema: Schemas.all.first { $0.type == "flight.logged" }!, normalize: Normal.formC)
    private let mutator = Mutator(
        pieces: [
            ",", ";", "\t", "\"", "\"\"", "\r\n", "\n", "\r", "\u{0}", "\u{FEFF}", "1.55", "-1", "1e3", "NaN",
            "99999999999999999999", "2026-02-30", "2026-02-10", "02/10/2026",
            "Aircraft Table", "Flights Table", "Date", "AircraftID", "TotalTime", "e\u{301}", "\u{212A}",
            ",,,,,,,,,,,,,,,,,,,,", "TRUE", "x", "0.04", "12:30", ".",
            "Night FS Landings", "Tail Number", "Total Flight Time", "flight_fullStops", "flight_flightDate", "Y", "N",
            "maybe", "KPAO-KSJC", "Approach1", "2;ILS;16;KABC;;",
        ].map { Array($0.utf8) })

    init(_ corpora: Corpora, _ format: ImportFormat? = nil) throws {
        self.format = format
        var corpus: [[UInt8]] = []
        let names = [
            "own-sample-foreflight.csv", "foreflight-real-deidentified.csv", "foreflight-synthetic-flat.csv",
            "own-sample-solotrack.csv", "own-sample-canonical.csv",
            "own-sample-myflightbook.csv", "own-sample-logten.tsv",
        ]
        for name in names {
            let file = try corpora.bytes(of: "Tests/Fixtures/samples/\(name)")
            // The head of a long file holds all that is special about it, and is read a hundred times faster.
            corpus.append(
                Array(
                    file.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(24).joined(separator: [0x0A])))
        }
        if let format { corpus = try corpus.filter { try ImportFormat.recognise($0) == format } }
        self.corpus = corpus
    }

    private static let today = CivilDate(year: 2026, month: 2, day: 10)!

    /// The difference after the entries are exported and read again.
    private func comesBack(_ reading: ImportReading) -> String? {
        let entries = reading.flights.map { ExportedFlight(flight: $0.flight) }
        let solo = SoloTrackExport.text(entries)
        let rows = (try? CSVReader.records(Array(solo.utf8)))?.map(\.fields.count)  // Nil is a violation.
        let written = entries.count { $0.flight.totalHours > .zero && $0.flight.noFlight == nil }
        if rows != Array(repeating: 13, count: 1 + written) {
            return "SoloTrack's file has rows of other widths: \(rows ?? [])"
        }
        let text = ForeFlightExport.text(entries, aircraft: reading.aircraft)
        // A ledger's entries are in Normalization Form C; those of any bytes need not be.
        if Normal.formC(text) != text { return nil }
        guard let again = try? ForeFlightImport.read(Array(text.utf8), today: CSVTarget.today) else {
            return "our ForeFlight file cannot be read"
        }  // Same reason.
        if let skipped = again.skipped.first { return "a row of our ForeFlight file is skipped: \(skipped.code)" }
        let person = PrincipalID(bytes: Array(repeating: 7, count: 16))!
        let (before, after) = (reading.flights, again.flights)
        if Set(before.map { $0.identityBytes(principal: person) })
            != Set(after.map { $0.identityBytes(principal: person) })
        {
            return "an entry comes back as another"
        }
        return nil
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        var input = corpus[random.below(corpus.count)]
        for _ in 0...random.below(4) {
            input = mutator.change(input, other: corpus[random.below(corpus.count)], &random)
        }
        return input
    }

    func run(_ input: [UInt8]) -> Verdict {
        let reading: ImportReading
        do throws(ImportFault) {
            // A recognised file is read in its format, any other in one of them.
            let recognised = try format == nil ? ImportFormat.recognise(input) : format
            let format = recognised ?? ImportFormat.allCases[input.count % ImportFormat.allCases.count]
            reading = try format.read(input, today: CSVTarget.today)
        } catch {
            return error.fault.message.hasSuffix(".")
                ? .refused : .violation("its message is no sentence: \(error.fault.message)")
        }
        for imported in reading.flights {
            do throws(BodyProblem) {
                let body = try encoder.encode(imported.flight.data)
                _ = try BodyCheck.check(body, Schemas.all.first { $0.type == "flight.logged" }!)
            } catch {
                return .violation("an entry that was read cannot be written: \(error.code): \(error.message)")
            }
        }
        if let violation = comesBack(reading) { return .violation(violation) }
        for note in reading.skipped + reading.assumed where note.text.isEmpty || note.line < 1 {
            return .violation("a note without a text or line")
        }
        return .accepted
    }
}
