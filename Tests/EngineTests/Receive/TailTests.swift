import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing
import TransparencyLog

/// P13: of a tail that was cut, whole units or nothing.
@Suite struct TailTests {
    /// A log of one, two, one and three events.
    private func machine() throws -> ForkedMachine {
        try ForkedMachine(
            [Draft.log("a"), Draft.log("b")], [Draft.amend("a", remarks: "x")],
            [Draft.sign("a"), Draft.log("c"), Draft.amend("b", remarks: "y")])
    }

    /// A ledger's fault with tails cut at every event: where it takes one that it must not, or refuses one that it must
    /// take.
    static func fault(_ machine: ForkedMachine, into make: () throws -> any LedgerUnderTest) throws -> String? {
        let whole = try machine.tail("trunk")
        // One event that begins the log, then units of two, one and three.
        let ends = [1, 3, 4, 7]
        for end in 0...7 {
            let ledger = try make()
            // Cut under the head of the whole.
            let cut = ReceivedTail(head: whole.head, start: 0, events: Array(whole.events.prefix(end)))
            let before = try ledger.observe()
            do {
                _ = try ledger.receive([cut])
                if end < 7 { return "a tail cut after \(end) events was taken" }
            } catch {
                if end == 7 { return "the whole tail was refused" }
                if Refused(error).code != "tail.cut" { return "cut after \(end): \(Refused(error).code)" }
                if try ledger.observe() != before { return "cut after \(end): something was stored" }
            }
            // Cut under a head that the origin really signed at that size.
            let other = try make()
            do {
                _ = try other.receive([try machine.tail("trunk", to: end)])
                if !ends.contains(end) { return "a tail that ends within a unit, after \(end) events, was taken" }
            } catch {
                if ends.contains(end) {
                    return "a tail of whole units, \(end) events, was refused: \(Refused(error).code)"
                }
                if Refused(error).code != (end == 0 ? "tail.gap" : "unit.cut") {
                    return "signed at \(end): \(Refused(error).code)"
                }
                if try other.observe().events.isEmpty == false { return "signed at \(end): something was stored" }
            }
            if let what = try LedgerChecks.unitsAreWhole(ledger.observe())
                ?? LedgerChecks.unitsAreWhole(other.observe())
            {
                return what
            }
        }
        return nil
    }

    @Test(
        "P13: a tail cut at every event is refused with its code, and only whole units are ever stored",
        arguments: Kind.allCases)
    func everyEvent(kind: Kind) throws {
        #expect(try Self.fault(machine()) { try kind.make() } == nil)
    }

    @Test("P13: a model that takes cut units is caught")
    func everyEventCaught() throws {
        let machine = try machine()
        let found = try Self.fault(machine) {
            let model = try ModelUnderTest(seed: 1, person: ForkedMachine.person)
            model.mutate(.takesCutUnits)
            return model
        }
        #expect(found == "a tail that ends within a unit, after 2 events, was taken")
    }

    @Test("P13: an export cut at every byte is refused as unreadable or forged, and nothing of it is stored")
    func everyByte() throws {
        let source = try StoreLedger(seed: 1, person: ForkedMachine.person)
        _ = try source.append(Draft.log("a"), Draft.amend("a", remarks: "x"))
        var text: [UInt8] = []
        _ = try source.ledger.exportLines { text += Array($0.utf8) + [0x0A] }
        let target = try StoreLedger(seed: 2, person: ForkedMachine.person)
        let before = try target.ledger.digest()
        func receive(_ bytes: ArraySlice<UInt8>) throws {
            var lines = bytes.split(separator: 0x0A).makeIterator()
            _ = try target.ledger.importLines { lines.next().map(Array.init) }
        }
        var codes: [String: Int] = [:]
        for end in 1..<text.count - 1 {
            do {
                try receive(text[..<end])
                Issue.record("cut after \(end) of \(text.count) bytes, taken")
            } catch let error as LineRefusal { codes[Refused(error.reason).code, default: 0] += 1 } catch {
                codes[Refused(error).code, default: 0] += 1
            }
        }
        #expect(Set(codes.keys) == ["export.unreadable", "head.forged"])
        // At the end of each of the three events' lines, with and without its line feed.
        #expect(codes["head.forged"] == 6)
        #expect(try target.ledger.digest() == before)
        #expect(try target.observe().events.isEmpty)
        try receive(text[...])
        #expect(try target.ledger.digest() == source.ledger.digest())
    }

