import DaybookDomains

/// The result of work that a command left after its commit.
struct OwedWorkDone {
    var report: CompactReport?
    /// Why the work is still owed.
    var note: String?
    /// The erasures from elsewhere that hide events here.
    var hidden: [HiddenRecords] = []

    var members: [JSONValue.Member] {
        (report.map { [.init("compacted", $0.json)] } ?? []) + HiddenText.members(hidden)
    }
    var notes: [String] { [note].compactMap(\.self) + (report?.notes ?? []) }

    func print(_ session: Session) throws {
        if report != nil {
            try session.print("The file is made anew: it holds no bytes of what was erased or dropped.")
        }
        try LeftoverText.print(removed: report?.filesRemoved ?? [], session)
        try HiddenText.print(hidden, session)
        try session.printNotes(notes)
    }
}

extension Session {
    /// Does the work that this or an earlier command left, while no other program has the ledger open; else states that
    /// it is owed.
    func doOwedWork() throws -> OwedWorkDone {
        let path = try ledgerPath
        let environment = try ledgerEnvironment()
        do {
            return OwedWorkDone(report: try Ledger.doOwedWork(at: path, environment: environment))
        } catch let fault as Fault {
            return OwedWorkDone(
                note: "The ledger's file may still hold bytes of what was erased or dropped, and was not compacted: "
                    + "\(fault.message) \"daybook compact\" clears them.")
        }
    }
}

/// The files that a compaction removed beside the ledger.
enum LeftoverText {
    static func print(removed names: [String], _ session: Session) throws {
        if names.isEmpty { return }
        try session.print(
            "Removed from the ledger's folder: \(names.joined(separator: ", ")). "
                + "\(names.count == 1 ? "It" : "They") could have held what is erased.")
    }
}
