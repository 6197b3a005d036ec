import Engine
import EventCodec
import EventModel
import EventSourcing
import EventStore
import LedgerTestSupport
import Testing
import TransparencyLog

/// Every version of a type that was ever written folds for ever: what each program reads of what each program wrote.
@Suite struct SchemaVersionTests {
    private static let programs = (1...3).map { CountedDomain(program: $0) }

    private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }

    // MARK: - Bodies

    /// Bodies as the three versions wrote them: day 2026-02-01 (20485) …
    private static let fixtures: [(name: String, type: String, version: Int, body: String, newest: String)] = [
        // … two dozens, "blue"; with the key "k" in the engine's part.
        ("made 1", "counted.made", 1, "a30119500502020364626c7565", "a30119500504181805" + "64626c7565"),
        (
            "made 1 with a key", "counted.made", 1, "a400a101616b0119500502020364626c7565",
            "a400a101616b01195005041818" + "0564626c7565"
        ),
        ("made 1 without a note", "counted.made", 1, "a2011950050202", "a201195005041818"),
        // … 25 pieces.
        ("made 2", "counted.made", 2, "a3011950050364626c7565041819", "a301195005041819" + "0564626c7565"),
        ("made 3", "counted.made", 3, "a3011950050418190564626c7565", "a3011950050418190564626c7565"),
        // An edit that clears the note, one that clears the pieces, one that says nothing.
        ("changed 1, note cleared", "counted.changed", 1, "a103f6", "a105f6"),
        ("changed 1, dozens cleared", "counted.changed", 1, "a102f6", "a104f6"),
        ("changed 1, empty", "counted.changed", 1, "a0", "a0"),
        ("changed 2", "counted.changed", 2, "a2036161041903e8", "a2041903e8056161"),
        ("titled 1", "counted.titled", 1, "a101636e6f21", "a201636e6f2102f5"),
        ("titled 1, not loud", "counted.titled", 1, "a101626e6f", "a201626e6f02f4"),
    ]

    @Test("a body of each version, byte for byte, as the newest version reads it", arguments: fixtures.indices)
    func upcast(index: Int) throws {
        let fixture = Self.fixtures[index]
        let body = try bytes(fixture.body)
        let (understanding, content) = Self.programs[2].registry.understand(
            type: fixture.type, version: fixture.version, kind: "counted", body: body.span.bytes)
        #expect(understanding == .understood, "\(fixture.name)")
        let found = try #require(content)
        #expect(Hex.encode(found.body) == fixture.newest, "\(fixture.name)")
        #expect(found.schema.version == (fixture.type == "counted.titled" ? 2 : 3), "\(fixture.name)")
        #expect(found.version == fixture.version, "\(fixture.name)")
        #expect(found.asWritten.body == body && found.asWritten.schema.version == fixture.version, "\(fixture.name)")
        #expect(found.engine.key == (fixture.name.hasSuffix("key") ? "k" : nil), "\(fixture.name)")
        // An event of the newest version needs no upcast.
        #expect((found.older == nil) == (fixture.version == found.schema.version), "\(fixture.name)")
    }

    @Test("each version on the way can be asked for")
    func onTheWay() throws {
        let body = try bytes("a30119500502020364626c7565")
        let content = try #require(
            Self.programs[2].registry.understand(
                type: "counted.made", version: 1, kind: "counted", body: body.span.bytes
            ).1)
        #expect(
            (1...3).map { Hex.encode(content.body(inVersion: $0)) } == [
                "a30119500502020364626c7565", "a3011950050364626c7565041818", "a3011950050418180564626c7565",
            ])
    }

    @Test("a body that is not of its own version is not brought to another")
    func invalid() throws {
        // Version 2 has no dozens; version 9 is not known.
        for (version, expected) in [(2, Understanding.invalidBody), (9, .newerSchema)] {
            let body = try bytes("a30119500502020364626c7565")
            #expect(
                Self.programs[2].registry.understand(
                    type: "counted.made", version: version, kind: "counted", body: body.span.bytes
                ).0 == expected)
        }
    }

    @Test("fields of a body: moved, set, taken out, in order, the engine's part untouched")
    func bodyFields() throws {
        var fields = BodyFields(body: try bytes("a400a101616b0119500502020364626c7565"))
        #expect(fields.keys == [1, 2, 3])
        #expect(fields.integer(2) == 2 && fields.text(3) == "blue" && fields.integer(3) == nil && fields.text(9) == nil)
        fields.move(1, to: 7)
        fields.move(8, to: 2)
        fields.set(5, boolean: true)
        fields.set(4, text: "é")
        fields.set(6, integer: -3)
        fields[2] = nil
        fields[3] = [0xF6]
        #expect(fields.isNull(3) && !fields.isNull(4))
        #expect(Hex.encode(fields.body) == "a600a101616b03f60462c3a905f5062207195005")
    }

    // MARK: - Ledgers

    /// A record that three programs wrote: made and sealed by the first, opened and changed by the second, changed by
    /// the third.
    private func threePrograms() throws -> CountedLedger {
        let ledger = try CountedLedger(Self.programs[0])
        try ledger.append(
            Counted.dozens("a", 2, note: "blue", key: "first"), Counted.draft("a", "titled", ["title": .string("no!")]),
            Counted.draft("a", "changed", ["dozens": .integer(3)]), Counted.draft("a", "sealed"))
        try ledger.append(Counted.dozens("b", 1, day: "2026-02-02", note: "sealed only"), Counted.draft("b", "sealed"))
        try ledger.reopen(Self.programs[1], seed: 2)
        try ledger.append(
            Counted.draft("a", "opened"), Counted.draft("a", "changed", ["pieces": .integer(41)]),
            Counted.draft("a", "sealed"))
        try ledger.reopen(Self.programs[2], seed: 3)
        try ledger.append(
            Counted.draft("a", "opened"), Counted.draft("a", "changed", ["label": .string("red")]),
            Counted.draft("a", "sealed"))
        return ledger
    }

    @Test(
        "T-11.5: a record written by three programs folds with the newest to one state, every signature stands as it was made"
    )
    func mixed() throws {
        let ledger = try threePrograms()
        let record = try ledger.record("a")
        #expect(record.events.map { $0.payload?.version } == [1, 1, 1, 1, 1, 2, 1, 1, 3, 1])
        #expect(try ledger.outcomes("a").allSatisfy { $0.hasSuffix(" effective") })
        let state = try #require(record.fold.state)
        #expect(Hex.encode(state.fields.canonical) == "a3011950050418290563726564")
        #expect(state[register: "title"].map { Hex.encode($0.body) } == "a201636e6f2102f5")
        #expect(record.fold.isLocked)
        #expect(try ledger.days() == ["2026-02-01 1 [41]", "2026-02-02 1 [12]"])
        #expect(try ledger.check() == [])
        // "b" was written and sealed by the first program alone.
        #expect(try ledger.outcomes("b") == ["counted.made effective", "counted.sealed effective"])
        #expect(
            try ledger.record("b").fold.state.map { Hex.encode($0.fields.canonical) }
                == "a301195006040c056b7365616c6564206f6e6c79")
    }

    @Test("a signature's content is hashed over the bodies as they were written: form 1, pinned")
    func pinned() throws {
        let ledger = try threePrograms()
        let record = try ledger.record("a")
        // The canonical maps at the three seals: {1: day, 2: 3, 3: "blue"}, then 4: 41 beside them, then 5: "red".
        let maps = [
            "a30119500502030364626c7565", "a40119500502030364626c7565041829",
            "a50119500502030364626c75650418290563726564",
        ]
        let contents = record.events.compactMap(\.links.content)
        #expect(contents == (try maps.map { SHA256Hasher.labelled("daybook/content/1", try bytes($0)) }))
        #expect(contents[0].hex == "cff7b0f415f0302adfebdcd4978b06148af0e175a8bdf15ae47705912f81c3f3")
        let loaded = try #require(record.fold.state)
        #expect(loaded.fieldsAsWritten.map { Hex.encode($0.canonical) } == maps[2])
    }

    @Test(
        "a command that was taken once is a duplicate for ever, also when a newer program writes it in a newer version")
    func keys() throws {
        let ledger = try threePrograms()
        let first = try ledger.record("a").events[0].id
        let again = try ledger.append(Counted.pieces("a", 24, label: "blue", key: "first"))
        #expect(again.duplicates == 1 && again.ids == [first])
        #expect { try ledger.append(Counted.pieces("a", 25, label: "blue", key: "first")) } throws: {
            Refused($0) == Refused(index: 0, code: "key.conflict")
        }
    }

    @Test("a rule of a new version judges what is written in that version, not what was written before it")
    func rules() throws {
        let ledger = try CountedLedger(Self.programs[0])
        try ledger.append(Counted.dozens("a", 2), Counted.draft("a", "changed", ["dozens": .integer(0)]))
        try ledger.reopen(Self.programs[2])
        #expect(try ledger.outcomes("a") == ["counted.made effective", "counted.changed effective"])
        #expect(try ledger.days() == ["2026-02-01 1 [0]"])
        #expect { try ledger.append(Counted.draft("a", "changed", ["pieces": .integer(0)])) } throws: {
            Refused($0) == Refused(index: 0, code: "pieces.none")
        }
    }

    @Test(
        "T-11.5: an older program keeps and shows what is newer, lets it have no effect, and refuses to write beside what is critical"
    )
    func newer() throws {
        let ledger = try CountedLedger(Self.programs[2])
        try ledger.append(Counted.pieces("a", 30), Counted.pieces("b", 7, day: "2026-02-02"))
        try ledger.append(Counted.draft("b", "weighed"))
        let state = try ledger.kept()
        // The first program knows neither version 3 nor the note; reading, then writing.
        try ledger.reopen(Self.programs[0], .readOnly)
        #expect(try ledger.outcomes("a") == ["not understood quarantined schema.newer"])
        #expect(
            try ledger.outcomes("b") == [
                "not understood quarantined schema.newer", "not understood quarantined type.unknown",
            ])
        #expect(try ledger.days() == [])
        try ledger.reopen(Self.programs[0], seed: 3)
        #expect(try ledger.days() == [])
        #expect(try ledger.check() == [])
        #expect { try ledger.append(Counted.draft("b", "titled", ["title": .string("x")])) } throws: {
            Refused($0) == Refused(index: 0, code: "schema.newer")
        }
        try ledger.append(Counted.draft("a", "titled", ["title": .string("x")]))
        // Each event that an older program judged otherwise is reported: two records and a note.
        #expect(
            try changes(ledger) == [
                "4 effective→quarantined schema.newer", "4 effective→quarantined schema.newer",
                "4 effective→quarantined type.unknown",
            ])
        // The newer one again: all counts, the title too.
        try ledger.reopen(Self.programs[2], seed: 4)
        #expect(try ledger.outcomes("a") == ["counted.made effective", "counted.titled effective"])
        #expect(try ledger.days() == ["2026-02-01 1 [30]", "2026-02-02 1 [7]"])
        #expect(try ledger.check() == [])
        #expect(try changes(ledger).count == 6)
        #expect(
            try changes(ledger).suffix(3) == [
                "5 quarantined→effective", "5 quarantined→effective", "5 quarantined→effective",
            ])
        #expect(try ledger.kept() != state)
    }

    private func changes(_ ledger: CountedLedger) throws -> [String] {
        try ledger.engine.read { transaction in
            var changes: [String] = []
            try transaction.forEachOutcomeChange(from: .start) { change in
                let names = [change.from, change.to].map {
                    $0.flatMap(Outcome.init(rawValue:)).map { "\($0)" } ?? "new"
                }
                changes.append(
                    "\(change.position) \(names[0])→\(names[1])" + (change.reason.isEmpty ? "" : " \(change.reason)"))
            }
            return changes
        }
    }

    @Test("content ids, roots and the log's digest do not depend on the program that reads")
    func identity() throws {
        let ledger = try threePrograms()
        func identity() throws -> [String] {
            try ledger.engine.read { transaction in
                var ids: [String] = []
                try ledger.engine.forEachEvent(
                    after: .start, through: try transaction.storeRecord().position, transaction
                ) {
                    ids.append("\($0.id.hex) \($0.envelope.schemaVersion) \(Hex.encode($0.body))")
                    return true
                }
                return ids + [LogsDigest.of(try transaction.logRecords(try transaction.storeRecord())).hex]
            }
        }
        let stated = try identity()
        #expect(stated.count == 14)
        for program in [0, 1] {
            try ledger.reopen(Self.programs[program], .readOnly)
            #expect(try identity() == stated)
            #expect(try ledger.engine.read { ledger.engine.verify($0).damage } == [])
        }
    }

    @Test(
        "two creates that a lossy upcast would make equal stay different, because they are compared in the version they have in common"
    )
    func sameContent() throws {
        let registry = Self.programs[2].registry
        func event(_ version: Int, _ hex: String) throws -> FoldEvent<EventContent> {
            let body = try bytes(hex)
            let content = try #require(
                registry.understand(type: "counted.made", version: version, kind: "counted", body: body.span.bytes).1)
            return FoldEvent(
                id: EventID(SHA256Hasher.hash(body)), basis: [], recordedMilliseconds: 0,
                actor: PrincipalID(Bytes16(high: 0, low: 0)), role: .create,
                payload: content)
        }
        let rules = registry.rules(of: Counted.stream("a"))
        let (dozens, pieces, label) = (
            try event(1, "a2011950050202"), try event(2, "a201195005041818"), try event(3, "a201195005041818")
        )
        for (left, right) in [(dozens, pieces), (pieces, label), (dozens, label), (label, dozens)] {
            #expect(rules.sameContent(left, right))
        }
        #expect(!rules.sameContent(dozens, try event(1, "a2011950050203")))
        // A later version that forgets the note: creates of version 1 are compared as version 1.
        let forgetful = EventSchema(
            type: "x", version: 2, kinds: ["*"], role: .create, critical: false, computed: false, validTime: nil,
            register: nil, fields: [], engineFields: [])
        func older(_ note: UInt8) -> FoldEvent<EventContent> {
            var made = dozens
            made.payload = EventContent(
                schema: forgetful, body: [0xA0], engine: .none,
                older: OlderContent(schema: dozens.payload!.asWritten.schema, bodies: [[0xA1, 0x03, 0x61, note]]))
            return made
        }
        #expect(rules.sameContent(older(0x61), older(0x61)) && !rules.sameContent(older(0x61), older(0x62)))
    }
}
