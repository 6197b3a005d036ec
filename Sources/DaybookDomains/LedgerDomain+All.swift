// A program for all of these domains, with the commands of a whole ledger, needs one import.
@_exported public import DaybookAlarms
@_exported public import DaybookHydration
@_exported public import DaybookKit
@_exported public import DaybookLogbook
@_exported public import DaybookPracticeTests
@_exported public import Engine
@_exported public import EventCodec
public import EventModel
@_exported public import EventSourcing
@_exported public import Shared

extension LedgerDomain {
    /// The domains of the program `daybook`.
    public static let all: [LedgerDomain] = [.logbook, .alarms, .hydration, .practiceTests]
}

extension Projection {
    /// The answers of the program `daybook` that have figures, in the order of `diff`.
    public static let all = LedgerDomain.all.flatMap(\.answers).map(\.projection)
}

extension Registry {
    /// The registry of a ledger that the program `daybook` opens.
    public static let daybook = Registry(LedgerDomain.all.declared)
}

extension Ledger {
    /// The domains of the program `daybook` that have settings, permissions among them.
    public static let settingDomains =
        Set(SettingName.all.map(\.stream.id) + LedgerDomain.all.flatMap(\.sharedIDs)).sorted()

    /// The domains whose notices may be permitted; notices of the logbook are those of `notices`.
    public static let permissionDomains = settingDomains.filter { $0 != SettingName.logbookHours.stream.id }

    /// Throws `Fault` `domain.unknown` for a domain that sends none.
    public static func checkNotices(of domain: String) throws { _ = try LedgerDomain.all.notices(of: domain) }
}

extension LedgerEnvironment {
    /// That of the program `daybook`, which knows all of its domains.
    public static func daybook(
        clock: @escaping @Sendable () -> Instant = LedgerEnvironment.systemClock,
        entropy: @escaping @Sendable (Int) -> [UInt8] = LedgerEnvironment.systemEntropy, zone: (any ZoneRules)? = nil
    ) -> LedgerEnvironment {
        LedgerEnvironment(domains: LedgerDomain.all, clock: clock, entropy: entropy, zone: zone)
    }
}
