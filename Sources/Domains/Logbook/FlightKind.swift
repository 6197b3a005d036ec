public import EventCodec
public import EventModel
public import EventSourcing

/// The logbook as the engine takes it.
public enum LogbookDomain {
    /// The dated rows of flights; the measures are those of `Measure`.
    public static let flights = DayLedgerDefinition(name: "logbook.flights", version: 4, measures: Measure.names)

    /// The dated rows of totals brought forward, in the same measures: in sums, and in no currency.
    public static let forwards = DayLedgerDefinition(name: "logbook.forwards", version: 1, measures: Measure.names)

    public static let domain = Domain(
        evaluator: "logbook/1",
        kinds: [
            FlightKind(), GivenKind.endorsement, GivenKind.review, PlainKind("aircraft"), BatchKind(),
            ForwardKind(),
        ],
        schemas: schemas, ledgers: [flights, forwards], rules: LogbookRules.all)

    /// The types, with the way from each version to the next.
    private static let schemas = LogbookSchemas.all.map { schema in
        switch (schema.type, schema.version) {
        case ("flight.logged", 2): schema.upcasting(hoursInSeconds).worded(EventWording(name: Flight.nameOfSession))
        case ("flight.amended", 2): schema.upcasting(hoursInSeconds)
        case ("forward.stated", _): schema.worded(ForwardKind.wording(schema.type, name: ForwardKind.name))
        case ("forward.amended", _), ("forward.removed", _), ("forward.restored", _):
            schema.worded(ForwardKind.wording(schema.type))
        case ("batch.undone", _): schema.worded(EventWording { _, _ in "an import was undone" })
        // Version 2 leaves a signature that binds the content only to events of version 1.
        case ("flight.signed", 2): schema.upcasting { $0[FlightSignedV1Key.instructor] = nil }
        default: schema
        }
    }
}

/// The kind of `batch/…` streams: imports.
public struct BatchKind: StreamKind {
    public let name = "batch"
    /// An import that was erased could not be taken back; its notes, which name the file, are erased one by one.
    public let mayBeErased = false

    /// An import that is undone takes its entries back.
    public func isUndo(_ note: EventContent) -> Bool { note.type == "batch.undone" }
}

/// The kind of `flight/…` streams.
public struct FlightKind: StreamKind {
    public let name = "flight"

    /// Signatures keep their pictures, voided ones too.
    public func blobs(namedBy event: EventContent) -> [Bytes32] {
        guard event.type == "flight.signed" else { return [] }
        return RecordFields.bytes32(of: FlightSignedKey.imageDigest, inBody: event.body).map { [$0] } ?? []
    }

    public func certificate(of lock: EventContent) -> String? {
        RecordFields.text(of: FlightSignedKey.cfiNumber, inBody: lock.body)
    }

    public var witnessLabel: String? { InstructorStatement.label }

    /// The instructor's signature of version 1, which binds the content only.
    public func bodySignature(of lock: EventContent) -> BodySignature? {
        let written = lock.asWritten
        guard written.type == "flight.signed", written.version == 1, let content = lock.engine.content else {
            return nil
        }
        return ContentSignature(inBody: written.body)?.signature(over: content)
    }

    /// The content rules on the entry as it would be; a rule that was broken before and is accepted stays accepted.
    public func admit(_ state: RecordFields, _ event: EventContent, _ scan: FieldScan) -> Rejection? {
        switch event.schema.role {
        case .create: return admit(scan, event.body)
        case .edit:
            var fields = state
            apply(event, to: &fields)
            return admit(fields)
        default: return nil
        }
    }

    public func apply(_ edit: EventContent, ifAdmittedTo fields: inout RecordFields) -> Bool {
        var edited = fields
        apply(edit, to: &edited)
        guard admit(edited) == nil else { return false }
        fields = edited
        return true
    }

    /// The rules on an entry as an edit would leave it.
    private func admit(_ fields: RecordFields) -> Rejection? {
        let merged = FieldScan()
        return merged.read(fields.map.span.bytes) ? admit(merged, fields.map) : dateRequired
    }

    /// The rules on an entry by its fields, and where they stand.
    private func admit(_ scan: FieldScan, _ map: [UInt8]) -> Rejection? {
        // The one thing that a checked map can lack is its date: the schema lets an edit clear it.
        guard let flight = FlightFields(scan) else { return dateRequired }
        return FlightRules.refusal(
            of: flight, accepted: accepted(map), statesSession: Flight.statesSession(inFields: map))
    }

    private var dateRequired: Rejection {
        Rejection(
            code: "date.required", message: "Every flight needs its date",
            remedy: Remedy("flight.date", "Give the date."))
    }

