import DaybookDomains

/// A verification of the ledger: how far it is, then its result.
enum VerifyPage {
    static let address = PageAddress("/ledger/verify")
    /// The status of a command that found damage.
    private static let damaged = 74

    static func make(
        _ run: (state: VerifyRun.State, position: Position)?, _ context: PageContext, _ secrets: FormSecrets
    ) -> PageView {
        var content = HTML()
        content.element(.p) { $0.element(.a, .href(context.link("/ledger")), text: "Ledger") }
        let title = title(of: run?.state)
        content.element(.h1, text: title)
        switch run?.state {
        case .running(let step): add(step, secrets, &content)
        case .ended(let result):
            content.element(.section, .class("saved"), .id("saved"), .named("role", "status")) { content in
                content.element(.pre, .class("scroll"), .named("tabindex", "0"), .label("The answer")) {
                    $0.isolated(result.text)
                }
            }
            if let position = run?.position { addNewer(than: position, context, &content) }
        case .stopped(.asked): content.element(.p, text: "It was stopped, and has no result.")
        case .stopped(.unseen):
            content.element(.p, text: "It was stopped because no page showed it for two minutes. It has no result.")
        case .stopped(.silent):
            content.element(.p, text: "It was stopped because it checked nothing for two minutes. It has no result.")
        case nil: break
        }
        let isRunning = run?.state.isRunning == true
        if !isRunning {
            content.element(.p, text: "Recomputes every hash, root and signature from the bytes. It writes nothing.")
            FlightFormPage.addButton(
                address.path, run == nil ? "Verify the ledger" : "Verify again", secrets, to: &content)
        }
        return PageView(
            title: title, section: .ledger, isForm: true, isInProgress: isRunning, content: content)
    }

    private static func title(of state: VerifyRun.State?) -> String {
        switch state {
        case .running: "Verifying"
        case .ended(let result):
            switch result.status {
            case 0: "Verified"
            case damaged: "Damage was found"
            default: "The ledger was not verified"
            }
        case .stopped: "Verification stopped"
        case nil: "Verify"
        }
    }

    private static func add(_ step: FollowedStep, _ secrets: FormSecrets, _ content: inout HTML) {
        content.element(.div, .id("run")) { content in
            switch step {
            case .checked(let checked, let all) where checked == all:
                content.element(
                    .p, .id("run-text"),
                    text: "\(PageContext.count(Int(all), "event")) of \(all) checked. The indexes and sums follow.")
            case .checked(let checked, let all):
                content.element(
                    .p, .id("run-text"), text: "\(PageContext.count(Int(checked), "event")) of \(all) checked.")
            case .begun, .ended: content.element(.p, .id("run-text"), text: "The verification begins.")
            }
            var share: (value: String, max: String)?
            if case .checked(let checked, let all) = step, all > 0 { share = ("\(checked)", "\(all)") }
            content.element(
                .progress, .named("aria-labelledby", "run-text"), share.map { .named("max", $0.max) },
                share.map { .named("value", $0.value) })
        }
        content.element(.p, text: "You may use other pages meanwhile. It ends two minutes after this page is closed.")
        FlightFormPage.addButton("/ledger/verify/stop", "Stop", secrets, to: &content)
    }

    /// Events that came after it began are not part of it.
    private static func addNewer(than position: Position, _ context: PageContext, _ content: inout HTML) {
        guard context.newest > position else { return }
        let count = PageContext.count(Int(context.newest.value - position.value), "event")
        content.element(.p, text: "\(count) came after it began, and may not be part of it.")
    }
}
