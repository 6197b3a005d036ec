public import EventCodec
public import EventModel
public import EventSourcing

/// A bank that a bank.added names: whose it is, and the digest under which its file is kept.
public struct AddedBank: Hashable, Sendable {
    /// Nil: the universal bank.
    public let state: StateCode?
    public let digest: Bytes32
    public let edition: String
    public let questions: Int

    /// Where banks are added.
    public static let stream = StreamID(kind: "profile", id: "quiz")

    public init(_ bank: QuestionBank, digest: Bytes32) {
        state = bank.state
        edition = bank.edition
        questions = bank.questions.count
        self.digest = digest
    }

    /// Nil where a register was written by another type.
    public init?(_ register: RecordState.Register) {
        guard register.type == "bank.added",
            let digest = RecordFields.bytes32(of: BankAddedKey.digest, inBody: register.body),
            let edition = RecordFields.text(of: BankAddedKey.edition, inBody: register.body)
        else { return nil }
        state = StateCode(register.name)
        self.digest = digest
        self.edition = edition
        questions = RecordFields.integer(of: BankAddedKey.questions, inBody: register.body).map { Int($0) } ?? 0
    }

    /// The data of bank.added.
    public var data: JSONValue {
        .object(pairs: [
            "state": .string(QuestionBank.name(of: state)), "digest": .string(digest.hex), "edition": .string(edition),
            "questions": .integer(questions),
        ])
    }

    /// The file that an event names; nil for every other event.
    @Sendable static func blob(_ event: EventContent) -> Bytes32? {
        event.type == "bank.added" ? RecordFields.bytes32(of: BankAddedKey.digest, inBody: event.body) : nil
    }

    /// Whether a file's bank is the one that the event names.
    public func fits(_ bank: QuestionBank) -> Bool { bank.state == state }
}

/// The refusals about banks.
public enum BankRules {
    /// A bank that the ledger names, but whose file is not here.
    public static func awaited(_ state: StateCode?) -> Rejection {
        Rejection(
            code: "bank.missing",
            message:
                "The questions of \(owner(state)) were added on another device, and their file is not in this ledger.",
            remedy: Remedy("bank.fetch", "Take it from there by a sync, or add the file here as well."))
    }

    /// A state without questions.
    public static func none(_ state: StateCode?) -> Rejection {
        Rejection(
            code: "bank.missing", message: "There are no questions of \(owner(state)).",
            remedy: Remedy("bank.make", "Add a bank.", values: [QuestionBank.name(of: state)]))
    }

    /// The refusal of a state without an available bank.
    public static func absence(of state: StateCode, _ shelf: BankShelf) -> Rejection {
        shelf.awaited.contains(state) ? awaited(state) : QuizRules.bankMissing(state)
    }

    /// The text of a file is no bank.
    public static func unreadable(_ file: String, _ reason: String, _ remedy: Remedy? = nil) -> Fault {
        Fault(
            .unreadable, code: "bank.unreadable", message: "\(file) is not a question bank: \(reason).",
            remedy: remedy ?? Remedy("bank.new", "A new bank to fill in has the form of one."))
    }

    public static func unreadable(_ file: String, _ error: BankUnreadable) -> Fault {
        unreadable(file, error.reason, error.remedy)
    }

    /// A bank with something wrong in it is not taken.
    public static func refused(_ file: String, _ findings: [BankFinding]) -> Rejection {
        let first = findings.first.map { " \($0.item): \($0.message)" } ?? ""
        return Rejection(
            code: "bank.refused",
            message:
                "\(file) is not a whole and right bank (\(findings.count) \(findings.count == 1 ? "finding" : "findings")).\(first)",
            remedy: findings.count > 1 ? Remedy("bank.check", "The check of the bank names all.", values: [file]) : nil)
    }

    public static func stateUnknown(_ text: String) -> Rejection {
        Rejection(
            code: "state.unknown", message: "\"\(text)\" is neither the code of a state nor ALL.",
            hint: "Write it like CA.")
    }

    private static func owner(_ state: StateCode?) -> String { state?.name ?? "every state" }
}
