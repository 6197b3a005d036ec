import DaybookDomains

/// How far a day is to its goal, as a ring with its words.
enum WaterRing {
    static func add(_ day: WaterDay, _ unit: WaterSettings.Unit, to content: inout HTML) {
        let text = "\(day.percent) percent, \(day.text(in: unit))"
        content.element(
            .div, .class("ring \(day.mark.rawValue)"), .named("role", "progressbar"), .label("Water of the day"),
            .named("aria-valuemin", "0"), .named("aria-valuemax", "\(day.goal)"),
            // More than the goal fills the ring, and no more.
            .named("aria-valuenow", "\(min(day.effectiveMl, day.goal))"), .named("aria-valuetext", text)
        ) { content in
            content.element(
                .svg, .named("viewBox", "0 0 120 120"), .named("width", "9em"), .named("height", "9em"),
                .named("aria-hidden", "true")
            ) { content in
                circle("track", filled: nil, &content)
                circle("part", filled: min(day.percent, 100), &content)
            }
        }
        content.element(.p, .class("figure"), text: text)
    }

    private static func circle(_ name: String, filled percent: Int?, _ content: inout HTML) {
        content.element(
            .circle, .class(name), .named("cx", "60"), .named("cy", "60"), .named("r", "50"), .named("fill", "none"),
            .named("pathLength", "100"), percent.map { .named("stroke-dasharray", "\($0) 100") },
            // It begins above.
            .named("transform", "rotate(-90 60 60)"))
    }
}

/// A day's mark by its sign and its word, never by its colour alone.
enum WaterMark {
    static func sign(_ mark: WaterDay.Mark) -> String {
        switch mark {
        case .green: "✓"
        case .orange: "◐"
        case .none: ""
        }
    }

    static func word(_ mark: WaterDay.Mark) -> String {
        switch mark {
        case .green: "goal reached"
        case .orange: "half of the goal"
        case .none: "less than half of the goal"
        }
    }
}
