package import Engine
package import EventCodec
public import EventModel
import EventSourcing
package import EventStore
package import TransparencyLog

/// Whose progress counts when the ledgers of a guest and of an account become one. Nothing is deleted, and a later link
/// chooses otherwise.
public enum LinkChoice: String, Hashable, Sendable, CaseIterable {
    case both
    /// Sets the guest's events aside, now and later.
    case account
    /// Sets the account's events so far aside, as far as the account's ledger knew them.
    case guest
}

/// The result of a link.
public struct LinkReceipt: Hashable, Sendable {
    public let link: StreamID
    public let account: PrincipalID
    public let guest: PrincipalID
    public let choice: LinkChoice
    /// The event that was appended, or the one that states the same already; nil where only an answer was signed.
    public let event: EventID?
    public let isNew: Bool
    /// Whether both have signed.
    public let isConsented: Bool
}

/// A link between two principals as it stands.
public struct LinkState: Hashable, Sendable {
    public let link: StreamID
    /// Ascending.
    public let principals: [PrincipalID]
    /// The choice that holds; nil while none does.
    public let choice: LinkChoice?
    /// Whose events are set aside.
    public let shadowed: PrincipalID?
    /// The event that says so.
    public let event: EventID?
    /// Whether concurrent links choose differently. Then each sets aside whom it says, unless neither would be left.
    public let isDisputed: Bool
    /// An event waits for a signature.
    public let isPending: Bool
    /// The events that ended the link, if none has lifted them, with their authors.
    public let ends: [LinkStateEnd]
    /// The public keys of the principals, in their order, as its newest link names them.
    public let keys: [String]
    /// When the choice that holds was recorded.
    public let since: Instant?
    /// Whether both have signed a link that counts.
    public let isConsented: Bool
    /// Events of the one who is set aside that the account had not known of: they count (`link.uncovered`).
    public let uncovered: Int
}

/// An end of a link that stands.
public struct LinkStateEnd: Hashable, Sendable {
    public let event: EventID
    public let author: PrincipalID
    public let recorded: Instant
}

/// The content of one principal's logs.
package struct PrincipalCounts: Hashable, Sendable {
    package let principal: PrincipalID
    package let events: UInt64
    /// The records that this principal created and that were not removed, and its notes that are progress as a record
    /// is, by kinds of stream, whether links set them aside or not.
    package let records: [String: Int]
    /// Whether there is anything that a person would miss.
    package var holdsProgress: Bool { !records.isEmpty }
}

extension Ledger {
    /// The public key of the ledger's principal, which others name to offer it a link: 64 hexadecimal digits.
    public var principalPublicKey: String {
        get throws { try translated { try engine.read { try $0.storeRecord().principalKey.hex } } }
    }

    /// Joins a guest with this ledger's principal, the account, signed by both; the guest's logs are taken from then
    /// on.
    ///
    /// Made again with the same choice it appends nothing, unless for `.guest` there is more of the account to set
    /// aside. `guest` is the guest's 32-byte key. Throws `Fault` where this ledger's or the guest's cannot be used,
    /// `Rejection` `link.self`.
    @discardableResult @available(*, noasync)
    public func link(guest seed: [UInt8], choice: LinkChoice) throws -> LinkReceipt {
        let guest = try Ledger.key(ofSeed: seed)
        return try decidedAlone {
            let position = try position
            let (terms, signatures) = try terms(guest: guest, choice)
            return try append(terms, signatures, after: position)
        }
    }

    /// Links a guest like `link(guest:choice:)`, in one commit with the events that `receive` takes because of it.
    ///
    /// - Parameter receive: Takes the guest's events after the drafts, which it appends; nil where the link stands
    ///   already. Gives the events that it appended. It may be called again when another program has just written.
    package func link(guest seed: [UInt8], choice: LinkChoice, with receive: (LinkingDrafts?) throws -> [EventID])
        throws -> LinkReceipt
    {
        let guest = try Ledger.key(ofSeed: seed)
        return try decidedAlone {
            let position = try position
            let (terms, signatures) = try terms(guest: guest, choice)
            let (held, linking) = try drafts(terms, signatures, after: position)
            let appended = try receive(held == nil ? linking : nil)
            return LinkReceipt(terms, held ?? appended.last, isNew: held == nil, isConsented: true)
        }
    }

