import EventCodec
import EventModel
import Logbook
import Testing

/// The table that Tests/certificate_numbers_test.py reads, too.
@Suite struct CertificateNumberTests {
    private func rows(_ name: String) throws -> [[JSONValue]] {
        guard case .array(let rows)? = try JSONParser.parse(Fixture.bytes("certificates/numbers.json"))[name] else {
            return []
        }
        return rows.compactMap { if case .array(let cells) = $0 { cells } else { nil } }
    }

    @Test("two spellings are one number, or are not")
    func same() throws {
        let rows = try rows("same")
        #expect(rows.count > 30)
        for row in rows {
            let (one, other) = (
                CertificateNumber(row[0].stringValue ?? ""), CertificateNumber(row[1].stringValue ?? "")
            )
            #expect(one.isSame(as: other) == (row[2] == .bool(true)), "\(row[1].text)")
            #expect(other.isSame(as: one) == (row[2] == .bool(true)), "\(row[1].text)")
        }
    }

    @Test("a number is entered without blanks around it, or is refused with the character that is none")
    func entered() throws {
        for row in try rows("entered") {
            let trimmed = CertificateNumber.trimmed(row[0].stringValue ?? "")
            guard let fault = row[2].stringValue else {
                #expect(trimmed == row[1].stringValue)
                #expect(CertificateNumber.refusal(of: trimmed) == nil)
                continue
            }
            let refusal = CertificateNumber.refusal(of: trimmed)
            #expect(refusal?.code == "certificate.characters")
            #expect(
                refusal?.message
                    == "A certificate number holds letters, digits, spaces between them, and the signs - . / only: \(fault)."
            )
        }
        #expect(CertificateNumber.refusal(of: "1 ")?.message.hasSuffix("only: a space stands at its end.") == true)
    }
}
