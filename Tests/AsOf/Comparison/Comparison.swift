package import BruteForce
import DaybookDomains
import Engine
import EventCodec
import EventModel
import EventSourcing
import LedgerTestSupport

/// Random histories, asked random questions, each held against the brute force over the events that had arrived.
package struct Comparison {
    package private(set) var questions = 0
    package private(set) var supposed = 0
    /// The cases seen, by name: a run must have seen them to mean anything.
    package private(set) var sights: [String: Int] = [:]
    /// Of how many figures that are more than nothing the events came to them.
    package var sums: Int { evidence.stated }
    private var evidence = EvidenceSums()
    private let mistake: Mistake?
    /// Questions of one device each time that it is asked.
    private let atOnce: Int

    package init(mistake: Mistake? = nil, atOnce: Int = 60) {
        self.mistake = mistake
        self.atOnce = atOnce
    }

    /// One history, asked several times while it grows; throws a `Violation` with the history and the question that was
    /// answered differently.
    package mutating func run(seed: UInt64) throws {
        do {
            var history = try RandomHistory(seed: seed)
            let parts = 2 + history.scenes.random.below(3)
            for part in 1...parts {
                try history.live(history.scenes.shape.steps * history.devices.count / parts)
                if part == parts { try history.writeLarge() }
                for device in history.devices { try ask(device, &history.scenes.random) }
                if mistake == nil, part == parts { for device in history.devices { try addUp(device, seed) } }
            }
            try suppose(&history)
            sights.merge(history.sights, uniquingKeysWith: +)
        } catch let violation as Violation { throw Violation("seed \(seed): \(violation)") } catch {
            throw Violation("seed \(seed): \(error)")
        }
    }

    private mutating func see(_ what: String, _ count: Int = 1) { sights[what, default: 0] += count }

    /// Many questions of one ledger as it is now, in the order of what was known, so that each event is folded once.
    private mutating func ask(_ device: Device, _ random: inout SeededRandom) throws {
        try device.readOn()
        if device.raw.isEmpty { return }
        let questions = (0..<atOnce).map { _ in Question.random(&random, device) }
        let asked = questions.map { (question: $0, known: $0.position(device)) }.sorted {
            $0.known.position < $1.known.position
        }
        var prefix = Prefix(mistake: mistake)
        var answers = Answers(prefix)
        var isFresh = true
        for (question, known) in asked {
            let position = mistaken(known.position, device)
            while prefix.events.count < position {
                prefix.append(device.raw[prefix.events.count])
                isFresh = false
            }
            if !isFresh { answers = Answers(prefix) }
            isFresh = true
            let expected = question.expected(answers, prefix, today: device.today)
            let (stated, asOf) = try question.answer(device)
            let isRight =
                asOf.map { $0.position.value == UInt64(known.position) && $0.clockStepped == known.hasStepped } ?? true
            if stated != expected || !isRight { throw difference(question, stated, expected, asOf, known, device) }
            self.questions += 1
            see("asked for \(question.kind.name)")
            if known.position > 0, !device.raw[known.position - 1].isLastOfUnit { see("asked inside a unit") }
            if known.hasStepped { see("asked around a clock set back") }
        }
        compare(prefix)
    }

    /// Holds figures that are sums against what their events come to, now, at a position and of an earlier day. The
    /// questions of a seed stay what they are.
    private mutating func addUp(_ device: Device, _ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let position = Position(UInt64(random.below(device.raw.count + 1)))
        let earlier = CivilDate(day: Int32(device.today - random.below(40)))
        for asOf in [AsOf.now, AsOf(known: .position(position)), AsOf(on: earlier)] {
            for projection in [Projection.progress, .summary, .water] {
                let wrong = try evidence.wrong(projection, device.ledger, asOf)
                if !wrong.isEmpty { throw Violation("\(device.name), \(asOf): \(wrong.joined(separator: "\n"))") }
            }
            let (detail, summary) = (try device.ledger.progressDetail(asOf), try device.ledger.flightSummary(asOf))
            let listed =
                Figure.detail(detail.value.items, on: detail.asOf.on) + [
                    .flights(summary.value.flights, on: summary.asOf.on)
                ]
            let wrong = try evidence.wrong(listed, device.ledger, asOf)
            if !wrong.isEmpty { throw Violation("\(device.name), \(asOf): \(wrong.joined(separator: "\n"))") }
        }
    }

    /// The events that a mistaken reading of the moment would take.
    private func mistaken(_ position: Int, _ device: Device) -> Int {
        switch mistake {
        case .oneEventLess: return max(0, position - 1)
        case .oneEventMore: return min(device.raw.count, position + 1)
        case .wholeUnits:
            var end = position
            while end > 0, end < device.raw.count, !device.raw[end - 1].isLastOfUnit { end += 1 }
            return end
        default: return position
        }
    }

    private func difference(
        _ question: Question, _ stated: [String], _ expected: [String], _ asOf: AnsweredAsOf?,
        _ known: (position: Int, hasStepped: Bool), _ device: Device
    ) -> Violation {
        let differing = Comparison.firstDifference(stated, expected)
        return Violation(
            """
            \(question.text), which is position \(known.position) of \(device.raw.count)\(known.hasStepped ? ", the clock set back" : ""), \
            answered as of \(asOf.map { "\($0.position)\($0.clockStepped ? ", the clock set back" : "")" } ?? "?")
            the ledger says \(differing.0)
            the events say  \(differing.1)
            \(device.name), zone \(device.zone.hours) h, all events in the order of arrival:
            \(device.raw.map(\.line).joined(separator: "\n"))
            """)
    }

    private static func firstDifference(_ stated: [String], _ expected: [String]) -> (String, String) {
        let index = zip(stated, expected).prefix { $0 == $1 }.count
        func at(_ list: [String]) -> String {
            index < list.count ? "\(list[index]) (\(index + 1) of \(list.count))" : "no more than \(list.count)"
        }
        return (at(stated), at(expected))
    }

    /// Counts the content of the newest prefix that was asked about.
    private mutating func compare(_ prefix: Prefix) {
        for record in prefix.records.values {
            if record.isLocked { see("locked") }
            if record.isDisputed { see("disputed") }
            if record.isRemoved { see("removed") }
            for outcome in record.outcomes.values where outcome != "effective" { see(outcome) }
        }
        for entry in prefix.entries {
            if let mask = entry.mask { see("mask \(mask.reason)\(mask.why.isEmpty ? "" : " \(mask.why)")") }
        }
        see("events", prefix.events.count)
    }

    // MARK: - What if

    /// Questions with events that are only supposed, at some moments of each ledger.
    private mutating func suppose(_ history: inout RandomHistory) throws {
        for device in history.devices where !device.raw.isEmpty {
            let questions = (0..<max(1, atOnce / 12)).map { _ in Question.random(&history.scenes.random, device) }
            var before = Prefix(mistake: mistake)
            for question in questions.sorted(by: { $0.position(device).position < $1.position(device).position }) {
                let position = mistaken(question.position(device).position, device)
                while before.events.count < position { before.append(device.raw[before.events.count]) }
                // Whose events a link masks depends on whose are here; what is supposed is the own person's, who may
                // have none there yet (docs/evidence.md).
                let person = try device.store.ledger.principal.hex
                if !device.raw.prefix(position).contains(where: { $0.actor == person }) { continue }
                let lines = try SupposedLines.random(&history.scenes, device, known: question.known)
                do { try suppose(question, lines, on: before, device) } catch let refusal as LineRefusal {
                    guard let reason = refusal.reason as? Rejection else { throw refusal }
                    see("supposed refused \(reason.code)")
                }
            }
        }
    }

    private mutating func suppose(_ plain: Question, _ lines: SupposedLines, on before: Prefix, _ device: Device) throws
    {
        var (question, prefix) = (plain, before)
        let known = question.position(device)
        let supposition = try lines.supposition(device)
        question.supposing = supposition
        let added = try lines.events(of: supposition, question.known, device)
        for (number, var event) in added.enumerated() {
            // Behind all that its log holds: before no cut, for an undo that is supposed comes first.
            event.sequence = 1_000_000 + number
            // Built on all that was known, and on the supposed events before it.
            let heads = prefix.records[event.stream]?.heads ?? []
            if event.basis != heads {
                throw Violation(
                    "a supposed event at \(known.position) is built on \(event.basis), not on \(heads): \(event.line)")
            }
            prefix.append(event)
        }
        let (stated, asOf) = try question.answer(device)
        var (ours, theirs) = (question.expected(Answers(prefix), prefix, today: device.today), stated)
        // The order of the evidence of one day follows the logs, in which supposed events stand nowhere yet.
        if case .currency = question.kind { (ours, theirs) = (ours.sorted(), theirs.sorted()) }
        if ours != theirs
            || asOf.map({ $0.position.value != UInt64(known.position) || $0.supposed != added.count }) ?? false
        {
            throw Violation(
                "supposing \(added.map(\.line).joined(separator: "; "))\n\(difference(question, theirs, ours, asOf, known, device))"
            )
        }
        supposed += 1
        see("supposed events", added.count)
    }
}
