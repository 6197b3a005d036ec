import EventModel
import Glibc

/// A folder of tz files, one for each zone, as the package tzdata installs it.
public struct ZoneDatabase: Sendable {
    public let path: String
    /// The version that the files state, such as `2026b`; nil where they state none.
    public let version: String?

    /// The folder that the variable `TZDIR` names, else the first of the usual ones that exists.
    public static let system = ZoneDatabase(path: systemPath())

    public init(path: String) {
        self.path = path
        version = ZoneDatabase.version(in: path)
    }

    /// The warning of an edition that, on a day, came out more than twelve months before; nil of a younger
    /// one, and of one that is not stated.
    ///
    /// Editions state no day. Those of a year come out by its end, the first by the end of April, the second by the end
    /// of October (the release notes of tz from 2015 on).
    public func ageText(on day: CivilDate) -> String? {
        guard let version, let year = Int(version.prefix(4)), let letter = version.dropFirst(4).first else {
            return nil
        }
        let (later, month) = letter == "a" ? (1, 5) : letter == "b" ? (1, 11) : (2, 1)
        guard let end = CivilDate(year: year + later, month: month, day: 1), day >= end else { return nil }
        return "The tz files of this machine are edition \(version), more than a year old: in zones that changed "
            + "since, alarms come at the wrong hour. Update the package tzdata, or name newer files with TZDIR."
    }

    /// The result of a search for a zone.
    enum Search {
        case found(ZoneFile)
        case unknown
        /// A file of that name is there, and is no tz file.
        case unreadable(path: String)
        /// The folder holds no tz files at all.
        case noFiles
    }

    /// Reads the file of a zone. A former name that has no file of its own leads to that of today, by the links in
    /// `tzdata.zi`.
    func search(for name: String) -> Search {
        guard ZoneDatabase.isName(name) else { return .unknown }
        // The rules of UTC are known without a file.
        if name == "UTC" || name == "Etc/UTC" { return .found(.universal) }
        if let search = read(name) { return search }
        if let target = linkTarget(of: name), ZoneDatabase.isName(target), let search = read(target) { return search }
        return hasFiles ? .unknown : .noFiles
    }

    /// Nil where there is no such file.
    private func read(_ name: String) -> Search? {
        let file = path + "/" + name
        guard let bytes = ZoneDatabase.bytes(of: file, byteCountMaximum: 1 << 18) else { return nil }
        return ZoneFile(bytes).map(Search.found) ?? .unreadable(path: file)
    }

    /// Whether there are files of zones: Europe/London has one in each edition of the database.
    private var hasFiles: Bool { access(path + "/Europe/London", F_OK) == 0 || version != nil }

    /// Names that lead out of the folder, and files in it that are no zones, are no names.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            !part.isEmpty && part.first != "."
                && part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-.".utf8.contains(byte)
                }
        }
        return isWritten && name.utf8.count <= 255 && !["posix", "right"].contains(parts[0])
            && !["localtime", "posixrules", "Factory"].contains(name)
            && (name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false)
    }

    private static func systemPath() -> String {
        if let given = getenv("TZDIR").map({ String(cString: $0) }), !given.isEmpty { return given }
        let usual = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]
        return usual.first { access($0, F_OK) == 0 } ?? usual[0]
    }

    /// The first line of `tzdata.zi` is `# version 2026b`; some systems have a file `+VERSION` instead.
    private static func version(in path: String) -> String? {
        let line = bytes(of: path + "/tzdata.zi", byteCountMaximum: 64, isWhole: false) ?? []
        let mark = Array("# version ".utf8)
        let isStated = line.starts(with: mark)
        let text = isStated ? line[mark.count...] : (bytes(of: path + "/+VERSION", byteCountMaximum: 64) ?? [])[...]
        let version = text.prefix { $0 > UInt8(ascii: " ") && $0 < 0x7F }
        return version.isEmpty || version.count > 16 ? nil : String(decoding: version, as: UTF8.self)
    }

    /// The zone that a line `L TARGET NAME` of `tzdata.zi` leads a former name to.
    private func linkTarget(of name: String) -> String? {
        guard let bytes = ZoneDatabase.bytes(of: path + "/tzdata.zi", byteCountMaximum: 1 << 20) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: "L") {
            let fields = line.split(separator: UInt8(ascii: " "))
            if fields.count == 3, fields[2].elementsEqual(name.utf8) {
                return String(decoding: fields[1], as: UTF8.self)
            }
        }
        return nil
    }

    /// The bytes of a regular file; nil where there is none, or a whole one would exceed the maximum.
    private static func bytes(of path: String, byteCountMaximum: Int, isWhole: Bool = true) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        if isWhole, Int(status.st_size) > byteCountMaximum { return nil }
        let byteCount = min(Int(status.st_size), byteCountMaximum)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        while bytes.count < byteCount {
            var piece = [UInt8](repeating: 0, count: byteCount - bytes.count)
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }
}
