import DaybookDomains
import Engine
import EventCodec
import EventModel
import LedgerTestSupport

/// Drafts as a program may hand them in: refused, and then nothing is stored; or appended, and then the ledger is
/// sound, replays equal, and its export is taken by another ledger.
///
/// An input is one JSON text: the members of a draft.
struct AppendTarget: FuzzTarget {
    private let starts: [JSONValue]
    private let first: ScratchLedger
    private let second: ScratchLedger

    private static let times = [
        "2026-02-10T08:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59-23:59", "1970-01-01T00:00:00Z",
    ]
    private static let zones = [
        "UTC", "America/New_York", "", String(repeating: "z", count: 64), String(repeating: "z", count: 65), "e\u{301}",
        "\u{0}",
    ]
    private static let offsets = [0, -18_000, 86_399, -86_399, 86_400, -86_400, 1]

    init(_ corpora: Corpora, scratch folder: String) throws {
        let setting = JSONValue.object(pairs: ["name": .string("notices"), "value": .bool(true)])
        starts = corpora.events.compactMap { event in
            guard let data = event["data"], let stream = event["envelope"]?["stream"], let type = event["type"] else {
                return nil
            }
            return .object(pairs: ["stream": stream, "type": type, "data": data])
        }
        // With an event of its own, so that drafts meet a ledger that holds something.
        first = try ScratchLedger(folder + "/append") { ledger in
            _ = try ledger.append([
                EventDraft(stream: StreamID("settings/logbook")!, type: "setting.changed", data: .json(setting))
            ])
        }
        second = try ScratchLedger(folder + "/append-taken")
    }

    func input(_ random: inout SeededRandom) -> [UInt8] {
        let start = starts[random.below(starts.count)]
        guard case .object(var members) = start else { return [] }
        if random.below(3) == 0, let type = start["type"]?.stringValue,
            let schema = Schemas.all.first(where: { $0.type == type })
        {
            members[2] = .init("data", JSONMutator.change(start["data"] ?? .null, schema: schema, &random))
        }
        func add(_ name: String, _ value: JSONValue) { members.append(.init(name, value)) }
        if random.oneIn(2) {
            add("time", .string(Self.times[random.below(Self.times.count)]))
            add("zone", .string(Self.zones[random.below(Self.zones.count)]))
            add("offset", .integer(Self.offsets[random.below(Self.offsets.count)]))
        } else if random.oneIn(4) {
            add("day", .integer([-719_163, -719_162, 0, 2_932_896, 2_932_897][random.below(5)]))
        }
        if random.oneIn(4) { add("key", .string(JSONMutator.texts[random.below(JSONMutator.texts.count)])) }
        if random.oneIn(4) { add("correlation", .string(JSONMutator.texts[random.below(JSONMutator.texts.count)])) }
        if random.oneIn(8) { members[0] = .init("stream", starts[random.below(starts.count)]["stream"] ?? .null) }
        return Array(JSONValue.object(members).text.utf8)
    }

    func run(_ input: [UInt8]) -> Verdict {
        guard let draft = (try? JSONParser.parse(input)).flatMap(Self.draft) else { return .refused }
        do {
            let before = try first.ledger.digest()
            do {
                _ = try first.ledger.append([draft])
            } catch {
                guard error is DraftRefusal else { return .violation("refused with another error: \(error)") }
                return try first.ledger.digest() == before ? .refused : .violation("refused, yet it holds something")
            }
            defer { try? first.renew() }
            guard Self.isWritable(draft.occurred) else {
                return .violation("appended, with a time that no envelope may hold")
            }
            guard try first.ledger.verify().isSound else { return .violation("appended, and not sound") }
            guard try first.ledger.replay().isEqual else {
                return .violation("appended, and a replay gives another state")
            }
            let lines = try first.ledger.exportAll()
            _ = try second.ledger.importAll(lines)
            defer { try? second.renew() }
            return try second.ledger.digest() == first.ledger.digest()
                ? .accepted : .violation("another ledger made something else of it")
        } catch {
            // So that the next input finds a ledger that works.
            try? first.renew()
            return .violation("appended, then: \(error)")
        }
    }

    /// Whether docs/format.md and the ranges of times allow an envelope to state this time. If the body states a civil
    /// date, the envelope states nothing else.
    private static func isWritable(_ time: ValidTime?) -> Bool {
        switch time {
        case nil: true
        case .date(let date)?: (CivilDate.earliest...CivilDate.latest).contains(date)
        case .instant(let instant, let offsetSeconds, let zone)?:
            (Instant.earliest...Instant.latest).contains(instant) && abs(offsetSeconds) < 86_400
                && (1...64).contains(zone.utf8.count) && Tree.isText(Array(zone.utf8))
        }
    }

    private static func draft(_ json: JSONValue) -> EventDraft? {
        guard let stream = json["stream"]?.stringValue.flatMap({ StreamID($0) }), let type = json["type"]?.stringValue,
            let data = json["data"]
        else { return nil }
        var draft = EventDraft(
            stream: stream, type: type, data: .json(data), key: json["key"]?.stringValue,
            correlation: json["correlation"]?.stringValue)
        if let instant = json["time"]?.stringValue.flatMap({ Instant($0) }) {
            draft.occurred = .instant(
                instant, offsetSeconds: json["offset"]?.integerValue ?? 0, zone: json["zone"]?.stringValue ?? "UTC")
        } else if let day = json["day"]?.integerValue {
            draft.occurred = .date(CivilDate(day: Int32(truncatingIfNeeded: day)))
        }
        return draft
    }
}
