public import EventSourcing

/// The authority whose rules of recent experience decide; the raw value is that of the setting `logbook.authority`.
public enum Authority: String, Hashable, Sendable, CaseIterable {
    /// 14 CFR part 61.
    case faa
    /// Regulation (EU) No 1178/2011, Annex I (Part-FCL).
    case easa

    public var title: String { rawValue.uppercased() }

    /// The rules that an answer about passengers follows.
    public var currencyRules: [DatedRule] {
        switch self {
        case .faa: LogbookRules.currency
        case .easa: LogbookRules.passengers
        }
    }

    /// The section that the readings are of.
    public var section: String {
        switch self {
        case .faa: "61.57"
        case .easa: "FCL.060"
        }
    }

    /// The note of an answer beside a rule of the FAA where another authority is chosen; nil under the FAA.
    public func note(on rule: String) -> String? {
        self == .faa ? nil : "This follows \(rule), a rule of the FAA; logbook.authority is \(rawValue)."
    }
}
