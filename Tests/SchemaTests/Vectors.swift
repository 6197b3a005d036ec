import Alarms
public import EventCodec
import EventModel
import Foundation
import Hydration
import Logbook
import PracticeTests
import Shared
public import Testing

/// The golden vectors of `schemas/vectors`, read without their numbers passing through floating point.
enum Vectors {
    static let events = cases("events.json", "events")
    static let heads = cases("events.json", "heads")
    static let keys = cases("events.json", "keys")
    static let refused = cases("cbor-refused.json", "cases")
    static let accepted = cases("cbor-accepted.json", "cases")

    static let schemas =
        SystemSchemas.all + LogbookSchemas.all + SharedSchemas.all + AlarmsSchemas.all + HydrationSchemas.all
        + PracticeTestsSchemas.all

    static func schema(of event: JSONValue) -> EventSchema {
        schemas.first { $0.type == event.text("type") && $0.version == event["version"]?.integerValue }!
    }

    private static func cases(_ file: String, _ list: String) -> [JSONValue] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schemas/vectors")
        guard let bytes = try? Data(contentsOf: folder.appending(path: file)),
            let json = try? JSONParser.parse(Array(bytes)),
            case .array(let cases)? = json[list], !cases.isEmpty
        else { preconditionFailure("\(file) holds no list \(list)") }
        return cases
    }
}

/// A vector is called by its name in what a test run prints, not by its bytes.
extension JSONValue: CustomTestStringConvertible {
    public var testDescription: String {
        ["name", "why", "is", "origin"].lazy.compactMap { self[$0]?.stringValue }.first ?? text
    }
}

extension JSONValue {
    /// The text of a member that the vectors always have.
    func text(_ name: String) -> String { self[name]!.stringValue! }
    func bytes(_ name: String) -> [UInt8] { Hex.decode(text(name))! }
    func flag(_ name: String) -> Bool { self[name] == .bool(true) }

    /// The vectors leave numbers as their writer has them: 2.0 and 2 are the same tenths, and members have no order.
    var settled: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.settled) }.sorted {
                    $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
                })
        case .array(let values): .array(values.map(\.settled))
        case .number(let text): .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        default: self
        }
    }
}