    private func accepted(_ map: [UInt8]) -> [String] {
        // Asked of entries that break a rule only; their map was checked.
        Flight.accepted(inFields: map)
    }

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        switch event.type {
        case "flight.amended" where RecordFields.keys(ofBody: event.body).isEmpty:
            return Rejection(
                code: "amend.nothing", message: "Nothing is to be changed: the event names no field.",
                hint: "Name a field, or null for one to clear.")
        case "flight.logged":
            return future(scan, context) ?? number(event, scan) ?? FlightFields(scan).flatMap(EntryFinding.refusal)
        case "flight.amended":
            return future(scan, context) ?? number(event, scan) ?? state.flatMap { amendment($0.fields, event) }
        case "flight.signed":
            let number = RecordFields.text(of: FlightSignedKey.cfiNumber, inBody: event.body) ?? ""
            return number.allSatisfy(\.isWhitespace)
                ? Rejection(
                    code: "cfi.required", message: "A signature needs the instructor's certificate number.",
                    remedy: Remedy("instructor.number", "Give the number."))
                : CertificateNumber.refusal(of: number)
        case "signature.voided":
            let reason = RecordFields.text(of: SignatureVoidedKey.reason, inBody: event.body) ?? ""
            return reason.allSatisfy(\.isWhitespace)
                ? Rejection(
                    code: "reason.required", message: "Voiding a signature needs a reason.",
                    remedy: Remedy("void.reason", "Give the reason."))
                : nil
        default: return nil
        }
    }

    /// The rejection of an entry's certificate number; nil for an entry without one.
    private func number(_ event: EventContent, _ scan: FieldScan) -> Rejection? {
        guard scan.contains(FlightLoggedKey.cfiNumber) else { return nil }
        return RecordFields.text(of: FlightLoggedKey.cfiNumber, inBody: event.body).flatMap(CertificateNumber.refusal)
    }

    private func future(_ scan: FieldScan, _ context: DecideContext) -> Rejection? {
        guard let day = scan.integer(FlightLoggedKey.date), let small = Int32(exactly: day) else { return nil }
        let date = CivilDate(day: small)
        // An imported date is no typing mistake of the person who imports it.
        return FlightRules.futureRefusal(date: date, today: context.today)
            ?? (scan.contains(FlightLoggedKey.batch) ? nil : FlightRules.earlyRefusal(date: date))
    }

    /// The rejection of a person's change of an entry, also of one that changes nothing. It checks only the changed
    /// fields: an import may have brought the rest.
    private func amendment(_ fields: RecordFields, _ event: EventContent) -> Rejection? {
        var changed = fields
        apply(event, to: &changed)
        if changed.map == fields.map {
            return Rejection(
                code: "amend.nothing", message: "Nothing to change: the flight already has these values.",
                remedy: Remedy("flight.values", "The flight shows its values."))
        }
        let scan = FieldScan()
        guard scan.read(changed.map.span.bytes), let entry = FlightFields(scan) else { return nil }
        // Codes accepted for an entry without a flight do not apply to a flight.
        let isFirstFlight =
            (RecordFields.integer(of: FlightLoggedKey.hobbs, inBody: fields.map) ?? 0) == 0 && entry.totalHours > .zero
        if isFirstFlight, let refusal = FlightRules.refusal(of: entry, accepted: accepted(event.body), byImport: false)
        {
            return refusal
        }
        let keys = Set(keys(of: event))
        return EntryFinding.of(entry).first { !keys.isDisjoint(with: $0.keys) }?.rejection(ofNew: false)
    }

    public func restatement(of fields: RecordFields, over covered: RecordFields) -> (type: String, body: [UInt8])? {
        ("flight.amended", fields.difference(from: covered))
    }

    /// The import that brought the entry.
    public var batchKey: UInt64? { FlightLoggedKey.batch }

    private static let history = Remedy("flight.history", "The history of the flight shows what happened.")
    private static let void = Remedy("flight.void", "Void the signature, with a reason.")
    private static let restoring = Remedy("flight.restore", "Restore it first.")

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        switch (rejection.code, event.type) {
        case ("signature.locked", "flight.removed"):
            Rejection(
                code: rejection.code,
                message:
                    "This flight has a locked CFI signature and cannot be deleted. Void the signature first to enable deletion.",
                remedy: Self.void)
        case ("signature.locked", "flight.signed"):
            Rejection(
                code: rejection.code,
                message: "This flight is signed already: a second signature needs the first to be voided.",
                remedy: Self.void)
        case ("signature.locked", _):
            Rejection(
                code: rejection.code,
                message: "This flight has a locked CFI signature and cannot be changed. Void the signature first.",
                remedy: Self.void)
        case ("record.superseded", "flight.signed"):
            Rejection(
                code: rejection.code,
                message:
                    "Another flight has taken the place of this one: a signature here would bring both back into doubt.",
                remedy: Remedy("flight.signSuccessor", "Sign the flight that took its place."))
        case ("record.superseded", _):
            Rejection(
                code: rejection.code, message: "Another flight has taken the place of this one already.",
                remedy: Remedy("flight.supersedeSuccessor", "Supersede the flight that took its place."))
        case ("record.takenBack", _):
            Rejection(
                code: rejection.code, message: "This flight was taken back with the import that brought it.",
                remedy: Self.restoring)
        case ("signature.unseen", _):
            Rejection(
                code: rejection.code,
                message: "The flight to supersede had taken the place of one whose signature it had not seen.",
                remedy: Remedy("flight.supersedeBoth", "Supersede that one too, or void its signature."))
        case ("record.missing", _):
            Rejection(
                code: "flight.unknown", message: "There is no such flight.",
                remedy: Remedy("flight.list", "The list of flights shows them."))
        case ("record.exists", _):
            Rejection(
                code: rejection.code, message: "There is a flight with this id already.",
                hint: "Amend it, or use another id.")
        case ("record.removed", _):
            Rejection(
                code: rejection.code, message: "This flight was removed.",
                remedy: Self.restoring)
        case ("restore.nothing", _):
            Rejection(
                code: rejection.code, message: "This flight was not removed: there is nothing to restore.",
                remedy: Self.history)
        case ("void.nothing", _):
            Rejection(
                code: rejection.code, message: "This flight has no signature that could be voided.",
                remedy: Self.history)
        default: rejection
        }
    }

    public func contribute(_ fields: FieldScan, to sink: inout ContributionSink) {
        // An entry without a date adds to no day.
        guard let flight = FlightFields(fields) else { return }
        let measures = FlightMeasures(of: flight)
        sink.add(day: flight.date) { measures.append(to: &$0) }
    }
}
