import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import LedgerTestSupport
import Testing

@Suite struct ImmutabilityTests {
    @Test("D-1: no public call changes or removes an event that was appended")
    func nothingChangesAnEvent() throws {
        let store = try StoreLedger(seed: 1)
        let ledger = store.ledger
        let stream = try ledger.logFlight(
            Draft.object(["date": .string("2026-02-01"), "hobbs": .number("1.0"), "dayLandings": .integer(1)])
        ).stream
        var before = try store.observe()
        func unchanged(_ name: String) throws {
            let now = try store.observe()
            #expect(LedgerChecks.onlyGrows(from: before, to: now) == nil, "\(name)")
            before = now
        }
        try ledger.amendFlight(stream, Draft.object(["remarks": .string("x")]))
        try unchanged("amend")
        try ledger.removeFlight(stream)
        try unchanged("remove")
        try ledger.restoreFlight(stream)
        try unchanged("restore")
        let signature = try ledger.signFlight(stream, cfiNumber: "1234567").ids[0]
        try unchanged("sign")
        try ledger.voidFlight(stream, reason: "wrong", signature: signature)
        try unchanged("void")
        let amended = try ledger.amendFlight(stream, Draft.object(["remarks": .string("y")])).ids[0]
        try ledger.settle(dismiss: amended)
        try unchanged("dismiss")
        try ledger.settle(apply: amended)
        try unchanged("apply")
        _ = try ledger.verify()
        _ = try ledger.replay()
        _ = try ledger.exportLines { _ in }
        var lines: [[UInt8]] = []
        _ = try ledger.exportLines { lines.append(Array($0.utf8)) }
        var rest = lines.makeIterator()
        _ = try ledger.importLines { rest.next() }
        try unchanged("verify, replay, export, import of itself")
        let copy = Scratch.path()
        defer { Scratch.remove(copy) }
        try ledger.backup(to: copy)
        try unchanged("backup")
        #expect(before.events.count == 10)
    }

    @Test(
        "D-1: a changed byte of an event is found by verify, and named: log, sequence, position; the stream and version where they can be read"
    )
    func aChangedByteIsNamed() throws {
        let store = try StoreLedger(seed: 1)
        _ = try store.append(
            Draft.log("a"), Draft.amend("a", remarks: "the first text"), Draft.amend("a", remarks: "the second text"))
        _ = try store.append(Draft.log("b"))
        let origin = try store.observe().logs[0].name.origin
        let sound = Scratch.bytes(store.path + "/data.mdb")
        let needle = Array("the second text".utf8)
        var found = 0
        for start in sound.indices.dropLast(needle.count)
        where sound[start] == needle[0] && Array(sound[start..<start + needle.count]) == needle {
            var wrong = sound
            wrong[start + 5] ^= 0x20
            try store.rollBack(to: [("data.mdb", wrong)])
            let report = try store.ledger.verify()
            if report.isSound { continue }  // A page that an earlier commit left behind.
            found += 1
            let damage = try #require(report.damage.first)
            #expect([damage.log?.origin.hex, damage.sequence.map(String.init)] == [origin.hex, "3"])
            #expect(damage.reason == "the checksum of an event's row is wrong")
            #expect(damage.position == Position(4))
            #expect(damage.stream == Draft.stream("flight/a") && damage.version == StreamVersion(3))
        }
        #expect(found == 1)
        try store.rollBack(to: [("data.mdb", sound)])
        #expect(try store.ledger.verify().isSound)
    }
}
