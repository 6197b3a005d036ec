import LedgerTestSupport
import Logbook
import Tables
import Testing

@Suite struct CSVReaderTests {
    private func fields(_ text: String, separator: Character = ",") throws -> [[String]] {
        try CSVReader.records(Array(text.utf8), separator: separator.asciiValue!).map(\.fields)
    }

    @Test(
        "S-X.1: records, quotes, and both line ends",
        arguments: [
            ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
            ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
            ("a,,\n", [["a", "", ""]]),
            ("\"a\",\"b,c\"\n", [["a", "b,c"]]),
            ("\"He said \"\"hi\"\"\",x\n", [["He said \"hi\"", "x"]]),
            ("\"\"\"wrapped\"\"\"\n", [["\"wrapped\""]]),
            ("\"two\r\nlines\",x\n", [["two\r\nlines", "x"]]),
            ("\"\",\n", [["", ""]]),
            ("\n\na\n", [[""], [""], ["a"]]),
            ("a,\"\"", [["a", ""]]),
            ("a,", [["a", ""]]),
            (" a , b \n", [[" a ", " b "]]),
            ("", []),
            ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
            ("ÄÖÜ – ✈︎,x\n", [["ÄÖÜ – ✈︎", "x"]]),
        ])
    func records(text: String, expected: [[String]]) throws { #expect(try fields(text) == expected) }

    @Test("S-X.1: lines are counted through quoted fields")
    func lines() throws {
        let text = "a\r\n\"b\n\nb\",x\r\n\r\nc\n"
        #expect(try CSVReader.records(Array(text.utf8)).map(\.line) == [1, 2, 5, 6])
    }

    @Test(
        "S-X.1: what is not CSV is refused, with its line",
        arguments: [
            ("a\n\"b\nc", CSVFault.unterminatedQuote(line: 2)),
            ("\"", .unterminatedQuote(line: 1)),
            ("a\nb\"c\n", .quoteInUnquotedField(line: 2)),
            ("a\n\"b\"c,d\n", .textAfterQuote(line: 2)),
            ("\"b\" ,d\n", .textAfterQuote(line: 1)),
            ("a\rb\n", .loneCarriageReturn(line: 1)),
            ("a\nb\r", .loneCarriageReturn(line: 2)),
            ("\"b\"\rc", .loneCarriageReturn(line: 1)),
            ("a\nb\u{0}c\n", .nul(line: 2)),
            ("a\n\"b\n\u{0}\"\n", .nul(line: 3)),
        ])
    func faults(text: String, fault: CSVFault) {
        #expect(throws: fault) { try CSVReader.records(Array(text.utf8)) }
    }

    @Test(
        "S-X.1: bytes that are not UTF-8 are refused",
        arguments: [[0x61, 0x0A, 0xFF, 0x0A], [0x61, 0x0A, 0xC3], [0x0A, 0x22, 0xE9, 0x22]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: CSVFault.notUTF8(line: 2)) { try CSVReader.records(bytes) }
    }

    @Test("S-X.1: codes of the faults")
    func codes() {
        let faults: [CSVFault] = [
            .unterminatedQuote(line: 1), .quoteInUnquotedField(line: 1), .textAfterQuote(line: 1),
            .loneCarriageReturn(line: 1),
            .nul(line: 1), .notUTF8(line: 1),
        ]
        #expect(
            faults.map(\.code) == [
                "csv.unterminatedQuote", "csv.quoteInUnquotedField", "csv.textAfterQuote", "csv.loneCarriageReturn",
                "csv.nul",
                "csv.notUTF8",
            ])
    }

    @Test("S-X.1: after a fault the reader is at its end")
    func endAfterFault() throws {
        var reader = CSVReader(Array("a\nb\"\nc\n".utf8))
        #expect(try reader.next()?.fields == ["a"])
        #expect(throws: CSVFault.quoteInUnquotedField(line: 2)) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test(
        "S-X.1: the separator is the one of the first line that has it twice, else of the first that has one",
        arguments: [
            ("a,b;c,d\n", ","), ("\r\na;b;c,d\n", ";"), ("a\tb\n", "\t"), ("a\n", ","), ("", ","),
            ("a\nb;c;1,5\n", ";"), ("Jane, 2026\nb;c;d\n", ";"), ("a;b\n1,5\n", ";"),
        ] as [(String, Character)])
    func separator(text: String, expected: Character) {
        #expect(CSVReader.likelySeparator(of: Array(text.utf8)) == expected.asciiValue)
    }

    @Test("S-X.1: semicolons")
    func semicolons() throws { #expect(try fields("a;\"b;c\";1,5\n", separator: ";") == [["a", "b;c", "1,5"]]) }

    @Test("S-X.1: any table that is written by the rules is read back", arguments: [3, 17, 4_180] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let alphabet: [String] = ["a", "Ä", ",", ";", "\"", "\n", "\r\n", "\r", " ", "\t", "x"]
        for round in 0..<200 {
            let width = 1 + random.below(4)
            let table = (0..<random.below(5)).map { _ in
                (0..<width).map { _ in
                    (0..<random.below(6)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
                }
            }
            let end = random.oneIn(2) ? "\n" : "\r\n"
            let text = table.map { $0.map(quoted).joined(separator: ",") + end }.joined()
            #expect(try fields(text) == table, "seed \(seed), round \(round)")
        }
    }

    private func quoted(_ field: String) -> String {
        var text = "\""
        for scalar in field.unicodeScalars {
            text.unicodeScalars.append(contentsOf: scalar == "\"" ? ["\"", "\""] : [scalar])
        }
        return text + "\""
    }

    @Test("S-X.1: a file cut at any byte is read or refused, never misread into more")
    func cutAnywhere() {
        let whole = Fixture.bytes("samples/own-sample-foreflight.csv")
        let count = (try? CSVReader.records(whole).count) ?? 0
        #expect(count == 18)
        for length in stride(from: 0, to: whole.count, by: 3) {
            let records = (try? CSVReader.records(Array(whole[..<length]))) ?? []
            #expect(records.count <= count, "cut at \(length)")
        }
    }
}
