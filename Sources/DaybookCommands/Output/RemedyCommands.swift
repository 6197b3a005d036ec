import DaybookDomains

/// The remedies of the library as commands. `ID` is the record, `$1` the first value, and `$fields` stands
/// for the others, each a field and its value.
enum RemedyCommands {
    static let texts: [String: String] = [
        "alarm.allowSnooze": "Switch it on: daybook setting set alarms.snooze true",
        "alarm.answerAgain": "Answer it again: daybook alarm done ID",
        "alarm.hold": "daybook alarm done ID --hold 3",
        "alarm.list": "\"daybook alarm list\" shows them.",
        "alarm.reschedule": "Give it another: daybook alarm edit ID --schedule JSON",
        "alarm.show": "\"daybook alarm show ID\" shows when it fires.",
        "alarm.times": "\"daybook alarm list\" shows when it fires.",
        "alarm.title": "Say --title NAME; in an event's data, \"title\":\"Rent\".",
        "answer.order":
            "Choices are in the order of the bank, from 0; \"daybook quiz train\" finds out by itself "
                + "whether one is right.",
        "attempt.begin": "\"daybook quiz start N\" makes an attempt.",
        "attempt.restore": "Take that back with \"daybook quiz restore\", or begin anew: daybook quiz start N",
        "authority.faa": "\"daybook setting set logbook.authority faa\" answers by 14 CFR 61.57.",
        "bank.add": "Add its bank: daybook quiz bank add FILE",
        "bank.check": "\"daybook quiz bank check $1\" names all.",
        "bank.fetch": "Take it from there: daybook sync, or add the file here as well: daybook quiz bank add FILE",
        "bank.make": "Add a bank: daybook quiz bank add FILE (\"daybook quiz bank new $1 FILE\" makes one to fill in).",
        "bank.new": "\"daybook quiz bank new CODE FILE\" writes one to fill in.",
        "bank.state": "Name the one that is meant: daybook quiz bank convert LIST FILE --state CODE",
        "calendar.update": "\"daybook alarm import --update FILE\" changes the alarm.",
        "card.results": "Leave --with out. \"daybook quiz results\" shows the supposed result.",
        "device.describe":
            "If it is a training device, describe it by its kind: daybook flight describe $1 --class aatd",
        "device.orFlight": "Name the training device, or log a flight: daybook flight log.",
        "drink.list": "\"daybook water today\" shows them.",
        "drink.restore": "\"daybook water restore ID\" brings it back.",
        "endorsement.askAgain": "Ask again: daybook endorse sign-request ID FILE",
        "endorsement.list": "\"daybook endorse list\" shows them.",
        "endorsement.renew":
            "Where the endorsement is wrong, withdraw it and enter it anew: daybook endorse withdraw ID",
        "endorsement.signAgain": "Let the instructor sign again: daybook endorse sign ID --cfi NUMBER",
        "endorsement.signatures": "\"daybook endorse list\" shows which are signed.",
        "endorsement.void": "daybook endorse void ID --reason TEXT",
        "endorsement.voidInstead": "Void the signature instead: daybook endorse void ID --reason TEXT",
        "event.undo": "Take that back first: daybook undo EVENT",
        "flight.accept": "Say --accept $1 to keep it as it is; in an event's data, \"accepted\":[\"$1\"].",
        "flight.exactTimes": "\"daybook flight amend $1 $fields\" states them exactly.",
        "flight.addFigures": "\"daybook flight amend $1\" adds them.",
        "flight.amendOwn": "Change the flight to what you mean to sign with \"daybook flight amend\".",
        "flight.askAgain": "Ask again: daybook flight sign-request ID FILE",
        "flight.bringAllBack":
            "\"daybook flight restore ID\" brings it back; importing its file again brings back all of them.",
        "flight.bringBack": "\"daybook flight restore ID\" brings it back.",
        "flight.date": "Say --date YYYY-MM-DD.",
        "flight.history": "\"daybook show flight/ID\" shows its history.",
        "flight.hours": "Say --hobbs 1.5, or --hobbs-start and --hobbs-end; in an event's data, \"hobbs\":1.5.",
        "flight.landings": "Say --day-landings 1 or --night-landings 1; in an event's data, \"dayLandings\":1.",
        "flight.list": "\"daybook flight list\" shows them.",
        "flight.readings":
            "Give only two of the three, or correct the wrong one; \"--clear hobbsStart --clear hobbsEnd\" "
                + "takes readings away.",
        "flight.restore": "Restore it first: daybook flight restore ID",
        "flight.restoreRow": "\"daybook flight restore $1\" brings it back.",
        "flight.shown": "\"daybook flight show ID\" shows it.",
        "flight.signAgain": "Let the instructor sign again: daybook flight sign ID --cfi NUMBER",
        "flight.signSuccessor": "Sign the flight that took its place: \"daybook flight show ID\" names it.",
        "flight.soloOrDual":
            "Give one of them, and --no-solo or --no-dual for the other. If the flight was partly each, give "
                + "the hours: --solo-hours 0.5 --dual-hours 1.0.",
        "flight.supersedeBoth": "Supersede that one too, or void its signature: daybook flight void ID --reason TEXT",
        "flight.supersedeSuccessor": "Supersede the flight that took its place: \"daybook flight show ID\" names it.",
        "flight.values": "\"daybook flight show ID\" shows its values.",
        "flight.void": "daybook flight void ID --reason TEXT",
        "flight.voidInstead": "Void the signature instead: daybook flight void ID --reason TEXT",
        "flight.wholeDual":
            "--dual without --dual-hours means the whole flight: give the dual hours too, or --no-dual.",
        "flight.wholeSolo":
            "--solo without --solo-hours means the whole flight: give the solo hours too, or --no-solo.",
        "forward.date": "Give it with --date.",
        "forward.enter": "Totals of an earlier logbook are entered with \"daybook flight forward\".",
        "forward.list": "\"daybook flight forward list\" shows them.",
        "forward.restore":
            "\"daybook undo EVENT\" restores them; \"daybook show forward/ID\" shows the event of the "
                + "removal.",
        "forward.total": "Give it with --total HOURS.",
        "import.dateOrder":
            "A spreadsheet may have changed the dates: import with --dates mdy (month first) or dmy (day "
                + "first), or import the file as the logbook program wrote it.",
        "import.dates": "Nothing was imported. Name the order of the file with --dates mdy, dmy or ymd.",
        "import.dayFirst": "Line $1 shows that the day comes first: import with --dates dmy.",
        "import.exportAgain": "Nothing was imported. Export the logbook from $1 again, or say --format.",
        "import.exportAsForeFlight":
            "Nothing was imported. Export the logbook as a ForeFlight CSV file again, or say --format.",
        "import.map": "Nothing was imported. --map-example writes a map for the file at hand.",
        "import.monthFirst": "Line $1 shows that the month comes first: import with --dates mdy.",
        "instructor.number": "Say --cfi NUMBER.",
        "key.new": "\"daybook key new FILE\" makes one.",
        "key.newInstructor": "\"daybook key new FILE\" makes an instructor's key.",
        "onboarding.intent": "Say --intent, one of $1.",
        "onboarding.stage": "Say --stage, one of $1.",
        "outcome.dismiss": "Decide that it does not count: daybook outcomes resolve --dismiss $1",
        "photo.attach": "Attach it again: daybook alarm photo add ID FILE",
        "photo.list": "\"daybook alarm photo list ID\" shows those that are.",
        "photo.remove": "Remove one of yours first: daybook alarm photo remove ID NUMBER",
        "request.write": "\"daybook flight sign-request ID FILE\" writes one.",
        "reset.find": "\"daybook quiz restore\" finds them.",
        "response.write": "\"daybook key sign FILE --key KEYFILE --cfi NUMBER\" writes one.",
        "review.list": "\"daybook review list\" shows them.",
        "review.number": "Say --cfi NUMBER, or leave it out.",
        "schedule.days":
            "Say --days 2,5 (weekdays, 1 is Sunday; of monthlyDate the days of the month); in a schedule, "
                + "\"days\":[2,5].",
        "schedule.until": "Give the last day instead: --until DAY",
        "session.enter": "Enter it with \"daybook flight simulator\".",
        "set.first": "daybook quiz train --set 1",
        "set.goOn": "Go on with a set: daybook quiz train --set 1",
        "set.other": "Take another set, or repeat a question with --question ID.",
        "state.choose": "Choose one: daybook quiz state CODE",
        "test.again": "Take the test again: daybook quiz start N",
        "test.answer": "Go on with \"daybook quiz answer CHOICE\".",
        "test.begin": "\"daybook quiz start N\" makes one.",
        "test.choice": "daybook quiz answer B",
        "test.first": "daybook quiz start 1",
        "test.history": "\"daybook quiz history\" shows them.",
        "test.list": "\"daybook quiz tests\" shows them.",
        "test.resume":
            "Go on with \"daybook quiz answer CHOICE\", or leave it and begin again: daybook quiz start $1 "
                + "--anew",
        "test.start": "Begin one: daybook quiz start 1",
        "test.submit": "Hand the test in: daybook quiz submit",
        "test.take": "Go on with \"daybook quiz take $1\".",
        "tier.plus": "Take Plus: daybook alarm tier plus",
        "tier.premium": "Take the other: daybook setting set quiz.tier premium",
        "tier.removeOrPlus": "Remove one, or take Plus: daybook alarm tier plus",
        "tier.switchOrPlus": "Switch one off, or take Plus: daybook alarm tier plus",
        "tour.finish": "Finish it with \"daybook tour next\".",
        "training.answer": "daybook quiz train --answer B",
        "training.goOn": "Go on with \"daybook quiz train\".",
        "training.next": "\"daybook quiz train\" shows the next one.",
        "void.reason": "Say --reason TEXT.",
        "water.profile": "daybook water profile --age 40 --weight 70 --activity moderately",
        "zone.state": "Where it is that day already, say so with --zone.",
        "flight.askOwner": "Ask the owner for a new one: daybook flight sign-request ID FILE",
        "flight.askAnew": "Ask for a new signature: daybook flight sign-request ID FILE",
        "flight.nameOrAsk": "Name that flight, or ask for a signature on this one: daybook flight sign-request ID FILE",
        "flight.nameThatOrAsk":
            "Name that one, or ask for a signature on this flight: daybook flight sign-request ID FILE",
        "endorsement.askOwner": "Ask the owner for a new one: daybook endorse sign-request ID FILE",
        "endorsement.askAnew": "Ask for a new signature: daybook endorse sign-request ID FILE",
        "endorsement.nameOrAsk":
            "Name that flight, or ask for a signature on this one: daybook endorse sign-request ID FILE",
        "endorsement.nameThatOrAsk":
            "Name that one, or ask for a signature on this endorsement: daybook endorse sign-request ID FILE",
        "make.flight.signed": "\"daybook flight sign\" makes it.",
        "make.signature.voided": "\"daybook flight void\" makes it.",
        "make.endorsement.signed": "\"daybook endorse sign\" makes it.",
        "make.endorsement.voided": "\"daybook endorse void\" makes it.",
        "make.outcome.settled": "\"daybook outcomes resolve\" makes it.",
        "water.columns": "Nothing was imported. The columns are $1; --map names those of another program.",
        "file.empty":
            "Export the logbook again; --format jsonl takes it as the export of a ledger without events.",
        "file.format":
            "Formats are the files of ForeFlight, MyFlightbook, LogTen and SoloTrack and our own JSON Lines; "
            + "--format names one. Any other table is read with --map FILE, which --map-example writes.",
        "outcome.decideAgain": "Decide again: daybook outcomes resolve --apply EVENT, or --dismiss EVENT",
    ]
}
