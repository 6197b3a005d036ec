import DaybookDomains
import Glibc

/// The files that a command will write, checked before the command changes anything.
enum OutputFiles {
    /// Refuses an output that cannot be written, that another path of the command names too, or that holds a secret
    /// key.
    ///
    /// - Parameters:
    ///   - outputs: Paths to write; nil and `-` are skipped.
    ///   - inputs: Paths that the command reads; nil and `-` are skipped.
    /// - Throws: `Fault` `file.twice`, `file.unwritable`; `Rejection` `file.insideLedger`, `file.isKey`. Nothing is
    ///   changed.
    static func check(_ outputs: [String?], apartFrom inputs: [String?] = []) throws {
        let files = { (paths: [String?]) in paths.compactMap(\.self).filter { $0 != "-" } }
        var taken = files(inputs)
        for output in files(outputs) {
            try Files.named(output)
            if let other = taken.first(where: { isSameFile($0, output) }) {
                throw Fault(
                    .usage, code: "file.twice",
                    message: "\(output) is the same file as \(other), which this command uses as well.",
                    hint: "Nothing was done. Name another file to write.")
            }
            if case .file(let path, _) = try FileTarget(output) {
                let folder = FileTarget.folder(of: path)
                if access(folder, W_OK | X_OK) != 0 { throw Files.unwritable(output, errno) }
            }
            taken.append(output)
        }
    }

    /// Refuses to write both a file's content and the JSON document to standard output.
    ///
    /// - Parameters:
    ///   - output: The path to write; nil and other paths than `-` pass.
    ///   - content: The noun for the content, such as "page".
    ///   - option: The option that names the path; nil for an argument.
    /// - Throws: `Fault` `usage.wrong`. Nothing is changed.
    static func checkAlone(_ output: String?, _ content: String, option: String? = nil, isJSON: Bool) throws {
        guard output == "-", isJSON else { return }
        throw Fault(
            .usage, code: "usage.wrong",
            message: "The \(content) and the JSON document would both go to standard output.",
            hint: "Name a file\(option.map { " with \($0)" } ?? ""), or leave --json out.")
    }

    /// Whether two paths lead to one regular file, or to one name that is not there yet.
    private static func isSameFile(_ left: String, _ right: String) -> Bool {
        var (one, other) = (stat(), stat())
        if stat(left, &one) == 0, stat(right, &other) == 0 {
            return one.st_mode & S_IFMT == S_IFREG && one.st_dev == other.st_dev && one.st_ino == other.st_ino
        }
        // A path that no file can be written to is named by its own error.
        guard case .file(let first, nil)? = try? FileTarget(left), case .file(let second, nil)? = try? FileTarget(right)
        else { return false }
        return first == second
    }
}
