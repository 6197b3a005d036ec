import DaybookDomains

/// The credit of 61.109(k) for training in simulators and training devices.
enum CreditText {
    static func json(_ credit: DeviceCredit) -> JSONValue {
        .object(pairs: [
            "paragraph": .string(credit.paragraph), "limitSeconds": .integer(credit.limit.seconds),
            "trainedSeconds": .integer(credit.trained.seconds), "creditedSeconds": .integer(credit.credited.seconds),
            "kindUnstatedSeconds": .integer(credit.unstated.seconds),
            "items": .array(DeviceCredit.items.map { .string($0.rawValue) }),
            "assumption": .string(DeviceCredit.assumption),
            "sessions": .array(
                credit.sessions.map {
                    .object(pairs: [
                        "flight": .string($0.stream.id), "date": .string($0.date.description),
                        "device": .string($0.device.rawValue), "seconds": .integer($0.hours.seconds),
                        "creditedSeconds": .integer($0.credited.seconds),
                    ])
                }),
        ])
    }

    /// Sentences. `isAdded`: whether figures beside it have the credit.
    static func lines(_ credit: DeviceCredit, _ form: HoursForm, isAdded: Bool) -> [String] {
        let (credited, trained) = (credit.credited.text(form), credit.trained.text(form))
        let share =
            "Credit: \(credited) of \(trained) h of training in devices (\(credit.paragraph), at most "
            + "\(credit.limit.text(form)) h)"
        let unstated =
            credit.unstated == .zero
            ? []
            : ["No credit for \(credit.unstated.text(form)) h of training in devices of no stated kind."]
        if credit.credited == .zero { return unstated }
        let place =
            isAdded
            ? "\(share), in \"\(ExperienceItem.total.title)\" and \"\(ExperienceItem.dual.title)\" of the list below."
            : "\(share). The sums above are flight time; --detail adds it."
        return [place, DeviceCredit.assumption] + unstated
    }
}

extension Session {
    /// Prints the credit for training in devices, and what it assumes.
    func printCredit(_ credit: DeviceCredit?, _ form: HoursForm, isAdded: Bool) throws {
        guard let credit else { return }
        for line in CreditText.lines(credit, form, isAdded: isAdded) { try print(line) }
    }
}
