public import Alarms
public import DaybookKit
import Engine
import EventCodec
public import EventModel
import EventSourcing
import TransparencyLog

/// The result of an import of a calendar.
public struct CalendarImport: Sendable {
    public internal(set) var alarms: [StreamID] = []
    /// The alarms that were changed as their events were.
    public internal(set) var updated: [StreamID] = []
    /// Events whose alarm is here already, removed ones too.
    public internal(set) var duplicates = 0
    /// The components that are no alarm, and the reasons.
    public internal(set) var skipped: [CalendarReading.Note]
    /// The components that were taken otherwise than the calendar states.
    public internal(set) var assumed: [CalendarReading.Note]
}

extension Ledger {
    /// Makes alarms of the events of an iCalendar file that recur as alarms do. Events that this program exported come
    /// back under their own ids, others under ids made of their UIDs. So importing a file again adds nothing.
    ///
    /// An event that differs from its alarm is named; with `updates` the alarm is edited to what the event states.
    ///
    /// Throws `Fault` `calendar.unreadable` (65). The answer names the events that a rule refuses.
    @available(*, noasync)
    public func importCalendar(_ bytes: [UInt8], updates: Bool = false, dryRun: Bool = false) throws -> CalendarImport {
        guard
            let reading = CalendarReading(
                bytes, zone: { SystemZone($0) }, here: zone, normalize: Text.normalize)
        else {
            throw Fault(
                .unreadable, code: "calendar.unreadable",
                message: "This is no calendar: it does not begin with BEGIN:VCALENDAR, or is not UTF-8.",
                hint: "Nothing was imported. Export the calendar as an .ics file.")
        }
        var result = CalendarImport(skipped: reading.skipped, assumed: reading.assumed)
        let ids = try derivedIDs(keeps: !dryRun)
        var seen: Set<StreamID> = []
        // Each alarm is a unit of its own; an undo takes back all of them.
        let act = "import/\(newID())"
        for found in reading.alarms {
            let place = try self.place(of: found, ids)
            let stream = place.stream
            func skip(_ code: String, _ text: String, _ remedy: Remedy? = nil) {
                result.skipped.append(.init(line: found.line, code: code, text: text, remedy: remedy))
            }
            if !seen.insert(stream).inserted {
                skip("event.twice", "Another event before it \(found.hasUID ? "has the same UID" : "is the same").")
            } else if place.isFresh {
                let drafts = drafts(found, stream)
                if let refusal = try refusal(of: drafts, in: act, dryRun: dryRun) {
                    skip(refusal.code, refusal.message)
                    continue
                }
                result.alarms.append(stream)
                if let text = place.renaming {
                    result.assumed.append(.init(line: found.line, code: "id.taken", text: text))
                }
            } else if place.standing == .counts, case let edits = try edits(of: stream, to: found), !edits.isEmpty {
                if !updates {
                    result.duplicates += 1
                    skip(
                        "event.changed", "It differs from the alarm that is here.",
                        Remedy("calendar.update", "An update changes the alarm."))
                } else if let refusal = try refusal(of: edits, in: act, dryRun: dryRun) {
                    skip(refusal.code, refusal.message)
                } else {
                    result.updated.append(stream)
                }
            } else {
                result.duplicates += 1
                if case .removed = place.standing { skip("alarm.removed", "Its alarm was removed here, and stays so.") }
            }
        }
        result.assumed.sort { $0.line < $1.line }
        result.skipped.sort { $0.line < $1.line }
        return result
    }

    /// The edits that make the existing alarm equal to an event; empty where it is equal already.
    ///
    /// An alarm that its person turned off stays off; a cancelled event turns it off.
    private func edits(of stream: StreamID, to found: CalendarAlarm) throws -> [EventDraft] {
        guard let course = try alarmBoard(only: stream).alarms.first?.course else { return [] }
        let stored = course.state.alarm
        var drafts: [EventDraft] = []
        var schedule = found.alarm.schedule
        if schedule.floating == true { schedule.zone = stored.schedule.zone }
        let data = data(found)
        var members: [JSONValue.Member] = []
        func add(_ name: String, where differs: Bool) {
            if differs { members.append(.init(name, data[name] ?? .null)) }
        }
        add("title", where: stored.title != found.alarm.title)
        add("note", where: stored.note != found.alarm.note)
        add("schedule", where: stored.schedule != schedule)
        add("category", where: stored.category != found.alarm.category)
        add("preAlarms", where: stored.preAlarms != found.warnings)
        if !members.isEmpty {
            drafts.append(EventDraft(stream: stream, type: "alarm.edited", data: .json(.object(members))))
        }
        if course.state.isEnabled, !found.isEnabled { drafts.append(Ledger.disabled(stream)) }
        return drafts + omitted(found).filter { !course.skipped.contains($0) }.map { Ledger.skipped($0, stream) }
    }

