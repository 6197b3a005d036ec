import EventModel
import EventSourcing
import Testing

/// Streams by hand: each is a chronicle; words state what the others make of it.
private struct Streams {
    var chronicles: [String: Chronicle] = [:]
    var takenBack: Set<String> = []

    mutating func stream(_ name: String, _ write: (inout Chronicle) -> Void) {
        var chronicle = chronicles[name] ?? Chronicle()
        write(&chronicle)
        chronicles[name] = chronicle
    }

    /// A record of one create with that number, in the place of others.
    mutating func create(_ name: String, _ number: Int, superseding heads: [Int] = [], at milliseconds: Int64? = nil) {
        stream(name) {
            $0.add(
                number, .create, ["x": number], links: EngineLinks(supersedes: heads.map(Chronicle.id)),
                at: milliseconds)
        }
    }

    /// `a counts`, `a superseded 4`, `b pending signature.unseen 10`; every record in every order of the input must
    /// give the same.
    var stated: [String] {
        let records = chronicles.sorted { $0.key < $1.key }.map { name, chronicle in
            let fold = fold(chronicle.events, rules: ToyRules())
            return LinkedRecord(
                StreamID(kind: "toy", id: name), chronicle.events, fold,
                counts: !fold.isRemoved && !takenBack.contains(name))
        }
        let answer = Supersession.decide(records)
        precondition(answer == Supersession.decide(records.reversed()))
        return records.map { record in
            let links = answer[record.stream] ?? Supersession()
            let number = { (id: EventID) in "\(id.words.second.low)" }
            let held = links.heldBack.map { "pending \($0.reason ?? "") \($0.because.map(number) ?? "")" }
            return "\(record.stream.id) \(held ?? links.supersededBy.map { "superseded \(number($0))" } ?? "counts")"
        }
    }
}

/// The row "supersede" of the table, and what several of them make of each other.
@Suite struct SupersessionTests {
    /// a: create 1, edit 2, lock 10 over both; what b names is given.
    private func signed(_ named: [Int], _ after: (inout Chronicle) -> Void = { _ in }) -> Streams {
        var streams = Streams()
        streams.stream("a") { a in
            a.add(1, .create, ["x": 2])
            a.edit(2, on: [1], ["x": 3])
            a.lock(10, on: [2], covers: [1, 2], ToyState(x: 3))
            after(&a)
        }
        streams.create("b", 20, superseding: named)
        return streams
    }

    @Test("S-X.7: heads that include the lock: the new record counts, the old one is masked")
    func lockNamed() {
        #expect(signed([10]).stated == ["a superseded 20", "b counts"])
    }

    @Test("heads with the lock in their past count as having seen it")
    func lockInThePast() {
        #expect(signed([11]) { $0.add(11, .note, on: [10]) }.stated == ["a superseded 20", "b counts"])
    }

    @Test("heads without the lock: the new record waits because of it, the old one counts")
    func lockUnseen() {
        #expect(signed([2]).stated == ["a counts", "b pending signature.unseen 10"])
    }

    @Test("of two locks, one unseen holds it back; the least of those unseen is told")
    func twoLocks() {
        let both: (inout Chronicle) -> Void = { a in
            a.lock(11, on: [2], covers: [1, 2], ToyState(x: 3))
            a.lock(12, on: [2], covers: [1, 2], ToyState(x: 3))
        }
        #expect(signed([10], both).stated == ["a counts", "b pending signature.unseen 11"])
        #expect(signed([10, 11, 12], both).stated == ["a superseded 20", "b counts"])
    }

