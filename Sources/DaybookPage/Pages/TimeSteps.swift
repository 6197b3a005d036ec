import DaybookDomains

/// Where the steps of the two times lead; nil where there is nothing.
struct TimeSteps {
    let dayBefore: PageAddress?
    let dayAfter: PageAddress?
    let today: PageAddress?
    let changeBefore: PageAddress?
    let changeAfter: PageAddress?
    let now: PageAddress?

    /// - Parameter marks: Where an answer of the page changed, ascending.
    init(_ context: PageContext, _ marks: [Position]) {
        let (address, day, position) = (context.address, context.answered.on, context.answered.position)
        func on(_ day: CivilDate) -> PageAddress { address.setting("on", "\(day)") }
        func known(_ position: Position) -> PageAddress { address.setting("known", "\(position)") }
        dayBefore = day > .earliest ? on(day.adding(days: -1)) : nil
        dayAfter = day < .latest ? on(day.adding(days: 1)) : nil
        today = context.times.on == nil ? nil : address.setting("on", nil)
        // Between two marks the answer is that of the mark before.
        let reached = marks.lastIndex { $0 <= position }
        changeBefore = reached.map { $0 > 0 ? known(marks[$0 - 1]) : known(.start) }
        let after = marks.first { $0 > position }
        changeAfter = after.map(known)
        now = address["known"] == nil ? nil : address.setting("known", nil)
    }
}
