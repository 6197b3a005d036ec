import DaybookKit
import Testing

@testable import DaybookPage

@Suite struct FieldTextTests {
    @Test(arguments: [
        ("dayLandings", "Day landings"), ("picHours", "PIC hours"), ("dual", "Dual"), ("", ""),
    ]) func namesAreWords(field: String, name: String) { #expect(FieldText.name(field) == name) }

    @Test func anObjectIsReadMemberByMember() {
        let value = JSONValue.object([.init("Route", .string("LOCAL")), .init("Legs", .integer(2))])
        #expect(FieldText.value(value) == "Route: LOCAL; Legs: 2")
    }

    @Test func aKindOfTimeThatWasNotFlownIsIdle() {
        #expect(FieldText.isIdle("nightHours", .number("0.0")))
        #expect(!FieldText.isIdle("nightHours", .number("0.1")))
        #expect(!FieldText.isIdle("dayLandings", .number("0")))
    }
}
