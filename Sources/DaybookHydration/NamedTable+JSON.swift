import DaybookKit
import EventCodec

extension NamedTable {
    /// The entries of a JSON file: a list of objects, or the first list of objects in one, as Fitbit's
    /// `foods-log-water`; or the data points of Google Fit, as Google Takeout writes them. Nil for a file that is no
    /// JSON.
    ///
    /// Throws `Fault` (65) for JSON that holds neither. O(bytes).
    static func reading(json bytes: [UInt8], of kind: Kind) throws -> NamedTable? {
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let first = content.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parse(content) } catch {
            let line = 1 + content.prefix(error.offset).count { $0 == 0x0A }
            throw kind.fault("line \(line) is not JSON (\(error.reason))")
        }
        if case .array(let points)? = value["Data Points"] {
            return try fit(points, of: value["Data Source"]?.stringValue ?? "no data source", content, kind)
        }
        guard let entries = list(in: value), let head = entries.first?.first else {
            throw kind.fault("it holds no list of entries")
        }
        var names: [String] = []
        for member in entries.joined() where !names.contains(member.name) { names.append(member.name) }
        let found = lines(of: head.name, in: content)
        return NamedTable(
            names: names.map { $0.lowercased() },
            entries: entries.enumerated().map { index, entry in
                let fields = names.map { name in entry.first { $0.name == name }.map { text($0.value) } ?? "" }
                return (line: index < found.count ? found[index] : 1, fields: fields)
            })
    }

    /// Of each data point the instant in nanoseconds, and the litres (com.google.hydration).
    private static func fit(_ points: [JSONValue], of source: String, _ content: [UInt8], _ kind: Kind) throws
        -> NamedTable
    {
        guard source.contains("com.google.hydration") else {
            throw kind.fault("its data points are of \(source), not of com.google.hydration")
        }
        let found = lines(of: "startTimeNanos", in: content)
        return NamedTable(
            names: ["date", "volume", "unit"],
            entries: points.enumerated().map { index, point in
                let values: [JSONValue] = if case .array(let values)? = point["fitValue"] { values } else { [] }
                let volume = values.first.flatMap { $0["value"]?["fpVal"] ?? $0["fpVal"] }
                let fields = [point["startTimeNanos"].map(text) ?? "", volume.map(text) ?? "", "l"]
                return (line: index < found.count ? found[index] : 1, fields: fields)
            })
    }

    /// The members of each entry.
    private static func list(in value: JSONValue) -> [[JSONValue.Member]]? {
        switch value {
        case .array(let values):
            let entries = values.compactMap { entry -> [JSONValue.Member]? in
                if case .object(let members) = entry { members } else { nil }
            }
            return entries.isEmpty || entries.count < values.count ? nil : entries
        case .object(let members): return members.lazy.compactMap { list(in: $0.value) }.first
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text), .number(let text): text
        case .null, .bool, .array, .object: ""
        }
    }

    /// The lines on which a name stands.
    private static func lines(of name: String, in bytes: [UInt8]) -> [Int] {
        let quoted = Array("\"\(name)\"".utf8)
        var (line, found) = (1, [Int]())
        for index in bytes.indices {
            if bytes[index] == 0x0A { line += 1 }
            if bytes[index] == quoted[0], bytes[index...].starts(with: quoted) { found.append(line) }
        }
        return found
    }
}
