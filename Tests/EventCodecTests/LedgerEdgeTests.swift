import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import Logbook
import Testing
import TransparencyLog

/// The allowed effect of foreign bytes and odd drafts on a ledger: none, or the one they state.
@Suite(.serialized) struct LedgerEdgeTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/ledger-edge-\(UInt64.random(in: 0 ... .max))"

    private func withLedger(_ name: String = "a", _ body: (Ledger) throws -> Void) throws {
        let ledger = try Ledger.create(
            at: folder + name, environment: .daybook(clock: { Instant("2026-02-10T13:00:00Z")! }))
        defer {
            ledger.close()
            removeFile(folder + name)
        }
        try body(ledger)
    }

    private let setting = JSONValue.object(pairs: ["name": .string("notices"), "value": .bool(true)])
    private let stream = StreamID("settings/logbook")!

    private func lines(of ledger: Ledger) throws -> [String] {
        var lines: [String] = []
        _ = try ledger.exportLines { lines.append($0) }
        return lines
    }

    private func importLines(_ lines: [String], into ledger: Ledger) throws -> ImportLinesOutcome {
        var rest = lines[...]
        return try ledger.importLines { rest.popFirst().map { Array($0.utf8) } }
    }

    /// Found by the target `append`: `{"stream":"profile/l",…,"time":"0001-01-01T00:00:00+23:59"}` and its like.
    @Test(arguments: [
        ValidTime.instant(Instant(milliseconds: Instant.earliest.milliseconds - 1), offsetSeconds: 0, zone: "UTC"),
        .instant(Instant(milliseconds: Instant.latest.milliseconds + 1), offsetSeconds: 0, zone: "UTC"),
        .instant(Instant(milliseconds: 0), offsetSeconds: 86_400, zone: "UTC"),
        .instant(Instant(milliseconds: 0), offsetSeconds: 0, zone: ""),
        .instant(Instant(milliseconds: 0), offsetSeconds: 0, zone: String(repeating: "z", count: 65)),
        .instant(Instant(milliseconds: 0), offsetSeconds: 0, zone: "e\u{301}"),
        .date(CivilDate(day: CivilDate.latest.day + 1)),
    ])
    func aTimeThatNoEnvelopeMayHoldIsRefused(time: ValidTime) throws {
        try withLedger { ledger in
            let draft = EventDraft(stream: stream, type: "setting.changed", data: .json(setting), occurred: time)
            #expect(throws: DraftRefusal.self) { try ledger.append([draft]) }
            let isSound = try ledger.verify().isSound
            #expect(isSound)
        }
    }

    @Test func aRefusedAppendWritesNothing() throws {
        try withLedger { ledger in
            let refused = EventDraft(stream: stream, type: "setting.changed", data: .json(.object([])))
            #expect(throws: DraftRefusal.self) { try ledger.append([refused]) }
            let events = try ledger.digest().events
            #expect(events == 0)
        }
    }

    /// Found by the target `cbor`, whose second opinion was Foundation's Form C at first.
    @Test(arguments: [
        ("\u{1113}\u{1169}\u{11AB}", "\u{1113}\u{1169}\u{11AB}"), ("\u{D558}\u{11AB}", "\u{D55C}"),
        ("\u{1100}\u{1161}\u{11A7}", "\u{AC00}\u{11A7}"),
    ])
    func hangulIsKept(given: String, expected: String) throws {
        try withLedger { ledger in
            let data = JSONValue.object(pairs: ["name": .string("cockpit.motto"), "value": .string(given)])
            _ = try ledger.append([EventDraft(stream: stream, type: "setting.changed", data: .json(data))])
            let views = try lines(of: ledger).compactMap { try JSONParser.parse(Array($0.utf8))["view"] }
            let kept = views.compactMap { $0["data"]?["value"]?.stringValue }
            #expect(kept.map { Array($0.unicodeScalars) } == [Array(expected.unicodeScalars)])
        }
    }

    @Test func aViewSaysTheSameInAnotherOrder() throws {
        try withLedger { source in
            _ = try source.append([EventDraft(stream: stream, type: "setting.changed", data: .json(setting))])
            let turned = try lines(of: source).map { line in
                line.replacing("{\"name\":\"notices\",\"value\":true}", with: "{\"value\":true,\"name\":\"notices\"}")
            }
            #expect(try turned != lines(of: source))
            try withLedger("b") { other in
                let received = try importLines(turned, into: other).received
                #expect(received == 2)
            }
        }
    }

    /// A wrong signature beside a blob that is right.
    @Test func aRefusedImportKeepsNoBlob() throws {
        try withLedger { source in
            _ = try source.append([EventDraft(stream: stream, type: "setting.changed", data: .json(setting))])
            let bytes: [UInt8] = [1, 2, 3]
            let digest = SHA256Hasher.hash(bytes)
            let forged = try lines(of: source).map { line -> String in
                guard case .head(var head) = try ExportLine.read(Array(line.utf8)).line else { return line }
                head[head.count - 1] ^= 1
                return ExportLine.text(ofHead: head)
            }
            let blob = ExportLine.text(ofBlob: digest, number: 0, isLast: true, bytes: bytes)
            try withLedger("b") { other in
                #expect(throws: (any Error).self) { try importLines(forged + [blob], into: other) }
                let events = try other.digest().events
                #expect(events == 0)
                let blobs = try lines(of: other).filter { $0.contains("\"blob\"") }
                #expect(blobs == [])
            }
        }
    }

    /// The rest of an export whose events were cut away.
    @Test func aHeadWithoutItsEventsIsRefused() throws {
        try withLedger { source in
            _ = try source.append([EventDraft(stream: stream, type: "setting.changed", data: .json(setting))])
            let heads = try lines(of: source).filter { $0.contains("\"head\"") }
            #expect(heads.count == 1)
            try withLedger("b") { other in
                #expect(throws: (any Error).self) { try importLines(heads, into: other) }
            }
        }
    }

    /// Found by the target `csv`.
    @Test func aRowThatBreaksALimitDoesNotKeepTheOthersOut() throws {
        let file =
            "Date,AircraftID,From,To,TotalTime\n2026-01-01,N1,KSJC,KRHV,1.0\n2026-01-02,N1,\(String(repeating: "K", count: 65)),KRHV,1.0\n"
        try withLedger { ledger in
            let reading = try ForeFlightImport.read(Array(file.utf8), today: CivilDate("2026-02-10")!)
            let outcome = try ledger.importFlights(reading, format: "foreflight", file: "long.csv")
            #expect(outcome.flights == 1 && outcome.skipped.map(\.line) == [3])
        }
    }
}