    /// A piece of a tail: its events in a range, and what follows them up to the head in the tree alone.
    private func piece(_ whole: ReceivedTail, _ range: Range<Int>) -> ReceivedTail {
        var rest = MerkleSpan(start: UInt64(range.upperBound))
        for event in whole.events[range.upperBound...] {
            rest.append(leaf: SHA256Hasher.leafHash(envelope: event.envelope))
        }
        return ReceivedTail(
            head: whole.head, start: UInt64(range.lowerBound), events: Array(whole.events[range]), rest: rest)
    }

    @Test("a tail in pieces of whole units, each with the tree of what follows, gives the same as the whole")
    func inPieces() throws {
        let whole = try machine().tail("trunk")
        let once = try StoreLedger(seed: 2, person: ForkedMachine.person)
        _ = try once.receive([whole])
        let target = try StoreLedger(seed: 3, person: ForkedMachine.person)
        for (start, end) in [(0, 1), (1, 3), (3, 4), (4, 7)] {
            #expect(try target.receive([piece(whole, start..<end)]) == Received(received: end - start))
            #expect(try target.ledger.verify().isSound)
            #expect(try target.observe().events.count == end)
            // Once more, and from the beginning on: all of it is here.
            #expect(try target.receive([piece(whole, 0..<end)]) == Received(duplicates: end))
        }
        #expect(try target.ledger.digest() == once.ledger.digest())
        // The head that the origin signed is kept with the last piece.
        #expect(try target.tails().map(\.head) == [whole.head])
    }

    @Test("a piece that ends within a unit, or that does not lead to the signed root, is refused and stores nothing")
    func piecesRefused() throws {
        let whole = try machine().tail("trunk")
        let target = try StoreLedger(seed: 2, person: ForkedMachine.person)
        func refusal(_ tail: ReceivedTail) throws -> String? {
            do { _ = try target.receive([tail]) } catch {
                #expect(try target.observe().events.isEmpty)
                return Refused(error).code
            }
            return nil
        }
        #expect(try refusal(piece(whole, 0..<2)) == "unit.cut")
        #expect(try refusal(piece(whole, 1..<3)) == "tail.gap")
        let good = piece(whole, 0..<3)
        var hashes = good.rest.hashes
        hashes[0] = SHA256Hasher.nodeHash(left: hashes[0], right: hashes[0])
        let forged = try #require(MerkleSpan(start: 3, count: 4, hashes: hashes))
        #expect(try refusal(.init(head: whole.head, start: 0, events: good.events, rest: forged)) == "head.forged")
        // The tree of fewer events, of events at another place, and of none.
        let short = piece(whole, 0..<4).rest
        #expect(try refusal(.init(head: whole.head, start: 0, events: good.events, rest: short)) == "tail.cut")
        #expect(try refusal(.init(head: whole.head, start: 0, events: good.events)) == "tail.cut")
        // Another event in its place.
        let swapped = [good.events[0], good.events[2], good.events[1]]
        #expect(try refusal(.init(head: whole.head, start: 0, events: swapped, rest: good.rest)) == "event.unreadable")
    }

    @Test("several tails in one call are taken all or none")
    func allOrNone() throws {
        let machine = try machine()
        let other = try StoreLedger(seed: 6, person: ForkedMachine.person)
        _ = try other.append(Draft.log("z"))
        let target = try StoreLedger(seed: 2, person: ForkedMachine.person)
        let before = try target.observe()
        let forged = ReceivedTail(
            head: try machine.signed(size: 7, root: SHA256Hasher.hash([1])), start: 0,
            events: try machine.tail("trunk").events)
        #expect(throws: Fault.self) { try target.receive(try other.tails() + [forged]) }
        #expect(try target.observe() == before)
        #expect(try target.receive(try other.tails() + [machine.tail("trunk")]) == Received(received: 9, duplicates: 0))
    }
}
