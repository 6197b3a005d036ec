import Foundation
import Synchronization

/// A text file of this checkout, cut into lines, with its path from the top.
struct SourceFile: Sendable {
    let path: String
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        self.lines = lines.map { String(Substring($0)) }
    }

    var name: String { String(path.split(separator: "/").last ?? "") }
    var fileExtension: String { name.contains(".") ? String(name.split(separator: ".").last ?? "") : "" }
    /// Generated files say so in their first lines; rules about how we write do not apply to them.
    var isGenerated: Bool { lines.prefix(3).contains { $0.contains("do not edit") } }

    /// The finding of a rule at a line (counted from 1), the way editors and compilers spell a place.
    func finding(_ line: Int, _ text: String) -> String { "\(path):\(line): \(text)" }
}

/// The checkout this test was compiled from.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every file of ours that people write as text, below the given folders; build products are left out.
    static func files(_ folders: [String], extensions: Set<String>? = nil) -> [SourceFile] {
        folders.flatMap { folder in
            paths(below: folder).compactMap { path -> SourceFile? in
                let file = URL(filePath: path)
                if let extensions, !extensions.contains(file.pathExtension) { return nil }
                return known(path)
            }
        }
    }

    /// The files that a test has read; nil for one that is no text.
    private static let read = Mutex<[String: SourceFile?]>([:])

    private static func known(_ path: String) -> SourceFile? {
        if let file = read.withLock({ $0[path] }) { return file }
        // A file of other bytes is no text of ours.
        let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        let file = text.map { SourceFile(path: path, text: $0) }
        read.withLock { $0[path] = .some(file) }
        return file
    }

    static func file(_ path: String) throws -> SourceFile {
        SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    static func entries(of folder: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }

    static func folders(in folder: String) throws -> [String] {
        try entries(of: folder).filter { isFolder("\(folder)/\($0)") }
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    private static func paths(below folder: String) -> [String] {
        guard isFolder(folder) else {
            return FileManager.default.fileExists(atPath: root.appending(path: folder).path) ? [folder] : []
        }
        return ((try? entries(of: folder)) ?? []).flatMap { name -> [String] in
            [".build", "__pycache__", ".git"].contains(name) ? [] : paths(below: "\(folder)/\(name)")
        }
    }
}
