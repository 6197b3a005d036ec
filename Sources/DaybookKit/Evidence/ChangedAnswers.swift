import Engine
import EventCodec
package import EventModel
import EventSourcing
import EventStore

/// The answers of a ledger before events arrive.
package struct AnswersBefore: Sendable {
    package let position: Position
    /// Nil where the ledger held no event, or an answer could not be computed.
    fileprivate let figures: [Projection: [Figure]]?
}

/// The answers that arrivals changed, each with the events that did.
package struct ChangedAnswers: Sendable {
    /// The last position before the arrivals.
    package let since: Position
    package let changes: [FigureChange]
    package let devices: DeviceNames
}

extension Ledger {
    /// The answers now, which `changedAnswers` compares with those after an arrival. O(answers).
    package func answersBefore() throws -> AnswersBefore {
        let position = try position
        if position == .start { return AnswersBefore(position: position, figures: nil) }
        // A ledger with a damaged record takes events in all the same; no answers are compared then.
        let figures = try? Dictionary(uniqueKeysWithValues: answersInFigures.map { ($0, try self.figures($0).value) })
        return AnswersBefore(position: position, figures: figures)
    }

    /// The answers that are others than before, with the events that arrived since and made them so.
    ///
    /// O(1) where nothing arrived; else O(events since, and answers of their domains), and where an answer is another,
    /// the records touched.
    package func changedAnswers(since before: AnswersBefore) throws -> ChangedAnswers {
        let last = try position
        var pairs: [FigurePair] = []
        if let old = before.figures, last > before.position {
            for projection in projections(of: try kinds(after: before.position, through: last)) {
                pairs += Ledger.changed(old[projection] ?? [], try figures(projection).value)
            }
        }
        let changes = try changes(
            pairs, areKept: true, from: AsOf(known: .position(before.position)), to: AsOf(known: .position(last)))
        return ChangedAnswers(
            since: before.position, changes: changes,
            devices: changes.isEmpty ? DeviceNames(own: nil, [:]) : try deviceNames())
    }

    /// The kinds of the streams of events.
    private func kinds(after first: Position, through last: Position) throws -> Set<String> {
        var kinds: Set<String> = []
        try withView(.now) { _, _, transaction in
            try engine.forEachEventRow(after: first, through: last, transaction) { row, _, _ in
                let envelope = try row.envelopeView()
                kinds.insert(envelope.stream.kind)
                return true
            }
        }
        return kinds
    }

    /// The answers that events of kinds could change: those of the domains that own them, and all where none does.
    private func projections(of kinds: Set<String>) -> [Projection] {
        let domains = environment.domains.map { (domain: $0, kinds: Set($0.domain.kinds.map(\.name))) }
        var owned: Set<String> = []
        for each in domains { owned.formUnion(each.kinds) }
        let isOfAll = !kinds.isSubset(of: owned)
        return domains.filter { isOfAll || !$0.kinds.isDisjoint(with: kinds) }
            .flatMap { $0.domain.answers.map(\.projection) }
    }
}
