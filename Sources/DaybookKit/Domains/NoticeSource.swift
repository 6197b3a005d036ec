package import EventModel
package import EventSourcing

/// A domain that sends notices: its candidates, and the policy that limits them.
package struct NoticeSource: Sendable {
    /// When and of what it is asked.
    package struct Question {
        /// Pinned to one position.
        package let asOf: AsOf
        package let on: CivilDate
        package let moment: Instant
        package let history: NoticeHistory
    }

    /// A notice, or another thing that is due, of which the grounds are asked.
    package struct Subject {
        package let key: String
        package let kind: String
        package let stream: StreamID?
        package let on: CivilDate
    }

    /// The evidence of a notice, and the answer that it belongs to.
    package typealias Grounds = (projection: Projection, sources: [FigureSource])

    package let domain: String
    package let policy: NoticePolicy
    /// The settings that hold the person's permission.
    package let permission: StreamID
    /// Keys that may be acknowledged before a notice of them was sent.
    package let keys: [String]
    /// A key, as a message shows one.
    package let example: String
    /// The most urgent first; those with a later `notBefore` among them.
    package let candidates: @Sendable (Ledger, Question) throws -> [NoticeCandidate]
    package let grounds: @Sendable (Ledger, Subject, AsOf) throws -> Grounds
    /// The notices that come once and have come, as an answer lists them.
    package let acknowledged: @Sendable ([NoticeCandidate], NoticeHistory) -> [String]

    /// By default those of the candidates that were acknowledged are listed by their keys.
    package init(
        domain: String, policy: NoticePolicy = .unlimited, permission: StreamID, keys: [String] = [], example: String,
        candidates: @escaping @Sendable (Ledger, Question) throws -> [NoticeCandidate],
        grounds: @escaping @Sendable (Ledger, Subject, AsOf) throws -> Grounds,
        acknowledged: @escaping @Sendable ([NoticeCandidate], NoticeHistory) -> [String] = { candidates, history in
            candidates.map(\.key).filter(history.acknowledged.contains).sorted()
        }
    ) {
        (self.domain, self.policy, self.permission, self.keys) = (domain, policy, permission, keys)
        (self.example, self.candidates, self.grounds) = (example, candidates, grounds)
        self.acknowledged = acknowledged
    }
}

extension [LedgerDomain] {
    /// The domains that send notices.
    package var noticeDomains: [String] { compactMap { $0.notices?.domain } }

    /// Throws `Fault` `domain.unknown` for a domain that sends none.
    package func notices(of domain: String) throws -> NoticeSource {
        guard let source = lazy.compactMap(\.notices).first(where: { $0.domain == domain }) else {
            throw Fault(
                .usage, code: "domain.unknown", message: "There is no domain \"\(domain)\" that sends notices.",
                hint: "It is one of \(noticeDomains.joined(separator: ", ")).")
        }
        return source
    }
}
