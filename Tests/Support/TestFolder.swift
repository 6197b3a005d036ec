package import Foundation

/// The folder Tests of this checkout.
package enum TestFolder {
    package static let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The path of a file below it, or beside it by "../".
    package static func path(_ name: String) -> String { url.appending(path: name).standardized.path }
}
