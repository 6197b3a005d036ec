import ArgumentParser
import DaybookDomains

/// The pages that the alarms begin with.
enum AlarmOnboarding {
    static func json(_ answer: Answer<AlarmProfile>, _ receipt: AppendReceipt?) -> JSONValue {
        let profile = answer.value
        return .object(pairs: [
            "asOf": answer.asOf.json, "domain": .string("alarms"), "completed": .bool(profile.isCompleted),
            "step": profile.step.map { .integer($0.rawValue) } ?? .null,
            "of": .integer(AlarmOnboardingStep.allCases.count),
            "title": .textOrNull(profile.step?.title), "button": .textOrNull(profile.button),
            "permission": .string(profile.permission.rawValue),
            "permissionText": .string(profile.permission.text),
        ]).wrote(receipt)
    }

    static func answer(_ answer: Answer<AlarmProfile>, _ receipt: AppendReceipt?, _ session: Session) throws {
        let profile = answer.value
        try session.answer(json(answer, receipt)) {
            if let step = profile.step, let button = profile.button {
                try session.print(
                    "Page \(step.rawValue) of \(AlarmOnboardingStep.allCases.count): \(session.style.strong(step.title)) [\(button)]"
                )
            } else {
                try session.print("The onboarding of alarms is completed.")
            }
            try session.print("Notifications: \(profile.permission.text)")
        }
    }

    /// Throws `Fault` (64) for a domain whose onboarding has no pages.
    static func check(_ domain: String) throws {
        try OnboardCommand.check(domain)
        guard Ledger.steppedDomains.contains(domain) else {
            throw Fault(
                .usage, code: "usage.wrong", message: "The onboarding of \(domain) has no pages to go through.",
                hint: "Add --domain \(Ledger.steppedDomains.joined(separator: ", or ")).")
        }
    }

    static func write(_ onboard: OnboardCommand, _ session: Session, _ body: (Ledger) throws -> AppendReceipt) throws {
        try check(onboard.domain)
        try session.withLedger(.readWrite) { ledger in
            let receipt = try body(ledger)
            try answer(try ledger.alarmProfile(), receipt, session)
        }
    }
}

struct OnboardNext: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Go on to the next page; the last one completes the onboarding.",
        discussion: """
            Example:
              daybook onboard next --domain alarms
            """)

    // The parser gives an option that both have to the outer command.
    @ParentCommand var onboard: OnboardCommand
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if onboard.domain == "water" {
            return try WaterOnboardingText.write(session) { try $0.advanceWaterOnboarding() }
        }
        try AlarmOnboarding.write(onboard, session) { try $0.advanceAlarmOnboarding() }
    }
}

struct OnboardSkip: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Complete the onboarding from any page.",
        discussion: """
            Example:
              daybook onboard skip --domain alarms
            """)

    // The parser gives an option that both have to the outer command.
    @ParentCommand var onboard: OnboardCommand
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        if onboard.domain == "water" { return try WaterOnboardingText.write(session) { try $0.skipWaterOnboarding() } }
        try AlarmOnboarding.write(onboard, session) { try $0.skipAlarmOnboarding() }
    }
}
