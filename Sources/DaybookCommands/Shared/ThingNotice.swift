import DaybookDomains

/// A thing that a watch reports, with all that its command is given.
struct ThingNotice {
    /// The facts that the command of an alarm is given beside the thing.
    struct OfAlarm {
        let id: String
        let note: String
        let sound: String
        let timeText: String
        let badge: String
        let isPersistent: Bool
        /// A warning has no answer.
        let isAnswerable: Bool
        /// Where its button must be held, the answer states that it was.
        let isHeld: Bool
        let photoPath: String
    }

    let thing: DueThing
    /// The look that found it.
    let now: Instant
    /// Whether the command of an earlier watch did not end for it.
    let isLeft: Bool
    let alarm: OfAlarm?

    var isPersistent: Bool { alarm?.isPersistent ?? false }
    var lateSeconds: Int { max(0, Int((now.milliseconds - thing.at.milliseconds) / 1_000)) }

    var json: JSONValue {
        guard isLeft, case .object(let members) = thing.json else { return thing.json }
        return .object(members + [.init("lateSeconds", .integer(lateSeconds))])
    }

    /// By the names that the help of watch lists.
    var variables: [String: String] {
        var variables = [
            "DAYBOOK_NOTICE_TITLE": thing.title, "DAYBOOK_NOTICE_KIND": thing.kind, "DAYBOOK_NOTICE_KEY": thing.key,
            "DAYBOOK_NOTICE_DOMAIN": thing.domain, "DAYBOOK_NOTICE_AT": thing.at.description,
            "DAYBOOK_NOTICE_LATE_SECONDS": "\(lateSeconds)", "DAYBOOK_NOTICE_JSON": json.text,
        ]
        guard let alarm else { return variables }
        variables["DAYBOOK_ALARM_ID"] = alarm.id
        variables["DAYBOOK_ALARM_NOTE"] = alarm.note
        variables["DAYBOOK_ALARM_SOUND"] = alarm.sound
        variables["DAYBOOK_ALARM_TIME"] = alarm.timeText
        variables["DAYBOOK_ALARM_BADGE"] = alarm.badge
        variables["DAYBOOK_ALARM_PERSISTENT"] = alarm.isPersistent ? "true" : "false"
        variables["DAYBOOK_ALARM_PHOTO"] = alarm.photoPath
        guard alarm.isAnswerable else { return variables }
        variables["DAYBOOK_ALARM_DONE"] = "daybook alarm done \(alarm.id)" + (alarm.isHeld ? " --hold 3" : "")
        variables["DAYBOOK_ALARM_SNOOZE"] = "daybook alarm snooze \(alarm.id)"
        return variables
    }
}

/// The photos of alarms as files, for the commands of a watch.
final class PhotoFiles {
    private var files: [String: PrivateFile] = [:]
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// The path of an alarm's first photo; empty where there is none, or none that can be written.
    func path(of photos: [AlarmPhoto], _ ledger: Ledger) throws -> String {
        guard let photo = photos.first else { return "" }
        if let file = files[photo.digest.hex] { return file.path }
        guard let bytes = try ledger.attachment(photo.digest) else { return "" }
        let ending = photo.mediaType.split(separator: "/").last.map(String.init) ?? "photo"
        // Without room for the photo the alarm is reported all the same.
        guard let file = try? PrivateFile(bytes, ending: ending, variables) else { return "" }
        files[photo.digest.hex] = file
        return file.path
    }

    func remove() {
        for file in files.values { file.remove() }
        files = [:]
    }
}

extension Ledger {
    /// The things with what their commands are given. O(events of the alarms) where an alarm is among them.
    func notices(of things: [DueThing], isLeft: Bool, at now: Instant, _ photos: PhotoFiles) throws -> [ThingNotice] {
        let isOfAlarms = things.contains { $0.stream?.kind == "alarm" }
        let board: AlarmBoard? = try isOfAlarms ? alarmBoard() : nil
        return try things.map { (thing: DueThing) -> ThingNotice in
            let alarm = board?.alarms.first { $0.stream == thing.stream }
            guard let board, let alarm, let card = AlarmCard(alarm.course, at: now, board.reader) else {
                return ThingNotice(thing: thing, now: now, isLeft: isLeft, alarm: nil)
            }
            let (stated, isDue) = (alarm.course.state.alarm, thing.kind == "alarm")
            let given = ThingNotice.OfAlarm(
                id: alarm.stream.id, note: stated.note ?? "", sound: board.settings.sound ?? "",
                timeText: card.timeText, badge: card.badge, isPersistent: isDue && stated.persistent,
                isAnswerable: isDue, isHeld: board.settings.slideToStop,
                photoPath: try photos.path(of: alarm.chronicle.photos, self))
            return ThingNotice(thing: thing, now: now, isLeft: isLeft, alarm: given)
        }
    }
}
