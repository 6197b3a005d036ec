import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport
import Logbook

/// All answers of a ledger of the owner, by name.
struct OwnAnswers: Sendable {
    private(set) var answers: [(name: String, text: String)] = []

    /// The first answer that differs, in words.
    func difference(_ other: OwnAnswers) -> String? {
        for (one, two) in zip(answers, other.answers) where one.text != two.text {
            let (first, second) = OwnAnswers.differing(one.text, two.text)
            return "\(one.name)\n  first play:  \(first)\n  second play: \(second)"
        }
        return answers.count == other.answers.count ? nil : "another number of answers"
    }

    /// The surroundings of the first place where the texts differ.
    private static func differing(_ one: String, _ two: String) -> (String, String) {
        let (one, two) = (Array(one), Array(two))
        let place = zip(one, two).prefix { $0 == $1 }.count
        func part(_ text: [Character]) -> String { String(text[max(0, place - 120)..<min(text.count, place + 160)]) }
        return (part(one), part(two))
    }

    /// - Parameter knowing: A moment after the choice: answers are compared as of what was known then, too.
    init(_ ledger: Ledger, _ names: Names, knowing: Instant?) throws {
        let plain = PlainText(names: names.all)
        func add(_ name: String, _ body: () throws -> Any) throws {
            do { answers.append((name, plain.text(try body()))) } catch let refusal as Rejection {
                answers.append((name, "refused \(refusal.code)"))
            } catch let fault as Fault {
                answers.append((name, "fault \(fault.code): \(fault.message)"))
            }
        }
        for projection in Projection.all {
            try add(projection.name) {
                try ledger.figures(projection).value.map { "\($0.id) \($0.title) \($0.value.text) \($0.words)" }
            }
        }
        for (name, asOf) in OwnAnswers.earlier(knowing) {
            for projection in [Projection.currency, .progress, .summary, .water] {
                try add("\(projection.name) \(name)") {
                    try ledger.figures(projection, asOf).value.map { "\($0.id) \($0.value.text)" }
                }
            }
        }
        try logbook(ledger, names, add)
        try alarms(ledger, add)
        try others(ledger, names, add)
        try add("beginnings of ids") { try OwnAnswers.named(ledger, names) }
        try add("records") { try OwnAnswers.records(ledger, names) }
        try add("outcomes of own events") { try OwnAnswers.outcomes(ledger, names) }
    }

    private static func earlier(_ knowing: Instant?) -> [(String, AsOf)] {
        [("of an earlier day", AsOf(on: CivilDate("2026-02-08")))]
            + (knowing.map { [("as known at the choice", AsOf(known: .at($0)))] } ?? [])
    }

    private func logbook(_ ledger: Ledger, _ names: Names, _ add: (String, () throws -> Any) throws -> Void) throws {
        try add("flights") {
            try ledger.flights().value.map { ($0.stream, $0.flight, $0.isLocked, $0.isDisputed, $0.signature) }
        }
        try add("flights removed") { try ledger.removedFlights().value }
        try add("flying days") { try ledger.flyingDays().value }
        try add("periods of currency") { try ledger.currencyPeriods(.general).value }
        try add("progress in detail") { try ledger.progressDetail().value }
        try add("endorsements") { try ledger.endorsements().value }
        try add("reviews") { try ledger.reviews().value }
        try add("flight review") { try ledger.flightReview().value }
        try add("instrument currency") { try ledger.instrumentCurrency().value as Any }
        try add("totals brought forward") { try ledger.forwardedTotals().value }
        try add("possible duplicates") { try ledger.possibleDuplicates().value }
        try add("disputed flights") { try ledger.disputedFlights() }
        try add("aircraft") { try ledger.aircraft() }
        try add("supersessions") { try ledger.supersessions() }
        try add("pilot time") { try ledger.pilotTime().value }
        try add("authority") { try ledger.authority() }
        try add("profile") { try ledger.profile().value }
        try add("defaults of an entry") { try ledger.entryDefaults().value }
        try add("flights as a file") { try ledger.exportFlights(.foreflight).bytes }
        let audit = try ledger.auditLogbook().value
        try add("audit: summary") { [audit.summary as Any, audit.months, audit.forwarded, audit.periods] }
        try add("audit: signatures") { audit.signatures }
        try add("audit: changes") {
            audit.changes.filter { names.all[$0.id.hex] != Names.restated }.map {
                ($0.stream, $0.id, $0.type, $0.outcome, $0.isLater, $0.changes, $0.reason)
            }
        }
        try add("audit: entries") {
            [
                audit.late as Any, audit.duplicates, audit.conflicts, audit.experience, audit.unendorsed, audit.solo,
                audit.missing, audit.incomplete, audit.contradictions, audit.supersessions, audit.disputed,
                audit.waiting,
            ]
        }
    }

