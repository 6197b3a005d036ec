import EventCodec
import EventModel
import Testing

private let log = hex("0a", times: 16)

private func refusal(_ text: String) -> String? {
    do {
        _ = try ExportLine.read(Array(text.utf8))
        return nil
    } catch {
        guard let fault = error as? Fault, fault.kind == .unreadable, fault.code == "export.unreadable",
            fault.hint == "Nothing was stored."
        else { return "another error: \(error)" }
        return fault.message
    }
}

@Suite struct ExportLineTests {
    @Test func anEventsLineIsAsDocumentedAndComesBack() throws {
        let event = StoredEvent(envelope: [0xA0], salt: [1, 2, 3], body: [0xA0])
        let text = ExportLine.text(of: event, log: LogName(log)!, view: .object([.init("id", .string("x"))]))
        #expect(
            text
                == "{\"daybook\":1,\"log\":\"\(log)\",\"envelope\":\"oA==\",\"salt\":\"AQID\",\"body\":\"oA==\",\"view\":{\"id\":\"x\"}}"
        )
        let (line, view) = try ExportLine.read(Array(text.utf8))
        guard case .event(LogName(log)!, event) = line else { return #expect(Bool(false), "\(line)") }
        #expect(view == .object([.init("id", .string("x"))]))
    }

    @Test func headsAndBlobsComeBack() throws {
        #expect(ExportLine.text(ofHead: [0xA5]) == "{\"daybook\":1,\"head\":\"pQ==\"}")
        guard case .head(bytes: [0xA5]) = try ExportLine.read(Array("{\"head\":\"pQ==\",\"daybook\":1}".utf8)).line
        else { return #expect(Bool(false), "no head") }
        let digest = Bytes32(hex: hex("ab", times: 32))!
        let text = ExportLine.text(ofBlob: digest, number: 2, isLast: false, bytes: [7])
        #expect(
            text
                == "{\"daybook\":1,\"blob\":\"\(hex("ab", times: 32))\",\"number\":2,\"last\":false,\"bytes\":\"Bw==\"}"
        )
        guard case .blob(digest, 2, false, [7]) = try ExportLine.read(Array(text.utf8)).line else {
            return #expect(Bool(false), "no blob")
        }
    }

    @Test(arguments: [
        ("nonsense", "A line of the export cannot be read: it is not JSON: an unknown word at byte 1."),
        ("{}", "A line of the export cannot be read: it is not a line of a Daybook export."),
        ("[1]", "A line of the export cannot be read: it is not a line of a Daybook export."),
        ("{\"daybook\":2,\"head\":\"\"}", "A line of the export cannot be read: it is not a line of a Daybook export."),
        (
            "{\"daybook\":1.0,\"head\":\"\"}",
            "A line of the export cannot be read: it is not a line of a Daybook export."
        ),
        (
            "{\"daybook\":1}",
            "A line of the export cannot be read: its members are not those of an event, a head or a blob."
        ),
        (
            "{\"daybook\":1,\"head\":\"\",\"more\":1}",
            "A line of the export cannot be read: its members are not those of an event, a head or a blob."
        ),
        ("{\"daybook\":1,\"head\":\"pQ\"}", "A line of the export cannot be read: \"head\" is not base64."),
        ("{\"daybook\":1,\"head\":null}", "A line of the export cannot be read: \"head\" is not base64."),
        (
            "{\"daybook\":1,\"log\":\"x\",\"envelope\":\"\",\"salt\":\"\",\"body\":\"\",\"view\":{}}",
            "A line of the export cannot be read: its log is not a log's name."
        ),
        (
            "{\"daybook\":1,\"log\":\"@\",\"envelope\":\"\",\"salt\":1,\"body\":\"\",\"view\":{}}",
            "A line of the export cannot be read: \"salt\" is not base64."
        ),
        (
            "{\"daybook\":1,\"blob\":\"00\",\"number\":0,\"last\":true,\"bytes\":\"\"}",
            "A line of the export cannot be read: its blob is not well formed."
        ),
        (
            "{\"daybook\":1,\"blob\":\"%\",\"number\":-1,\"last\":true,\"bytes\":\"\"}",
            "A line of the export cannot be read: its blob is not well formed."
        ),
        (
            "{\"daybook\":1,\"blob\":\"%\",\"number\":0,\"last\":1,\"bytes\":\"\"}",
            "A line of the export cannot be read: its blob is not well formed."
        ),
    ])
    func whatIsRefusedSaysWhy(text: String, message: String) {
        #expect(refusal(text.replacing("@", with: log).replacing("%", with: hex("ab", times: 32))) == message)
    }

