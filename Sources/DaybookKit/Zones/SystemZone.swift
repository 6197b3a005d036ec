public import EventModel

/// A zone of the machine's tz files.
///
///     let zone = SystemZone("America/New_York")
public struct SystemZone: ZoneRules {
    public let name: String
    /// The version of the database that the rules come from, such as `2026b`; nil where the files do not state one.
    public let version: String?
    private let rules: ZoneFile

    /// Nil where the database has no readable file of that name; `problem` states why.
    public init?(_ name: String, in database: ZoneDatabase = .system) {
        guard case .found(let rules) = database.search(for: name) else { return nil }
        self.name = name
        self.rules = rules
        version = name == "UTC" || name == "Etc/UTC" ? nil : database.version
    }

    /// Why a name is no zone here, and what to do about it; nil for a zone.
    public static func problem(_ name: String, in database: ZoneDatabase = .system) -> Rejection? {
        switch database.search(for: name) {
        case .found: nil
        case .unknown:
            Rejection(
                code: "zone.unknown", message: "\"\(name)\" is not a zone of the tz database.",
                hint: "Write it like America/New_York.")
        case .unreadable(let path):
            Rejection(
                code: "zone.unreadable", message: "\(path) is no tz file, or it is cut.",
                hint: "Install the package tzdata again, or set TZDIR to a folder of tz files.")
        case .noFiles:
            Rejection(
                code: "zone.noFiles",
                message: "There are no tz files in \(database.path), so \"\(name)\" has no rules here.",
                hint: "Install the package tzdata, or set TZDIR to a folder of tz files. UTC needs none.")
        }
    }

    public func offsetSeconds(at instant: Instant) -> Int { rules.offsetSeconds(at: instant.secondsRoundedDown) }

    public func instant(of date: CivilDate, secondOfDay: Int) -> Instant {
        instant(ofWall: date.wallSeconds(secondOfDay))
    }

    /// Of a wall time in seconds since 1970-01-01T00:00.
    private func instant(ofWall wall: Int64) -> Instant {
        // The offset a day before is the one before any change around the wall time; the later one holds when it leads
        // back to it.
        let before = Int64(rules.offsetSeconds(at: wall - 86_400))
        let after = Int64(rules.offsetSeconds(at: wall + 86_400))
        let early = wall - before
        if before == after || Int64(rules.offsetSeconds(at: early)) == before {
            return Instant(milliseconds: early * 1000)
        }
        let late = wall - after
        return Instant(milliseconds: (Int64(rules.offsetSeconds(at: late)) == after ? late : early) * 1000)
    }
}

extension Rejection {
    /// The same as a fault of a command line, or of the machine.
    package func fault(_ kind: Fault.Kind) -> Fault { Fault(kind, code: code, message: message, hint: hint) }
}
