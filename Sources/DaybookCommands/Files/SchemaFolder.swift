import DaybookDomains
import Glibc
import GuardedFiles

/// A folder of JSON Schemas, by which the events of an app are shown without the app.
enum SchemaFolder {
    private static let bytesMaximum = 1 << 20
    private static let ending = ".json"

    /// The schemas in the files of a folder whose names end with `.json`, not of folders inside it.
    ///
    /// Throws `Fault` `schemas.missing` (66) where there is no such folder or no such file, `schemas.unreadable` (65)
    /// for a file that is none.
    static func schemas(_ path: String) throws -> [EventSchema] {
        let folder = try folder(path)
        let names = try names(folder)
        if names.isEmpty { throw missing("There is no file NAME\(ending) in \(path).") }
        return try names.map { name in
            do { return try EventSchema(jsonSchema: try JSONParser.parse(try bytes(name, folder))) } catch {
                throw Fault(
                    .unreadable, code: "schemas.unreadable",
                    message: "\(path)/\(name) is no schema of events: \(error).",
                    hint: "The app writes them: jsonSchemas(for:).")
            }
        }
    }

    private static func folder(_ path: String) throws -> GuardedFolder {
        do throws(GuardedFileError) { return try GuardedFolder(path) } catch { throw missing(path, error) }
    }

    private static func names(_ folder: GuardedFolder) throws -> [String] {
        do throws(GuardedFileError) { return try folder.names().filter { $0.hasSuffix(ending) } } catch {
            throw missing(folder.path, error)
        }
    }

    private static func bytes(_ name: String, _ folder: GuardedFolder) throws -> [UInt8] {
        do throws(GuardedFileError) {
            if let bytes = try folder.open(name).bytes(atMost: bytesMaximum) { return bytes }
        } catch { throw EventSchemaProblem(description: words(error)) }
        throw EventSchemaProblem(description: "it is larger than \(bytesMaximum >> 20) MiB")
    }

    private static func words(_ error: GuardedFileError) -> String {
        if case .notRegular(_, let kind) = error { return "it is \(kind.rawValue)" }
        return String(cString: strerror(error.code))
    }

    private static func missing(_ path: String, _ error: GuardedFileError) -> Fault {
        missing("The folder of schemas \(path) cannot be read: \(words(error)).")
    }

    private static func missing(_ message: String) -> Fault {
        Fault(.missing, code: "schemas.missing", message: message, hint: "Name the folder that the app wrote them to.")
    }
}
