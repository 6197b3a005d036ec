import DaybookKit

/// The command that takes back what the running command wrote.
///
/// Every answer passes here: a last line of its words, a member `undo` of its JSON.
final class UndoNote {
    private var ledger: Ledger?
    private var start = Position.start
    private var known: UndoWay?

    /// The ledger is open, and nothing is written yet.
    func begin(_ ledger: Ledger) throws { (self.ledger, start, known) = (ledger, try ledger.position, nil) }

    /// The ledger closes; an answer may still come.
    func end() {
        known = way
        ledger = nil
    }

    /// Nil where nothing was written that can be taken back.
    private var way: UndoWay? {
        guard let ledger else { return known }
        // What was written stands, whatever this reading meets.
        let written = (try? ledger.position > start) ?? false  // As above: then no command is named.
        return written ? (try? ledger.undoWay(after: start)) : known  // As above.
    }

    var command: String? { way.map(UndoNote.command) }

    private static func command(_ way: UndoWay) -> String {
        switch way {
        case .batch(let batch): "daybook undo \(batch.text)"
        case .event(let event): "daybook undo \(event.short)"
        case .act(let event): "daybook undo --act \(event.short)"
        case .void(let stream): "daybook flight void \(stream.id) --reason TEXT"
        case .decide(let event, let applies):
            "daybook outcomes resolve \(applies ? "--apply" : "--dismiss") \(event.short)"
        }
    }
}
