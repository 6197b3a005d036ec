import DaybookDomains
import Foundation
import Testing

/// The answers that an exchange changed, each with what did.
@Suite struct ChangedAnswersTests {
    private let phone = Shell()
    private let tablet = Shell(initialise: false)

    init() {
        phone.must("principal", "export", phone.file("me.key"))
        tablet.must("init", "--join", phone.file("me.key"), "--zone", "America/New_York")
    }

    /// The tablet's statement about an exchange with the phone.
    private func exchange(_ options: String...) throws -> Shell.Result {
        let folder = phone.file("shared")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        phone.must("sync", folder)
        return tablet.run(["sync", folder] + options)
    }

    /// The newest event of the phone.
    private var newest: JSONValue { phone.must("log", "--json").jsonLines.last ?? .null }

    @Test("a zone that arrives is the cause of what it changes, and a device without a name has digits") func zone()
        throws
    {
        phone.must("water", "add", "water", "3000")
        _ = try exchange()
        // In Kiritimati the next day has begun.
        phone.must("zone", "set", "Pacific/Kiritimati")
        let event = newest
        let stated = try exchange()
        let id = event["id"]?.stringValue?.prefix(12) ?? ""
        let device = event["source"]?.stringValue?.prefix(12) ?? ""
        #expect(
            stated.lines.first
                == "Drunk on 2026-02-11: 3000 of 2500 mL, met → 0 of 2500 mL, "
                + "by the event \(id) of the device \(device).",
            "\(stated.out)")
    }

    @Test("an erasure is named beside what else made a total another") func erasure() throws {
        let flight = phone.log("--hobbs", "1.5", "--date", "2026-02-01", "--solo", "--day-landings", "3")
        _ = try exchange()
        phone.must("erase", "flight/\(flight)", "--reason", "x", "--yes")
        let erased = newest["id"]
        _ = phone.log("--hobbs", "2.0", "--date", "2026-02-02", "--solo", "--day-landings", "1")
        let logged = newest["id"]
        let answer = try exchange("--json").json
        guard case .array(let changes)? = answer["changed"] else {
            Issue.record("no answer changed: \(answer.text)")
            return
        }
        let total = changes.first { $0["answer"] == .string("summary.totalHours") }
        #expect(total?["from"]?.text == "1.5" && total?["to"]?.text == "2.0")
        #expect(total?["because"]?[0]?["event"] == erased && total?["because"]?[1]?["event"] == logged)
        #expect(total?["because"]?[2] == nil)
        // Nothing arrives again, so nothing changes again.
        #expect(try exchange("--json").json["changed"] == nil)
    }
}
