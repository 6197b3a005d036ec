import ArgumentParser
import DaybookDomains

struct OnboardCommand: LedgerCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Set the stage of training and the first goal.",
        discussion: """
            Example:
              daybook onboard --stage pre_solo --intent log_fresh

            Alarms and water begin with three pages instead:
            daybook onboard next --domain alarms
            """,
        subcommands: [Show.self, OnboardNext.self, OnboardSkip.self])

    @Option(
        help: ArgumentHelp("pre_solo, post_solo or checkride_prep; the logbook needs it.", valueName: "stage"),
        completion: .list(TrainingStage.allCases.map(\.rawValue)))
    var stage: String?
    @Option(
        help: ArgumentHelp("log_fresh, backfill or explore.", valueName: "intent"),
        completion: .list(OnboardingIntent.allCases.map(\.rawValue)))
    var intent: String?
    @Option(
        help: ArgumentHelp("Whose profile: \(Ledger.profileDomains.joined(separator: ", ")).", valueName: "domain"),
        completion: .list(Ledger.profileDomains)) var domain = "logbook"
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session) throws {
        let stage = try OnboardCommand.read(stage, TrainingStage.self, "stage")
        let intent = try OnboardCommand.read(intent, OnboardingIntent.self, "intent")
        try OnboardCommand.check(domain)
        guard domain == "logbook" else {
            throw Fault(
                .usage, code: "usage.wrong",
                message: "The onboarding of \(domain) has pages: it asks for no stage and no intent.",
                hint: "daybook onboard next --domain \(domain)")
        }
        try session.withLedger(.readWrite) { ledger in
            let receipt = try ledger.onboard(stage: stage, intent: intent, domain: domain)
            let answer = try ledger.profile(domain: domain)
            try session.answer(OnboardCommand.json(answer, try ledger.entryDefaults().value.suggestion, receipt)) {
                try OnboardCommand.print(answer.value, session)
            }
        }
    }

    static func check(_ domain: String) throws {
        guard Ledger.profileDomains.contains(domain) else {
            throw Fault(
                .usage, code: "domain.unknown", message: "There is no domain \"\(domain)\" with a profile.",
                hint: "It is one of \(Ledger.profileDomains.joined(separator: ", ")).")
        }
    }

    private static func read<Choice: CaseIterable & RawRepresentable<String>>(
        _ text: String?, _ type: Choice.Type, _ name: String
    ) throws -> Choice? {
        guard let text, !text.isEmpty else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw Fault(
                .usage, code: "\(name).unknown", message: "There is no \(name) \"\(text)\".",
                hint: "It is one of \(Ledger.list(type)).")
        }
        return choice
    }

    private static func json(
        _ answer: Answer<LogbookProfile>, _ suggestion: FlightSuggestion, _ receipt: AppendReceipt?
    ) -> JSONValue {
        let profile = answer.value
        let persona = profile.persona
        return .object(pairs: [
            "asOf": answer.asOf.json, "onboarded": .bool(profile.isOnboarded),
            "stage": .textOrNull(profile.stage?.rawValue),
            "intent": .textOrNull(profile.intent?.rawValue),
            "persona": .object(pairs: [
                "title": .string(persona.title), "call": .string(persona.call),
                "backfillTip": .bool(persona.backfillTip),
                "nextAction": .textOrNull(persona.nextAction?.rawValue),
            ]),
            "defaults": .object(pairs: ["solo": .bool(suggestion.solo), "dual": .bool(suggestion.dual)]),
            "tour": TourCommand.json(profile),
        ]).wrote(receipt)
    }

    private static func print(_ profile: LogbookProfile, _ session: Session) throws {
        let persona = profile.persona
        try session.print(session.style.strong(persona.title))
        if persona.backfillTip {
            try session.print("\"daybook flight log --quick\" enters past flights one after another.")
        }
        switch persona.nextAction {
        case .flightForm?: try session.print("Next: \(persona.call), with \"daybook flight log\".")
        case .tour? where profile.isTourOffered: try session.print("Next: the tour, with \"daybook tour next\".")
        case .tour?, nil: break
        }
    }

    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the answers given, and their effect.",
            discussion: """
                Examples:
                  daybook onboard show
                  daybook onboard show --domain alarms
                """)

        // The parser gives an option that both have to the outer command.
        @ParentCommand var onboard: OnboardCommand
        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { AnswerScope.ofName[onboard.domain] ?? .nothing }

        var choicesFrom: [ChoiceSource] {
            guard Ledger.profileDomains.contains(onboard.domain) else { return [] }
            let stream = StreamID(kind: "profile", id: onboard.domain)
            return [ChoiceSource(stream, ["onboarded", "onboarding.step", "onboarding.completed"])]
        }

        func run(in session: Session) throws {
            let domain = onboard.domain
            try OnboardCommand.check(domain)
            if domain == "water" {
                let answer = try session.asking(times) { try $0.waterOnboarding($1) }
                try session.printKnownAt(times.known, answer.asOf)
                return try WaterOnboardingText.answer(answer, nil, session)
            }
            if domain == "alarms" {
                let answer = try session.asking(times) { try $0.alarmProfile($1) }
                try session.printKnownAt(times.known, answer.asOf)
                return try AlarmOnboarding.answer(answer, nil, session)
            }
            let (answer, suggestion) = try session.asking(times) { ledger, asOf in
                let pinned = asOf.pinned(to: try ledger.answered(asOf).position)
                return (try ledger.profile(domain: domain, pinned), try ledger.entryDefaults(pinned).value.suggestion)
            }
            try session.answer(OnboardCommand.json(answer, suggestion, nil)) {
                try session.printKnownAt(times.known, answer.asOf)
                try OnboardCommand.print(answer.value, session)
            }
        }
    }
}

struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour", abstract: "The tour through the pages: six steps, offered until finished or skipped.",
        discussion: """
            Example:
              daybook tour next
            """,
        subcommands: [Next.self, Skip.self, Show.self])

    /// The step that stands, or how it ended.
    static func json(_ profile: LogbookProfile) -> JSONValue {
        let step: TourStep? = if case .at(let step) = profile.tour { step } else { nil }
        let how: JSONValue =
            profile.tour.isCompleted ? .string(profile.tour == .finished ? "finished" : "skipped") : .null
        return .object(pairs: [
            "offered": .bool(profile.isTourOffered), "completed": .bool(profile.tour.isCompleted), "how": how,
            "step": step.map { .integer($0.rawValue) } ?? .null, "name": step.map { .string($0.name) } ?? .null,
            "title": step.map { .string($0.title) } ?? .null, "page": step.map { .string($0.page) } ?? .null,
            "of": .integer(TourStep.allCases.count),
        ])
    }

    private static func print(_ profile: LogbookProfile, _ session: Session) throws {
        switch profile.tour {
        case .at(let step):
            try session.print(
                "Step \(step.rawValue + 1) of \(TourStep.allCases.count), on the page \(step.page): \(session.style.strong(step.title))"
            )
        case .finished: try session.print("The tour is finished.")
        case .skipped: try session.print("The tour was skipped.")
        }
    }

    private static func answer(_ answer: Answer<LogbookProfile>, _ session: Session, _ receipt: AppendReceipt?) throws {
        guard case .object(let members) = json(answer.value) else { return }
        let whole = JSONValue.object([.init("asOf", answer.asOf.json)] + members).wrote(receipt)
        try session.answer(whole) { try print(answer.value, session) }
    }

    struct Next: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "next", abstract: "Go on to the next step; the last one finishes the tour.",
            discussion: """
                Example:
                  daybook tour next
                """)

        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.advanceTour().receipt
                try TourCommand.answer(try ledger.profile(), session, receipt)
            }
        }
    }

    struct Skip: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "End the tour for good.",
            discussion: """
                Example:
                  daybook tour skip
                """)

        @OptionGroup(title: "Global options") var globals: GlobalOptions

        func run(in session: Session) throws {
            try session.withLedger(.readWrite) { ledger in
                let receipt = try ledger.skipTour().receipt
                try TourCommand.answer(try ledger.profile(), session, receipt)
            }
        }
    }

    struct Show: LedgerCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the current step, or how the tour ended.",
            discussion: """
                Example:
                  daybook tour show
                """)

        @OptionGroup(title: "Times") var times: TimeOptions
        @OptionGroup(title: "Global options") var globals: GlobalOptions

        var answersFrom: AnswerScope { .logbook }

        var choicesFrom: [ChoiceSource] {
            [ChoiceSource(StreamID(kind: "profile", id: "logbook"), ["tour.step", "tour.completed"])]
        }

        func run(in session: Session) throws {
            let answer = try session.asking(times) { try $0.profile(domain: "logbook", $1) }
            try session.printKnownAt(times.known, answer.asOf)
            try TourCommand.answer(answer, session, nil)
        }
    }
}
