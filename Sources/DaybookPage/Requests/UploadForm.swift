/// A form with files as a browser sends it (RFC 7578): fields in their order, and files by the names of their fields.
struct UploadForm {
    struct File {
        let name: String
        let bytes: [UInt8]
    }

    static let type = "multipart/form-data"
    private static let partsMaximum = 64

    private(set) var items: [PageAddress.Item] = []
    private(set) var files: [String: File] = [:]

    /// Nil for a body that is cut off, or that breaks the form of the parts.
    ///
    /// - Parameter type: The value of `Content-Type` with its boundary.
    init?(_ body: [UInt8], type: String) {
        guard let boundary = UploadForm.parameter("boundary", of: type), (1...70).contains(boundary.utf8.count)
        else { return nil }
        let line = Array("\r\n--\(boundary)".utf8)
        // The first boundary has no line before it.
        guard body.starts(with: line.dropFirst(2)) else { return nil }
        var start = line.count - 2
        while true {
            let after = body[start...].prefix(2)
            if after.elementsEqual("--".utf8) { return }
            guard after.elementsEqual("\r\n".utf8), items.count + files.count < UploadForm.partsMaximum,
                let end = UploadForm.find(line, in: body[...], from: start), let part = Part(body[(start + 2)..<end])
            else { return nil }
            if let file = part.file {
                files[part.name] = File(name: file, bytes: Array(part.content))
            } else {
                guard let text = String(validating: part.content, as: UTF8.self), !part.content.contains(0) else {
                    return nil
                }
                items.append(PageAddress.Item(name: part.name, value: text))
            }
            start = end + line.count
        }
    }

    /// The value of a parameter of a header, in quotes or without; a browser writes a quote in it as `%22`.
    private static func parameter(_ name: String, of header: String) -> String? {
        var rest = Array(header.utf8)[...]
        guard let first = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        rest = rest[first...]
        while !rest.isEmpty {
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
            let key = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(key.count)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst()
            let isQuoted = rest.first == UInt8(ascii: "\"")
            if isQuoted { rest = rest.dropFirst() }
            let value = rest.prefix { isQuoted ? $0 != UInt8(ascii: "\"") : $0 != UInt8(ascii: ";") }
            rest = rest.dropFirst(value.count + (isQuoted ? 1 : 0))
            if key.elementsEqual(name.utf8) { return String(validating: value, as: UTF8.self) }
            rest = rest.drop { $0 != UInt8(ascii: ";") }
        }
        return nil
    }

    /// Where some bytes begin, at or behind a place.
    private static func find(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var place = start
        while let found = bytes[place...].firstIndex(of: wanted[0]) {
            if bytes[found...].starts(with: wanted) { return found }
            place = found + 1
        }
        return nil
    }

    /// One part: its head and its content.
    private struct Part {
        let name: String
        /// The name of the file; nil for a field.
        let file: String?
        let content: ArraySlice<UInt8>

        init?(_ bytes: ArraySlice<UInt8>) {
            let blank = Array("\r\n\r\n".utf8)
            guard let end = UploadForm.find(blank, in: bytes, from: bytes.startIndex), end - bytes.startIndex < 4096,
                let head = String(validating: bytes[..<end], as: UTF8.self)
            else { return nil }
            let lines = head.split { $0.isNewline }
            guard
                let line = lines.first(where: { $0.lowercased().utf8.starts(with: "content-disposition:".utf8) }),
                let name = UploadForm.parameter("name", of: String(line))
            else { return nil }
            self.name = name
            file = UploadForm.parameter("filename", of: String(line))
            content = bytes[(end + blank.count)...]
        }
    }
}