    @Test func exportLinesAreDistinctFromOtherObjects() {
        #expect(ExportLine.isExportLine(.object([.init("daybook", .integer(1))])))
        #expect(!ExportLine.isExportLine(.object([.init("stream", .string("a/b"))])))
        #expect(!ExportLine.isExportLine(.null))
    }
}

@Suite struct HeadFieldsTests {
    private static let head = HeadFields(
        origin: OriginID(hex: hex("01", times: 16))!, publicKey: Bytes32(hex: hex("02", times: 32))!, size: 300,
        root: Bytes32(hex: hex("03", times: 32))!,
        signature: [UInt8](repeating: 4, count: 64))
    private static let text =
        "a50150\(hex("01", times: 16))025820\(hex("02", times: 32))0319012c045820\(hex("03", times: 32))055840\(hex("04", times: 64))"

    private func read(_ bytes: [UInt8]) -> Reading<HeadFields> {
        do throws(CBORError) { return .value(try HeadFields(bytes.span.bytes)) } catch {
            return .refused(error.reason, at: error.offset)
        }
    }

    @Test func aHeadIsWrittenAsDocumentedAndComesBack() {
        #expect(Hex.encode(Self.head.encoded) == Self.text)
        #expect(read(bytes(Self.text)) == .value(Self.head))
    }

    @Test("A head certified by a person's key names that key behind the signature") func aCertifiedHeadComesBack() {
        let certified = HeadFields(
            origin: Self.head.origin, publicKey: Self.head.publicKey, size: 300, root: Self.head.root,
            signature: Self.head.signature,
            certifier: Bytes32(hex: hex("05", times: 32))!)
        let text = "a6" + Self.text.dropFirst(2) + "065820\(hex("05", times: 32))"
        #expect(Hex.encode(certified.encoded) == text)
        #expect(read(bytes(text)) == .value(certified))
        #expect(read(bytes(text.replacing("065820", with: "075820"))) == .refused(.fieldMissing, at: 160))
    }

    @Test func noOtherMapIsAHead() {
        #expect(read(bytes("a4" + Self.text.dropFirst(2))) == .refused(.fieldMissing, at: 0))
        #expect(read(bytes("a7" + Self.text.dropFirst(2))) == .refused(.fieldMissing, at: 0))
        #expect(read(bytes(Self.text + "00")) == .refused(.trailingBytes, at: 160))
        #expect(read(bytes(Self.text.replacing("055840", with: "065840"))) == .refused(.fieldMissing, at: 93))
        #expect(read(bytes(Self.text.replacing("0319012c", with: "03190017"))) == .refused(.headNotShortest, at: 55))
        #expect(read(bytes(Self.text.replacing("0319012c", with: "0339012c"))) == .refused(.typeExpected, at: 55))
        #expect(
            read(bytes(Self.text.replacing("055840\(hex("04", times: 64))", with: "05583f\(hex("04", times: 63))")))
                == .refused(.fieldValue, at: 94))
    }

    /// Every bit: another head, or none.
    @Test func everyBitCounts() {
        let bytes = Self.head.encoded
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(read(flipped) != .value(Self.head), "bit \(bit)")
        }
        for end in bytes.indices {
            if case .value = read(Array(bytes[..<end])) { Issue.record("the first \(end) bytes are a head") }
        }
    }

    @Test("A line of an erased event has neither salt nor body, and no other line lacks one of them")
    func withoutABody() throws {
        let line =
            #"{"daybook":1,"log":"000102030405060708090a0b0c0d0e0f","envelope":"AA==","salt":null,"body":null,"view":{}}"#
        guard case .event(_, let event) = try ExportLine.read(Array(line.utf8)).line else {
            Issue.record("it is no event")
            return
        }
        #expect(event.isErased && event.envelope == [0] && event.salt == [UInt8](repeating: 0, count: 16))
        let log = LogName(origin: OriginID(Bytes16(high: 0, low: 0)), branch: nil)
        #expect(ExportLine.text(of: event, log: log, view: .object([])).contains(#""salt":null,"body":null"#))
        for other in [
            line.replacing(#""salt":null"#, with: #""salt":"AA==""#),
            line.replacing(#""body":null"#, with: #""body":"oA==""#),
        ] {
            let fault = #expect(throws: Fault.self) { _ = try ExportLine.read(Array(other.utf8)) }
            #expect(fault?.kind == .unreadable && fault?.code == "export.unreadable")
        }
    }
}
