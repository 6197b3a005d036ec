import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

/// The limits of a tier, and their effect on existing alarms.
@Suite struct TierTests {
    private static let tooMany =
        "tier.limit: The free tier has a 2-alarm limit; alarms that are off count too. Remove one, or take Plus."
    private static let tooManyOn =
        "tier.limit: The free tier has a 2-alarm limit: two others are on. Switch one off, or take Plus."

    private func create(_ id: String, in book: AlarmBook) throws -> String? {
        try book.append("alarm.created", #"{"title":"\#(id)","schedule":\#(AlarmBook.weekly)}"#, stream: "alarm/\(id)")
    }

    private func create(_ ids: [String], in book: AlarmBook) throws {
        for id in ids {
            #expect(try create(id, in: book) == nil)
            book.clock.step(seconds: 1)
        }
    }

    private func off(_ book: AlarmBook) throws -> [String] {
        try book.ledger.alarms().value.filter { !$0.card.isEnabled }.map(\.stream.id).sorted()
    }
    private func stream(_ id: String) -> StreamID { StreamID(kind: "alarm", id: id) }

    @Test(
        "C-F-5.1, C-F-5.5, C-P-4.1: a third alarm is refused, one that is off counts too, and one that is removed does not"
    ) func third() throws {
        let book = try AlarmBook()
        try create(["a", "b"], in: book)
        #expect(try create("c", in: book) == Self.tooMany)
        #expect(try book.events == 2)
        try book.ledger.setAlarm(stream("a"), enabled: false)
        #expect(try create("c", in: book) == Self.tooMany)
        try book.ledger.removeAlarm(stream("a"))
        #expect(try create("c", in: book) == nil)
        #expect(try create("d", in: book) == Self.tooMany)
        #expect(try book.append("alarm.restored", "{}", stream: "alarm/a") == Self.tooMany)
    }

    @Test("two new alarms of one unit are counted one after the other") func unit() throws {
        let book = try AlarmBook()
        try create(["a"], in: book)
        let data = try AlarmBook.json(#"{"title":"x","schedule":\#(AlarmBook.weekly)}"#)
        let drafts = ["b", "c"].map { EventDraft(stream: stream($0), type: "alarm.created", data: .json(data)) }
        #expect(try book.rejectionCode { _ = try book.ledger.append(drafts) } == Self.tooMany)
        #expect(try book.events == 1)
    }

    @Test("C-P-1.5, C-P-1.7, C-P-3.1, C-P-4.3, C-P-4.5: with Plus there is no limit, 200 alarms neither") func plus()
        throws
    {
        let book = try AlarmBook()
        #expect(try book.ledger.alarmTier().value.tier == AlarmTier(.free))
        try book.ledger.changeTier(AlarmTier(.plus, plan: .monthly))
        #expect(try book.ledger.changeTier(AlarmTier(.plus, plan: .monthly)).appended == 1)
        try create((0..<200).map { "a\($0)" }, in: book)
        let answer = try book.ledger.alarmTier().value
        #expect(answer.tier.plan == .monthly && answer.alarms == 200 && answer.enabled == 200 && answer.banner == nil)
        try book.ledger.changeTier(AlarmTier(.plus, plan: .annual))
        #expect(try book.ledger.alarmTier().value.tier.plan == .annual)
    }

    @Test(
        "C-P-3.2, C-P-3.3, C-P-3.4, C-P-3.5, C-P-3.6, C-P-3.7: a tier that ends leaves the two oldest on, and one taken again wakes the others"
    ) func downgrade() throws {
        let book = try AlarmBook()
        try book.ledger.changeTier(AlarmTier(.plus))
        try create(["a", "b", "c", "d", "e", "f"], in: book)
        try book.ledger.setAlarm(stream("b"), enabled: false)
        #expect(try off(book) == ["b"])
        let before = try book.events
        try book.ledger.changeTier(AlarmTier(.free))
        // Three are announced: a and c stay, b was off and is not counted among those kept.
        #expect(try book.events == before + 4)
        #expect(try off(book) == ["b", "d", "e", "f"])
        #expect(
            try book.ledger.alarmTier().value.banner
                == "Your subscription has ended. Only your 2 oldest alarms remain active.")
        #expect(try create("g", in: book) == Self.tooMany)
        #expect(try book.rejectionCode { _ = try book.ledger.setAlarm(stream("d"), enabled: true) } == Self.tooManyOn)
        #expect(try book.append("alarm.enabled", #"{"cause":"user"}"#, stream: "alarm/b") == Self.tooManyOn)
        #expect(try book.events == before + 4)
        try book.ledger.changeTier(AlarmTier(.plus, plan: .annual))
        #expect(try book.events == before + 8)
        #expect(try off(book) == ["b"])
        #expect(try book.ledger.alarmTier().value.banner == nil)
    }

    @Test("C-P-3.3: of alarms made at one moment the ids decide") func ties() throws {
        let book = try AlarmBook()
        try book.ledger.changeTier(AlarmTier(.plus))
        for id in ["e", "c", "a", "d", "b"] { #expect(try create(id, in: book) == nil) }
        try book.ledger.changeTier(AlarmTier(.free))
        #expect(try off(book) == ["c", "d", "e"])
    }

    @Test("on the free tier the next oldest comes on when one of the two goes, and that is announced") func nextOldest()
        throws
    {
        let book = try AlarmBook()
        try book.ledger.changeTier(AlarmTier(.plus))
        try create(["a", "b", "c", "d"], in: book)
        try book.ledger.changeTier(AlarmTier(.free))
        try book.ledger.removeAlarm(stream("a"))
        #expect(try off(book) == ["d"])
        try book.ledger.setAlarm(stream("b"), enabled: false)
        #expect(try off(book) == ["b"])
        var causes: [String] = []
        try book.ledger.events(.init()) { event in
            if event.envelope.type == "alarm.enabled" {
                causes.append("\(event.envelope.stream.id) \(event.data?["cause"]?.stringValue ?? "")")
            }
            return true
        }
        #expect(causes == ["c tier", "d tier"])
    }

    @Test("the verdict is that of the alarms there are, whatever was announced") func verdict() throws {
        let book = try AlarmBook()
        try create(["a", "b"], in: book)
        #expect(try book.append("alarm.disabled", #"{"cause":"tier"}"#) == nil)
        #expect(try off(book) == [])
        #expect(try book.ledger.changeTier(AlarmTier(.free)).appended == 2, "what was announced is put right")
        #expect(try book.ledger.changeTier(AlarmTier(.free)).appended == 1)
    }

    @Test("C-P-16.6: a source of receipts that fails writes nothing") func receipts() throws {
        struct Offline: Error {}
        let book = try AlarmBook()
        #expect(throws: Offline.self) { try book.ledger.changeTier(AlarmTier(.plus)) { throw Offline() } }
        #expect(try book.events == 0)
        #expect(try book.ledger.alarmTier().value.tier.name == .free)
    }

    @Test("what is paid for is refused on the free tier: photos, other snoozes, other warnings") func features() throws
    {
        let book = try AlarmBook()
        #expect(
            try book.create(more: #","preAlarms":["1h"]"#)
                == "tier.feature: Without Plus the only warning is that of one day before. Take Plus."
        )
        #expect(try book.create(more: #","preAlarms":["1d"]"#) == nil)
        let photo = #"{"digest":"\#(String(repeating: "ab", count: 32))","bytes":9,"mediaType":"image/png"}"#
        #expect(
            try book.append("attachment.added", photo)
                == "tier.feature: Photos need Plus. Take Plus.")
        #expect(
            try book.append("alarm.snoozed", #"{"occurrence":"2026-02-09T14:00:00Z","seconds":600}"#)
                == "tier.feature: Without Plus a snooze lasts an hour, a day or a week. Take Plus."
        )
    }
}
