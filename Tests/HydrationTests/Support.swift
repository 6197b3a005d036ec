import DaybookDomains
import Engine
import EventCodec
import EventModel
import Foundation
import Hydration
import LedgerTestSupport

func person(_ age: Int, _ weightTenths: Int, _ activity: WaterProfile.Activity = .sedentary) -> WaterProfile {
    WaterProfile(age: age, weightTenths: weightTenths, activity: activity)
}

/// A ledger for one story: what was given, what is done, what comes of it. Its clock is the requirements' default,
/// 08:00 in New York.
final class WaterBook {
    let ledger: Ledger
    let clock = TestClock("2026-02-10T13:00:00Z")
    private let path = Scratch.path()

    /// With a person's key it is one of their devices.
    init(zone: String = "America/New_York", person: [UInt8]? = nil) throws {
        let clock = clock
        ledger = try Ledger.create(
            at: path, zone: zone, person: person.map { .joining(seed: $0) } ?? .new,
            environment: .daybook(clock: { clock.now }))
    }

    deinit {
        ledger.close()
        Scratch.remove(path)
    }

    /// Takes everything that another ledger holds.
    func receive(from other: WaterBook) throws {
        var lines: [[UInt8]] = []
        _ = try other.ledger.exportLines { lines.append(Array($0.utf8)) }
        var rest = lines[...]
        _ = try ledger.importLines { rest.popFirst() }
    }

    @discardableResult func drink(_ kind: Drink.Kind = .water, _ ml: Int, at: String? = nil, id: String? = nil) throws
        -> StreamID
    {
        let time = try at.map { text -> ValidTime in
            if let date = CivilDate(text) { return .date(date) }
            guard let (instant, offset) = RFC3339.parse(Array(text.utf8)) else {
                throw Rejection(code: "test", message: text)
            }
            return ledger.validTime(of: instant, offsetSeconds: offset)
        }
        return try ledger.addDrink(kind, Volume(ml: ml), at: time, id: id).stream
    }

    /// Appends an event as a file's line would; the refusal in words where there is one: `code: message hint`.
    @discardableResult func append(_ stream: String, _ type: String, _ data: String, occurred: ValidTime? = nil) throws
        -> String?
    {
        guard let stream = StreamID(stream) else { return "no stream" }
        let draft = EventDraft(
            stream: stream, type: type, data: .json(try JSONParser.parse(Array(data.utf8))), occurred: occurred)
        return try rejectionCode { _ = try ledger.append([draft]) }
    }

    /// The rejection of a command; nil when it is accepted.
    func rejectionCode(_ body: () throws -> Void) throws -> String? {
        do {
            try body()
            return nil
        } catch {
            switch (error as? DraftRefusal)?.reason ?? (error as? NightsRefused)?.reason ?? error {
            case let rejection as Rejection:
                return [rejection.description, rejection.hint].compactMap(\.self).joined(separator: " ")
            case let fault as Fault: return "\(fault.kind.rawValue) \(fault)"
            default: throw error
            }
        }
    }

    func today(_ on: String? = nil) throws -> WaterToday { try ledger.waterToday(AsOf(on: on.map(day))).value }
    func goal(_ on: String? = nil) throws -> Int { try ledger.waterGoal(AsOf(on: on.map(day))).value.ml }
    func streak(_ on: String? = nil) throws -> Int { try ledger.waterStreak(AsOf(on: on.map(day))).value }
    func set(_ name: String, _ value: JSONValue) throws {
        guard let setting = SettingName.named(name) else { fatalError("no setting \(name)") }
        try ledger.set(setting, to: value)
    }

    /// The events that people made: the ledger's own first event is not counted.
    var events: Int {
        get throws {
            var count = 0
            try ledger.events(.init()) { event in
                if event.envelope.type != "origin.started" { count += 1 }
                return true
            }
            return count
        }
    }
}
