import Logbook
import Testing

/// The texts of AC 61-65K, Appendix A, and how they are filled in.
@Suite struct EndorsementTemplateTests {
    @Test("every place of every text has a field of one word, and no bracket is left over") func places() {
        for template in EndorsementTemplate.all {
            for field in template.fields {
                #expect(field.name.allSatisfy { $0.isLetter }, "\(template.number) \(field)")
            }
            let values = Dictionary(uniqueKeysWithValues: template.fields.map { ($0.name, "x") })
            let text = try? template.filled(with: values)  // Nil fails below.
            #expect(text?.contains { "[]".contains($0) } == false, "\(template.number)")
            #expect(template.paragraph.hasPrefix("14 CFR §"))
        }
        let numbers = EndorsementTemplate.all.compactMap { Int($0.number.dropFirst(2)) }
        #expect(numbers.count == 35 && numbers == Set(numbers).sorted())
    }

    @Test("a text is found by its number in three spellings") func named() {
        for spelling in ["A.10", "a.10", "A10", "10"] {
            #expect(EndorsementTemplate.named(spelling)?.number == "A.10", "\(spelling)")
        }
        for unknown in ["", "A", "A.", "A.14", "1.1", "B.1", "A.010"] {
            #expect(EndorsementTemplate.named(unknown) == nil, "\(unknown)")
        }
    }

    @Test("the filled text names its source, number, title and paragraph; a field may stand in several places")
    func filled() throws {
        let planning = try #require(EndorsementTemplate.named("A.10"))
        #expect(
            planning.fields.map(\.name) == [
                "name", "origin", "route", "landings", "makeModel", "date", "conditions",
            ])
        let values = [
            "name": "Jo A. Pilot", "origin": "KSJC", "route": "KSNS", "landings": "KSNS", "makeModel": "Cessna 172N",
            "date": "2026-02-01",
        ]
        let start =
            "AC 61-65K, A.10 Solo cross-country flight: 14 CFR § 61.93(c)(3). I have reviewed the cross-country "
            + "planning of Jo A. Pilot. I find the planning and preparation to be correct to make the solo flight from "
            + "KSJC to KSJC via KSNS with landings at KSNS in a Cessna 172N aircraft on 2026-02-01."
        #expect(try planning.filled(with: values) == start)
        #expect(
            try planning.filled(with: values.merging(["conditions": "No wind above 10 kt."]) { $1 })
                == start + " No wind above 10 kt.")
    }

    @Test("what is missing is named in the order of the text, and a field of another text is refused") func faults()
        throws
    {
        let solo = try #require(EndorsementTemplate.named("A.6"))
        #expect(throws: EndorsementTemplate.Fault.missing(solo.fields)) { try solo.filled(with: [:]) }
        #expect(throws: EndorsementTemplate.Fault.unknown("airport")) { try solo.filled(with: ["airport": "KSJC"]) }
        // Where the text reads "subject to the following conditions: …" they are no sentence of their own.
        let other = try #require(EndorsementTemplate.named("A.8"))
        #expect(other.fields.last?.name == "conditions" && other.fields.last?.isOptional == false)
    }

    @Test("the kinds: which texts open a solo period, and which attest a review") func kinds() {
        func numbers(_ kind: Endorsement.Kind) -> [String] {
            EndorsementTemplate.all.filter { $0.kind == kind }.map(\.number)
        }
        #expect(numbers(.solo) == ["A.6", "A.7"] && numbers(.soloCrossCountry) == ["A.9", "A.10", "A.11"])
        #expect(numbers(.complex) == ["A.72"] && numbers(.highPerformance) == ["A.73"])
        #expect(numbers(.pressurized) == ["A.74"] && numbers(.tailwheel) == ["A.75"])
        #expect(EndorsementTemplate.all.filter { $0.review != nil }.map(\.number) == ["A.69", "A.71"])
    }
}
