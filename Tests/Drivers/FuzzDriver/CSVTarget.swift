import EventCodec
import EventModel
import LedgerTestSupport
import Logbook

/// Any bytes as a ForeFlight file: refused with a line, or read into entries that the codec can write and the check lets pass.
struct CSVTarget: FuzzTarget {
    private let corpus: [[UInt8]]
    private let encoder = BodyEncoder(schema: Schemas.all.first { $0.type == "flight.logged" }!, normalize: Normal.formC)
    private let mutator = Mutator(
        pieces: [
            ",", ";", "\t", "\"", "\"\"", "\r\n", "\n", "\r", "\u{0}", "\u{FEFF}", "1.55", "-1", "1e3", "NaN", "99999999999999999999", "2026-02-30", "2026-02-10", "02/10/2026",
            "Aircraft Table", "Flights Table", "Date", "AircraftID", "TotalTime", "e\u{301}", "\u{212A}", ",,,,,,,,,,,,,,,,,,,,", "TRUE", "x", "0.04", "12:30", ".",
        ].map { Array($0.utf8) })

    init(_ corpora: Corpora) throws {
        var corpus: [[UInt8]] = []
        for name in ["own-sample-foreflight", "foreflight-real-deidentified", "foreflight-synthetic-flat", "own-sample-solotrack", "own-sample-canonical"] {
            let file = try corpora.bytes(of: "Tests/Fixtures/samples/\(name).csv")
            // The head of a long file holds all that is special about it, and is read a hundred times faster.
            corpus.append(Array(file.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(24).joined(separator: [0x0A])))
        }
        self.corpus = corpus
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        var input = corpus[random.below(corpus.count)]
        for _ in 0...random.below(4) { input = mutator.change(input, other: corpus[random.below(corpus.count)], &random) }
        return input
    }

    func run(_ input: [UInt8]) -> Verdict {
        let reading: ImportReading
        do throws(ImportFault) {
            reading = try ForeFlightImport.read(input, today: CivilDate(year: 2026, month: 2, day: 10)!)
        } catch {
            return error.fault.message.hasSuffix(".") ? .refused : .violation("its message is no sentence: \(error.fault.message)")
        }
        for imported in reading.flights {
            do throws(BodyProblem) {
                let body = try encoder.encode(imported.flight.data)
                _ = try BodyCheck.check(body, Schemas.all.first { $0.type == "flight.logged" }!)
            } catch {
                return .violation("an entry that was read cannot be written: \(error.code): \(error.message)")
            }
        }
        for note in reading.skipped + reading.assumed where note.text.isEmpty || note.line < 1 { return .violation("a note without a text or line") }
        return .accepted
    }
}
