import DaybookKit
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
        let folder: GuardedFolder
        let names: [String]
        do {
            folder = try GuardedFolder(path)
            names = try folder.names().filter { $0.hasSuffix(ending) }
        } catch { throw missing("The folder of schemas \(path) cannot be read: \(error).") }
        if names.isEmpty { throw missing("There is no file NAME\(ending) in \(path).") }
        var schemas: [EventSchema] = []
        for name in names {
            let file = "\(path)/\(name)"
            do {
                guard let bytes = try folder.open(name).bytes(atMost: bytesMaximum) else {
                    throw EventSchemaProblem(description: "it is larger than \(bytesMaximum >> 20) MiB")
                }
                schemas.append(try EventSchema(jsonSchema: try JSONParser.parse(bytes)))
            } catch {
                throw Fault(
                    .unreadable, code: "schemas.unreadable", message: "\(file) is no schema of events: \(error).",
                    hint: "The app writes them: jsonSchemas(for:).")
            }
        }
        return schemas
    }

    private static func missing(_ message: String) -> Fault {
        Fault(.missing, code: "schemas.missing", message: message, hint: "Name the folder that the app wrote them to.")
    }
}
