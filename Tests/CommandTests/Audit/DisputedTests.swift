import DaybookDomains
import Foundation
import Testing

/// Two devices of one pilot on which different contents of a flight were signed.
@Suite struct DisputedTests {
    private let phone = Shell()
    private let tablet = Shell(initialise: false)

    /// A flight that both hold, signed on the phone as it was and on the tablet with a remark.
    private func disputed(_ count: Int = 1) -> [String] {
        let folder = phone.folder + "/shared"
        // Made anew for each test.
        try! FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let flights = (0..<count).map { _ in phone.log("--hobbs", "1.5", "--day-landings", "3") }
        phone.must("principal", "export", phone.folder + "/me.key")
        tablet.must("init", "--join", phone.folder + "/me.key")
        for shell in [phone, tablet] { shell.must("sync", folder) }
        for flight in flights {
            phone.must("flight", "sign", flight, "--cfi", "111")
            tablet.must("flight", "amend", flight, "--remarks", "x")
            tablet.must("flight", "sign", flight, "--cfi", "222")
        }
        for shell in [phone, tablet, phone] { shell.must("sync", folder) }
        return flights
    }

    @Test(
        "semantics §3: a figure that rests on a disputed flight says so beside it, and once a signature is voided no more"
    )
    func beside() throws {
        let flight = try #require(disputed().first)
        let line = "Disputed: this rests on flight/\(flight), whose signatures disagree."
        for command in [["flight", "summary"], ["progress"], ["currency"]] {
            #expect(phone.run(command).lines.contains(line), "\(command)")
            #expect(phone.run(command + ["--json"]).json["disputed"]?.text == #"["flight/\#(flight)"]"#, "\(command)")
        }
        #expect(
            phone.must("audit").lines.contains(
                "  Disputed: these sums rest on 1 flight whose signatures disagree: \(flight)."))
        #expect(phone.must("audit", "--json").json["disputed"]?.text == #"["flight/\#(flight)"]"#)
        // Neither before it was disputed, nor of days before its own.
        for times in [["--known-at", "2"], ["--on", "2020-01-01"]] {
            #expect(
                phone.run(["flight", "summary", "--json"] + times).json["flights"] != nil
                    && phone.run(["flight", "summary", "--json"] + times).json["disputed"] == nil)
            #expect(phone.run(["progress", "--json"] + times).json["disputed"] == nil)
        }
        let signature = try #require(
            phone.must("log", "--type", "flight.signed", "--json").jsonLines.first?["id"]?.stringValue)
        let refused = phone.run("outcomes", "resolve", "--apply", signature)
        #expect(
            refused.status == 1
                && refused.err
                    == "error: The signatures of flight/\(flight) disagree, and both stand: to decide about one event settles nothing.\n"
                    + "hint: Void the wrong one: daybook flight void \(flight) --signature EVENT --reason TEXT. \"daybook show flight/\(flight)\" shows both.\n",
            "\(refused.err)")
        #expect(phone.run("outcomes", "resolve", "--dismiss", signature, "--json").code == "signature.locked")
        phone.must("flight", "void", flight, "--signature", signature, "--reason", "wrong one")
        for command in [["flight", "summary"], ["progress"], ["currency"]] {
            #expect(phone.run(command + ["--json"]).json["disputed"] == nil, "\(command)")
        }
    }

    @Test("both signatures voided at once: the change that one of them covered is dropped, and that is told")
    func both() throws {
        let flight = try #require(disputed().first)
        let edit = try #require(
            phone.must("log", "--type", "flight.amended", "--json").jsonLines.first?["id"]?.stringValue)
        let stated = phone.must("flight", "void", flight, "--all", "--reason", "again")
        #expect(
            stated.lines.last
                == "Note: The change \(edit.prefix(12)), which waited for the signature, is dropped and does not count (void.dropped). "
                + "\"daybook outcomes resolve --apply \(edit.prefix(12))\" lets it count.", "\(stated.out)")
    }

    @Test("of many disputed flights ten are named") func many() {
        #expect(disputed(12).count == 12)
        let lines = phone.must("flight", "summary").lines
        #expect(
            lines.count { $0.hasPrefix("Disputed: ") } == 10
                && lines.last == "… and on 2 more such flights. \"daybook outcomes\" lists them.")
    }

    @Test("a decision made again appends nothing; another one does, and the first again") func again() throws {
        let flight = phone.log("--hobbs", "1.5")
        phone.must("flight", "amend", flight, "--remarks", "x")
        let edit = try #require(
            phone.must("log", "--type", "flight.amended", "--json").jsonLines.first?["id"]?.stringValue)
        let first = phone.must("outcomes", "resolve", "--dismiss", edit, "--json").json
        let position = phone.position
        let second = phone.must("outcomes", "resolve", "--dismiss", edit, "--json").json
        #expect(second["settled"] == first["settled"] && phone.position == position)
        #expect(
            phone.must("outcomes", "resolve", "--dismiss", edit).out == "The event \(edit.prefix(12)) is dropped.\n")
        phone.must("outcomes", "resolve", "--apply", edit)
        #expect(
            phone.must("flight", "show", flight, "--json").json["remarks"]?.stringValue == "x"
                && phone.position == position + 1)
        phone.must("outcomes", "resolve", "--dismiss", edit)
        #expect(phone.position == position + 2)
    }
}
