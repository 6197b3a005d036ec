import DaybookDomains

/// The events beside a flight or an endorsement that do not count: changes that wait because of a signature, and other
/// signatures.
struct WaitingChanges {
    private let stream: StreamID
    private let isLocked: Bool
    private let changes: [HistoryStep]
    private let signatures: [(step: HistoryStep, isOfSameContent: Bool)]
    private let devices: DeviceNames

    /// Of the history of a record, without the signature that is shown with it.
    init(_ history: StreamHistory, shown: EventID?, _ devices: DeviceNames) {
        self.devices = devices
        stream = history.record.stream
        isLocked = history.record.isLocked
        let waiting = history.steps.filter { [.pending, .disputed].contains($0.event.outcome.status) }
        changes = waiting.filter { $0.event.envelope.type != SignedKind(history.record.stream).lockType }
        let standing = Set(history.record.standing)
        signatures = history.steps.filter { standing.contains($0.event.id) && $0.event.id != shown }.map {
            ($0, history.signsSameContent($0.event, as: shown))
        }
    }

    /// Nil where nothing lies beside the record.
    var json: JSONValue? {
        if changes.isEmpty { return nil }
        return .array(
            changes.map { step in
                let event = step.event
                return .object(pairs: [
                    "event": .string(event.id.hex), "type": .string(event.envelope.type),
                    "recorded": .string(event.envelope.recorded.description),
                    "by": .string(event.envelope.actor.hex), "origin": .string(event.envelope.origin.hex),
                    "device": devices.json(event.envelope.origin),
                    "outcome": .string(event.outcome.status.description),
                    "changes": .array(
                        step.changes.map {
                            .object(pairs: [
                                "field": .string($0.field), "old": $0.old ?? .null, "new": $0.new ?? .null,
                            ])
                        }),
                ])
            })
    }

    private var kind: SignedKind { SignedKind(stream) }

    /// How many signatures and how many changes are shown; anybody who is linked may write any number.
    private static let shownMaximum = 10

    /// Prints the first other signatures and changes with the commands that decide about them.
    func print(_ ledger: Ledger, _ session: Session) throws {
        for (step, isOfSameContent) in signatures.prefix(WaitingChanges.shownMaximum) {
            let signer = StandingSignature(step.event)
            try session.print("")
            let content = isOfSameContent ? "the same content" : "another content"
            try session.print(session.style.warning("ANOTHER SIGNATURE") + "  of \(content)  locked")
            try session.print("  \(signer.text)")
            try session.print("  signed  \(Text.time(step.event.envelope.recorded, ledger.zone))")
            try session.print(
                "  To void it alone: \(kind.command) void \(stream.id) --signature \(step.event.id.short) "
                    + "--reason TEXT")
        }
        for step in changes.prefix(WaitingChanges.shownMaximum) { try print(step, ledger, session) }
        let more = [signatures.count, changes.count].reduce(0) { $0 + max(0, $1 - WaitingChanges.shownMaximum) }
        if more > 0 {
            try session.print("")
            try session.print("\(more) more beside this \(kind.noun): daybook show \(stream.text)")
        }
    }

    private func print(_ step: HistoryStep, _ ledger: Ledger, _ session: Session) throws {
        let event = step.event
        let time = Text.time(event.envelope.recorded, ledger.zone)
        let device = devices.text(event.envelope.origin)
        try session.print("")
        try session.print(session.style.warning("WAITING CHANGE") + "  \(event.id.short)  \(time)  on \(device)")
        var table = Table([("", .left), ("", .left)])
        for change in step.changes {
            let (old, new) = (change.old.map { Text.value($0) }, change.new.map { Text.value($0) } ?? "none")
            table.add([Table.Cell("  " + change.field), Table.Cell(old.map { "\($0) → \(new)" } ?? new)])
        }
        if step.changes.isEmpty { table.add([Table.Cell("  " + event.envelope.type), Table.Cell("")]) }
        try session.print(table)
        let void = "\(kind.command) void \(stream.id) --reason TEXT"
        let resolve = "daybook outcomes resolve"
        if isLocked {
            try session.print("  To drop it, void the signature: \(void)")
            try session.print("  To let it count, void the signature, then: \(resolve) --apply \(event.id.short)")
        } else {
            try session.print("  To drop it: \(resolve) --dismiss \(event.id.short)")
            try session.print("  To let it count: \(resolve) --apply \(event.id.short)")
        }
    }
}

/// A signature by the person who gave it.
struct StandingSignature {
    /// "by Eve, certificate 777".
    let text: String

    init(_ event: EventView) {
        let number = event.data?["cfiNumber"]?.stringValue.map { Text.shown($0) } ?? "unknown"
        let name = event.data?["signerName"]?.stringValue.map { "\(Text.shown($0)), " } ?? ""
        text = "by \(name)certificate \(number)"
    }
}

/// The signatures of a record that voids lifted, in the order of the voids.
struct VoidedSignatures {
    private let voided: [(signature: EventView, void: EventView)]

    init(_ history: StreamHistory) {
        let events = history.steps.map(\.event)
        let type = SignedKind(history.record.stream).voidType
        voided = events.filter { $0.envelope.type == type && $0.outcome.status == .effective }.flatMap { void in
            VoidedSignatures.ids(void).compactMap { id in
                events.first { $0.id.hex == id }.map { (signature: $0, void: void) }
            }
        }
    }

    private static func ids(_ void: EventView) -> [String] {
        guard case .array(let values)? = void.data?["voids"] else { return [] }
        return values.compactMap(\.stringValue)
    }

    /// Nil of none.
    var json: JSONValue? {
        if voided.isEmpty { return nil }
        return .array(
            voided.map { signature, void in
                .object(pairs: [
                    "event": .string(signature.id.hex), "recorded": .string(signature.envelope.recorded.description),
                    "cfiNumber": .textOrNull(signature.data?["cfiNumber"]?.stringValue),
                    "signerName": .textOrNull(signature.data?["signerName"]?.stringValue),
                    "voided": .string(void.envelope.recorded.description),
                    "reason": .textOrNull(void.data?["reason"]?.stringValue),
                ])
            })
    }

    func print(_ zone: any ZoneRules, _ session: Session) throws {
        for (signature, void) in voided {
            let reason = void.data?["reason"]?.stringValue.map { Text.shown($0) } ?? ""
            try session.print("")
            try session.print(
                session.style.warning("VOIDED") + "  \(Text.time(void.envelope.recorded, zone)): \(reason)")
            try session.print("  \(StandingSignature(signature).text)")
            try session.print("  signed  \(Text.time(signature.envelope.recorded, zone))")
        }
    }
}
