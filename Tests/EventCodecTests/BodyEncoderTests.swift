import EventCodec
import EventModel
import Foundation
import Testing

/// A type with a field of every kind, so that each message that a person can see is spelled here.
private let schema = EventSchema(
    type: "thing.made", version: 1, kinds: ["thing"], role: .create, critical: false, computed: false, validTime: 1,
    register: nil,
    fields: [
        field(1, "day", .date, required: true), field(2, "at", .instant), field(3, "hours", .tenths(0...9_999)),
        field(4, "count", .integer(-2...99)),
        field(5, "flag", .boolean), field(6, "note", .text(maximumScalars: 5), nullable: true),
        field(7, "kind", .choice(["red", "K"])),
        field(8, "digest", .bytes(count: 2)), field(9, "ids", .contentIds(maximum: 2)),
        field(10, "extra", .textMap(maximum: 2)),
        field(11, "codes", .texts(maximum: 2, maximumScalars: 3)),
        field(
            12, "inner",
            .object([field(1, "size", .integer(0...5), required: true), field(2, "name", .text(maximumScalars: 3))])),
        field(13, "value", .scalar(maximumScalars: 4)), field(14, "numbers", .integers(maximum: 2, 1...3)),
        field(15, "time", .hours(0...36_000)),
    ],
    engineFields: [.supersedes, .content, .form, .cut])

private func field(_ key: UInt64, _ name: String, _ kind: FieldKind, required: Bool = false, nullable: Bool = false)
    -> FieldSchema
{
    FieldSchema(
        key: key, name: name, kind: kind, required: required, nullable: nullable, missing: "\(name).missing",
        mistyped: "\(name).type", outOfRange: "\(name).range")
}

private func encode(_ json: String) throws(BodyProblem) -> [UInt8] {
    guard let data = try? JSONParser.parse(Array(json.utf8)) else { preconditionFailure("not JSON: \(json)") }
    return try BodyEncoder(schema: schema) { $0.precomposedStringWithCanonicalMapping }.encode(data)
}

private func problem(_ json: String) -> BodyProblem? {
    do throws(BodyProblem) {
        _ = try encode(json)
        return nil
    } catch { return error }
}

/// The body of one field beside the day, without the map's head and the day.
private func value(_ json: String) throws -> String {
    let body = try encode("{\"day\":\"1970-01-02\",\(json)}")
    #expect(Array(body.prefix(3)) == [0xA2, 0x01, 0x01])
    return Hex.encode(body.dropFirst(3))
}

@Suite struct BodyEncoderTests {
    @Test(arguments: [
        ("\"at\":\"1970-01-01T00:00:01Z\"", "021903e8"), ("\"at\":\"1970-01-01T01:00:00.5+01:00\"", "021901f4"),
        ("\"hours\":1.5", "030f"), ("\"hours\":0", "0300"),
        ("\"hours\":999.9", "0319270f"), ("\"count\":-2", "0421"), ("\"count\":99", "041863"),
        ("\"flag\":true", "05f5"), ("\"note\":null", "06f6"),
        ("\"note\":\"e\\u0301\"", "0662c3a9"),
        ("\"note\":\"\u{1F6E9}\u{1F6E9}\u{1F6E9}\u{1F6E9}\u{1F6E9}\"", "0674" + hex("f09f9ba9", times: 5)),
        ("\"kind\":\"red\"", "0763726564"),
        ("\"digest\":\"00ff\"", "084200ff"), ("\"ids\":[]", "0980"),
        ("\"extra\":{\"b\":\"2\",\"a\":\"\"}", "0aa2616160616261 32"), ("\"codes\":[\"x\",\"\"]", "0b82617860"),
        ("\"inner\":{\"size\":5}", "0ca10105"), ("\"value\":true", "0df5"), ("\"value\":-7", "0d26"),
        ("\"value\":\"on\"", "0d626f6e"), ("\"numbers\":[3,1,3]", "0e820103"), ("\"numbers\":[]", "0e80"),
        ("\"time\":1.25", "0f191194"), ("\"time\":1", "0f190e10"), ("\"time\":\"1:20\"", "0f1912c0"),
        ("\"time\":\"0:00:01\"", "0f01"), ("\"time\":\"1+15\"", "0f191194"), ("\"time\":-0.0", "0f00"),
    ])
    func valuesAreWrittenByTheirKind(json: String, expected: String) throws {
        #expect(try value(json) == expected.filter { $0 != " " })
    }