    private func terms(guest: SigningKey, _ choice: LinkChoice) throws -> (LinkTerms, [VerifyingKey: Signature]) {
        let account = try ownKey()
        let cut = choice == .guest ? try cut(of: PrincipalID(publicKey: account.publicKey)) : nil
        let follows = try linkHeads(account.publicKey, guest.publicKey)
        let terms = LinkTerms(
            account: account.publicKey, guest: guest.publicKey, choice: choice, cut: cut, follows: follows)
        let message = try terms.message()
        var signatures = [account.publicKey: try account.sign(message)]
        signatures[guest.publicKey] = try guest.sign(message)
        return (terms, signatures)
    }

    /// The links between principals that this ledger holds, by their streams.
    public func links(_ asOf: AsOf = .now) throws -> [LinkState] {
        try withView(asOf) { known, _, transaction in
            var states: [LinkState] = []
            try engine.forEachStream(kind: "link", knownAt: known, transaction) { loaded in
                guard let link = loaded.principalLink, let body = loaded.statedLink else { return true }
                func recorded(_ id: EventID) -> Instant {
                    Instant(milliseconds: loaded.events.first { $0.id == id }?.recordedMilliseconds ?? 0)
                }
                var uncovered = 0
                if case .before(let cut, let principal) = link.choice {
                    uncovered = try uncoveredCount(principal, cut, known, transaction)
                }
                states.append(
                    LinkState(
                        link: loaded.stream, principals: [body.principals.first, body.principals.second],
                        choice: link.effective.map { _ in link.choice.stated },
                        shadowed: link.choices.first?.choice.shadowed, event: link.effective,
                        isDisputed: link.isDisputed,
                        isPending: link.isPending,
                        ends: link.ends.map {
                            LinkStateEnd(event: $0.id, author: $0.end.author, recorded: recorded($0.id))
                        },
                        keys: [body.first.hex, body.second.hex], since: link.effective.map(recorded),
                        isConsented: link.isConsented, uncovered: uncovered))
                return true
            }
            return states
        }
    }

    /// The content of each principal's logs, ascending. O(events).
    package func linkedCounts(_ asOf: AsOf = .now) throws -> [PrincipalCounts] {
        try withView(asOf) { known, _, transaction in try counts(known, transaction) }
    }

    package func counts(_ known: KnownAt, _ transaction: borrowing StoreRead) throws -> [PrincipalCounts] {
        var whole = CountsByPrincipal()
        for part in try recordCounts(known, transaction) { whole.join(part.principals) }
        return whole.counts
    }

    /// The persons whose ledgers exchange events with this one, and those with whom a link ended.
    package func admission(with tails: [ReceivedTail] = []) throws -> Admission {
        try translated { try engine.read { try engine.admission(with: tails, $0) } }
    }

    // MARK: - Appending

    /// Appends a link unless what holds, or waits likewise, says the same.
    ///
    /// - Parameters:
    ///   - key: The idempotency key of the offer that it takes up, if that one names no guest.
    ///   - position: Where the link's stream was read; an event of links that arrived later fails the append.
    /// - Throws: `Rejection` `link.self`; `DraftRefusal` of `condition.failed`.
    package func append(
        _ terms: LinkTerms, _ signatures: [VerifyingKey: Signature], key: String? = nil, after position: Position
    ) throws -> LinkReceipt {
        let isConsented = signatures.count == 2
        let (held, linking) = try drafts(terms, signatures, key: key, after: position)
        if let held { return LinkReceipt(terms, held, isNew: false, isConsented: isConsented) }
        let appended = try append(linking.drafts, condition: linking.condition)
        guard let event = appended.ids.last else { preconditionFailure("one draft gives one id") }
        return LinkReceipt(terms, event, isNew: true, isConsented: isConsented)
    }

    /// The event that states a link already, or the draft of one that does.
    private func drafts(
        _ terms: LinkTerms, _ signatures: [VerifyingKey: Signature], key: String? = nil, after position: Position
    ) throws -> (held: EventID?, LinkingDrafts) {
        let (account, guest) = (PrincipalID(publicKey: terms.account), PrincipalID(publicKey: terms.guest))
        guard account != guest else {
            throw Rejection(
                code: "link.self", message: "Both ledgers are one person's already: there is nothing to link.")
        }
        let held = try withView(.now) { known, _, transaction in
            try standingEvent(terms, isConsented: signatures.count == 2, known, transaction)
        }
        let draft = EventDraft(
            stream: terms.stream, type: LinkConsent.type, data: .json(terms.data(signatures)), intent: .computed(),
            key: key)
        return (held, LinkingDrafts(drafts: [draft], condition: AppendCondition(after: position, kinds: ["link"])))
    }

