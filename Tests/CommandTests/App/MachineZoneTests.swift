@testable import DaybookCommands
import Foundation
import Testing

/// The zone of the machine, and that a watch asks once about each move.
@Suite struct MachineZoneTests {
    private let shell = Shell()

    private func link(to path: String) throws -> String {
        let link = shell.file("localtime-\(path.hashValue)")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        return link
    }

    @Test("TZ comes before the link, also with its colon; what is no zone names none") func names() throws {
        let tokyo = try link(to: "/usr/share/zoneinfo/Asia/Tokyo")
        #expect(MachineZone.name(["TZ": "Europe/London"], link: tokyo) == "Europe/London")
        #expect(MachineZone.name(["TZ": ":Europe/London"], link: tokyo) == "Europe/London")
        for variables in [[:], ["TZ": ""], ["TZ": "CET-1CEST"], ["TZ": "Mars/Olympus"]] {
            #expect(MachineZone.name(variables, link: tokyo) == "Asia/Tokyo", "\(variables)")
        }
        for path in ["/usr/share/zoneinfo/Mars/Olympus", "/usr/share/zoneinfo/", "/elsewhere"] {
            #expect(MachineZone.name([:], link: try link(to: path)) == nil, "\(path)")
        }
        #expect(MachineZone.name([:], link: shell.file("none")) == nil)
    }

    @Test("a move is named once, a move back again, and a machine that names no zone did not move") func moves() {
        var zone = MachineZone(name: "Europe/Berlin")
        let names = ["Europe/Berlin", "Europe/London", "Europe/London", nil, "Europe/London", "Europe/Berlin"]
        #expect(names.map { zone.move(to: $0) } == [nil, "Europe/London", nil, nil, nil, "Europe/Berlin"])
    }
}
