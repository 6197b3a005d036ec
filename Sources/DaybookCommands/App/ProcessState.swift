import CProcess
import Glibc

/// Process state that a program inherits from its parent, and must not trust.
enum ProcessState {
    /// To be called before anything is opened.
    static func settle() {
        // A closed standard stream would give its number to the first file that is opened: the ledger's own. Its
        // replacement is open in the wrong direction, so a command that needs the stream fails with an error.
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
        // A limit on the size of files then is an error of the write, reported like every other.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The variables of the process by name; of two with one name the first, as getenv(3) reads them.
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        guard var entry = daybook_variables() else { return variables }
        while let text = entry.pointee {
            let line = String(cString: text)
            if let sign = line.firstIndex(of: "="), variables[String(line[..<sign])] == nil {
                variables[String(line[..<sign])] = String(line[line.index(after: sign)...])
            }
            entry += 1
        }
        return variables
    }

    /// The number of the first argument, from 1, that is not UTF-8: Swift would put other characters in the place of
    /// its bytes.
    static func firstUnreadableArgument(_ arguments: [UnsafePointer<CChar>]) -> Int? {
        arguments.firstIndex { String(validatingCString: $0) == nil }.map { $0 + 1 }
    }
}
