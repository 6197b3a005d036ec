/// A path as a person puts it into a command line.
package enum ShellWord {
    /// The path in one line, in quotes where a shell would read it otherwise.
    package static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                true
            default: false
            }
        }
        let line = path.split(whereSeparator: \.isNewline).joined(separator: " ")
        if isPlain { return line }
        return "'\(line.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