    private func alarms(_ ledger: Ledger, _ add: (String, () throws -> Any) throws -> Void) throws {
        try add("alarms") { try ledger.alarms().value }
        try add("groups of alarms") { try ledger.alarmGroups() }
        try add("tier") { try ledger.alarmTier().value }
        try add("profile of alarms") { try ledger.alarmProfile().value }
        try add("fires to come") { try ledger.pendingFires(count: 6).value }
        try add("due") {
            let (due, ahead) = try ledger.dueAndAhead()
            return [due.value as Any, ahead.facts, ahead.notices]
        }
        for domain in ledger.noticeDomains {
            try add("notices of \(domain)") { try ledger.notices(domain: domain).value }
        }
    }

    private func others(_ ledger: Ledger, _ names: Names, _ add: (String, () throws -> Any) throws -> Void) throws {
        try add("water today") { try ledger.waterToday().value }
        try add("water of the week") { try ledger.waterHistory().value }
        try add("streak of water") { try ledger.waterStreak().value }
        try add("goal") { try ledger.waterGoal().value }
        try add("profile of water") { try ledger.waterProfile().value as Any }
        try add("settings of water") { try ledger.waterSettings() }
        try add("reminders of water") { try ledger.waterReminders().value }
        try add("water, smart") { try ledger.waterSmart().value }
        try add("practice") {
            let book = try ledger.quizBook()
            return [book.state as Any, book.selected as Any, book.progress as Any, book.settings as Any]
        }
        try add("statistics of practice") { try ledger.quizStats(try ledger.quizBook()) }
        try add("photo") { try ledger.profilePhoto() as Any }
        try add("settings") { try ledger.settings().value.map { "\($0.name)=\($0.value.text)" } }
        for domain in Ledger.permissionDomains {
            try add("permission of \(domain)") { try ledger.permission(domain: domain) }
        }
        try add("what is not understood") { try ledger.incomplete(.everything) as Any }
        try add("names of own devices") { try ledger.devices().filter { !$0.isOfOther }.map(\.name) }
        try add("choices ahead") { try ledger.choicesAhead(names.streams.sorted().map { ChoiceSource($0) }) }
        try add("zone") { try ledger.zoneChanges() }
    }

    /// The state of each record that an own event speaks of, and of every other that stands.
    private static func records(_ ledger: Ledger, _ names: Names) throws -> [String] {
        var lines: [String] = []
        for kind in ledger.registry.domains.flatMap(\.kinds).map(\.name) where kind != "link" && kind != "origin" {
            try ledger.records(kind: kind) { record in
                let isOwn = names.streams.contains(record.stream)
                guard isOwn || record.stands else { return true }
                let fields = record.fields.map { Hex.encode($0.canonical) } ?? "none"
                let registers = record.registers.map { "\($0)" }.sorted()
                let created = record.created.map { names.all[$0.hex] ?? "?" } ?? "-"
                let marks = "\(record.isLocked) \(record.isRemoved) \(record.isDisputed)"
                let mask = record.mask?.reason.rawValue ?? "-"
                lines.append("\(record.stream) \(marks) \(mask) \(created) \(fields) \(registers)")
                return true
            }
        }
        return lines.sorted()
    }

    /// The stream that the first character of each own id names.
    private static func named(_ ledger: Ledger, _ names: Names) throws -> [String] {
        try names.streams.sorted().filter { $0.kind != "link" && $0.kind != "origin" }.map { stream -> String in
            do {
                let found = try ledger.stream(named: String(stream.id.prefix(1)), kind: stream.kind)
                return "\(stream): \(found?.text ?? "nothing")"
            } catch let refusal as Rejection {
                return "\(stream): \(refusal.code)"
            }
        }
    }

    private static func outcomes(_ ledger: Ledger, _ names: Names) throws -> [String] {
        var lines: [String] = []
        try ledger.forEachOutcome(all: true) { view in
            guard let name = names.own[view.event.hex] else { return }
            let outcome = view.outcome
            let because = outcome.because.map { names.all[$0.hex] ?? "?" } ?? ""
            lines.append("\(name) \(view.stream) \(view.type) \(outcome.status) \(outcome.reason ?? "") \(because)")
        }
        return lines.sorted()
    }
}

/// The names of all that a ledger holds: of an event its author's name and its number in the author's log.
struct Names: Sendable {
    /// The name of an event with which a signature restates the record.
    static let restated = "restated"

    var all: [String: String] = [:]
    /// The owner's events alone.
    var own: [String: String] = [:]
    /// The streams that they stand in.
    var streams: Set<StreamID> = []

    /// The erasures of one who is else silent have other numbers. Of several links that say the same any may be the
    /// cause.
    mutating func add(_ event: EventID, _ envelope: Envelope, _ number: String, owner: PrincipalID) {
        let isErasure = envelope.type == "stream.erased" || envelope.type == "events.erased"
        let name =
            envelope.stream.kind == "link" ? "a link" : isErasure && envelope.actor != owner ? "an erasure" : number
        all[event.hex] = name
        if envelope.actor == owner, envelope.stream.kind != "link" {
            if name != Names.restated { own[event.hex] = name }
            streams.insert(envelope.stream)
        }
    }
}

extension EventOutcome {
    fileprivate var counts: Bool { !["masked", "quarantined", "erased"].contains("\(status)") }
}
