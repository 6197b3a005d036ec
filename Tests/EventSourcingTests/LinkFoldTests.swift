import EventCodec
import EventModel
import EventSourcing
import Testing

/// The fold of a link stream: links of both versions, stale offers and ends, in every order of arrival.
@Suite struct LinkFoldTests {
    private static let people = (actor(1), actor(2))
    private static let whole = LinkedChoice.everything(of: actor(2))

    /// An event of the stream: its number, what it builds on, and its statement.
    private struct Item {
        let number: Int
        let basis: [Int]
        let statement: LinkStatement

        var event: ToyEvent {
            ToyEvent(
                id: Chronicle.id(number), basis: basis.map(Chronicle.id).sorted(), recordedMilliseconds: Int64(number),
                actor: actor(1), role: .note,
                payload: ToyPayload([:]))
        }
    }

    private static func link(
        _ number: Int, on basis: [Int], follows: [Int]?, _ choice: LinkedChoice = .nobody,
        _ standing: LinkStatement.Standing = .consented
    ) -> Item {
        Item(
            number: number, basis: basis,
            statement: LinkStatement(standing, choice, follows: follows.map { $0.map(Chronicle.id).sorted() }))
    }

    private static func end(_ number: Int, on basis: [Int], by author: Int = 1, cut: [CutEntry] = []) -> Item {
        Item(
            number: number, basis: basis,
            statement: LinkStatement(LinkEnd(by: actor(author), of: actor(3 - author), cut: Cut(cut))))
    }

    /// The outcomes by number, and the numbers of the effective link, the ends and the heads; the same in every order
    /// of arrival.
    private func fold(_ items: [Item]) throws -> [String] {
        var answers: Set<[String]> = []
        for order in permutations(items) {
            let events = order.map(\.event)
            let link = PrincipalLink(events, EventSourcing.fold(events, rules: ToyRules()), order.map(\.statement))
            let outcomes = zip(order, link.outcomes).sorted { $0.0.number < $1.0.number }.map { item, outcome in
                "\(item.number) \(outcome.status)\(outcome.reason.map { " \($0)" } ?? "")"
            }
            func number(_ id: EventID) -> String { items.first { $0.event.id == id }.map { "\($0.number)" } ?? "?" }
            answers.insert(
                outcomes + [
                    "holds \(link.effective.map(number) ?? "-")",
                    "ends \(link.ends.map { number($0.id) }.sorted().joined(separator: " "))",
                    "heads \(link.heads.map(number).sorted().joined(separator: " "))",
                ])
        }
        #expect(answers.count == 1, "the order of arrival changes the answer: \(answers)")
        return try #require(answers.first)
    }

    private func permutations(_ items: [Item]) -> [[Item]] {
        if items.count < 2 { return [items] }
        return items.indices.flatMap { index in
            var rest = items
            let one = rest.remove(at: index)
            return permutations(rest).map { [one] + $0 }
        }
    }

