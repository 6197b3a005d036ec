import Daybook
import DaybookTestKit
import Medication
import Testing

let ibuprofen = Medicine(name: "Ibuprofen", dailyMilligrams: 1_200)

@Test func theDailyLimit() throws {
    let test = try DomainTest(medication).given { try $0.create(ibuprofen, id: "ibu") }
    #expect(test.when { try $0.create(Dose(1_200, of: "ibu", on: test.today)) }.types == ["dose.taken"])
    #expect(test.when { try $0.create(Dose(1, of: "ibu", on: test.today)) }.code == .doseTooMuch)
    #expect(test.when { try $0.create(Dose(1, of: "ibu", on: test.today.adding(days: 1))) }.code == .doseFuture)
}

@Test func devicesAgree() throws {
    try assertConverges(medication, seeds: 1...5) { ledger, random in
        let dose = Dose(Int.random(in: 1...900, using: &random), of: "ibu", on: ledger.today)
        try ledger.write { unit in
            try unit.create(ibuprofen, id: "ibu", key: "prescription-17")
            try unit.create(dose)
        }
    }
}
