import DaybookDomains

/// Age, weight and activity as a form has them.
struct WaterBodyForm {
    private(set) var age = ""
    /// Kilograms.
    private(set) var weight = ""
    private(set) var activity = ""

    init(_ profile: WaterProfile?) {
        guard let profile else { return }
        age = "\(profile.age)"
        weight = Digits.tenths(profile.weightTenths)
        activity = profile.activity.rawValue
    }

    init(_ items: [PageAddress.Item]) {
        func text(_ name: String) -> String { items.last { $0.name == name }?.value ?? "" }
        (age, weight, activity) = (text("age"), text("weight"), text("activity"))
    }

    /// The three values.
    ///
    /// - Throws: ``FormRefusal`` for one that is none.
    func values() throws -> (age: Int, weightTenths: Int, activity: String) {
        guard let years = Digits.value(Array(age.utf8)[...]) else {
            throw FormRefusal(code: "age.unreadable", message: "\"\(age)\" is not a whole number of years.", field: nil)
        }
        guard let tenths = WaterUnits.decimal(weight, places: 1) else {
            throw FormRefusal(
                code: "weight.unreadable", message: "\"\(weight)\" is not a weight. Write kilograms such as 64.6.",
                field: nil)
        }
        guard WaterProfile.Activity(rawValue: activity) != nil else {
            throw FormRefusal(code: "activity.unknown", message: "Choose how active you are.", field: nil)
        }
        return (years, tenths, activity)
    }

    /// The goal of the values in words; nothing is written.
    ///
    /// - Throws: ``FormRefusal``, and what the rules refuse.
    func preview(in unit: WaterSettings.Unit) throws -> String {
        let given = try values()
        let goal = try Ledger.waterGoal(age: given.age, weightTenths: given.weightTenths, activity: given.activity)
        let parts = goal.breakdown.map { " (\($0.text) + \($0.bonusMl) mL)" } ?? ""
        return "Goal: \(goal.volume.text(in: unit))\(parts)"
    }

    func add(to content: inout HTML) {
        add("age", "Age (years)", age, [.named("min", "10"), .named("max", "120"), .named("step", "1")], &content)
        add(
            "weight", "Weight (kg)", weight, [.named("min", "30"), .named("max", "300"), .named("step", "0.1")],
            &content)
        let activities = WaterProfile.Activity.allCases.map { (value: $0.rawValue, text: title($0)) }
        content.addChoice("activity", "Activity", [("", "Choose")] + activities, activity, isRequired: true)
    }

    private func title(_ activity: WaterProfile.Activity) -> String {
        switch activity {
        case .sedentary: "Sedentary"
        case .lightly: "Lightly active"
        case .moderately: "Moderately active"
        case .very: "Very active"
        }
    }

    private func add(
        _ name: String, _ title: String, _ value: String, _ limits: [HTML.Attribute], _ content: inout HTML
    ) {
        content.element(.div, .class("field")) { content in
            content.element(.label, .named("for", name), text: title)
            content.element(
                .input, .named("type", "number"), .named("name", name), .id(name), .named("value", value),
                limits[0], limits[1], limits[2], .flag("required"), .named("autocomplete", "off"))
        }
    }
}
