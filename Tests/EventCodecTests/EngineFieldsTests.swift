import EventCodec
import EventModel
import Testing

@Suite struct EngineFieldsTests {
    private func read(_ hex: String) -> Reading<EngineFields> {
        reading(bytes(hex)) { reader throws(CBORError) in try EngineFields(&reader) }
    }

    @Test func everyFieldIsWrittenInOrderAndComesBack() {
        var fields = EngineFields.none
        fields.key = "k"
        fields.covers = [eventID(1)]
        fields.content = Bytes32(hex: hex("aa", times: 32))
        fields.form = 1
        fields.voids = []
        fields.keeps = [eventID(1), eventID(2)]
        fields.supersedes = [eventID(3)]
        fields.undoes = [eventID(4)]
        let origin = OriginID(hex: hex("0b", times: 16))!
        fields.cut = [
            CutEntry(log: LogName(origin: origin), size: 5),
            CutEntry(log: LogName(origin: origin, branch: eventID(6)), size: 7),
        ]
        fields.erases = [eventID(5)]
        let id = { (digits: String) in "5820" + hex(digits, times: 32) }
        let log = "50" + hex("0b", times: 16)
        let map =
            "aa01616b0281\(id("01"))035820\(hex("aa", times: 32))040105800682\(id("01"))\(id("02"))0781\(id("03"))0881\(id("04"))0982"
            + "83\(log)4005" + "83\(log)\(id("06"))07" + "0a81\(id("05"))"
        #expect(Hex.encode(written { fields.encode(into: &$0) }) == "00" + map)
        #expect(read(map) == .value(fields))
        #expect(fields.present == EngineField.allCases.filter { $0 != .witness }, "a witness has tests of its own")
    }

    @Test func nothingIsWrittenWhenNothingIsThere() {
        #expect(written { EngineFields.none.encode(into: &$0) } == [])
        #expect(EngineFields.none.present == [])
    }

    @Test func theEnginesMapHasItsRules() {
        #expect(read("a0") == .refused(.fieldMissing, at: 0))
        #expect(read("a10b00") == .refused(.fieldUnknown, at: 1))
        #expect(read("a10000") == .refused(.keyOrder, at: 1))
        #expect(read("a204010161 6b") == .refused(.keyOrder, at: 3))
        #expect(read("a204010401") == .refused(.keyOrder, at: 3))
        #expect(read("80") == .refused(.typeExpected, at: 0))
        #expect(read("a10160") == .refused(.tooLong, at: 2), "an empty key")
        #expect(read("a1017880" + hex("61", times: 128)) != .refused(.tooLong, at: 2))
        #expect(read("a1017881" + hex("61", times: 129)) == .refused(.tooLong, at: 2))
        #expect(read("a10120") == .refused(.typeExpected, at: 2))
        #expect(read("a10420") == .refused(.typeExpected, at: 2))
        #expect(read("a1031818") == .refused(.typeExpected, at: 2))
    }

    @Test func aCutNamesEachLogOnceInOrder() {
        let (low, high) = ("50" + hex("01", times: 16), "50" + hex("02", times: 16))
        #expect(read("a1098283\(low)400183\(high)4002") != .refused(.keyOrder, at: 25))
        #expect(read("a1098283\(high)400183\(low)4002") == .refused(.keyOrder, at: 23))
        #expect(read("a1098283\(low)400183\(low)4002") == .refused(.keyOrder, at: 23))
        #expect(read("a1098183\(low)410100") == .refused(.fieldValue, at: 3))
        #expect(read("a1098182\(low)40") == .refused(.fieldValue, at: 3))
        #expect(read("a1098183\(low)4020") == .refused(.typeExpected, at: 22))
    }

    @Test func aListHasAtMostAThousandIDs() {
        let thousand = (0..<1_000).map {
            "5820" + Hex.encode([UInt8($0 >> 8), UInt8($0 & 255)]) + hex("00", times: 30)
        }.joined()
        if case .refused(let reason, _) = read("a102" + "9903e8" + thousand) { Issue.record("a thousand: \(reason)") }
        #expect(read("a102" + "9903e9" + thousand + "5820" + hex("ff", times: 32)) == .refused(.tooLong, at: 2))
    }
}

@Suite struct LogNameTests {
    private let origin = hex("0a", times: 16)
    private let leaf = hex("1b", times: 32)

    @Test func aNameIsTheOriginAndTheBranch() {
        #expect(LogName(origin)?.description == origin)
        #expect(LogName(origin)?.branch == nil)
        #expect(LogName("\(origin)~\(leaf)")?.description == "\(origin)~\(leaf)")
        #expect(LogName("\(origin)~\(leaf)")?.branch?.hex == leaf)
    }

    @Test(arguments: ["", "~", "0a", "@~", "@~@", "@~%~%", "~%", " @", "@ "])
    func nothingElseIsAName(pattern: String) {
        let text = pattern.replacing("@", with: origin).replacing("%", with: leaf)
        #expect(LogName(text) == nil, "\(text)")
        #expect(LogName(origin.uppercased()) == nil)
    }

    @Test func aTrunkComesBeforeItsBranches() {
        let names = [
            LogName(origin)!, LogName("\(origin)~\(leaf)")!, LogName("\(origin)~\(hex("1c", times: 32))")!,
            LogName(hex("0b", times: 16))!,
        ]
        for (left, a) in names.enumerated() {
            for (right, b) in names.enumerated() { #expect((a < b) == (left < right), "\(left) \(right)") }
        }
    }
}