    /// The event that says the same already: the one whose choice holds, if what the terms mask is masked by it, or for
    /// a link that not both have signed one that waits with these very words.
    private func standingEvent(
        _ terms: LinkTerms, isConsented: Bool, _ known: KnownAt, _ transaction: borrowing StoreRead
    ) throws -> EventID? {
        guard let loaded = try engine.stream(terms.stream, knownAt: known, transaction), let link = loaded.principalLink
        else { return nil }
        // A link lifts an end, and closes the old offers of version 1, also where the choice stays.
        if let effective = link.effective, link.ends.isEmpty, !link.isRepeatable || !isConsented {
            switch (link.choice, terms.linkedChoice) {
            case (.before(let old, let one), .before(let new, let other)) where one == other:
                if try !covers(more: new, than: old, of: one, transaction) { return effective }
            case (let old, let new): if old == new { return effective }
            }
        }
        if isConsented { return nil }
        return zip(loaded.events, loaded.fold.outcomes).first { event, outcome in
            outcome.reason == OutcomeReason.linkConsent && event.linkBody?.choice == terms.linkedChoice
        }?.0.id
    }

    /// Whether a cut masks events of a principal that another does not. A link and the beginning of a log are nothing
    /// to mask.
    private func covers(more new: Cut, than old: Cut, of principal: PrincipalID, _ transaction: borrowing StoreRead)
        throws -> Bool
    {
        let logs = try transaction.logRecords(try transaction.storeRecord()).filter { $0.principal == principal }
        for entry in new.entries {
            let before = old.entries.first { $0.log == entry.log }?.size ?? 0
            guard before < entry.size else { continue }
            // An event that is not held here may be anything.
            guard let log = logs.first(where: { LogName(origin: $0.origin, branch: $0.branch) == entry.log }),
                entry.size <= log.size
            else { return true }
            for sequence in before..<entry.size {
                let stream = try engine.event(onPathOf: log, sequence: sequence, transaction).envelope.stream
                if mayBeSetAside(stream) { return true }
            }
        }
        return false
    }

    func mayBeSetAside(_ stream: StreamID) -> Bool { !["link", "origin"].contains(stream.kind) }

    /// All that is held of a principal now.
    package func cut(of principal: PrincipalID) throws -> [CutEntry] {
        try withView(.now) { _, _, transaction in
            try transaction.logRecords(try transaction.storeRecord()).filter {
                $0.principal == principal && $0.size > 0
            }
            .map { CutEntry(log: LogName(origin: $0.origin, branch: $0.branch), size: $0.size) }.sorted {
                $0.log < $1.log
            }
        }
    }

    // MARK: - Keys

    package func ownKey() throws -> SigningKey {
        try translated { try engine.read { try engine.principalKey($0.storeRecord()) } }
    }

    private static func key(ofSeed seed: [UInt8]) throws -> SigningKey {
        _ = try principal(ofSeed: seed)
        return try translated { try SigningKey(seed: seed) }
    }
}

extension LinkedChoice {
    /// As it was put to a person: what is set aside altogether is the guest's, what is set aside up to a cut the
    /// account's.
    var stated: LinkChoice {
        switch self {
        case .nobody: .both
        case .everything: .account
        case .before: .guest
        }
    }
}

extension LinkReceipt {
    init(_ terms: LinkTerms, _ event: EventID?, isNew: Bool, isConsented: Bool) {
        self.init(
            link: terms.stream, account: PrincipalID(publicKey: terms.account),
            guest: PrincipalID(publicKey: terms.guest), choice: terms.choice,
            event: event, isNew: isNew, isConsented: isConsented)
    }
}

extension LoadedStream {
    /// The first link of the stream whose keys are those of its name; nil where there is none.
    var statedLink: LinkBody? {
        let stated = events.first {
            [.unanswered, .consented].contains(LinkConsent.statement($0, in: stream)?.standing)
        }
        return stated?.linkBody
    }
}

extension FoldEvent<EventContent> {
    /// The fields of a link; nil of any other event.
    var linkBody: LinkBody? {
        understanding == .understood
            ? payload.flatMap { $0.type == LinkConsent.type ? LinkBody($0.asWritten) : nil } : nil
    }
}

extension Signature {
    package var hex: String { Hex.encode(bytes) }
}
