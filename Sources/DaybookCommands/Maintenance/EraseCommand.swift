import ArgumentParser
import DaybookDomains

struct EraseCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Permanently erase the content of what you wrote. That it existed stays on record.",
        discussion: """
            Examples:
              daybook erase drink/0192f0c1-7a4e-7c11-9d0e-2f6b1c3d4e5f --reason "asked for by its author" --yes
              daybook erase flight/0192f0c1 --reason "another person's flight" --signed --yes
              daybook erase profile/water --reason "asked for" --yes
              daybook erase 9f2c51d07a3b --reason "wrong photo" --yes

            A record is erased as a whole and its id is used up. Profiles, settings, notices and
            imports live on: their events are erased one by one. The bodies go, and attachments
            that only they named; the envelopes stay, so that every proof still holds.

            An erasure reaches its author's events. Other persons' events stay until their
            authors erase them; "daybook outcomes" lists the erasure as pending there.

            The ledger is verified first; a damaged one is left as it is. Other devices hide
            their copies at their next exchange and destroy them 14 days later. What another
            device erased, and is hidden here, goes at once. What this program left in the
            ledger's folder goes, too: the store that a repair set aside, the rest of a
            stopped command. Files that it did not make are named. Exports, bundles and
            backups keep theirs, and a disk may keep old blocks. An erasure that was stopped before the file was
            made anew goes on with the same command, "daybook compact", sync, backup or watch.
            No other program may have the ledger open.
            """)

    @Argument(help: ArgumentHelp("Streams, with their kinds or without, and events.", valueName: "stream|event"))
    var names: [String]
    @Option(help: "The reason (required). It stays readable for ever: name no person.") var reason: String
    @Flag(help: "Erase it although it is signed.") var signed = false
    @Flag(help: "Confirm the erasure.") var yes = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let targets = try session.withLedger(.readOnly) { try EraseCommand.targets(names, $0) }
        guard yes else {
            throw Fault(
                .usage, code: "confirm.required",
                message: "What is erased never comes back: it is done with --yes only.",
                hint: "daybook erase \(EraseCommand.words(targets)) --reason \"…\" --yes")
        }
        let receipt = try Ledger.erase(
            targets, reason: reason, signed: signed, at: try session.ledgerPath,
            environment: try session.ledgerEnvironment())
        try session.answer(receipt.json) { try EraseCommand.print(receipt, session) }
    }

    /// Streams as named, then events by their streams; a stream that is named as a whole takes its events in.
    private static func targets(_ names: [String], _ ledger: Ledger) throws -> [EraseTarget] {
        var streams: [StreamID] = []
        var events: [(stream: StreamID, ids: [EventID])] = []
        for name in names {
            guard let found = try ledger.find(name) else {
                throw Rejection(
                    code: "stream.unknown", message: "There is no stream \"\(name)\".",
                    hint: "\"daybook log\" shows what there is.")
            }
            if let event = found.event {
                if let place = events.firstIndex(where: { $0.stream == found.stream }) {
                    if !events[place].ids.contains(event) { events[place].ids.append(event) }
                } else {
                    events.append((found.stream, [event]))
                }
            } else if !streams.contains(found.stream) {
                streams.append(found.stream)
            }
        }
        return streams.map { EraseTarget($0) }
            + events.filter { !streams.contains($0.stream) }.map { EraseTarget($0.stream, events: $0.ids) }
    }

    private static func words(_ targets: [EraseTarget]) -> String {
        targets.flatMap { target in target.events?.map(\.short) ?? [target.stream.text] }.joined(separator: " ")
    }

    private static func print(_ receipt: EraseReceipt, _ session: Session) throws {
        if receipt.isResumed { return try printResumed(receipt, session) }
        let attachments = receipt.blobsDropped > 0 ? ", with \(Text.count(receipt.blobsDropped, "attachment"))" : ""
        let gone =
            "the content of \(Text.count(receipt.bodies, "event")) (\(Text.count(receipt.bytes, "byte")))\(attachments) cannot be restored."
        let isOne = receipt.targets.count == 1 && receipt.targets[0].events?.count ?? 1 == 1
        let (names, why) = (words(receipt.targets), receipt.events.map(\.short).joined(separator: ", "))
        if receipt.others == 0 {
            try session.print("\(names) \(isOne ? "is" : "are") erased: \(gone)")
        } else {
            try session.print(
                receipt.bodies == 0
                    ? "No event was erased: other persons wrote all events of \(names)."
                    : "Your part of \(names) is erased: \(gone)")
        }
        if receipt.bodies > 0 {
            try session.print(
                "What remains: \(Text.count(receipt.bodies, "envelope")) (author, time, type, and a hash of what was said), and event \(why), which says why."
            )
        }
        if receipt.others > 0 {
            let events =
                "\(Text.count(receipt.others, "event")) by other persons \(receipt.others == 1 ? "stays" : "stay")"
            try session.print(
                "\(events): only their authors erase them. On a ledger of such an author, \"daybook outcomes\" lists event \(why)."
            )
        }
        for kept in receipt.kept {
            let author = kept.isOwn ? "your" : "\(kept.author.hex)'s"
            try session.print(
                "The attachment \(kept.digest.hex.prefix(12)) stays: "
                    + "\(author) event \(kept.event.short) in \(kept.stream.text) names it.")
        }
        try session.print(
            "Other devices hide it at once and destroy it 14 days after their next exchange. Exports, bundles and backups that were made before keep theirs."
        )
        try LeftoverText.print(removed: receipt.compacted.filesRemoved, session)
        try session.warn(receipt.compacted.notes)
    }

    private static func printResumed(_ receipt: EraseReceipt, _ session: Session) throws {
        let (names, isOne) = (words(receipt.targets), receipt.targets.count == 1)
        let why = receipt.events.map(\.short).joined(separator: ", ")
        try session.print(
            "\(names) \(isOne ? "was" : "were") erased before (event \(why)). The file is made anew now: it holds none of the bytes."
        )
        try LeftoverText.print(removed: receipt.compacted.filesRemoved, session)
        try session.warn(receipt.compacted.notes)
    }
}
