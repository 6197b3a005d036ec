import DaybookDomains

/// The first steps of a logbook, and the tour through its pages.
extension PageSite {
    /// Where a page of the logbook leads instead: to the two steps, until both are done. A logbook with flights asks
    /// for none: an import needs no stage of training.
    func welcome(_ names: [String]) throws -> PageResponse? {
        let isOfLogbook =
            names.count == 1 && ["", "logbook", "progress", "bands", "months"].contains(names[0])
            || names == ["flight", "new"] || names == ["flight", "quick"]
        guard isOfLogbook, try read({ try PageSite.isFirst($0) }) else { return nil }
        return .seeOther(PageAddress(WelcomePage.path))
    }

    private static func isFirst(_ ledger: Ledger) throws -> Bool {
        try !ledger.profile().value.isOnboarded && ledger.newestFlights(1).value.isEmpty
    }

    func welcomeForm(_ address: PageAddress) throws -> PageResponse {
        try refusePast(address)
        return try show(now(address)) { try self.welcomePage(address["stage"], address.query, $0) }
    }

    private func welcomePage(
        _ stage: String?, _ items: [PageAddress.Item], _ context: PageContext, refusal: FormRefusal? = nil
    ) throws -> PageView {
        let chosen = stage.flatMap(TrainingStage.init)
        // The first step was sent without a choice.
        let isMissing = chosen == nil && items.contains { $0.name == "stage" }
        let missing = FormRefusal(
            code: "stage.required", message: "Onboarding needs the stage of training.", field: nil)
        return WelcomePage.make(
            chosen, try secrets(context), SeenRecord(try context.ledger.history(of: TourPanel.stream)?.value),
            refusal: refusal ?? (isMissing ? missing : nil))
    }

    /// Takes the second step.
    func onboard(_ items: [PageAddress.Item]) throws -> PageResponse {
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        func text(_ name: String) -> String? { items.last { $0.name == name }?.value }
        let (stage, intent) = (text("stage").flatMap(TrainingStage.init), text("intent").flatMap(OnboardingIntent.init))
        return try taking {
            let next = try open(.readWrite) { ledger -> Persona.NextAction? in
                let state = seen.state(
                    try ledger.history(of: TourPanel.stream)?.value, by: try ledger.principal,
                    isDone: {
                        $0.data?["stage"]?.stringValue == stage?.rawValue
                            && $0.data?["intent"]?.stringValue == intent?.rawValue
                    })
                switch state {
                case .done: break
                case .changed: throw PageSite.changedPage
                case .same: try ledger.onboard(stage: stage, intent: intent)
                }
                return intent?.nextAction
            }
            return .seeOther(PageAddress(next == .tour ? "/" : "/flight/new"))
        } otherwise: { refusal in
            try show(PageAddress(WelcomePage.path)) { try self.welcomePage(stage?.rawValue, [], $0, refusal: refusal) }
        }
    }

    /// Goes on in the tour or leaves it; a step that was left already leads to the one that stands.
    func writeTour(_ items: [PageAddress.Item]) throws -> PageResponse {
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        let isSkip = items.last { $0.name == "do" }?.value == "skip"
        let tour = try open(.readWrite) { ledger in
            let state = seen.state(try ledger.history(of: TourPanel.stream)?.value, by: try ledger.principal)
            if case .same = state { _ = isSkip ? try ledger.skipTour() : try ledger.advanceTour() }
            return try ledger.profile().value.tour
        }
        guard case .at(let step) = tour else { return .seeOther(PageAddress("/")) }
        return .seeOther(PageAddress(TourPanel.path(step)))
    }
}
