import DaybookDomains
import Engine
import EventCodec
import EventModel
import Hydration
import LedgerTestSupport
import Testing

@Suite struct DrinkTests {
    @Test("H-8.1, H-3.1, H-L.5: every row of the drinks: what counts, and ounces there and back") func allRows() throws
    {
        let rows = vectors("hydration-drink-vectors.csv")
        #expect(rows.count == 19)
        for row in rows {
            let kind = try #require(Drink.Kind(rawValue: row["type"] ?? ""))
            let ml = row.number("volume_ml")
            #expect(
                kind.factorPercent == row.number("factor_percent")
                    && kind.effective(ofMl: ml) == row.number("effective_ml"), "\(row)")
            #expect(
                WaterUnits.ounces(ofMl: ml) == row.number("oz_truncated")
                    && WaterUnits.roundedOunces(ofMl: ml) == row.number("oz_rounded"), "\(row)")
            #expect(Digits.tenths(WaterUnits.tenthsOfOunces(ofMl: ml)) == row["oz_one_decimal"], "\(row)")
            #expect(
                WaterUnits.ml(ofHundredthsOfOunces: row.number("oz_truncated") * 100)
                    == row.number("back_to_ml_from_truncated_oz"), "\(row)")
            guard let name = row["name"], name != "custom" else { continue }
            let preset = try #require(DrinkPreset.named(name), "\(name)")
            #expect(preset.kind == kind && preset.volumeMl == ml, "\(name)")
        }
        #expect(DrinkPreset.all.count == 9)
    }

    @Test("H-A.6, H-A.7, H-A.8: 250 mL are 8.4535 oz, shown as 8; 8 oz are 236 mL") func ounces() {
        #expect(WaterUnits.tenThousandths(ofMl: 250) == 84_535 && WaterUnits.ounces(ofMl: 250) == 8)
        #expect(WaterUnits.ml(ofHundredthsOfOunces: 800) == 236)
        // The way through the text loses, what is kept does not.
        #expect(WaterUnits.ml(ofHundredthsOfOunces: WaterUnits.ounces(ofMl: 250) * 100) == 236)
        #expect([200, 350, 500].map { WaterUnits.ounces(ofMl: $0) } == [6, 11, 16])
    }

    @Test("H-C2.1, H-C2.2, H-6.1: what is drunk adds up; without a drink the day is empty") func add() throws {
        let book = try WaterBook()
        let empty = try book.today()
        #expect(
            empty.drinks.isEmpty && empty.day.percent == 0 && empty.day.effectiveMl == 0
                && empty.day.text(in: .ml) == "0 of 2500 mL")
        #expect(try book.ledger.waterHistory().value.allSatisfy { $0.effectiveMl == 0 && $0.mark == .none })
        try book.drink(.water, 250)
        try book.drink(.coffee, 200)
        let today = try book.today()
        #expect(
            today.drinks.map(\.drink.effectiveMl).sorted() == [170, 250] && today.day.effectiveMl == 420
                && today.day.volumeMl == 450 && today.day.percent == 16)
        #expect(today.drinks.map(\.at) == [instant("2026-02-10T13:00:00Z"), instant("2026-02-10T13:00:00Z")])
    }

    @Test("H-1.2, H-C2.3, H-C2.4: a volume is above zero; an unknown kind is none; nothing is written") func refusals()
        throws
    {
        let book = try WaterBook()
        let before = try book.events
        for ml in [0, -1, -250, 1_000_001] {
            #expect(
                try book.rejectionCode { try book.drink(.water, ml) }
                    == "volume.positive: \"volumeMl\" is not from 1 to 1000000.", "\(ml)")
        }
        #expect(
            try book.append(
                "drink/a", "drink.added", #"{"kind":"wine","volumeMl":1,"effectiveMl":1,"date":"2026-02-10"}"#)
                == "drink.kind: \"kind\" is none of water, coffee, tea, juice, milk, soda, other.")
        #expect(
            try book.append(
                "drink/a", "drink.added", #"{"kind":"tea","volumeMl":"many","effectiveMl":1,"date":"2026-02-10"}"#)?
                .hasPrefix("65 field.type: \"volumeMl\" is not") == true)
        #expect(
            try book.append("drink/a", "drink.added", #"{"kind":"tea","volumeMl":100,"effectiveMl":95}"#)
                == "date.required: \"date\" is missing.")
        #expect(try book.events == before)
    }

    @Test("what a drink counts for is told by its event: another table of factors changes none") func fixedEffective()
        throws
    {
        let book = try WaterBook()
        #expect(
            try book.append(
                "drink/a", "drink.added", #"{"kind":"coffee","volumeMl":200,"effectiveMl":150,"date":"2026-02-10"}"#)
                == nil)
        #expect(try book.today().day.effectiveMl == 150 && book.today().drinks.first?.drink.effectiveMl == 150)
    }

    @Test("a drink of a day that has not begun, or an hour that has not come, is refused; its time must be of its day")
    func future() throws {
        let book = try WaterBook()
        #expect(
            try book.append(
                "drink/a", "drink.added", #"{"kind":"tea","volumeMl":100,"effectiveMl":95,"date":"2026-02-11"}"#)
                == "date.future: The date 2026-02-11 is in the future; today is 2026-02-10. Where it is that day already, state the zone."
        )
        #expect(
            try book.rejectionCode { try book.drink(.tea, 100, at: "2026-02-10T08:00:01-05:00") }
                == "date.future: 2026-02-10T13:00:01Z is in the future; it is 2026-02-10T13:00:00Z. Look at the time and its zone again."
        )
        let ahead = ValidTime.instant(instant("2026-02-10T13:00:01Z"), offsetSeconds: -18_000, zone: "America/New_York")
        #expect(
            try book.append(
                "drink/a", "drink.added", #"{"kind":"tea","volumeMl":100,"effectiveMl":95,"date":"2026-02-10"}"#,
                occurred: ahead)
                == "date.future: 2026-02-10T13:00:01Z is in the future; it is 2026-02-10T13:00:00Z. Look at the time and its zone again."
        )
        let late = ValidTime.instant(instant("2026-02-10T04:59:59Z"), offsetSeconds: -18_000, zone: "America/New_York")
        let data = #"{"kind":"tea","volumeMl":100,"effectiveMl":95,"date":"2026-02-10"}"#
        #expect(
            try book.append("drink/a", "drink.added", data, occurred: late)
                == "occurred.mismatch: \"occurred\" says 2026-02-09, the event's own date says 2026-02-10. Leave one of them out."
        )
    }

    @Test("a drink that another device wrote while its clock was ahead is taken as it is") func futureElsewhere() throws
    {
        let person = [UInt8](repeating: 3, count: 32)
        let (phone, tablet) = (try WaterBook(person: person), try WaterBook(person: person))
        tablet.clock.set("2026-02-10T14:00:00Z")
        try tablet.drink(.water, 250, at: "2026-02-10T08:59:00-05:00")
        try phone.receive(from: tablet)
        #expect(try phone.today().day.effectiveMl == 250)
    }

    @Test("H-C2.8: a removed drink counts no more; twice is not found; undo brings it back") func remove() throws {
        let book = try WaterBook()
        let coffee = try book.drink(.coffee, 200)
        try book.drink(.water, 250)
        let removed = try #require(try book.ledger.removeDrink(coffee).ids.first)
        #expect(try book.today().day.effectiveMl == 250 && book.today().drinks.count == 1)
        #expect(
            try book.rejectionCode { try book.ledger.removeDrink(coffee) }
                == "drink.notFound: This drink was removed already. Restore it."
        )
        try book.ledger.undo(event: removed)
        #expect(try book.today().day.effectiveMl == 420)
        #expect(
            try book.rejectionCode { try book.ledger.restoreDrink(coffee) }
                == "restore.nothing: This drink was not removed: there is nothing to restore.")
        #expect(
            try book.rejectionCode { try book.ledger.removeDrink(Draft.stream("drink/none")) }
                == "drink.notFound: There is no such drink. The drinks of the day show them.")
        #expect(
            try book.rejectionCode { try book.drink(.tea, 100, id: coffee.id) }
                == "record.exists: There is a drink with this id already. Use another id.")
    }

    @Test("undo of a drink that was added removes it") func undoAdd() throws {
        let book = try WaterBook()
        let added = try book.ledger.addDrink(.water, Volume(ml: 250))
        try book.ledger.undo(event: try #require(added.receipt.ids.first))
        #expect(try book.today().drinks.isEmpty)
    }

    @Test("H-C9.1, H-C9.2, H-C4.2: every row of a day's percent and mark") func progress() {
        let rows = vectors("hydration-progress-vectors.csv")
        #expect(rows.count == 9)
        for row in rows {
            let day = WaterDay(
                date: day("2026-02-10"), effectiveMl: row.number("intake_ml"), volumeMl: 0, drinks: 1,
                goal: Volume(ml: row.number("goal_ml")))
            #expect(
                day.percent == row.number("percent_truncated") && day.mark.rawValue == row["calendar_mark"], "\(row)")
        }
    }

    @Test("H-C9.3: fifty drinks are fifty rows, and their sum is exact") func fifty() throws {
        let book = try WaterBook()
        for number in 1...50 {
            book.clock.step(seconds: 60)
            try book.drink(Drink.Kind.allCases[number % 7], number * 7)
        }
        let today = try book.today()
        let expected = (1...50).reduce(0) { $0 + [100, 85, 95, 90, 90, 80, 90][$1 % 7] * $1 * 7 / 100 }
        #expect(today.drinks.count == 50 && today.day.drinks == 50 && today.day.effectiveMl == expected)
        #expect(today.drinks.map(\.drink.volumeMl) == (1...50).map { $0 * 7 })
    }
}
