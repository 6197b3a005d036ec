@testable import DaybookCommands
import LedgerTestSupport
import Testing

/// Tables of texts, whatever their rows came by and whichever of them are asked for.
@Suite struct TableTests {
    private static let columns: [(title: String, alignment: Table.Alignment)] = [
        ("Name", .left), ("Number", .right), ("Note", .left),
    ]

    /// The lines of a table as they are to be, of its rows and their titles.
    private func lines(_ rows: [[String]]) -> [String] {
        let all = [TableTests.columns.map(\.title)] + rows
        let widths = (0..<3).map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let blanks = (0..<3).map { String(repeating: " ", count: widths[$0] - row[$0].count) }
            let line = "\(row[0])\(blanks[0])  \(blanks[1])\(row[1])  \(row[2])"
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test("rows that came one by one or together, asked for in any pieces, are the lines of one table")
    func pieces() {
        let seed: UInt64 = 20_261_125
        var random = SeededRandom(seed: seed)
        let texts = ["", "a", "Zürich", "a long name of a place", "–", "12.5"]
        for round in 0..<300 {
            var (table, rows): (Table, [[String]]) = (Table(TableTests.columns), [])
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let some = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    (0..<3).map { _ in texts.randomElement(using: &random) ?? "" }
                }
                rows += some
                if Bool.random(using: &random) {
                    for row in some { table.add(row.map { Table.Cell($0) }) }
                    continue
                }
                var writer = Table.RowWriter(columns: 3, cutTo: Int.max, rows: some.count)
                for row in some {
                    for text in row { writer.add(text) }
                    writer.endRow()
                }
                table.add(writer.rows())
            }
            #expect(table.count == rows.count)
            let expected = lines(rows)
            var (written, first) = ([UInt8](), 0)
            while first < expected.count {
                let end = min(expected.count, first + Int.random(in: 1...7, using: &random))
                table.write(first..<end, Style(isOn: false), into: &written)
                first = end
            }
            #expect(
                String(decoding: written, as: UTF8.self) == expected.map { $0 + "\n" }.joined(),
                "seed \(seed), round \(round)")
        }
    }

    @Test("a writer that has given its rows makes others")
    func again() {
        var writer = Table.RowWriter(columns: 1, cutTo: Int.max, rows: 1)
        for text in ["one", "two"] {
            writer.add(text)
            writer.endRow()
            var table = Table([("", .left)])
            table.add(writer.rows())
            var written: [UInt8] = []
            table.write(Style(isOn: false), into: &written)
            #expect(String(decoding: written, as: UTF8.self) == text + "\n")
        }
    }

    @Test(
        "a cell is what its text shows, cut to so many characters and as wide as it has, whatever signs it is made of")
    func signs() {
        let seed: UInt64 = 20_261_126
        var random = SeededRandom(seed: seed)
        // Simple signs; some that join what is before them, move the cursor or turn the direction; some beside the
        // simple ones in Unicode; some of four bytes.
        let signs = [
            "a", " ", "Z", "→", "–", "’", "…", "Ⅳ", "ü", "\u{AD}", "ə", "\u{301}", "\u{200F}", "\u{2028}", "\u{202E}",
            "\u{2066}", "\u{85}", "\u{1B}", "\n", "\t",
            "\u{2007}", "\u{FEFF}", "\u{E0041}", "\u{20AC}", "\u{217F}", "\u{21C0}", "漢", "👩‍✈️", "✈",
        ]
        for round in 0..<3_000 {
            let known = Int.random(in: 1...signs.count, using: &random)
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                signs[Int.random(in: 0..<known, using: &random)]
            }.joined()
            let width = Bool.random(using: &random) ? Int.max : Int.random(in: 1...12, using: &random)
            var writer = Table.RowWriter(columns: 2, cutTo: width, rows: 1)
            writer.add(text)
            writer.add("|")
            writer.endRow()
            var (table, written) = (Table([("", .left), ("", .left)]), [UInt8]())
            table.add(writer.rows())
            table.write(1..<2, Style(isOn: false), into: &written)
            let cut = text.count <= width ? text : String(text.prefix(width - 1)) + "…"
            let shown = String(
                String.UnicodeScalarView(
                    cut.unicodeScalars.map { scalar in
                        switch scalar.value {
                        case 0x09, 0x0A: " "
                        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0041:
                            "\u{FFFD}"
                        default: scalar
                        }
                    }))
            #expect(
                String(decoding: written, as: UTF8.self) == shown + "  |\n",
                "seed \(seed), round \(round), \(text.debugDescription) in \(width)")
            #expect(Text.width(shown) == shown.count, "seed \(seed), round \(round), \(shown.debugDescription)")
        }
    }

    @Test("sections of a report are held together until they have so many rows, and each is in one group")
    func groups() {
        #expect(AuditCommand.together([]) == [])
        #expect(AuditCommand.together([0, 3, 2], atMost: 10) == [0..<3])
        #expect(AuditCommand.together([10, 0, 9, 1, 50, 0], atMost: 10) == [0..<1, 1..<4, 4..<5, 5..<6])
        #expect(AuditCommand.together([1, 2, 3], atMost: 1) == [0..<1, 1..<2, 2..<3])
    }
}
