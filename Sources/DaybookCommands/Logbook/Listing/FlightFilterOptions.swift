import ArgumentParser
import DaybookDomains

/// The flights that a list or a sum is about.
struct FlightFilterOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Flights of this day and later.", valueName: "date"))
    var from: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Flights of this day and earlier.", valueName: "date"))
    var to: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Flights in this aircraft.", valueName: "id"))
    var aircraft: String?
    @Flag(help: "Flights that an instructor signed.") var signed = false
    @Flag(help: "Flights without a signature.") var unsigned = false
    @Flag(help: "Flights with solo time, as --kind solo.") var solo = false
    @Option(
        help: ArgumentHelp(
            "Flights with time of this kind: \(Ledger.list(FlightFilter.Kind.self)).", valueName: "kind"),
        completion: .list(FlightFilter.Kind.allCases.map(\.rawValue)))
    var kind: [String] = []

    /// Throws `Fault` (64) for what contradicts itself.
    func filter(today: CivilDate) throws -> FlightFilter {
        var filter = FlightFilter()
        filter.from = try from.map { try Values.day($0, "from").date(today: today) }
        filter.to = try to.map { try Values.day($0, "to").date(today: today) }
        if let from = filter.from, let to = filter.to, from > to {
            throw Fault(
                .usage, code: "range.reversed", message: "--from \(from) lies after --to \(to).",
                hint: "Exchange the two days.")
        }
        if signed, unsigned {
            throw Fault(
                .usage, code: "usage.contrary", message: "--signed and --unsigned exclude each other.",
                hint: "Leave one of them out.")
        }
        filter.isSigned = signed ? true : unsigned ? false : nil
        filter.aircraft = aircraft
        filter.kinds = Set(try kind.map(FlightFilterOptions.kind))
        if solo { filter.kinds.insert(.solo) }
        return filter
    }

    private static func kind(_ text: String) throws -> FlightFilter.Kind {
        guard let kind = FlightFilter.Kind(rawValue: text) else {
            throw Fault(
                .usage, code: "kind.unknown", message: "There is no kind of flight \"\(text)\".",
                hint: "It is one of \(Ledger.list(FlightFilter.Kind.self)).")
        }
        return kind
    }
}
