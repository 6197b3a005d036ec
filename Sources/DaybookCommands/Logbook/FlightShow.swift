import ArgumentParser
import DaybookDomains

struct FlightShow: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one flight with its signature.",
        discussion: """
            Example:
              daybook flight show 0192f0c1 --known-at 2026-02-10T13:00:00Z
              daybook flight show 0192f0c1 --image signature.png
              daybook flight show 0192f0c1 --image - > signature.png
              daybook flight show 0192f0c1 --receipt receipt.txt

            "daybook show flight/ID" shows its whole history.
            """)

    @Argument(help: "The flight.") var id: String
    @Option(
        help: ArgumentHelp(
            "Write the picture of the signature to this file; - for standard output, and nothing else.",
            valueName: "file"), completion: .file()) var image: String?
    @Option(
        help: ArgumentHelp("Write the instructor's receipt to this file; - for standard output.", valueName: "file"),
        completion: .file())
    var receipt: String?
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        try OutputFiles.checkAlone(image, "picture", option: "--image", isJSON: session.isJSON)
        try OutputFiles.check([image, receipt], apartFrom: [times.supposed.with])
        try session.asking(times) { ledger, asOf in
            let stream = try FlightCommand.stream(id, ledger)
            try session.concern(stream, ledger, asOf)
            let answered = try ledger.answered(asOf)
            guard let entry = try ledger.flight(stream, asOf) else {
                throw try GoneText.reason(stream, ledger, asOf, else: ledger.flightGone(stream, named: id, asOf))
            }
            let signature = try entry.signature.flatMap { standing in
                try ledger.events(of: stream, ofType: "flight.signed", asOf: asOf).first { $0.id == standing.event }
            }
            // The one that stands; where none does, what was set aside as forged.
            let signed = try ledger.keySignatures(of: stream, asOf)
            let check =
                signed.first { $0.event == entry.signature?.event }
                ?? (entry.signature == nil ? signed.last { !$0.holds } : nil)
            let supersessions = try ledger.supersessions(asOf)
            let devices = try ledger.deviceNames()
            let history = try ledger.history(of: stream, asOf)?.value
            let waiting = history.map { WaitingChanges($0, shown: entry.signature?.event, devices) }
            let voided = history.map(VoidedSignatures.init)
            if let receipt {
                let kept = try FlightShow.receipt(of: entry.signature?.event, stream, ledger)
                if receipt == "-" { return try session.console.write(file: Array((kept.text + "\n").utf8)) }
                _ = try session.writeFile(receipt) { try $0.write(Array((kept.text + "\n").utf8)) }
            }
            var isReplaced = false
            if let image {
                let bytes = try FlightShow.picture(signature, stream, ledger)
                if image == "-" { return try session.console.write(file: bytes) }
                isReplaced = try session.writeFile(image) { try $0.write(bytes) }
            }
            let json = FlightShow.json(
                entry, answered, signature, check, ledger.zone, supersessions, voided: voided?.json, waiting?.json)
            try session.answer(json) {
                try session.printKnownAt(times.known, answered)
                try FlightShow.print(
                    entry, signature, check?.attested, ledger.zone, supersessions, try session.hoursForm(ledger),
                    session)
                if let receipt { try session.print("  The instructor's receipt is in \(Text.shown(receipt)).") }
                if let image {
                    try session.print("  The picture is in \(Text.shown(image))\(Files.inPlace(isReplaced)).")
                }
                if let check {
                    try session.print("  " + check.text(session.style))
                    let doubts = [check.repeatedText(session.style), check.placementText(session.style)].compactMap(
                        \.self)
                    for text in doubts where check.holds { try session.print("  " + text) }
                } else if signature != nil {
                    try session.print("  The owner's word: no key of an instructor signed it.")
                }
                try voided?.print(ledger.zone, session)
                try waiting?.print(ledger, session)
            }
        }
    }

    private static func json(
        _ entry: FlightEntry, _ asOf: AnsweredAsOf, _ signature: EventView?, _ check: KeySignature?,
        _ zone: any ZoneRules,
        _ supersessions: Supersessions, voided: JSONValue?, _ waiting: JSONValue?
    ) -> JSONValue {
        guard case .object(let members) = FlightText.json(entry, zone, supersessions) else {
            preconditionFailure("an entry is an object")
        }
        let checked = check.map { [JSONValue.Member("instructor", $0.json)] } ?? []
        let shown = members.map { $0.name == "signed" ? signed($0, entry, check?.attested, zone) : $0 }
        return .object(
            [.init("asOf", asOf.json)] + shown + [.init("signature", signature?.data ?? .null)] + checked
                + (voided.map { [.init("voided", $0)] } ?? [])
                + (waiting.map { [.init("waitingChanges", $0)] } ?? []))
    }

    /// The signature with the day that its key signed, and when the lock was recorded.
    private static func signed(
        _ member: JSONValue.Member, _ entry: FlightEntry, _ attested: Instant?, _ zone: any ZoneRules
    ) -> JSONValue.Member {
        guard case .object(let parts) = member.value, let standing = entry.signature else { return member }
        let day = JSONValue.Member("date", .string(zone.date(at: attested ?? standing.recorded).description))
        let dated = parts.map { $0.name == "date" ? day : $0 }
        return JSONValue.Member("signed", .object(dated + [.init("recorded", .string(standing.recorded.description))]))
    }

    /// The receipt of the effective signature, for an instructor who has lost it.
    static func receipt(of event: EventID?, _ stream: StreamID, _ ledger: Ledger) throws -> SignatureReceipt {
        if let event, let kept = try ledger.signatureReceipt(of: event, in: stream) { return kept }
        let kind = SignedKind(stream)
        throw Rejection(
            code: "receipt.none",
            message: "No signature by an instructor's key of version 2 stands on this \(kind.noun).",
            hint: "\"\(kind.command) sign-request \(stream.id)\" asks an instructor for one.")
    }

    private static func picture(_ signature: EventView?, _ flight: StreamID, _ ledger: Ledger) throws -> [UInt8] {
        guard let digest = signature?.data?["imageDigest"]?.stringValue else {
            throw Rejection(
                code: "image.none", message: "No signature with a picture stands on this flight.",
                hint: "\"daybook flight sign \(flight.id) --cfi NUMBER --image FILE\" makes one.")
        }
        guard let bytes = try Bytes32(hex: digest).flatMap({ try ledger.attachment($0) }) else {
            throw Fault(
                .missing, code: "image.missing",
                message: "The picture of this signature, sha256:\(digest), is not in this ledger.",
                hint: "Import the export of the ledger in which it was signed.")
        }
        return bytes
    }

    /// A field as a table shows it: a fact, so never rounded.
    private static func text(_ member: JSONValue.Member, _ form: HoursForm) -> String {
        guard form == .hm, case .hours? = LogbookSchemas.flightLogged2.field(named: member.name)?.kind,
            let hours = Hours(data: member.value)
        else { return Text.value(member.value) }
        return hours.text(form)
    }

    private static func print(
        _ entry: FlightEntry, _ signature: EventView?, _ attested: Instant?, _ zone: any ZoneRules,
        _ supersessions: Supersessions, _ form: HoursForm, _ session: Session
    ) throws {
        let flight = entry.flight
        try session.print(
            session.style.strong(Text.shown(flight.title)) + "  \(flight.date)  \(flight.totalHours.text(form)) h")
        var table = Table([("", .left), ("", .left)])
        guard case .object(let members) = flight.data else { return }
        for member in CrewHours.shown(members) where !["date", "from", "to"].contains(member.name) {
            table.add([Table.Cell("  " + member.name, .faint), Table.Cell(FlightShow.text(member, form))])
        }
        try session.print(table)
        for old in supersessions.replaced[entry.stream] ?? [] {
            try session.print("  It takes the place of \(old.id).")
        }
        if let new = supersessions.replacement[entry.stream] {
            try session.print("  " + session.style.warning("Superseded by \(new.id); it is in no total."))
        }
        if let waiting = supersessions.waiting[entry.stream] {
            try session.print("  " + session.style.warning(WaitingText.why(waiting)))
        }
        guard let standing = entry.signature else { return }
        try session.print("")
        try session.print(
            session.style.good("CFI ENDORSEMENT") + (entry.isDisputed ? "  " + session.style.bad("disputed") : "")
                + "  locked")
        let number = Text.signer(nil, standing.cfiNumber, through: standing.certificateThrough)
        try session.print("  number  \(Text.shown(number))")
        if let name = standing.signerName { try session.print("  name    \(Text.shown(name))") }
        let recorded = Text.time(standing.recorded, zone)
        if let attested {
            try session.print("  signed  \(Text.time(attested, zone)), by the signer's clock; recorded \(recorded)")
        } else {
            try session.print("  signed  \(recorded)")
        }
        if let digest = signature?.data?["imageDigest"]?.stringValue { try session.print("  image   sha256:\(digest)") }
        if let content = signature?.data?["content"]?.stringValue { try session.print("  content sha256:\(content)") }
    }
}

