import DaybookDomains
import EventModel
import EventStore
import Foundation
import Testing

@Suite struct ReplayCommandTests {
    private static func filled() -> Shell {
        let shell = Shell()
        shell.must("append", input: flightLine("a", landings: 3) + flightLine("b"))
        shell.must("setting", "set", "water.unit", "oz")
        shell.must("flight", "amend", "a", "--date", "2026-01-15", "--hobbs", "2.5")
        shell.must("flight", "remove", "b")
        return shell
    }

    @Test("A projection is folded and compared alone") func projections() {
        let shell = ReplayCommandTests.filled()
        var states: Set<String> = []
        for projection in [nil, "logbook.flights", "outcomes", "registers"] {
            let given = projection.map { ["--projection", $0] } ?? []
            let replay = shell.run(["replay", "--json"] + given).json
            #expect(
                replay["equal"] == .bool(true) && replay["state"] == replay["kept"] && replay["events"] == .integer(6),
                "\(given)")
            #expect(replay["projection"]?.stringValue == projection)
            states.insert(replay["state"]?.stringValue ?? "")
        }
        #expect(states.count == 4, "four parts, four digests")
        let before = shell.run("replay", "--projection", "logbook.flights", "--json").json["state"]
        shell.must("setting", "set", "water.unit", "ml")
        #expect(shell.run("replay", "--projection", "logbook.flights", "--json").json["state"] == before)
        let unknown = shell.run("replay", "--projection", "x", "--json")
        #expect(unknown.status == 64 && unknown.code == "projection.unknown")
        #expect(unknown.error["error"]?["message"] == .string("There is no projection \"x\"."))
        #expect(
            unknown.error["error"]?["hint"]
                == .string(
                    "The projections are logbook.flights, logbook.forwards, hydration.drinks, outcomes, registers."))
    }

    @Test("Until an earlier position the fold and the kept rows moved back give the same") func until() {
        let shell = ReplayCommandTests.filled()
        var states: [String] = []
        for position in 0...6 {
            for projection in ["logbook.flights", "outcomes", "registers"] {
                let part = shell.run("replay", "--until", "\(position)", "--projection", projection, "--json")
                #expect(part.status == 0 && part.json["equal"] == .bool(true), "\(projection) until \(position)")
            }
            let replay = shell.run("replay", "--until", "\(position)", "--json").json
            #expect(replay["events"] == .integer(position) && replay["equal"] == .bool(true), "until \(position)")
            states.append(replay["state"]?.stringValue ?? "")
        }
        #expect(states[0] == states[1] && Set(states).count == 6, "origin.started tells the projections nothing")
        #expect(states[6] == shell.run("digest", "--json").json["state"]?.stringValue)
        let past = shell.run("replay", "--until", "7", "--json")
        #expect(past.status == 1 && past.code == "position.past")
        #expect(past.error["error"]?["message"] == .string("Position 7 lies past the end of the ledger."))
    }

    @Test("A kept state that differs ends with 74, now and until the position from which it differs") func unequal()
        throws
    {
        let shell = ReplayCommandTests.filled()
        try ReplayCommandTests.forgetKeptRows(of: "flight/a", in: shell.ledger)
        let unequal = shell.run("replay", "--json")
        #expect(unequal.status == 74 && unequal.json["equal"] == .bool(false) && unequal.code == "replay.unequal")
        #expect(unequal.error["error"]?["message"] == .string("The kept state is not what the events fold to."))
        #expect(
            unequal.error["error"]?["hint"]
                == .string("The events are not touched by this; \"daybook verify\" checks them."))
        let text = shell.run("replay")
        #expect(text.status == 74 && text.lines.last == "The kept state differs.")
        #expect(shell.run("replay", "--projection", "logbook.flights", "--json").status == 74)
        #expect(shell.run("replay", "--projection", "registers", "--json").status == 0)
        #expect(shell.run("replay", "--until", "5", "--json").status == 74)
    }

    /// Writes a stream's record anew without what it keeps for the projections, past everything that would keep it
    /// right.
    private static func forgetKeptRows(of name: String, in path: String) throws {
        let store = try EventStore.open(LedgerFolder(path: path), .readWrite, mapByteCount: 1 << 30)
        defer { store.close() }
        let stream = try #require(StreamID(name))
        let thread = StoreThread()
        let isQueued = try thread.enqueue {
            do {
                try store.write(stamp: Instant(milliseconds: 1_770_728_400_000)) { _, transaction in
                    guard var record = try transaction.streamRecord(stream) else {
                        preconditionFailure("the stream is there")
                    }
                    record.kept = []
                    var writer = RowWriter()
                    try transaction.put(&record, of: stream, &writer)
                }
            } catch { preconditionFailure("\(error)") }
        }
        #expect(isQueued)
        thread.stop()
    }
}
