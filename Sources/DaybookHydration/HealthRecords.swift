import DaybookKit
import EventModel

/// The records of water in an export of Apple Health (`export.xml`), read piece by piece: such a file may be larger
/// than the memory.
///
/// A record within a correlation also stands outside of it, and counts once.
public struct HealthRecords: Sendable {
    struct Record: Hashable, Sendable {
        let line: Int
        /// Texts as the file has them, empty where it has none.
        let start: String
        let value: String
        let unit: String
        let source: String
        /// The zone in which the phone was, where the record states it.
        fileprivate(set) var zone = ""
    }

    private(set) var records: [Record] = []
    /// Whether the file has its end.
    private(set) var isWhole = false
    private var hasRoot = false
    /// The line that is read.
    private(set) var line = 1
    /// How many correlations are open.
    private var depth = 0
    /// Whether the last record of water is open, so that what is stated next is about it.
    private var isOpen = false
    /// The bytes of a tag that is not complete yet.
    private var pending: [UInt8] = []

    private static let tagMaximum = 1 << 20
    private static let type = "HKQuantityTypeIdentifierDietaryWater"

    /// - Parameter source: The next bytes; nil at the end.
    /// - Throws: `Fault` `water.health` (65) for a file that is no such export.
    /// - Complexity: O(bytes); keeps the records of water.
    public init(_ source: () throws -> [UInt8]?) throws {
        while let bytes = try source() { try read(bytes) }
        guard hasRoot else { throw HealthRecords.unreadable }
    }

    private static let unreadable = Fault(
        .unreadable, code: "water.health",
        message: "This is no export of Apple Health: it has no element HealthData.",
        hint: "Nothing was imported. Name the export.xml of the archive that the Health app makes.")

    private mutating func read(_ bytes: [UInt8]) throws {
        let all = pending.isEmpty ? bytes : pending + bytes
        var at = 0
        while let start = all[at...].firstIndex(of: UInt8(ascii: "<")) {
            countLines(all[at..<start])
            guard let end = HealthRecords.end(of: all[start...]) else {
                pending = Array(all[start...])
                if pending.count > HealthRecords.tagMaximum { throw HealthRecords.unreadable }
                return
            }
            if HealthRecords.mayMatter(all[start..<end]) { read(all[start..<end]) }
            countLines(all[start..<end])
            at = end
        }
        countLines(all[at...])
        pending = []
    }

    private mutating func countLines(_ bytes: ArraySlice<UInt8>) { line += bytes.count { $0 == 0x0A } }

    /// Behind the end of a tag or comment; nil where the bytes do not have it.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.starts(with: "<!--".utf8) {
            var dashes = 0
            for index in bytes.indices.dropFirst(4) {
                if bytes[index] == UInt8(ascii: ">"), dashes >= 2 { return index + 1 }
                dashes = bytes[index] == UInt8(ascii: "-") ? dashes + 1 : 0
            }
            return nil
        }
        // The definitions within are read as tags of their own.
        if bytes.starts(with: "<!DOCTYPE".utf8) {
            return bytes.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }.map { $0 + 1 }
        }
        // Shorter than "<!--" it may become one.
        if bytes.count < 9, ["<!--", "<!DOCTYPE"].contains(where: { $0.utf8.starts(with: bytes) }) { return nil }
        var quote: UInt8?
        for index in bytes.indices {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    /// Whether a tag may matter, by its first letter.
    private static func mayMatter(_ tag: ArraySlice<UInt8>) -> Bool {
        let first = tag[tag.startIndex + 1]
        return [UInt8(ascii: "R"), UInt8(ascii: "H"), UInt8(ascii: "C"), UInt8(ascii: "M"), UInt8(ascii: "/")]
            .contains(first)
    }

    private mutating func read(_ tag: ArraySlice<UInt8>) {
        func begins(_ text: String) -> Bool { tag.starts(with: text.utf8) }
        if begins("<HealthData") { hasRoot = true }
        if begins("</HealthData") { isWhole = true }
        if begins("<Correlation "), tag.dropLast().last != UInt8(ascii: "/") { depth += 1 }
        if begins("</Correlation>") { depth -= 1 }
        if begins("</Record>") { isOpen = false }
        if isOpen, begins("<MetadataEntry ") { readMetadata(tag) }
        guard begins("<Record "), depth == 0, hasRoot else { return }
        isOpen = false
        let attributes = HealthRecords.attributes(tag)
        guard attributes["type"] == HealthRecords.type else { return }
        records.append(
            Record(
                line: line, start: attributes["startDate"] ?? "", value: attributes["value"] ?? "",
                unit: attributes["unit"] ?? "", source: attributes["sourceName"] ?? ""))
        isOpen = tag.dropLast().last != UInt8(ascii: "/")
    }

    private mutating func readMetadata(_ tag: ArraySlice<UInt8>) {
        let attributes = HealthRecords.attributes(tag)
        guard attributes["key"] == "HKTimeZone", let zone = attributes["value"] else { return }
        records[records.count - 1].zone = zone
    }

    /// The attributes of a tag by name. No attribute that is read needs an entity.
    private static func attributes(_ tag: ArraySlice<UInt8>) -> [String: String] {
        var found: [String: String] = [:]
        var rest = tag
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].reversed().prefix { $0 > 0x20 }.reversed()
            guard let open = rest[equals...].dropFirst().firstIndex(where: { $0 > 0x20 }),
                let close = rest[open...].dropFirst().firstIndex(of: rest[open])
            else { break }
            found[String(decoding: Array(name), as: UTF8.self)] = String(
                decoding: rest[(open + 1)..<close], as: UTF8.self)
            rest = rest[(close + 1)...]
        }
        return found
    }
}