    @Test func idsAreSortedAndEachWrittenOnce() throws {
        let (one, two) = (hex("01", times: 32), hex("02", times: 32))
        #expect(try value("\"ids\":[\"\(two)\",\"\(one)\",\"\(two)\"]") == "0982" + "5820\(one)" + "5820\(two)")
    }

    @Test func fieldsStandInTheOrderOfTheirKeysWhateverTheDatasOrder() throws {
        #expect(try Hex.encode(encode("{\"flag\":false,\"day\":\"1970-01-01\"}")) == "a2010005f4")
    }

    @Test func theEnginesFieldsStandFirst() throws {
        let id = hex("01", times: 32)
        #expect(
            try Hex.encode(encode("{\"day\":\"1970-01-01\",\"supersedes\":[\"\(id)\"],\"form\":1}")) == "a200a2"
                + "0401" + "07815820\(id)" + "0100")
    }

    /// Every message that a person can see, with its code and whether it is unreadable (65) or breaks a limit (1).
    @Test(arguments: [
        ("[]", "data.notAnObject", "\"data\" is not a JSON object.", true),
        ("{}", "day.missing", "\"day\" is missing.", false),
        ("{\"day\":\"2026-02-30\"}", "day.type", "\"day\" is not a date YYYY-MM-DD.", true),
        ("{\"day\":20260210}", "day.type", "\"day\" is not a date YYYY-MM-DD.", true),
        ("{\"day\":null}", "day.type", "\"day\" is not a value: null stands for nothing here.", true),
        ("{\"day\":\"2026-02-10\",\"weather\":1}", "field.unknown", "\"weather\" is not a field of thing.made.", true),
        ("{\"day\":\"2026-02-10\",\"key\":\"k\"}", "field.unknown", "\"key\" is not a field of thing.made.", true),
        ("{\"day\":\"2026-02-10\",\"covers\":[]}", "field.unknown", "\"covers\" is not a field of thing.made.", true),
        (
            "@\"time\":1.555}", "time.type",
            "\"time\" is not a number with at most two digits after the point, or a text such as 1:15.", true
        ),
        (
            "@\"time\":\"1.5\"}", "time.type",
            "\"time\" is not a number with at most two digits after the point, or a text such as 1:15.", true
        ),
        (
            "@\"time\":\"1:60\"}", "time.type",
            "\"time\" is not a number with at most two digits after the point, or a text such as 1:15.", true
        ),
        (
            "@\"time\":-1}", "time.type",
            "\"time\" is not a number with at most two digits after the point, or a text such as 1:15.", true
        ),
        ("@\"time\":\"10:00:01\"}", "time.range", "\"time\" is not from 0.0 to 10.0.", false),
        ("@\"numbers\":1}", "numbers.type", "\"numbers\" is not a list of whole numbers.", true),
        ("@\"numbers\":[\"1\"]}", "numbers.type", "\"numbers\" is not a whole number.", true),
        ("@\"numbers\":[4]}", "numbers.range", "\"numbers\" is not from 1 to 3.", false),
        ("@\"numbers\":[1,2,3]}", "numbers.range", "\"numbers\" holds more than 2 numbers.", false),
        ("@\"at\":\"yesterday\"}", "at.type", "\"at\" is not an RFC 3339 instant.", true),
        ("@\"hours\":1.55}", "hours.type", "\"hours\" is not a number with at most one digit after the point.", true),
        (
            "@\"hours\":\"1.5\"}", "hours.type", "\"hours\" is not a number with at most one digit after the point.",
            true
        ),
        ("@\"hours\":1e3}", "hours.type", "\"hours\" is not a number with at most one digit after the point.", true),
        ("@\"hours\":-0.1}", "hours.range", "\"hours\" is not from 0.0 to 999.9.", false),
        ("@\"hours\":1000}", "hours.range", "\"hours\" is not from 0.0 to 999.9.", false),
        ("@\"count\":1.0}", "count.type", "\"count\" is not a whole number.", true),
        ("@\"count\":9223372036854775808}", "count.type", "\"count\" is not a whole number.", true),
        ("@\"count\":100}", "count.range", "\"count\" is not from -2 to 99.", false),
        ("@\"count\":-3}", "count.range", "\"count\" is not from -2 to 99.", false),
        ("@\"flag\":1}", "flag.type", "\"flag\" is not true or false.", true),
        ("@\"flag\":null}", "flag.type", "\"flag\" is not a value: null stands for nothing here.", true),
        ("@\"note\":1}", "note.type", "\"note\" is not a text.", true),
        ("@\"note\":\"a\\u0000\"}", "note.type", "\"note\" is not a text that can be kept (it holds U+0000).", true),
        ("@\"note\":\"sixsix\"}", "note.range", "\"note\" is longer than 5 characters.", false),
        ("@\"kind\":\"blue\"}", "kind.range", "\"kind\" is none of red, K.", false),
        ("@\"kind\":1}", "kind.type", "\"kind\" is not a text.", true),
        ("@\"digest\":\"00FF\"}", "digest.type", "\"digest\" is not 2 bytes in lower-case hexadecimal.", true),
        ("@\"digest\":\"00\"}", "digest.type", "\"digest\" is not 2 bytes in lower-case hexadecimal.", true),
        ("@\"digest\":\"000\"}", "digest.type", "\"digest\" is not 2 bytes in lower-case hexadecimal.", true),
        ("@\"ids\":[\"01\"]}", "field.type", "\"ids\" is not a content id: 64 lower-case hexadecimal digits.", true),
        ("@\"ids\":{}}", "field.type", "\"ids\" is not a content id: 64 lower-case hexadecimal digits.", true),
        ("@\"ids\":[\"%1\",\"%2\",\"%3\"]}", "ids.range", "\"ids\" holds more than 2 ids.", false),
        ("@\"extra\":[]}", "extra.type", "\"extra\" is not an object of texts.", true),
        ("@\"extra\":{\"a\":1}}", "extra.type", "\"extra\" is not a text.", true),
        ("@\"extra\":{\"a\":\"\",\"b\":\"\",\"c\":\"\"}}", "extra.range", "\"extra\" holds more than 2 names.", false),
        ("@\"codes\":\"x\"}", "codes.type", "\"codes\" is not a list of texts.", true),
        ("@\"codes\":[\"\",\"\",\"\"]}", "codes.range", "\"codes\" holds more than 2 texts.", false),
        ("@\"codes\":[\"long\"]}", "codes.range", "\"codes\" is longer than 3 characters.", false),
        ("@\"inner\":[]}", "inner.type", "\"inner\" is not an object.", true),
        ("@\"inner\":{}}", "size.missing", "\"size\" is missing.", false),
        ("@\"inner\":{\"size\":1,\"more\":1}}", "field.unknown", "\"more\" is not a field of \"inner\".", true),
        ("@\"inner\":{\"size\":6}}", "size.range", "\"size\" is not from 0 to 5.", false),
        ("@\"value\":1.5}", "value.type", "\"value\" is not a text, a whole number, true or false.", true),
        ("@\"value\":[]}", "value.type", "\"value\" is not a text, a whole number, true or false.", true),
        ("@\"value\":\"longer\"}", "value.range", "\"value\" is longer than 4 characters.", false),
        (
            "@\"content\":\"00\"}", "field.type", "\"content\" is not a content id: 64 lower-case hexadecimal digits.",
            true
        ),
        ("@\"form\":-1}", "field.type", "\"form\" is not a whole number.", true),
        ("@\"cut\":[]}", "field.type", "\"cut\" is not an object from logs to sizes.", true),
        ("@\"cut\":{\"x\":1}}", "field.type", "\"cut\" is not an object from logs to sizes.", true),
        (
            "@\"cut\":{\"00112233445566778899aabbccddeeff\":-1}}", "field.type",
            "\"cut\" is not an object from logs to sizes.", true
        ),
    ])
    func everyRefusalSaysWhatIsWrong(json: String, code: String, message: String, isUnreadable: Bool) {
        var text = json.replacing("@", with: "{\"day\":\"2026-02-10\",")
        for digit in 1...3 { text = text.replacing("%\(digit)", with: hex("0\(digit)", times: 32)) }
        #expect(
            problem(text) == BodyProblem(isUnreadable ? .unreadable : .breaksLimit, code: code, message: message),
            "\(text)")
    }

    @Test func aListOfTheEngineHasAtMostAThousandIDs() {
        let ids = (0...1_000).map {
            "\"" + Hex.encode([UInt8($0 >> 8), UInt8($0 & 255)]) + hex("00", times: 30) + "\""
        }.joined(separator: ",")
        #expect(
            problem("{\"day\":\"2026-02-10\",\"supersedes\":[\(ids)]}")
                == BodyProblem(.breaksLimit, code: "ids.tooMany", message: "\"supersedes\" holds more than 1000 ids."))
    }

    @Test func problemsBecomeTheErrorsThatACallerSees() throws {
        let unreadable = try #require(problem("[]")).error as? Fault
        #expect(unreadable == Fault(.unreadable, code: "data.notAnObject", message: "\"data\" is not a JSON object."))
        #expect(unreadable?.kind.rawValue == 65)
        #expect(
            try #require(problem("{}")).error as? Rejection
                == Rejection(code: "day.missing", message: "\"day\" is missing."))
    }

    @Test func whatIsWrittenIsAllowedAndShownAgain() throws {
        let id = hex("0c", times: 32)
        let json = """
            {"day":"2026-02-10","at":"2026-02-10T13:00:00.25Z","hours":12.5,"count":-1,"flag":false,"note":null,"kind":"K","digest":"beef","ids":["\(id)"],\
            "extra":{"A":"1","b":"é"},"codes":["a"],"inner":{"size":0,"name":"n"},"value":42,"content":"\(id)","form":2,"supersedes":["\(id)"],\
            "cut":{"\(hex("0b", times: 16))":3}}
            """
        let body = try encode(json)
        let engine = try BodyCheck.check(body, schema)
        #expect(engine.form == 2)
        let shown = try BodyView.json(body.span.bytes, schema)
        #expect(shown.data.text == json)
        #expect(shown.key == nil)
    }
}

/// Faults that fuzzing and reading found, mended since.
@Suite struct BodyEncoderFaultTests {
    @Test func anInstantIsWrittenOnlyWithinTheYearsThatABodyMayHold() {
        for text in ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"] {
            let body = try? encode("{\"day\":\"2026-02-10\",\"at\":\"\(text)\"}")
            #expect(body == nil, "\(text) was written, though the check refuses the body")
        }
    }

    @Test func aChoiceIsWrittenAsItIsNamed() {
        #expect(problem("{\"day\":\"2026-02-10\",\"kind\":\"\u{212A}\"}") != nil, "the Kelvin sign is no K")
    }

    @Test func aCutIsWrittenOnlyAsLongAsItMayBeRead() {
        let logs = (0..<4_097).map {
            "\"" + Hex.encode([UInt8($0 >> 8), UInt8($0 & 255)]) + hex("00", times: 14) + "\":1"
        }.joined(separator: ",")
        #expect(problem("{\"day\":\"2026-02-10\",\"cut\":{\(logs)}}") != nil)
    }
}
