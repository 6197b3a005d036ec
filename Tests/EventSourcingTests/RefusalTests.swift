import EventModel
import EventSourcing
import Testing

/// The events that a ledger refuses to write itself, and the names in its locks, unlocks, restores and settles.
@Suite struct RefusalTests {
    enum Record: String, CaseIterable { case missing, open, removed, locked, removedUncreated, unknownCritical }

    static func chronicle(_ record: Record) -> Chronicle {
        var chronicle = Chronicle()
        if record != .missing, record != .removedUncreated { chronicle.add(1, .create, ["x": 2]) }
        if record == .removed { chronicle.add(2, .remove, on: [1]) }
        if record == .removedUncreated { chronicle.add(2, .remove) }
        if record == .locked { chronicle.lock(2, on: [1], covers: [1], ToyState(x: 2)) }
        return chronicle
    }

    static func fold(_ record: Record) -> (events: [ToyEvent], fold: Fold<ToyState>) {
        var events = chronicle(record).events
        if record == .unknownCritical {
            var unknown = events[0]
            unknown.id = Chronicle.id(2)
            unknown.understanding = .newerSchema
            unknown.isCritical = true
            events.append(unknown)
        }
        return (events, EventSourcing.fold(events, rules: ToyRules()))
    }

    static func code(
        _ role: EventRole, _ record: Record, _ links: EngineLinks = EngineLinks(), _ values: [String: Int] = [:],
        by person: Int = 1
    ) -> String? {
        let event = ToyEvent(
            id: Chronicle.id(99), basis: [], recordedMilliseconds: 0, actor: actor(person), role: role, links: links,
            payload: ToyPayload(values))
        return refusal(of: event, on: fold(record).fold, rules: ToyRules())?.code
    }

    @Test(
        arguments: [
            (
                EventRole.create,
                [nil, "record.exists", "record.exists", "record.exists", "record.removed", "schema.newer"]
            ),
            (.edit, ["record.missing", nil, "record.removed", "signature.locked", "record.missing", "schema.newer"]),
            (.remove, ["record.missing", nil, "record.removed", "signature.locked", "record.missing", "schema.newer"]),
            (.restore, ["restore.nothing", "restore.nothing", nil, "signature.locked", nil, "schema.newer"]),
            (.lock, ["record.missing", nil, "record.removed", "signature.locked", "record.missing", "schema.newer"]),
            (.unlock, ["void.nothing", "void.nothing", "void.nothing", nil, "void.nothing", "schema.newer"]),
            (.settle, [nil, nil, nil, "signature.locked", nil, "schema.newer"]),
            (.set, [nil, nil, nil, "signature.locked", nil, "schema.newer"]),
            (.note, [nil, nil, nil, nil, nil, "schema.newer"]),
        ] as [(EventRole, [String?])])
    func refusals(role: EventRole, expected: [String?]) {
        let links = EngineLinks(voids: [Chronicle.id(2)], undoes: [Chronicle.id(2)])
        for (record, code) in zip(Record.allCases, expected) {
            #expect(Self.code(role, record, links) == code, "\(role) on \(record)")
        }
    }

    @Test("an unknown critical event of another person stops nobody else") func anothersUnknownCritical() {
        #expect(Self.code(.edit, .unknownCritical) == "schema.newer")
        #expect(Self.code(.edit, .unknownCritical, by: 2) == nil)
        #expect(Self.fold(.unknownCritical).fold.linksOfRestore(by: actor(2)).rejection == "restore.nothing")
    }

    @Test func whatNamesTheWrongThing() {
        #expect(Self.code(.unlock, .locked, EngineLinks(voids: [Chronicle.id(1)])) == "void.nothing")
        #expect(Self.code(.restore, .removed, EngineLinks(undoes: [Chronicle.id(1)])) == "restore.nothing")
        #expect(Self.code(.edit, .open, EngineLinks(), ["y": 3]) == "y.aboveX")
        #expect(Self.code(.edit, .open, EngineLinks(), ["y": 2]) == nil)
        let many = (1...1001).map(Chronicle.id)
        #expect(Self.code(.lock, .open, EngineLinks(covers: many)) == "links.tooMany")
        #expect(Self.code(.lock, .open, EngineLinks(covers: Array(many.dropLast()))) == nil)
        #expect(Self.code(.settle, .open, EngineLinks(keeps: many)) == "links.tooMany")
    }

