import DaybookDomains

/// The inputs of a page: the ledger, the address, and the two times of its answers.
struct PageContext {
    let ledger: Ledger
    let address: PageAddress
    let times: PageTimes
    let answered: AnsweredAsOf
    /// Every question of the page is asked of this one position, whatever arrives meanwhile.
    let asOf: AsOf
    let newest: Position
    let form: HoursForm
    /// Stands in each form of the page.
    let formToken: String

    init(_ ledger: Ledger, _ address: PageAddress, _ times: PageTimes, _ identity: PageIdentity) throws {
        self.ledger = ledger
        self.address = address
        self.times = times
        answered = try ledger.answered(times.asOf)
        asOf = AsOf(on: answered.on, known: .position(answered.position))
        newest = max(try ledger.position, answered.position)
        form = try ledger.hoursForm()
        formToken = identity.formToken
    }

    /// Whether the page shows less than is known.
    var isPast: Bool { answered.position < newest }

    /// An address that keeps the times of this page.
    func link(_ path: String, _ items: [PageAddress.Item] = []) -> PageAddress {
        PageAddress(path, items + address.query.filter { $0.name == "on" || $0.name == "known" })
    }

    /// An instant on the wall clock of the ledger's zone, to the minute.
    func time(_ instant: Instant) -> String {
        let (date, millisecond) = instant.local(offsetSeconds: ledger.zone.offsetSeconds(at: instant))
        let minute = millisecond / 60_000
        return "\(date) \(Digits.text(minute / 60, width: 2)):\(Digits.text(minute % 60, width: 2))"
    }

    /// A number of things.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
