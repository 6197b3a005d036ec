import Daybook
import DaybookTestKit
import EventCodec
import EventSourcing
import Testing

/// Rows that a kind of stream of an app's own adds to its day ledger wrongly: a fault of the commit, and no trap.
@Suite struct ContributionTests {
    /// Adds the measures that a test names.
    private struct TallyKind: StreamKind {
        let name = "tally"
        let ledger: Int
        let measures: [Int64]

        func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
            sink.add(day: CivilDate(day: 20_000), to: ledger) { $0 += measures }
        }
    }

    private func written(to ledger: Int = 0, _ measures: Int64...) throws -> Fault? {
        let tallies = DayLedgerDefinition(name: "tallies.days", version: 1, measures: ["count", "weight"])
        let domain = Domain(
            evaluator: "tallies/1", kinds: [TallyKind(ledger: ledger, measures: measures)],
            schemas: [.create("tally.made", in: "tally", [.field(1, "count", .integer(0...9))])], ledgers: [tallies])
        let test = try DomainTest(domain)
        let before = try test.device.position
        let stream = try #require(StreamID("tally/a"))
        do {
            try test.device.append([EventDraft("tally.made", in: stream, ["count": .integer(1)])])
            #expect(try test.device.days(of: tallies).value.days.map(\.sums) == [measures])
            return nil
        } catch let fault as Fault {
            #expect(try test.device.position == before)
            #expect(try test.device.record(stream) == nil)
            #expect(try test.device.verify().isSound)
            return fault
        }
    }

    @Test func aRowThatFitsIsAdded() throws { #expect(try written(1, -(1 << 40)) == nil) }

    @Test func aRowThatDoesNotFitIsAFault() throws {
        let fault = try #require(try written(1))
        #expect(fault.code == "projection.row")
        #expect(fault.message == "The kind of stream \"tally\" adds a row of 1 measures to a day ledger of 2.")
        #expect(fault.hint == "Add exactly the measures that its domain declares.")
        #expect(try written(1, 2, 3)?.code == "projection.row")
        #expect(
            try written(to: 1, 1, 2)?.message
                == "The kind of stream \"tally\" adds to a day ledger 1, which is not there.")
        #expect(try written(to: -1, 1, 2)?.code == "projection.row")
    }

    @Test func aMeasureThatCouldOverflowIsAFault() throws {
        #expect(
            try written(.max, 0)?.message == "The kind of stream \"tally\" adds a measure beyond 2^40.")
        #expect(try written(0, .min)?.code == "projection.row")
    }
}
