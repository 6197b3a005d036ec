import DaybookDomains

/// The pages that hydration begins with.
enum WaterOnboardingText {
    static func answer(_ answer: Answer<WaterOnboarding>, _ receipt: AppendReceipt?, _ session: Session) throws {
        let (now, pages) = (answer.value, WaterOnboardingStep.allCases.count)
        let json = JSONValue.object(pairs: [
            "asOf": answer.asOf.json, "domain": .string("water"), "completed": .bool(now.isCompleted),
            "step": now.step.map { .integer($0.rawValue) } ?? .null,
            "of": .integer(pages), "title": .textOrNull(now.step?.title), "button": .textOrNull(now.button),
            "profile": .bool(now.hasProfile),
            "permission": .string(now.permission.rawValue), "permissionText": .string(now.permission.text),
        ])
        try session.answer(json.wrote(receipt)) {
            if let step = now.step, let button = now.button {
                try session.print("Page \(step.rawValue) of \(pages): \(session.style.strong(step.title)) [\(button)]")
            } else {
                try session.print("The onboarding of hydration is completed.")
            }
            if !now.hasProfile {
                try session.print(
                    "Give age, weight and activity: daybook water profile --age 40 --weight 70 --activity moderately")
            }
            try session.print("Notifications: \(now.permission.text)")
        }
    }

    static func write(_ session: Session, _ body: (Ledger) throws -> AppendReceipt) throws {
        try session.withLedger(.readWrite) { ledger in
            let receipt = try body(ledger)
            try answer(try ledger.waterOnboarding(), receipt, session)
        }
    }
}
