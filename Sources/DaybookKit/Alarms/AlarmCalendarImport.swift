public import Alarms
import Engine
import EventCodec
public import EventModel
import EventSourcing
import TransparencyLog

/// What an import of a calendar did.
public struct CalendarImport: Sendable {
    public internal(set) var alarms: [StreamID] = []
    /// Events whose alarm is here already, removed ones too.
    public internal(set) var duplicates = 0
    /// What is no alarm, and why.
    public internal(set) var skipped: [CalendarReading.Note]
    /// What was taken otherwise than the calendar says it.
    public internal(set) var assumed: [CalendarReading.Note]
}

extension Ledger {
    /// Makes alarms of the events of an iCalendar file that recur as alarms do. What this program exported comes back
    /// under its own ids, other events under ids made of their UIDs, so that a file that is imported again adds
    /// nothing.
    ///
    /// Throws `Fault` `calendar.unreadable` (65). What a rule refuses is told in the answer.
    @available(*, noasync)
    public func importCalendar(_ bytes: [UInt8], dryRun: Bool = false) throws -> CalendarImport {
        guard let text = String(validating: bytes, as: UTF8.self),
            let reading = CalendarReading(Text.normalize(text), knowsZone: { SystemZone($0) != nil })
        else {
            throw Fault(
                .unreadable, code: "calendar.unreadable",
                message: "This is no calendar: it does not begin with BEGIN:VCALENDAR, or is not UTF-8.",
                hint: "Nothing was imported. Export the calendar as an .ics file.")
        }
        var result = CalendarImport(skipped: reading.skipped, assumed: reading.assumed)
        let ids = try derivedIDs(keeps: !dryRun)
        var seen: Set<StreamID> = []
        for found in reading.alarms {
            let place = try self.place(of: found, ids)
            let stream = place.stream
            if !seen.insert(stream).inserted {
                result.skipped.append(
                    .init(line: found.line, code: "event.twice", text: "Another event before it has the same UID."))
            } else if !place.isFresh {
                result.duplicates += 1
            } else if let refusal = try refusal(of: drafts(found, stream), dryRun: dryRun) {
                result.skipped.append(.init(line: found.line, code: refusal.code, text: refusal.message))
            } else {
                result.alarms.append(stream)
                if let text = place.renaming {
                    result.assumed.append(.init(line: found.line, code: "id.taken", text: text))
                }
            }
        }
        result.assumed.sort { $0.line < $1.line }
        result.skipped.sort { $0.line < $1.line }
        return result
    }

    private func place(of found: CalendarAlarm, _ ids: DerivedIDs) throws -> RowPlace {
        let own = found.ownID.map { DerivedStream(stream: StreamID(kind: "alarm", id: $0), earlier: []) }
        let encoder = BodyEncoder(schema: AlarmsSchemas.alarmCreated1, normalize: Text.normalize)
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
    private func refusal(of drafts: [EventDraft], dryRun: Bool) throws -> (code: String, message: String)? {
        do {
            if dryRun {
                try withView(.now) { known, _, transaction in
                    _ = try engine.supposing(drafts, told: drafts.map { _ in .none }, at: now, known, transaction)
                }
            } else {
                _ = try append(drafts)
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
        let created = EventDraft(stream: stream, type: "alarm.created", data: .json(data(found)))
        if found.isEnabled { return [created] }
        let cause = JSONValue.object(pairs: ["cause": .string(AlarmState.Cause.user.rawValue)])
        return [created, EventDraft(stream: stream, type: "alarm.disabled", data: .json(cause))]
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
            "zone": .string(schedule.zone ?? zone.name), "floating": schedule.floating.map { .bool($0) },
            "weekStart": schedule.weekStart == 2
                ? nil : .string(["SU", "MO", "TU", "WE", "TH", "FR", "SA"][schedule.weekStart - 1]),
        ])
    }
}
