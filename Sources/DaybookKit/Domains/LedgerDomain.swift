package import Engine
public import EventSourcing
package import EventStore
import Shared

/// A domain as a ledger is opened with it: what it declares, and what it contributes to the answers that all domains
/// share.
public struct LedgerDomain: Sendable {
    /// Its kinds of stream, schemas, day ledgers and dated rules.
    public let domain: Domain

    /// The ids of the streams of settings and profiles that are its own.
    package var sharedIDs: Set<String> = []
    /// Whether it owns those that no domain names.
    package var ownsOtherIDs = false
    /// The rules of its own profile.
    package var profile: ProfileRules?

    /// The answers that have figures, in the order of `diff`.
    package var answers: [FiguredAnswer] = []
    /// Narrows figures to the records that they are about, where that depends on what the ledger holds.
    package var narrowing: (@Sendable (Ledger, [Figure], KnownAt, borrowing StoreRead) throws -> [Figure])?
    package var notices: NoticeSource?
    package var due: DueSource?

    package var undo: UndoRules?
    /// Holds what a draft of another program claims about its origin against the ledger.
    package var originCheck: (@Sendable (Ledger, [EventDraft]) throws -> Void)?
    /// The types of events that record what happened by itself.
    package var automaticTypes: Set<String> = []
    /// Types of events that set what holds without any event.
    package var typesOfDefaults: Set<String> = []

    /// An app's own domain, which contributes nothing else.
    public init(_ domain: Domain) { self.domain = domain }

    /// The domain's name, without the version of its evaluator.
    package var name: String { String(domain.evaluator.prefix { $0 != "/" }) }
}

extension [LedgerDomain] {
    /// The domains in the registry of a ledger: the one that all ledgers share, then these.
    package var declared: [Domain] {
        let shared = SharedDomain.domain(
            profiles: compactMap(\.profile), zoneRefusal: { SystemZone.problem($0) })
        return [shared] + map(\.domain)
    }

    /// The name of the domain that owns what the shared domain keeps in a stream of an id; nil where none does.
    func owner(ofShared id: String) -> String? {
        (first { $0.sharedIDs.contains(id) } ?? first(where: \.ownsOtherIDs))?.name
    }
}