    @Test func offersAreGoodOnce() throws {
        #expect(try fold([Self.link(1, on: [], follows: [])]) == ["1 effective", "holds 1", "ends ", "heads 1"])
        // The basis names what the signers followed, or the link is stale.
        #expect(
            try fold([Self.link(1, on: [], follows: []), Self.link(2, on: [1], follows: [], Self.whole)])
                == ["1 effective", "2 quarantined link.stale", "holds 1", "ends ", "heads 1"])
        #expect(
            try fold([Self.link(1, on: [], follows: []), Self.link(2, on: [], follows: [1], Self.whole)])
                == ["1 effective", "2 quarantined link.stale", "holds 1", "ends ", "heads 1"])
        #expect(
            try fold([
                Self.link(1, on: [], follows: []), Self.link(2, on: [1], follows: [1], Self.whole),
                Self.link(3, on: [2], follows: [1]),
            ])
                == ["1 effective", "2 effective", "3 quarantined link.stale", "holds 2", "ends ", "heads 2"])
        // A basis that leaves out later events makes a dispute, which masks no person.
        #expect(
            try fold([
                Self.link(1, on: [], follows: []), Self.link(2, on: [1], follows: [1], Self.whole),
                Self.link(3, on: [1], follows: [1]),
            ])
                == [
                    "1 effective", "2 disputed link.disputed", "3 disputed link.disputed", "holds -", "ends ",
                    "heads 2 3",
                ])
        // An unanswered offer that another link overtook waits for no answer.
        #expect(
            try fold([Self.link(1, on: [], follows: [], Self.whole, .unanswered), Self.link(2, on: [], follows: [])])
                == ["1 shadowed link.stale", "2 effective", "holds 2", "ends ", "heads 2"])
        #expect(
            try fold([Self.link(1, on: [], follows: [], Self.whole, .unanswered)]) == [
                "1 pending link.consent", "holds -", "ends ", "heads ",
            ])
    }

    @Test func versionOneCountsOnlyBeforeVersionTwo() throws {
        #expect(
            try fold([Self.link(1, on: [], follows: nil, Self.whole), Self.link(2, on: [1], follows: nil)])
                == ["1 effective", "2 effective", "holds 2", "ends ", "heads 2"])
        #expect(
            try fold([
                Self.link(1, on: [], follows: nil, Self.whole), Self.link(2, on: [1], follows: [1]),
                Self.link(3, on: [2], follows: nil, Self.whole),
            ])
                == ["1 effective", "2 effective", "3 quarantined link.stale", "holds 2", "ends ", "heads 2"])
        #expect(
            try fold([Self.link(1, on: [], follows: nil, Self.whole), Self.link(2, on: [], follows: [])])
                == ["1 quarantined link.stale", "2 effective", "holds 2", "ends ", "heads 2"])
        // A stale link of version 2 drops none of version 1.
        #expect(
            try fold([Self.link(1, on: [], follows: nil, Self.whole), Self.link(2, on: [], follows: [1])])
                == ["1 effective", "2 quarantined link.stale", "holds 1", "ends ", "heads 1"])
    }

    @Test func anEndHoldsUntilALinkThatHasSeenIt() throws {
        #expect(
            try fold([Self.link(1, on: [], follows: []), Self.end(2, on: [1])]) == [
                "1 effective", "2 effective", "holds 1", "ends 2", "heads 2",
            ])
        #expect(
            try fold([Self.link(1, on: [], follows: []), Self.end(2, on: [1]), Self.link(3, on: [2], follows: [2])])
                == ["1 effective", "2 effective", "3 effective", "holds 3", "ends ", "heads 3"])
        // One of two ends that did not know of each other stays.
        #expect(
            try fold([
                Self.link(1, on: [], follows: []), Self.end(2, on: [1]), Self.end(3, on: [1], by: 2),
                Self.link(4, on: [2], follows: [2]),
            ])
                == ["1 effective", "2 effective", "3 effective", "4 effective", "holds 4", "ends 3", "heads 3 4"])
        // A link that has seen both lifts both; so do two links that do not know of each other, one on each.
        let both = [Self.link(1, on: [], follows: []), Self.end(2, on: [1]), Self.end(3, on: [1], by: 2)]
        #expect(
            try fold(both + [Self.link(4, on: [2, 3], follows: [2, 3])])
                == ["1 effective", "2 effective", "3 effective", "4 effective", "holds 4", "ends ", "heads 4"])
        #expect(
            try fold(both + [Self.link(4, on: [2], follows: [2]), Self.link(5, on: [3], follows: [3])])
                == [
                    "1 effective", "2 effective", "3 effective", "4 effective", "5 shadowed link.duplicate", "holds 4",
                    "ends ", "heads 4 5",
                ])
        // An old offer lifts no end: neither on the end, nor beside it, nor of version 1.
        #expect(
            try fold([
                Self.link(1, on: [], follows: []), Self.end(2, on: [1]),
                Self.link(3, on: [2], follows: [1], Self.whole),
            ])
                == ["1 effective", "2 effective", "3 quarantined link.stale", "holds 1", "ends 2", "heads 2"])
        #expect(
            try fold([
                Self.link(1, on: [], follows: []), Self.end(2, on: [1]),
                Self.link(3, on: [1], follows: [1], Self.whole),
            ])
                == ["1 effective", "2 effective", "3 effective", "holds 3", "ends 2", "heads 2 3"])
        #expect(
            try fold([
                Self.link(1, on: [], follows: nil), Self.end(2, on: [1]),
                Self.link(3, on: [2], follows: nil, Self.whole),
            ])
                == ["1 effective", "2 effective", "3 quarantined link.stale", "holds 1", "ends 2", "heads 2"])
    }

    @Test func whatAllEndsOfAPersonKeepIsKept() throws {
        let log = LogName(origin: OriginID(Bytes16(high: 0, low: 1)))
        func end(_ number: Int, by author: Int, _ size: UInt64) -> (id: EventID, end: LinkEnd) {
            let cut = Cut([CutEntry(log: log, size: size)])
            return (Chronicle.id(number), LinkEnd(by: actor(author), of: actor(3 - author), cut: cut))
        }
        var places = KeptPlaces()
        places.add(4, below: 3)
        places.add(4, below: 2)
        let ends = [end(1, by: 1, 5), end(2, by: 1, 6), end(3, by: 2, 1)]
        let ended = EndedLinks(ends, by: actor(1)) { $0.cut.entries[0].size == 5 ? places : nil }
        #expect(ended.persons.keys.map(\.self) == [actor(2)])
        let kept = try #require(ended.persons[actor(2)])
        #expect(kept.kept == [.places(places), .named(Cut([CutEntry(log: log, size: 6)]))])
        #expect(kept.by == min(Chronicle.id(1), Chronicle.id(2)))
        #expect([2, 3].map { places.contains(LogPlace(log: 4, sequence: $0)) } == [true, false])
        #expect(!places.contains(LogPlace(log: 5, sequence: 0)))
        #expect(EndedLinks([end(3, by: 2, 1)], by: actor(1)) { _ in nil }.isEmpty)
    }

    @Test func anEndWithRootsTakesThePlaceOfTheEndsWithoutInItsPast() throws {
        let cut = Cut([])
        func end(_ number: Int, on basis: [Int], by author: Int, roots: Set<Bytes32>?) -> Item {
            let end = LinkEnd(by: actor(author), of: actor(3 - author), cut: cut, roots: roots)
            return Item(number: number, basis: basis, statement: LinkStatement(end))
        }
        let first = Self.link(1, on: [], follows: [])
        let (old, other) = (end(2, on: [1], by: 1, roots: nil), end(3, on: [1], by: 2, roots: nil))
        #expect(try fold([first, old, other, end(4, on: [2, 3], by: 1, roots: [])]).contains("ends 3 4"))
        #expect(try fold([first, old, end(4, on: [1], by: 1, roots: [])]).contains("ends 2 4"))
        let twice = [first, end(2, on: [1], by: 1, roots: []), end(4, on: [2], by: 1, roots: [])]
        #expect(try fold(twice).contains("ends 2 4"))
    }
}
