import DaybookDomains
import Glibc

/// The zone in which this machine shows its clocks, as a program that keeps running knows it.
struct MachineZone {
    /// Nil where the machine names none.
    private(set) var name: String?

    /// The zone that the machine is in now, where it is another than before; nil where it stayed.
    mutating func move(to now: String?) -> String? {
        guard let now, now != name else { return nil }
        name = now
        return now
    }

    /// The name of the zone that `TZ` names, else of the file that `link` leads to; nil where neither names one.
    static func name(_ variables: [String: String], link: String = "/etc/localtime") -> String? {
        if let text = variables["TZ"] {
            // POSIX lets the name of a file begin with a colon.
            let name = String(text.first == ":" ? text.dropFirst() : text[...])
            if SystemZone(name) != nil { return name }
        }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(link, &target, Int(PATH_MAX))
        guard count > 0 else { return nil }
        let path = String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let range = path.firstRange(of: "zoneinfo/") else { return nil }
        let name = String(path[range.upperBound...])
        return SystemZone(name) == nil ? nil : name
    }
}
