import DaybookDomains

/// Opens the page in the browser of this user, by a file that this user alone can read: an argument of a program is
/// seen by all.
struct PageOpening {
    private let file: PrivateFile

    init(_ url: String, _ session: Session) throws {
        let page = "<!DOCTYPE html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url=\(url)\">"
        let file = try PrivateFile(Array(page.utf8), ending: "html", session.variables)
        self.file = file
        do {
            _ = try ChildProcess.start(
                "/usr/bin/xdg-open", [file.path], ChildProcess.Streams(error: try OutputPipe()))
        } catch {
            try session.warn(["No browser could be started; open the address yourself."])
        }
    }

    func remove() { file.remove() }
}
