import DaybookDomains

/// The command that takes back what the running command wrote.
///
/// Every answer passes here: a last line of its words, a member `undo` of its JSON.
final class UndoNote {
    private var ledger: Ledger?
    private var start = Position.start
    private var known: UndoWay?
    /// The position that `known` is of.
    private var end = Position.start

    /// The ledger is open, and nothing is written yet.
    func begin(_ ledger: Ledger) throws {
        (self.ledger, start, known) = (ledger, try ledger.position, nil)
        end = start
    }

    /// Whether anything was committed since the ledger was opened.
    var hasWritten: Bool { (try? ledger?.position).map { $0 > start } ?? false }

    /// The ledger closes; an answer may still come.
    func close() {
        _ = way()
        ledger = nil
    }

    /// Nil where nothing was written that can be taken back.
    private func way() -> UndoWay? {
        // Written events stand even if this reading fails: then no command is named.
        guard let ledger, let position = try? ledger.position, position > end else { return known }
        (known, end) = (try? ledger.undoWay(after: start), position)  // Nil: no command is named.
        return known
    }

    /// How to take back what was written; the history of its stream is read once.
    var command: String? { way().map(UndoNote.command) }

    private static func command(_ way: UndoWay) -> String {
        switch way {
        case .batch(let batch): "daybook undo \(batch.text)"
        case .event(let event): "daybook undo \(event.short)"
        case .act(let event): "daybook undo --act \(event.short)"
        case .void(let stream): "\(SignedKind(stream).command) void \(stream.id) --reason TEXT"
        case .decide(let event, let applies):
            "daybook outcomes resolve \(applies ? "--apply" : "--dismiss") \(event.short)"
        }
    }
}