struct FlightSummaryCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary", abstract: "The totals of the logbook.",
        discussion: """
            Examples:
              daybook flight summary
              daybook flight summary --on 2025-12-31 --json
            """)

    @OptionGroup var explain: ExplainOption
    @OptionGroup(title: "Times") var times: TimeOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    var answersFrom: AnswerScope { .logbook }

    func run(in session: Session) throws {
        let (answer, disputed, setAside, forwarded, evidence, form) = try session.asking(times) { ledger, asOf in
            let answer = try ledger.flightSummary(asOf)
            let evidence = try explain.evidence(
                Figure.summary(answer.value, on: answer.asOf.on), ledger, asOf, answer.asOf, session)
            let pinned = asOf.pinned(to: answer.asOf.position)
            return (
                answer, try ledger.disputedFlights(pinned), try ledger.ownSetAside(pinned),
                try ledger.forwardedTotals(pinned).value, evidence, try session.hoursForm(ledger)
            )
        }
        let summary = answer.value
        let figures = Figure.summary(summary, on: answer.asOf.on)
        try session.answer(
            FlightSummaryCommand.json(answer, disputed, setAside, forwarded).explained(figures, evidence)
        ) {
            try session.printKnownAt(times.known, answer.asOf)
            var table = Table([("", .left), ("", .right)])
            let rows: [(String, String)] = [
                ("Flights", String(summary.flights)), ("Total Hrs", summary.totalHours.text(form)),
                ("This Month", summary.thisMonthHours.text(form)), ("Dual", summary.dualHours.text(form)),
                ("Solo", summary.soloHours.text(form)), ("Night", summary.nightHours.text(form)),
                ("Cross-country", summary.crossCountryHours.text(form)),
                ("Simul. instr.", summary.instrumentHours.text(form)),
                ("Pilot in command", summary.picHours.text(form)), ("All landings", String(summary.allLandings)),
                ("Day, full stop", String(summary.dayLandings)), ("Night, full stop", String(summary.nightLandings)),
            ]
            for (name, value) in rows { table.add([Table.Cell(name, .strong), Table.Cell(value)]) }
            try session.print(table)
            for stated in forwarded { try session.print(ForwardText.share(stated, form)) }
            try session.printDisputed(disputed)
            try session.printSetAside(setAside)
            try EvidenceText.print(figures, evidence, session)
        }
    }

    private static func json(
        _ answer: Answer<FlightSummary>, _ disputed: [StreamID], _ setAside: OwnSetAside?, _ forwarded: [StatedTotals]
    ) -> JSONValue {
        let summary = answer.value
        let hours: [(String, Hours)] = [
            ("totalHours", summary.totalHours), ("dualHours", summary.dualHours), ("soloHours", summary.soloHours),
            ("nightHours", summary.nightHours), ("crossCountryHours", summary.crossCountryHours),
            ("instrumentHours", summary.instrumentHours), ("picHours", summary.picHours),
        ]
        let landings: [(String, Int)] = [
            ("allLandings", summary.allLandings), ("dayLandings", summary.dayLandings),
            ("nightLandings", summary.nightLandings),
        ]
        var members: [JSONValue.Member] = [
            .init("asOf", answer.asOf.json), .init("flights", .integer(summary.flights)),
        ]
        for (name, value) in hours { members += value.members(name) }
        for (name, count) in landings { members.append(.init(name, .integer(count))) }
        members += summary.thisMonthHours.members("thisMonthHours")
        if let forwarded = ForwardText.json(forwarded) { members.append(.init("broughtForward", forwarded)) }
        if let disputed = DisputedText.json(disputed) { members.append(.init("disputed", disputed)) }
        if let setAside = StandingText.json(setAside) { members.append(.init("setAside", setAside)) }
        return .object(members)
    }
}
