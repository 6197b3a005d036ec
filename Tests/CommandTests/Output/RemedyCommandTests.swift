import DaybookDomains
import EventModel
import Testing

@testable import DaybookCommands

@Suite("Remedies as commands") struct RemedyCommandTests {
    private let flight = StreamID(kind: "flight", id: "0192f0c1")

    private func command(_ text: String) -> String { Remedy(text).about(flight).commandText }

    @Test("a command names the record, and nothing else in it is changed") func named() {
        #expect(
            Remedy("flight.void", "Void it.", record: flight).commandText
                == "daybook flight void 0192f0c1 --reason TEXT")
        #expect(
            Remedy("flight.restore", "Restore it.", record: flight).commandText
                == "Restore it first: daybook flight restore 0192f0c1")
        #expect(
            Remedy("flight.values", "Look.", record: flight).commandText
                == "\"daybook flight show 0192f0c1\" shows its values.")
        #expect(
            Remedy("flight.history", "Look.", record: flight).commandText
                == "\"daybook show flight/0192f0c1\" shows its history.")
        #expect(
            Remedy("photo.remove", "Remove one.", record: flight).commandText
                == "Remove one of yours first: daybook alarm photo remove 0192f0c1 NUMBER")
        #expect(
            Remedy("flight.askAgain", "Ask again.", record: flight).commandText
                == "Ask again: daybook flight sign-request 0192f0c1 FILE")
        #expect(Remedy("flight.void", "Void it.").commandText == "daybook flight void ID --reason TEXT")
    }

    @Test("what is no command on the record stays") func kept() {
        for text in [
            "Take another set, or repeat a question with --question ID.", "daybook quiz train --question ID",
            "An ID is 1 to 64 letters.",
            "daybook alarm show alarm/ID", "Leave --atomic  out.", "daybook flight void IDS",
        ] { #expect(command(text) == text) }
    }

    @Test("values stand where the command needs them; a remedy without a command is its sentence") func values() {
        let resumed = Remedy("test.resume", "Go on with it.", values: ["3"]).commandText
        #expect(
            resumed
                == "Go on with \"daybook quiz answer CHOICE\", or leave it and begin again: daybook quiz start 3 --anew"
        )
        let odd = Remedy("flight.exactTimes", "State them.", values: ["$2", "nightHours $fields", "soloHours 1"])
        #expect(
            odd.about(flight).commandText
                == "\"daybook flight amend $2 --night-hours $fields --solo-hours 1\" states them exactly.")
        #expect(Remedy("no.command", "It costs $1.", values: ["3"]).commandText == "It costs $1.")
        #expect(Remedy("no.command", "Do it by hand.", values: ["3"]).commandText == "Do it by hand.")
        #expect(Remedy("Use another one.").commandText == "Use another one.")
        let note = ImportNote(line: 2, code: "a", text: "Too much.", remedy: Remedy("forward.enter", "As totals."))
        #expect(note.sentences == "Too much. As totals.")
        #expect(
            note.commandText
                == "Too much. Totals of an earlier logbook are entered with \"daybook flight forward\".")
    }
}
