import Alarms
import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport
import Testing

/// The rules of photos on the events themselves, however they come.
@Suite struct PhotoTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func photo(_ digit: Int, bytes: Int = 9, type: String = "image/png") -> String {
        #"{"digest":"\#(String(repeating: "\(digit)", count: 64))","bytes":\#(bytes),"mediaType":"\#(type)"}"#
    }

    private func digest(_ digit: Int) -> String { #"{"digest":"\#(String(repeating: "\(digit)", count: 64))"}"# }

    @Test("C-P-12.4: at most five photos, each once, of known kinds and at most 10 MiB") func limits() throws {
        let book = try AlarmBook(plus: true)
        #expect(
            try book.append("attachment.added", photo(1))
                == "alarm.unknown: There is no such alarm. The list of alarms shows them.")
        try book.create()
        #expect(
            try book.append("attachment.added", photo(1, bytes: 10_485_761))
                == "blob.tooLarge: \"bytes\" is not from 1 to 10485760. ")
        #expect(
            try book.append("attachment.added", photo(1, type: "image/bmp"))
                == "image.unknownType: \"mediaType\" is none of image/png, image/jpeg, image/gif, image/webp, image/heic. "
        )
        #expect(try book.events == 1)
        for digit in 1...5 { #expect(try book.append("attachment.added", photo(digit)) == nil) }
        #expect(
            try book.append("attachment.added", photo(6))
                == "attachment.limit: An alarm has at most 5 photos of one person. Remove one of yours first."
        )
        #expect(try book.append("attachment.added", photo(5)) == "attachment.exists: This photo is attached already. ")
        #expect(
            try book.append("attachment.removed", digest(6))
                == "attachment.unknown: No such photo is attached to this alarm. The alarm shows those that are."
        )
        #expect(try book.events == 6)
        // The rest of the alarm stays as it is.
        #expect(try book.cards.map(\.title) == ["Rent Reminder"])
    }

    @Test("C-P-12.6: removed and added in one step, where there is no room for a sixth") func change() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        for digit in 1...5 { try book.append("attachment.added", photo(digit)) }
        let stream = StreamID(kind: "alarm", id: "a")
        let old = try #require(try book.ledger.photos(of: stream).first).digest
        #expect(try book.ledger.changePhoto(old, to: PhotoTests.png + [1], of: stream)?.ids.count == 2)
        let photos = try book.ledger.photos(of: stream)
        #expect(photos.count == 5 && photos.last?.bytes == 9 && !photos.contains { $0.digest == old })
        #expect(try book.ledger.attachment(#require(photos.last).digest) == PhotoTests.png + [1])
        // The same one again, and one that is not there.
        #expect(try book.ledger.changePhoto(#require(photos.last).digest, to: PhotoTests.png + [1], of: stream) == nil)
        #expect(
            try book.rejectionCode { try book.ledger.changePhoto(old, to: PhotoTests.png + [2], of: stream) }?
                .hasPrefix(
                    "attachment.unknown") == true)
        #expect(try book.events == 8)
    }

    @Test("photos of an alarm that was removed: none comes, none goes") func removed() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        try book.append("attachment.added", photo(1))
        try book.append("alarm.removed", "{}")
        for (type, data) in [("attachment.added", photo(2)), ("attachment.removed", digest(1))] {
            #expect(
                try book.append(type, data)
                    == "record.removed: This alarm was removed. Take that back first.")
        }
        #expect(try book.events == 3)
    }

    @Test("a refused photo keeps no bytes") func refusedKeepsNothing() throws {
        let book = try AlarmBook(plus: true)
        try book.create()
        for digit in 1...5 { try book.append("attachment.added", photo(digit)) }
        let picture = PhotoTests.png + [7]
        #expect(
            try book.rejectionCode { try book.ledger.addPhoto(picture, to: StreamID(kind: "alarm", id: "a")) }?
                .hasPrefix(
                    "attachment.limit") == true)
        #expect(try book.ledger.attachment(#require(Bytes32(hex: Ledger.digest(ofFile: picture)))) == nil)
    }
}
