import EventModel
import Foundation

/// The promises of a ledger: the lines `ack <position> <content id> <key or ->` of its writers.
struct Acknowledgements {
    struct Event {
        let position: Position
        let id: EventID
        let key: String?
    }

    private(set) var events: [Event] = []
    /// A ledger was made, even if nothing was appended yet.
    private(set) var isMade = false

    /// Reads files; a last line without its end was not an acknowledgement yet.
    init(files: [String]) throws {
        for file in files where file != "-" {
            let data = try Data(contentsOf: URL(fileURLWithPath: file))
            for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
                try read(String(decoding: line, as: UTF8.self), file)
            }
        }
    }

    private mutating func read(_ line: String, _ file: String) throws {
        if line == "made" { return isMade = true }
        let parts = line.split(separator: " ").map(String.init)
        guard parts.count == 4, parts[0] == "ack", let position = UInt64(parts[1]), let id = EventID(hex: parts[2])
        else {
            throw Fault(.unreadable, code: "acks.unreadable", message: "\(file): \(line)")
        }
        isMade = true
        events.append(Event(position: Position(position), id: id, key: parts[3] == "-" ? nil : parts[3]))
    }
}
