import Engine
import EventCodec
package import EventModel
package import EventSourcing
import TransparencyLog

/// A wrong reading of links that the checks must find.
package enum LinkMutation: Hashable, Sendable, CaseIterable {
    case ignoresCuts, keepsWhatWasGiven, leavesOutTheRecordAlone, hidesEverything, lastLinkWins, oneSignatureIsEnough,
        forgedIsEnough
    case keepsRegisters, disputesSetNobodyAside, leavesOutForEver
    case takesStaleOffers, endsBindTheOther, endsHideEverything, endsKeepWhatCame, greatestEndCounts, endsForEver
}

/// The persons whose events links mask, computed from the JSON of the events with sets and loops. It uses neither the
/// engine's statements nor its folds of links, shadows and masks. It shares the fold of one stream with the engine,
/// which has an oracle of its own.
package struct LinkOracle {
    let events: [HeldEvent]
    let registry: Registry
    let mutation: LinkMutation?
    /// The person whose ledger it is; nil: none, so no end binds it.
    let person: PrincipalID?

    package init(
        _ events: [HeldEvent], _ registry: Registry, of person: PrincipalID? = nil, _ mutation: LinkMutation? = nil
    ) {
        self.events = events
        self.registry = registry
        self.person = person
        self.mutation = mutation
    }

    /// One link event that can be read.
    private struct Link {
        let event: HeldEvent
        let data: JSONValue
        var words: String { "\(data["shadowed"]?.text ?? "") \(isWhole) \(data["cut"]?.text ?? "")" }
        var shadowed: String? { data["shadowed"]?.stringValue }
        var isWhole: Bool { data["everything"] == .bool(true) }
        var isEnd: Bool { event.envelope.type == "link.ended" }
        /// Nil for an older program's, which names nothing.
        var follows: Set<String>? {
            guard event.envelope.schemaVersion > 1, case .array(let ids)? = data["follows"] else { return nil }
            return Set(ids.compactMap(\.stringValue))
        }
        var basis: Set<String> { Set(event.fold.basis.map(\.hex)) }
    }

    /// An end that stands.
    private struct End {
        let event: EventID
        let author: String
        let other: String
        let sizes: [String: Int]
        /// Nil for an older program's, which names none.
        let roots: Set<String>?
    }

    /// The state of every record of a ledger without records in the place of others and without undone imports.
    package func fold() -> (records: [StreamID: HeldRecord], days: [[DayTable.Day]]) {
        var records = Observation.folded(events, registry)
        var choices: [Link] = []
        var ends: [End] = []
        for stream in records.keys where stream.kind == "link" { choices += fold(stream, &records, &ends) }
        choices = choices.filter { $0.shadowed != nil }
        let logs = Set(events.map(\.envelope.origin)).map { origin in
            events.first { $0.envelope.origin == origin }!.envelope.actor.hex
        }
        if mutation != .hidesEverything, logs.allSatisfy({ log in choices.contains { $0.shadowed == log } }) {
            choices = []
        }
        leaveOut(ends.filter { $0.author == person?.hex }, choices, &records)
        return (records, Observation.days(of: records, registry))
    }

    // MARK: - Links

    /// The links whose choices hold.
    private func fold(_ stream: StreamID, _ records: inout [StreamID: HeldRecord], _ standing: inout [End]) -> [Link] {
        let links = events.filter { $0.stream == stream && records[stream]?.outcomes[$0.id] == .effective }.sorted {
            before($0, $1)
        }.compactMap(link)
        var outcomes: [EventID: EventOutcome] = [:]
        var consented: [Link] = []
        var waiting: [Link] = []
        var ends: [Link] = []
        for link in links {
            switch self.standing(link, stream) {
            case "end": ends.append(link)
            case "consented": consented.append(link)
            case "waiting": waiting.append(link)
            case let reason: outcomes[link.event.id] = EventOutcome(.quarantined, reason: reason)
            }
        }
        // An offer counts once.
        func drop(_ isStale: (Link) -> Bool) {
            if mutation == .takesStaleOffers { return }
            for link in consented + waiting where isStale(link) {
                outcomes[link.event.id] = EventOutcome(.quarantined, reason: "link.stale")
            }
            consented = consented.filter { outcomes[$0.event.id] == nil }
            waiting = waiting.filter { outcomes[$0.event.id] == nil }
        }
        drop { link in link.follows.map { $0 != link.basis } ?? ends.contains { isPast($0.event.id, of: link.event) } }
        let newer = consented.filter { $0.follows != nil }
        drop { link in link.follows == nil && !newer.allSatisfy { isPast(link.event.id, of: $0.event) } }
        for end in ends
        where mutation == .endsForEver
            || !newer.contains(where: {
                isPast(end.event.id, of: $0.event) && consented.map(\.event.id).contains($0.event.id)
            })
        {
            if let found = self.end(end) { standing.append(found) }
        }
        let all = consented + ends
        let tops = all.filter { one in !all.contains { isPast(one.event.id, of: $0.event) } }
        let heads =
            mutation == .lastLinkWins
            ? Array(consented.suffix(1))
            : consented.filter { one in !consented.contains { isPast(one.event.id, of: $0.event) } }
        for link in waiting {
            if let same = consented.first(where: { $0.words == link.words }) {
                outcomes[link.event.id] = EventOutcome(.shadowed, reason: "link.duplicate", because: same.event.id)
            } else if let follows = link.follows, let later = tops.first(where: { !follows.contains($0.event.id.hex) })
            {
                outcomes[link.event.id] = EventOutcome(.shadowed, reason: "link.stale", because: later.event.id)
            } else {
                outcomes[link.event.id] = EventOutcome(.pending, reason: "link.consent")
            }
        }
        var holds = Array(heads.prefix(1))
        if Set(heads.map(\.words)).count > 1 {
            for head in heads {
                let other = heads.first { $0.words != head.words }!
                outcomes[head.event.id] = EventOutcome(.disputed, reason: "link.disputed", because: other.event.id)
            }
            let isSomebodyLeft = Set(heads.compactMap(\.shadowed)).count < 2
            holds = isSomebodyLeft && mutation != .disputesSetNobodyAside ? heads : []
        } else {
            for head in heads.dropFirst() {
                outcomes[head.event.id] = EventOutcome(.shadowed, reason: "link.duplicate", because: heads[0].event.id)
            }
        }
        for (id, outcome) in outcomes { records[stream]?.outcomes[id] = outcome }
        return holds
    }

    /// The events that a new link follows.
    package func heads(of stream: StreamID) -> [EventID] {
        var (records, ends) = (Observation.folded(events.filter { $0.stream == stream }, registry), [End]())
        if records[stream] == nil { return [] }
        _ = fold(stream, &records, &ends)
        let stated = events.filter { event in
            guard event.stream == stream, let outcome = records[stream]?.outcomes[event.id], let link = link(event)
            else { return false }
            return link.isEnd
                ? outcome == .effective
                : outcome.status != .quarantined && outcome.status != .pending && standing(link, stream) == "consented"
        }
        return stated.filter { one in !stated.contains { isPast(one.id, of: $0) } }.map(\.id).sorted()
    }

    private func end(_ link: Link) -> End? {
        guard case .object(let members)? = link.data["cut"] else { return nil }
        let sizes = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.integerValue ?? 0) })
        let (author, other) = (link.event.envelope.actor.hex, link.data["person"]?.stringValue ?? "")
        var roots: Set<String>?
        if case .array(let texts)? = link.data["roots"] { roots = Set(texts.compactMap(\.stringValue)) }
        return mutation == .endsBindTheOther
            ? End(event: link.event.id, author: other, other: author, sizes: sizes, roots: roots)
            : End(event: link.event.id, author: author, other: other, sizes: sizes, roots: roots)
    }

    /// The persons with whom a person's link ended, whichever of the two ended it.
    package func parted(from person: PrincipalID) -> Set<PrincipalID> {
        var (records, ends) = (Observation.folded(events.filter { $0.stream.kind == "link" }, registry), [End]())
        for stream in records.keys { _ = fold(stream, &records, &ends) }
        // Both signed a link that names the end, whether what it builds on is here or not.
        let links = events.filter { $0.stream.kind == "link" }.compactMap(link).filter {
            standing($0, $0.event.stream) == "consented"
        }
        var answered = Set(links.flatMap { $0.follows ?? [] })
        // An end that another end had seen is answered with that one.
        var before = 0
        while answered.count > before {
            before = answered.count
            for event in events where answered.contains(event.id.hex) {
                answered.formUnion(event.fold.basis.map(\.hex))
            }
        }
        let open = ends.filter { !answered.contains($0.event.hex) }
        let names = open.filter { [$0.author, $0.other].contains(person.hex) }.flatMap { [$0.author, $0.other] }
        return Set(names.filter { $0 != person.hex }.compactMap { PrincipalID(hex: $0) })
    }

    /// Folds again, with what the ends of links and their choices leave out.
    private func leaveOut(_ ends: [End], _ choices: [Link], _ records: inout [StreamID: HeldRecord]) {
        guard let cause = (ends.map(\.event) + choices.map(\.event.id)).min() else { return }
        var out: [EventID: LeavingOut.Cause] = [:]
        for event in events where !["link", "origin"].contains(event.stream.kind) {
            if let by = choices.filter({ isSetAside(event, $0) }).map(\.event.id).min() {
                out[event.id] = LeavingOut.Cause(.setAside, by: by)
            }
            if let by = endReaching(event, ends) { out[event.id] = LeavingOut.Cause(.ended, by: by) }
        }
        for (stream, held) in Dictionary(grouping: events, by: \.stream)
        where !["link", "origin"].contains(stream.kind) {
            let isOfRecords = ["flight", "endorsement", "review", "forward", "alarm", "drink"].contains(stream.kind)
            var leaving = LeavingOut([:], isOfRecords: isOfRecords, cause: cause)
            for (index, event) in held.enumerated() {
                if mutation == .keepsWhatWasGiven, ["endorsement", "review"].contains(stream.kind) { continue }
                if mutation == .keepsRegisters, event.fold.role == .set { continue }
                if mutation == .leavesOutTheRecordAlone, ![.create, .set].contains(event.fold.role) { continue }
                leaving.events[index] = out[event.id]
            }
            let folds = held.map(\.fold)
            records[stream] = HeldRecord(
                folds, EventSourcing.fold(folds, rules: registry.rules(of: stream), leavingOut: leaving))
        }
    }

    /// The end that leaves an event without effect; nil where none does.
    private func endReaching(_ event: HeldEvent, _ ends: [End]) -> EventID? {
        if mutation == .endsKeepWhatCame { return nil }
        let against = ends.filter { $0.other == event.envelope.actor.hex }
        let sizes = against.map { end in
            guard let roots = end.roots else { return end.sizes[event.envelope.origin.hex] ?? 0 }
            let entries = end.sizes.filter { $0.key.prefix(32) == event.envelope.origin.hex }.values
            let kept = entries.filter { size in
                event.envelope.sequence.value < UInt64(size) && isOnPath(event, ending: size, at: roots)
            }
            return kept.max() ?? 0
        }
        guard let size = mutation == .greatestEndCounts ? sizes.max() : sizes.min() else { return nil }
        if mutation != .endsHideEverything, event.envelope.sequence.value < UInt64(size) { return nil }
        return against.map(\.event).min()
    }

    /// Whether an event lies on a path of its log that has one of the roots at a size: all choices among the events of
    /// each place are tried.
    private func isOnPath(_ event: HeldEvent, ending size: Int, at roots: Set<String>) -> Bool {
        var paths: [[EventID]] = [[]]
        for sequence in 0..<size {
            let here = Set(
                events.filter { other in
                    other.envelope.origin == event.envelope.origin && other.envelope.sequence.value == UInt64(sequence)
                }.map(\.id))
            let meant = event.envelope.sequence.value == UInt64(sequence) ? [event.id] : Array(here)
            paths = paths.flatMap { path in meant.map { path + [$0] } }
        }
        return paths.contains { $0.count == size && roots.contains(ModelLedger.root($0).hex) }
    }

    private func link(_ event: HeldEvent) -> Link? {
        guard let schema = registry.schema(event.envelope.type, version: event.envelope.schemaVersion),
            let data = try? BodyView.json(event.stored.body.span.bytes, schema).data
        else { return nil }
        return Link(event: event, data: data)
    }

    private func standing(_ link: Link, _ stream: StreamID) -> String {
        if link.isEnd {
            let people = [link.event.envelope.actor.hex, link.data["person"]?.stringValue ?? ""].sorted()
            let hash = SHA256Hasher.hash(Array("daybook/link-stream/1".utf8) + people.flatMap { Hex.decode($0) ?? [] })
            return link.data["cut"] != nil && people[0] != people[1] && stream.text == "link/" + hash.hex.prefix(32)
                ? "end" : "link.invalid"
        }
        let names = ["firstKey", "secondKey"]
        let keys = names.compactMap {
            link.data[$0]?.stringValue.flatMap(Hex.decode).flatMap { try? VerifyingKey(bytes: $0) }
        }
        guard keys.count == 2 else { return "link.invalid" }
        let people = keys.map { PrincipalID(publicKey: $0) }
        let hash = SHA256Hasher.hash(Array("daybook/link-stream/1".utf8) + people[0].bytes + people[1].bytes)
        guard people[0].hex < people[1].hex, stream.text == "link/" + hash.hex.prefix(32) else { return "link.invalid" }
        let (isWhole, hasCut) = (link.isWhole, link.data["cut"] != nil)
        guard
            link.shadowed == nil ? !isWhole && !hasCut : isWhole != hasCut && people.map(\.hex).contains(link.shadowed!)
        else { return "link.invalid" }
        guard case .object(let members) = link.data else { return "link.invalid" }
        let words = JSONValue.object(members.filter { !$0.name.hasSuffix("Signature") && $0.name != "key" })
        let body = try! BodyEncoder(
            schema: registry.schema("ledgers.linked", version: link.event.envelope.schemaVersion)!, normalize: { $0 }
        ).encode(words)
        let tag = Array("daybook/link/\(link.event.envelope.schemaVersion)".utf8)
        let checks = zip(keys, ["firstSignature", "secondSignature"]).map { key, name -> Bool? in
            link.data[name]?.stringValue.map { text in
                guard let bytes = Hex.decode(text), let signature = Signature(bytes: bytes) else { return false }
                return (try? key.isValid(signature: signature, for: tag + body)) ?? false
            }
        }
        if mutation != .forgedIsEnough, checks.contains(false) { return "link.forged" }
        return mutation != .oneSignatureIsEnough && checks.contains(nil) ? "waiting" : "consented"
    }

    // MARK: - Choices

    private func isSetAside(_ event: HeldEvent, _ choice: Link) -> Bool {
        guard choice.shadowed == event.envelope.actor.hex else { return false }
        if choice.isWhole || mutation == .ignoresCuts { return true }
        guard let size = choice.data["cut"]?[event.envelope.origin.hex]?.integerValue else { return false }
        return mutation == .leavesOutForEver || event.envelope.sequence.value < UInt64(size)
    }

    // MARK: - Order

    private func event(_ id: EventID) -> HeldEvent? { events.first { $0.id == id } }

    private func isPast(_ id: EventID, of event: HeldEvent) -> Bool {
        event.fold.basis.contains { below in below == id || self.event(below).map { isPast(id, of: $0) } ?? false }
    }

    private func before(_ left: HeldEvent, _ right: HeldEvent) -> Bool { key(left) < key(right) }

    private func key(_ event: HeldEvent) -> OrderKey {
        let below = event.fold.basis.compactMap { self.event($0).map(key) }
        return OrderKey(
            timeMilliseconds: below.map(\.timeMilliseconds).reduce(event.fold.recordedMilliseconds, max),
            height: below.map(\.height).reduce(0, max) + 1,
            id: event.id)
    }
}
