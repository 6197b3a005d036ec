import DaybookDomains
import Glibc
import GuardedFiles

/// Opens the page in the browser of this user, by a file that this user alone can read: an argument of a program is
/// seen by all.
struct PageOpening {
    private let folder: GuardedFolder
    private let name: String

    init(_ url: String, _ session: Session) throws {
        let places = [session.variables["XDG_RUNTIME_DIR"], session.variables["TMPDIR"], "/tmp"]
        let place = places.compactMap(\.self).first { $0.hasPrefix("/") } ?? "/tmp"
        let name = "daybook-\(Hex.encode(LedgerEnvironment.systemEntropy(16))).html"
        self.name = name
        folder = try PageOpening.write(
            "<!DOCTYPE html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url=\(url)\">", to: name,
            in: place)
        do {
            _ = try ChildProcess.start(
                "/usr/bin/xdg-open", ["\(place)/\(name)"], ChildProcess.Streams(error: try OutputPipe()))
        } catch {
            try session.warn(["No browser could be started; open the address yourself."])
        }
    }

    private static func write(_ text: String, to name: String, in place: String) throws -> GuardedFolder {
        do throws(GuardedFileError) {
            let folder = try GuardedFolder(place)
            try folder.create(name).write(Array(text.utf8))
            return folder
        } catch {
            throw Files.unwritable(error.path, error.code)
        }
    }

    func remove() { folder.remove(name) }
}
