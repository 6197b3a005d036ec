import DaybookDomains
import Testing

/// The answer about passengers on paper, and landings in aircraft that nothing describes.
@Suite struct PassengerTextTests {
    private let shell = Shell()

    private func log(_ aircraft: String, on day: String) {
        shell.must("flight", "log", "--hobbs", "1.0", "--aircraft", aircraft, "--date", day, "--day-landings", "3")
    }

    @Test("the printed audit and the printed book state the verdict by class, its last days, and the bar")
    func paper() {
        let pages = ["audit", "logbook"]
        for page in pages {
            #expect(!shell.must(page, "--html", "-").out.contains("Passengers"), "no flight yet")
        }
        log("N1", on: "2026-02-01")
        func line(_ text: String) -> String {
            "<tr><th scope=\"row\">Passengers<td>You are current\(text)"
                + " No practical test is recorded: a student pilot may not carry passengers."
        }
        let days = "general through 2026-05-02, night never."
        for page in pages {
            let out = shell.must(page, "--html", "-").out
            #expect(out.contains(line(" on 2026-02-10 by 61.57: \(days)")), "\(out.prefix(3_000))")
        }
        shell.must("flight", "describe", "N1", "--class", "asel", "--gear", "nosewheel")
        let title = "airplane single-engine land, nosewheel"
        for page in pages {
            let out = shell.must(page, "--html", "-").out
            #expect(
                out.contains(line(" in \(title) on 2026-02-10 by 61.57: \(title), \(days)")),
                "\(out.prefix(3_000))")
        }
    }

    @Test("landings in aircraft that nothing describes are named beside classes that are known") func mixed() {
        log("N1", on: "2026-02-01")
        log("N2", on: "2025-02-01")
        let line =
            "Assumed: Landings in aircraft that are not described count toward no class; the first three readings "
            + "count all."
        #expect(!shell.must("currency").lines.contains(line))
        shell.must("flight", "describe", "N2", "--class", "asel", "--gear", "nosewheel")
        let text = shell.must("currency").lines
        #expect(text[0].hasPrefix("NOT CURRENT in airplane single-engine land, nosewheel"))
        #expect(text.contains(line), "\(text)")
        shell.must("flight", "describe", "N1", "--class", "asel", "--gear", "nosewheel")
        #expect(!shell.must("currency").lines.contains(line))
    }
}