    @Test func whatADecisionMayKeep() {
        let refusal = RoleRejection.keepsTooMany
        #expect(refusal.code == "keeps.tooMany")
        #expect(refusal.message == "This record has more events than one decision can keep: more than 100000.")
        #expect(
            refusal.hint == "Nothing was written, and the waiting changes stay. Enter what is right in a new record.")
    }

    @Test func whatALockNames() throws {
        let (events, fold) = Self.fold(.open)
        let links = try fold.linksOfLock(by: actor(1), over: events, rules: ToyRules(), form: 1).get()
        #expect(
            links
                == EngineLinks(covers: [Chronicle.id(1)], content: ToyRules().content(ToyState(x: 2), form: 1), form: 1)
        )
        #expect(
            fold.linksOfLock(by: actor(1), over: events, rules: ToyRules(), form: 9).rejection == "signature.mismatch")
        for (record, code) in [
            (Record.missing, "record.missing"), (.removed, "record.removed"), (.locked, "signature.locked"),
        ] {
            let (events, fold) = Self.fold(record)
            #expect(fold.linksOfLock(by: actor(1), over: events, rules: ToyRules(), form: 1).rejection == code)
        }
    }

    @Test func whatAnUnlockNames() throws {
        let (events, fold) = Self.fold(.locked)
        #expect(
            try fold.linksOfUnlock(over: events, by: actor(1)).get()
                == EngineLinks(voids: [Chronicle.id(2)], keeps: [Chronicle.id(1)]))
        #expect(
            try fold.linksOfUnlock(voiding: [Chronicle.id(2)], over: events, by: actor(1)).get().voids == [
                Chronicle.id(2)
            ])
        #expect(fold.linksOfUnlock(voiding: [Chronicle.id(1)], over: events, by: actor(1)).rejection == "void.nothing")
        let (open, openFold) = Self.fold(.open)
        #expect(openFold.linksOfUnlock(over: open, by: actor(1)).rejection == "void.nothing")
    }

    @Test func whatARestoreNames() throws {
        #expect(
            try Self.fold(.removed).fold.linksOfRestore(by: actor(1)).get() == EngineLinks(undoes: [Chronicle.id(2)]))
        #expect(Self.fold(.open).fold.linksOfRestore(by: actor(1)).rejection == "restore.nothing")
        #expect(Self.fold(.locked).fold.linksOfRestore(by: actor(1)).rejection == "signature.locked")
    }

    /// Decides by a settle, appends it, and answers what became of the event then.
    static func settling(_ number: Int, apply: Bool, _ chronicle: inout Chronicle) -> String {
        let events = chronicle.events
        let fold = EventSourcing.fold(events, rules: ToyRules())
        let id = Chronicle.id(number)
        let links =
            apply
            ? fold.linksOfSettle(applying: id, over: events, rules: ToyRules(), by: actor(1))
            : fold.linksOfSettle(dismissing: id, over: events, by: actor(1))
        switch links {
        case .failure(let rejection): return "refused \(rejection.code)"
        case .success(let links):
            chronicle.add(50, .settle, on: fold.heads.map { Int($0.words.second.low) }, links: links)
            return chronicle.outcome(number)
        }
    }

    @Test func applyingWhatARuleHeldBack() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 3, "y": 1])
        chronicle.edit(2, on: [1], ["x": 1])
        chronicle.edit(3, on: [1], ["y": 3])
        #expect(Self.settling(3, apply: true, &chronicle) == "effective")
        #expect(chronicle.outcomes == ["1 effective", "2 effective", "3 effective", "50 effective"])
    }

    @Test func applyingAnotherCreateTakesThePlaceOfTheFirst() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 2])
        chronicle.add(2, .create, ["x": 4])
        #expect(Self.settling(2, apply: true, &chronicle) == "effective")
        #expect(chronicle.outcomes == ["1 shadowed settle.dropped 50", "2 effective", "50 effective"])
        #expect(chronicle.state == ToyState(x: 4))
    }

    @Test func applyingWhatWasOverwrittenOrRemoved() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 2])
        chronicle.edit(2, on: [1], ["x": 3])
        chronicle.edit(3, on: [1], ["x": 4])
        #expect(Self.settling(2, apply: true, &chronicle) == "effective")
        #expect(chronicle.state == ToyState(x: 3))

        var removed = Chronicle()
        removed.add(1, .create, ["x": 2])
        removed.add(2, .remove, on: [1])
        removed.edit(3, on: [1], ["x": 4])
        #expect(Self.settling(3, apply: true, &removed) == "effective")
        #expect(removed.outcome(2) == "shadowed settle.dropped 50")
        #expect(removed.state == ToyState(x: 4))
    }

    @Test func applyingWhatAVoidLeftOut() {
        var chronicle = SignatureTableTests.chronicle()
        chronicle.edit(11, on: [2], ["z": 1])
        chronicle.unlock(20, on: [10, 11], voids: [10], keeps: [1, 2])
        #expect(chronicle.outcome(11) == "shadowed void.dropped 20")
        #expect(Self.settling(11, apply: true, &chronicle) == "effective")
        #expect(chronicle.state == ToyState(x: 3, z: 1))
    }

    @Test func dismissing() {
        var chronicle = Chronicle()
        chronicle.add(1, .create, ["x": 3, "y": 1])
        chronicle.edit(2, on: [1], ["x": 1])
        chronicle.edit(3, on: [1], ["y": 3])
        var other = chronicle
        #expect(Self.settling(3, apply: false, &chronicle) == "shadowed settle.dropped 50")
        #expect(chronicle.state == ToyState(x: 1, y: 1))
        // A pending settle does not count, so that a settle about another event leaves it out too.
        #expect(Self.settling(2, apply: false, &other) == "shadowed settle.dropped 50")
        #expect(other.outcome(3) == "shadowed settle.dropped 50")
    }

    @Test func whatCannotBeSettled() {
        var chronicle = SignatureTableTests.chronicle()
        #expect(Self.settling(2, apply: true, &chronicle) == "refused signature.locked")
        chronicle.unlock(20, on: [10], voids: [10], keeps: [1, 2])
        chronicle.edit(21, on: [99], ["x": 1])
        #expect(Self.settling(10, apply: true, &chronicle) == "refused outcome.final")
        #expect(Self.settling(21, apply: true, &chronicle) == "refused outcome.final")
        #expect(Self.settling(77, apply: false, &chronicle) == "refused outcome.unknown")
    }
}

extension Result where Failure == Rejection {
    fileprivate var rejection: String? {
        if case .failure(let rejection) = self { return rejection.code }
        return nil
    }
}
