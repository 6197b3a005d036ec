import EventModel
import Logbook
import Testing

@Suite struct AskedFieldTests {
    private func missing(_ flight: Flight, isSigned: Bool = false) -> [AskedField] {
        let fields = AskedFields(flight, isSigned: isSigned)
        return AskedField.allCases.filter(fields.misses)
    }

    /// Solo, with all that is asked of such a flight.
    private func complete(_ change: (inout Flight) -> Void = { _ in }) -> Flight {
        flight("2026-02-01") {
            $0.from = "KSJC"
            $0.aircraft = "N1"
            $0.solo = true
            change(&$0)
        }
    }

    @Test("D-4, 61.51(b): what every flight must tell") func everyFlight() {
        #expect(missing(complete()) == [])
        #expect(
            missing(
                complete {
                    $0.from = nil; $0.to = "KRHV"
                }) == [], "the one place told is both")
        #expect(missing(complete { $0.from = "" }) == [.places])
        #expect(missing(complete { $0.aircraft = nil }) == [.aircraft])
        #expect(missing(complete { $0.solo = nil }) == [.experience])
        #expect(
            missing(
                complete {
                    $0.solo = nil; $0.picHours = 15
                }) == [])
        for column in ["SIC", "DualGiven"] {
            let flown = complete {
                $0.solo = nil; $0.extra[column] = "1.5"
            }
            #expect(missing(flown) == [], "61.51(b)(2)(iii), and an instructor's time: \(column)")
        }
        #expect(
            missing(
                complete {
                    $0.dayLandings = nil; $0.allLandings = 1
                }) == [.conditions])
        #expect(
            missing(
                complete {
                    $0.dayLandings = nil; $0.allLandings = 1; $0.nightHours = 0
                }) == [], "0 is told")
        #expect(missing(flight { $0.hobbs = 0 }) == [.time], "nothing else is asked of an entry that tells no time")
        #expect(
            missing(
                flight {
                    $0.hobbs = 0; $0.groundHours = 10; $0.remarks = "airspace"
                }, isSigned: true) == [], "a lesson on the ground")
    }

    @Test(
        "D-4, 61.51(b)(1)(v), (g)(3): instruments ask for a safety pilot or an instructor, approaches for their places")
    func instruments() {
        #expect(missing(complete { $0.instrumentHours = 5 }) == [.safetyPilot])
        #expect(
            missing(
                complete {
                    $0.instrumentHours = 5; $0.remarks = "with B. Safety"
                }) == [])
        #expect(
            missing(
                complete {
                    $0.instrumentHours = 5; $0.extra = ["Person1": "B. Safety;Safety Pilot"]
                }) == [])
        #expect(
            missing(
                complete {
                    $0.instrumentHours = 5; $0.actualInstrumentHours = 5
                }) == [], "in clouds nobody else looks out")
        #expect(
            missing(complete { $0.approaches = 2 }) == [.approaches] && missing(complete { $0.approaches = 0 }) == [])
        #expect(
            missing(
                complete {
                    $0.approaches = 2; $0.extra = ["Approach1": "1;ILS;30L;KSJC"]
                }) == [])
        #expect(
            missing(
                complete {
                    $0.approaches = 2; $0.extra = ["Approach1": ""]
                }) == [.approaches])
    }

    @Test("D-4, 61.51(h): training asks for its description and the instructor's signature") func training() {
        let lesson = complete {
            $0.solo = nil; $0.dual = true
        }
        #expect(missing(lesson) == [.training, .endorsement] && missing(lesson, isSigned: true) == [.training])
        #expect(
            missing(
                complete {
                    $0.solo = nil; $0.dual = true; $0.remarks = "stalls"
                }, isSigned: true) == [])
    }

    @Test("D-4: entries that lack the same are one run, which only an entry that tells it ends") func runs() {
        let (bare, full) = (complete { $0.aircraft = nil }, complete())
        let ground = flight {
            $0.hobbs = 0; $0.groundHours = 10; $0.remarks = "airspace"
        }
        let entries = [bare, ground, bare, full, bare].map { AskedFields($0, isSigned: true) }
        let runs = LogbookReview.missing(entries)
        #expect(
            runs.map(\.field) == [.aircraft, .aircraft] && runs.map(\.first) == [0, 4] && runs.map(\.last) == [2, 4]
                && runs.map(\.count) == [2, 1])
        #expect(LogbookReview.missing([]) == [])
    }

    @Test("D-4: each field is named in plain words with its paragraph") func names() {
        #expect(
            AskedField.allCases.map { "\($0.code): \($0.title), \($0.paragraph)" } == [
                "time: flight or lesson time, 61.51(b)(1)(ii)",
                "places: where it departed and arrived, 61.51(b)(1)(iii)",
                "aircraft: the aircraft's type and identification, 61.51(b)(1)(iv)",
                "experience: solo, pilot in command, second in command, or training received or given, 61.51(b)(2)",
                "conditions: day or night, 61.51(b)(3)(i)",
                "safetyPilot: the safety pilot's name, for instruments without an instructor, 61.51(b)(1)(v)",
                "approaches: place and type of each instrument approach, 61.51(g)(3)(i)",
                "training: a description of the training, 61.51(h)(2)",
                "endorsement: the instructor's signature for the training, 61.51(h)(2)",
            ])
    }
}