    private func place(of found: CalendarAlarm, _ ids: DerivedIDs) throws -> RowPlace {
        let own = found.ownID.map { DerivedStream(stream: StreamID(kind: "alarm", id: $0), earlier: []) }
        let encoder = BodyEncoder(schema: AlarmsSchemas.alarmCreated2, normalize: Text.normalize)
        return try place(of: own ?? Ledger.stream(ofUID: found.uid, ids), ids) { _, record, _ in
            // An event that no alarm can hold is no alarm that is here; the import names why.
            guard let fields = try? encoder.encode(data(found)) else { return false }
            return record.fold.state?.fields == RecordFields(body: fields)
        }
    }

    private static func stream(ofUID uid: String, _ ids: DerivedIDs) -> DerivedStream {
        func stream(_ hash: Bytes32) -> StreamID { StreamID(kind: "alarm", id: "ics-" + hash.hex.prefix(24)) }
        return DerivedStream(
            stream: stream(ids.id("daybook/calendar/1", uid)), earlier: [stream(SHA256Hasher.hash(Array(uid.utf8)))])
    }

    /// Appends one alarm, or only sees whether it would be; nil where no rule refuses it.
    private func refusal(of drafts: [EventDraft], in act: String, dryRun: Bool) throws -> (
        code: String, message: String
    )? {
        do {
            if dryRun {
                try withView(.now) { known, _, transaction in
                    _ = try engine.supposing(drafts, stated: drafts.map { _ in .none }, at: now, known, transaction)
                }
            } else {
                _ = try append(
                    drafts.map { draft in
                        var draft = draft
                        draft.correlation = act
                        return draft
                    })
            }
            return nil
        } catch let refusal as DraftRefusal {
            switch refusal.reason {
            case let rejection as Rejection: return (rejection.code, rejection.message)
            case let fault as Fault where fault.kind == .unreadable: return (fault.code, fault.message)
            default: throw refusal.reason
            }
        }
    }

    private func data(_ found: CalendarAlarm) -> JSONValue {
        let alarm = found.alarm
        return JSONValue.object(pairs: [
            "title": .string(alarm.title), "note": alarm.note.map { .string($0) }, "schedule": json(alarm.schedule),
            "category": alarm.category.map { .string($0.rawValue) },
            "preAlarms": found.warnings.isEmpty ? nil : .array(found.warnings.map { .string($0) }),
        ])
    }

    private func drafts(_ found: CalendarAlarm, _ stream: StreamID) -> [EventDraft] {
        var drafts = [EventDraft(stream: stream, type: "alarm.created", data: .json(data(found)))]
        if !found.isEnabled { drafts.append(Ledger.disabled(stream)) }
        return drafts + omitted(found).map { Ledger.skipped($0, stream) }
    }

    private static func disabled(_ stream: StreamID) -> EventDraft {
        let cause = JSONValue.object(pairs: ["cause": .string(AlarmState.Cause.user.rawValue)])
        return EventDraft(stream: stream, type: "alarm.disabled", data: .json(cause))
    }

    private static func skipped(_ occurrence: Instant, _ stream: StreamID) -> EventDraft {
        note("occurrence.skipped", [], occurrence, stream)
    }

    /// The occurrences to come that an event leaves out, up to a thousand.
    private func omitted(_ found: CalendarAlarm) -> [Instant] {
        let zones = ZoneCache()
        let reader = AlarmReader(zone: zone, floatsByDefault: true) { zones.zone($0) }
        guard !found.omissions.isEmpty, let series = reader.series(of: found.alarm.schedule) else { return [] }
        var instants: Set<Instant> = []
        for omission in found.omissions {
            switch omission {
            case .instant(let instant): instants.insert(instant)
            case .local(let date, let minute): instants.insert(series.zone.instant(of: date, secondOfDay: minute * 60))
            case .day(let date):
                for second in series.schedule.times {
                    instants.insert(series.zone.instant(of: date, secondOfDay: second))
                }
            }
        }
        return Array(instants.filter { $0 > now && series.contains($0) }.sorted().prefix(1_000))
    }

    /// The fields that its kind has.
    private func json(_ schedule: ScheduleFields) -> JSONValue {
        let isRelative = schedule.kind == .monthlyRelative
        let isAnnual = schedule.kind == .annual
        return .object(pairs: [
            "kind": .string(schedule.kind.rawValue),
            "interval": schedule.interval == 1 ? nil : .integer(schedule.interval),
            "days": schedule.days.isEmpty ? nil : .array(schedule.days.map { .integer($0) }),
            "weekday": isRelative ? .integer(schedule.weekday) : nil,
            "week": isRelative ? .integer(schedule.week) : nil, "month": isAnnual ? .integer(schedule.month) : nil,
            "day": isAnnual ? .integer(schedule.day) : nil,
            "start": schedule.start.map { .string($0.description) },
            "times": .array(schedule.times.map { .string($0) }),
            "zone": .string(schedule.zone ?? zone.name(at: now)), "floating": schedule.floating.map { .bool($0) },
            "weekStart": schedule.weekStart == 2
                ? nil : .string(["SU", "MO", "TU", "WE", "TH", "FR", "SA"][schedule.weekStart - 1]),
            "startAfter": schedule.startAfter.map { .string($0) },
            "until": schedule.until.map { .string($0.description) },
            "timesInAll": schedule.timesInAll.map { .integer($0) },
        ])
    }
}
