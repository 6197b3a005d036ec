import EventCodec
import EventModel
import Foundation

/// Where inputs begin: the golden vectors of `schemas/vectors`, the samples and corpora of `Tests/Fixtures`.
struct Corpora {
    /// The top of the checkout.
    let root: URL
    let vectors: JSONValue
    let export: [[UInt8]]

    init(root: String) throws {
        self.root = URL(filePath: root)
        vectors = try JSONParser.parse(
            Array(try Data(contentsOf: self.root.appending(path: "schemas/vectors/events.json"))))
        export = try Corpora.lines(self.root.appending(path: "schemas/vectors/export.jsonl"))
    }

    /// The cases of one list of a vector file.
    func cases(_ file: String, _ list: String) throws -> [JSONValue] {
        let json = try JSONParser.parse(try bytes(of: "schemas/vectors/\(file)"))
        guard case .array(let cases)? = json[list], !cases.isEmpty else {
            throw Complaint("\(file) holds no list \(list)")
        }
        return cases
    }

    var events: [JSONValue] {
        guard case .array(let events)? = vectors["events"] else { return [] }
        return events
    }

    func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: root.appending(path: path))) }

    func lines(_ path: String) throws -> [[UInt8]] { try Corpora.lines(root.appending(path: path)) }

    private static func lines(_ file: URL) throws -> [[UInt8]] {
        Array(try Data(contentsOf: file)).split(separator: 0x0A).map { Array($0) }
    }
}

/// The error that ends the program: a sentence for a person.
struct Complaint: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension JSONValue {
    /// The bytes of a member in hexadecimal, which the vectors always have.
    func bytes(_ name: String) -> [UInt8] {
        Hex.decode(self[name]?.stringValue ?? "-") ?? { preconditionFailure("no bytes \(name)") }()
    }
}