    @Test("an unseen lock that was voided holds nothing back")
    func lockVoided() {
        #expect(
            signed([2]) { $0.unlock(15, on: [10], voids: [10], keeps: [1, 2]) }.stated == [
                "a superseded 20", "b counts",
            ])
    }

    @Test("ids that wait for an ancestor name their record and have seen nothing")
    func notReady() {
        #expect(signed([11]) { $0.add(11, .note, on: [9]) }.stated == ["a counts", "b pending signature.unseen 10"])
        var open = Streams()
        open.stream("a") { a in
            a.add(1, .create)
            a.edit(3, on: [2], ["x": 1])
        }
        open.create("b", 20, superseding: [3])
        #expect(open.stated == ["a superseded 20", "b counts"])
    }

    @Test("ids that are not held name nothing; ids of the own stream neither")
    func notHeld() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 20, superseding: [99])
        streams.stream("c") { c in
            c.add(30, .note)
            c.add(31, .create, on: [30], links: EngineLinks(supersedes: [Chronicle.id(30)]))
        }
        #expect(streams.stated == ["a counts", "b counts", "c counts"])
    }

    @Test(
        "of several that supersede one, the least in order counts, whatever its place in the input; the others wait because of it"
    )
    func several() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 20, superseding: [1], at: 9_000)
        streams.create("c", 30, superseding: [1], at: 8_000)
        streams.create("d", 40, superseding: [1], at: 9_000)
        #expect(
            streams.stated == [
                "a superseded 30", "b pending record.superseded 30", "c counts", "d pending record.superseded 30",
            ])
        // One time: the height, then the id.
        streams.chronicles["c"] = nil
        #expect(streams.stated == ["a superseded 20", "b counts", "d pending record.superseded 20"])
    }

    @Test("the least counts only if it is valid: one that waits for a signature keeps no other from counting")
    func leastOfTheValid() {
        var streams = signed([2])
        streams.create("c", 30, superseding: [10])
        #expect(streams.stated == ["a superseded 30", "b pending signature.unseen 10", "c counts"])
    }

    @Test("a superseder that is removed or taken back masks nothing; restored it does again")
    func removed() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 20, superseding: [1])
        streams.takenBack = ["b"]
        #expect(streams.stated == ["a counts", "b counts"])
        streams.takenBack = []
        streams.stream("b") { $0.add(21, .remove, on: [20]) }
        #expect(streams.stated == ["a counts", "b counts"])
        streams.stream("b") { $0.restore(22, on: [21], undoes: [21]) }
        #expect(streams.stated == ["a superseded 20", "b counts"])
    }

    @Test(
        "a chain: what replaces a record replaces what that had replaced; removing its end brings back the one before")
    func chain() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 20, superseding: [1])
        streams.create("c", 30, superseding: [20])
        #expect(streams.stated == ["a superseded 20", "b superseded 30", "c counts"])
        var ended = streams
        ended.stream("c") { $0.add(31, .remove, on: [30]) }
        #expect(ended.stated == ["a superseded 20", "b counts", "c counts"])
        // The middle removed: c still stands for a, or it would count twice.
        streams.stream("b") { $0.add(21, .remove, on: [20]) }
        #expect(streams.stated == ["a superseded 30", "b superseded 30", "c counts"])
    }

    @Test("a chain in which the middle had not seen a lock counts once, and the last may name what the middle missed")
    func chainOverALock() {
        var streams = signed([2])
        streams.create("c", 30, superseding: [20])
        #expect(streams.stated == ["a counts", "b pending signature.unseen 10", "c pending signature.unseen 10"])
        streams.chronicles["c"] = nil
        streams.create("c", 30, superseding: [10, 20])
        #expect(streams.stated == ["a superseded 30", "b pending signature.unseen 10", "c counts"])
    }

    @Test("one that names both a record and what replaced it is no rival of it, even with a clock behind")
    func bothNamed() {
        for milliseconds: Int64 in [5_000, 50_000] {
            var streams = Streams()
            streams.create("a", 1)
            streams.create("b", 20, superseding: [1])
            streams.create("c", 30, superseding: [1, 20], at: milliseconds)
            let by = milliseconds == 5_000 ? 30 : 20
            #expect(streams.stated == ["a superseded \(by)", "b superseded 30", "c counts"])
        }
    }

    @Test("a chain on a superseder that lost waits too: the record counts once")
    func chainOnTheLoser() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 20, superseding: [1])
        streams.create("c", 15, superseding: [1])
        streams.create("d", 30, superseding: [20])
        #expect(
            streams.stated == [
                "a superseded 15", "b pending record.superseded 15", "c counts", "d pending record.superseded 15",
            ])
    }

    @Test(
        "one for several: all are masked; a lock unseen on one of them, or one that another replaced, holds it back whole"
    )
    func severalTargets() {
        var streams = Streams()
        streams.create("a", 1)
        streams.create("b", 2)
        streams.create("c", 20, superseding: [1, 2])
        #expect(streams.stated == ["a superseded 20", "b superseded 20", "c counts"])
        streams.create("d", 10, superseding: [2])
        #expect(streams.stated == ["a counts", "b superseded 10", "c pending record.superseded 10", "d counts"])
    }

    @Test("two records whose creates name events of each other, by concurrent creates: one of them counts")
    func circle() {
        var streams = Streams()
        streams.stream("a") { a in
            a.add(1, .create, ["x": 1], links: EngineLinks(supersedes: [Chronicle.id(12)]))
            a.add(2, .create, ["x": 2])
        }
        streams.stream("b") { b in
            b.add(11, .create, ["x": 1], links: EngineLinks(supersedes: [Chronicle.id(2)]))
            b.add(12, .create, ["x": 2])
        }
        #expect(streams.stated == ["a counts", "b pending record.superseded 1"])
    }

    @Test("a record decided on trial loses against whatever stands")
    func trial() {
        var a = Chronicle()
        a.add(1, .create)
        let record = LinkedRecord(
            StreamID(kind: "toy", id: "a"), a.events, fold(a.events, rules: ToyRules()), counts: true)
        let trial = LinkedRecord(trial: StreamID(kind: "toy", id: "z"), supersedes: [Chronicle.id(1)])
        #expect(Supersession.decide([record, trial])[trial.stream]?.heldBack == nil)
        var b = Chronicle()
        b.add(2, .create, links: EngineLinks(supersedes: [Chronicle.id(1)]), at: .max - 1)
        let other = LinkedRecord(
            StreamID(kind: "toy", id: "b"), b.events, fold(b.events, rules: ToyRules()), counts: true)
        #expect(Supersession.decide([trial, record, other])[trial.stream]?.heldBack?.reason == "record.superseded")
    }

    @Test("what the rules across streams refuse, word by word")
    func words() {
        func words(_ rejection: Rejection) -> String {
            "\(rejection.code): \(rejection.message) \(rejection.hint ?? "")"
        }
        #expect(
            words(RoleRejection.supersedesOwn)
                == "supersedes.own: A record cannot supersede itself. Change it instead, or use another id.")
        #expect(
            words(RoleRejection.recordSuperseded)
                == "record.superseded: Another record has taken the place of this one. Go on with the record that took its place."
        )
        #expect(
            words(RoleRejection.recordTakenBack)
                == "record.takenBack: This record was taken back together with the others of its batch. Restore it first."
        )
        #expect(
            words(RoleRejection.signatureUnseen)
                == "signature.unseen: What is superseded had taken the place of a record whose signature it had not seen. Supersede that record too, or void its signature."
        )
        #expect(
            words(RoleRejection.outcomeElsewhere)
                == "outcome.elsewhere: This event waits because of another record: no decision about its own can let it count. Void the signature that stands in its way, or supersede that record too."
        )
    }

    @Test("the mask tells the strongest reason, and the held create's outcome takes the place of the fold's")
    func mask() {
        var links = RecordLinks()
        #expect(links.mask == nil)
        links.supersession.supersededBy = Chronicle.id(3)
        #expect(links.mask == RecordMask(.superseded, by: Chronicle.id(3)))
        links.takenBackBy = [Chronicle.id(5), Chronicle.id(6)]
        #expect(links.mask == RecordMask(.takenBack, by: Chronicle.id(5)))
        links.supersession.heldBack = EventOutcome(.pending, reason: "record.superseded", because: Chronicle.id(7))
        #expect(links.mask == RecordMask(.heldBack, by: Chronicle.id(7)))
        var a = Chronicle()
        a.add(1, .create)
        a.edit(2, on: [1], ["x": 1])
        #expect(
            Array(links.outcomes(of: a.events, fold(a.events, rules: ToyRules()))) == [
                EventOutcome(.pending, reason: "record.superseded", because: Chronicle.id(7)), .effective,
            ])
    }
}
