import DaybookKit

/// A form with files, as a browser sends it (RFC 7578).
struct MultipartForm {
    struct File {
        let name: String
        let bytes: [UInt8]
    }

    private(set) var items: [PageAddress.Item] = []
    private(set) var files: [File] = []

    static let type = "multipart/form-data"
    private static let partsMaximum = 16

    /// Nil for a body that is none, is cut off, or has more than 16 parts.
    init?(_ body: [UInt8], type: String) {
        guard type.hasPrefix(MultipartForm.type), let boundary = MultipartForm.parameter("boundary", of: type),
            (1...70).contains(boundary.utf8.count)
        else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard body.starts(with: delimiter.dropFirst(2)) else { return nil }
        var place = delimiter.count - 2
        while true {
            let line = body[place...].prefix(2)
            if line.elementsEqual("--".utf8) { return }
            guard line.elementsEqual("\r\n".utf8), items.count + files.count < MultipartForm.partsMaximum,
                let end = MultipartForm.place(of: delimiter, in: body[...], from: place), add(body[(place + 2)..<end])
            else { return nil }
            place = end + delimiter.count
        }
    }

    /// One part: its head, an empty line, and its content.
    private mutating func add(_ part: ArraySlice<UInt8>) -> Bool {
        let gap = Array("\r\n\r\n".utf8)
        guard let end = MultipartForm.place(of: gap, in: part, from: part.startIndex),
            let head = String(validating: part[part.startIndex..<end], as: UTF8.self),
            let line = head.split(separator: "\r\n").first(where: {
                $0.lowercased().hasPrefix("content-disposition: form-data;")
            }), let name = MultipartForm.parameter("name", of: String(line))
        else { return false }
        let content = part[(end + gap.count)...]
        if MultipartForm.parameter("filename", of: String(line)) != nil {
            files.append(File(name: name, bytes: Array(content)))
            return true
        }
        guard !content.contains(0), let value = String(validating: content, as: UTF8.self) else { return false }
        items.append(PageAddress.Item(name: name, value: value))
        return true
    }

    /// `; name="value"` of a header, or without the quotes.
    private static func parameter(_ name: String, of header: String) -> String? {
        for part in header.utf8.split(separator: UInt8(ascii: ";")).dropFirst() {
            let text = String(decoding: part.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
            guard text.lowercased().hasPrefix("\(name)=") else { continue }
            let value = Array(text.utf8.dropFirst(name.utf8.count + 1))
            let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
            return String(decoding: isQuoted ? value.dropFirst().dropLast() : value[...], as: UTF8.self)
        }
        return nil
    }

    /// Where some bytes begin, at or behind a place.
    private static func place(of wanted: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        var rest = bytes[start...]
        while let next = rest.firstIndex(of: wanted[0]) {
            if bytes[next...].starts(with: wanted) { return next }
            rest = bytes[(next + 1)...]
        }
        return nil
    }
}
