import Alarms
import DaybookDomains
import EventModel
import LedgerTestSupport
import Testing

/// The effect of a tier on alarms that two devices made or switched apart from each other.
@Suite struct TierMergeTests {
    private static let person = [UInt8](repeating: 7, count: 32)
    fileprivate let phone: AlarmBook
    fileprivate let tablet: AlarmBook

    init() throws {
        phone = try AlarmBook(person: Self.person)
        tablet = try AlarmBook(person: Self.person)
        tablet.clock.step(seconds: 30)
    }

    fileprivate func create(_ ids: [String], in book: AlarmBook) throws {
        for id in ids {
            #expect(
                try book.append(
                    "alarm.created", #"{"title":"\#(id)","schedule":\#(AlarmBook.weekly)}"#, stream: "alarm/\(id)")
                    == nil)
            book.clock.step(seconds: 60)
        }
    }

    fileprivate func on(_ book: AlarmBook) throws -> [String] {
        try book.ledger.alarms().value.filter(\.card.isEnabled).map(\.stream.id).sorted()
    }

    /// Checks that both give the same answer, with the same digest; returns the ids of the alarms that are on.
    fileprivate func agreed() throws -> [String] {
        try AlarmBook.meet(phone, tablet)
        #expect(try phone.ledger.digest() == tablet.ledger.digest())
        #expect(try on(phone) == on(tablet))
        return try on(phone)
    }

    @Test(
        "C-P-3.3: both free devices made two alarms: of the four the two oldest are on, on both devices, and none is lost"
    ) func twoAndTwo() throws {
        try create(["a", "c"], in: phone)
        try create(["b", "d"], in: tablet)
        #expect(try agreed() == ["a", "b"])
        for book in [phone, tablet] {
            let tier = try book.ledger.alarmTier().value
            #expect(tier.alarms == 4 && tier.enabled == 2)
            #expect(tier.banner == "Your subscription has ended. Only your 2 oldest alarms remain active.")
            #expect(
                try book.append("alarm.created", #"{"title":"e","schedule":\#(AlarmBook.weekly)}"#, stream: "alarm/e")?
                    .hasPrefix("tier.limit") == true)
        }
        // The announcements of both agree, in either order.
        try phone.ledger.changeTier(AlarmTier(.free))
        try tablet.ledger.changeTier(AlarmTier(.free))
        #expect(try agreed() == ["a", "b"])
        // Once more changes no alarm, and is recorded.
        #expect(
            try phone.ledger.changeTier(AlarmTier(.free)).appended == 1
                && tablet.ledger.changeTier(AlarmTier(.free)).appended == 1)
        #expect(try agreed() == ["a", "b"])
    }

    @Test(
        "C-P-3.3, C-P-3.7: both devices gave the tier up: once is as good as twice; taken again, all are on but the one that its person switched off"
    ) func bothDowngraded() throws {
        try phone.ledger.changeTier(AlarmTier(.plus))
        try create(["a", "b", "c", "d"], in: phone)
        #expect(try agreed() == ["a", "b", "c", "d"])
        try phone.ledger.changeTier(AlarmTier(.free))
        tablet.clock.step(seconds: 600)
        try tablet.ledger.setAlarm(StreamID(kind: "alarm", id: "a"), enabled: false)
        try tablet.ledger.changeTier(AlarmTier(.free))
        #expect(try agreed() == ["b", "c"])
        try tablet.ledger.changeTier(AlarmTier(.plus))
        #expect(try agreed() == ["b", "c", "d"])
    }

    @Test("one device gave the tier up while the other made more alarms") func downgradedAndCreated() throws {
        try phone.ledger.changeTier(AlarmTier(.plus))
        try create(["a", "b"], in: phone)
        _ = try agreed()
        tablet.clock.step(seconds: 300)
        try create(["c"], in: tablet)
        phone.clock.step(seconds: 600)
        try phone.ledger.changeTier(AlarmTier(.free))
        #expect(try agreed() == ["a", "b"])
    }
}

extension TierMergeTests {
    @Test("what the tier kept off after a merge has nothing due from then, though no event had told it")
    func wokenLater() throws {
        try create(["a", "c"], in: phone)
        try create(["b", "d"], in: tablet)
        #expect(try agreed() == ["a", "b"])
        phone.clock.set("2026-02-20T13:00:00Z")
        try phone.ledger.changeTier(AlarmTier(.plus))
        #expect(
            try phone.ledger.alarms().value.filter { $0.card.waiting != nil }.map(\.stream.id).sorted() == ["a", "b"])
    }

    @Test("the next oldest that a removal lets come on has nothing due from before either") func wokenByRemoval() throws
    {
        try create(["a", "c"], in: phone)
        try create(["b", "d"], in: tablet)
        #expect(try agreed() == ["a", "b"])
        phone.clock.set("2026-02-20T13:00:00Z")
        try phone.ledger.removeAlarm(StreamID(kind: "alarm", id: "a"))
        #expect(try on(phone) == ["b", "c"])
        #expect(try phone.ledger.alarms().value.filter { $0.card.waiting != nil }.map(\.stream.id) == ["b"])
    }
}
