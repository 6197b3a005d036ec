public import EventCodec
public import EventModel
public import EventSourcing

/// The kind of `endorsement/…` and `review/…` streams: a day that has come, and of an endorsement its instructor's
/// number and signature.
public struct GivenKind: StreamKind {
    public let name: String
    /// A text given by an instructor or an examiner stays given.
    /// Its name in a sentence.
    private let noun: String

    public static let endorsement = GivenKind(name: "endorsement", noun: "endorsement")
    public static let review = GivenKind(name: "review", noun: "review")

    public func refuse(_ state: RecordState?, _ event: EventContent, _ scan: FieldScan, _ context: DecideContext)
        -> Rejection?
    {
        switch event.type {
        case "endorsement.signed":
            return signing(RecordFields.text(of: EndorsementSignedKey.cfiNumber, inBody: event.body) ?? "", state)
        case "endorsement.voided":
            let reason = RecordFields.text(of: EndorsementVoidedKey.reason, inBody: event.body) ?? ""
            return reason.allSatisfy(\.isWhitespace)
                ? Rejection(
                    code: "reason.required", message: "Voiding a signature needs a reason.",
                    remedy: Remedy("void.reason", "Give the reason."))
                : nil
        case "endorsement.given":
            let number = RecordFields.text(of: EndorsementGivenKey.cfiNumber, inBody: event.body) ?? ""
            if number.allSatisfy(\.isWhitespace) {
                return Rejection(
                    code: "cfi.required", message: "An endorsement needs the instructor's certificate number.",
                    remedy: Remedy("instructor.number", "Give the number."))
            }
            return CertificateNumber.refusal(of: number) ?? future(EndorsementGivenKey.date, event, context)
        case "review.passed":
            let number = RecordFields.text(of: ReviewPassedKey.cfiNumber, inBody: event.body)
            if let number, number.allSatisfy(\.isWhitespace) {
                return Rejection(
                    code: "cfi.required",
                    message: "The certificate number of a review's instructor or examiner is blank.",
                    remedy: Remedy("review.number", "Give the number, or leave it out."))
            }
            return number.flatMap(CertificateNumber.refusal) ?? future(ReviewPassedKey.date, event, context)
        default: return nil
        }
    }

    /// The rejection of a signer's number: an endorsement is signed by the instructor whose number it names.
    private func signing(_ number: String, _ state: RecordState?) -> Rejection? {
        if number.allSatisfy(\.isWhitespace) {
            return Rejection(
                code: "cfi.required", message: "A signature needs the instructor's certificate number.",
                remedy: Remedy("instructor.number", "Give the number."))
        }
        if let refusal = CertificateNumber.refusal(of: number) { return refusal }
        let given = state.flatMap { RecordFields.text(of: EndorsementGivenKey.cfiNumber, inBody: $0.fields.map) }
        guard let given, !CertificateNumber(given).isSame(as: CertificateNumber(number)) else { return nil }
        return Rejection(
            code: "cfi.other",
            message: "The endorsement names the instructor's number \(given), and the signature \(number).",
            remedy: Remedy("endorsement.renew", "Where the endorsement is wrong, withdraw it and enter it anew."))
    }

    private func future(_ key: UInt64, _ event: EventContent, _ context: DecideContext) -> Rejection? {
        guard let day = RecordFields.integer(of: key, inBody: event.body), let small = Int32(exactly: day) else {
            return nil
        }
        let date = CivilDate(day: small)
        return FlightRules.futureRefusal(date: date, today: context.today) ?? FlightRules.earlyRefusal(date: date)
    }

    public func certificate(of lock: EventContent) -> String? {
        RecordFields.text(of: EndorsementSignedKey.cfiNumber, inBody: lock.body)
    }

    public var witnessLabel: String? { name == "endorsement" ? InstructorStatement.label : nil }

    public func explain(_ rejection: Rejection, _ event: EventContent) -> Rejection {
        switch rejection.code {
        case "signature.locked" where event.type == "endorsement.signed":
            Rejection(
                code: rejection.code,
                message: "This endorsement is signed already: a second signature needs the first to be voided.",
                remedy: Remedy("endorsement.void", "Void the signature, with a reason."))
        case "signature.locked":
            Rejection(
                code: rejection.code,
                message: "This endorsement is signed and cannot be withdrawn. Void the signature first.",
                remedy: Remedy("endorsement.void", "Void the signature, with a reason."))
        case "void.nothing":
            Rejection(
                code: rejection.code, message: "This endorsement has no signature that could be voided.",
                remedy: Remedy("endorsement.signatures", "The list of endorsements shows which are signed."))
        case "record.missing":
            Rejection(
                code: "\(name).unknown", message: "There is no such \(noun).",
                remedy: Remedy("\(name).list", "The list of \(noun)s shows them."))
        case "record.exists":
            Rejection(
                code: rejection.code, message: "The id of this \(noun) is taken already.", hint: "Use another id.")
        case "record.removed": Rejection(code: rejection.code, message: "This \(noun) was withdrawn already.")
        default: rejection
        }
    }
}
