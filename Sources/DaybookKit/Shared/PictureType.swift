/// The type of a picture, by its first bytes; no other type is kept.
package enum PictureType: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case heic = "image/heic"
    case pdf = "application/pdf"

    /// The purpose of a picture.
    package enum Use: String {
        case signature, photo

        var types: [PictureType] { PictureType.allCases.filter { $0 != (self == .signature ? .heic : .pdf) } }
    }

    package var mediaType: String { rawValue }

    /// Whether a page can show it without a program of its own.
    package var isShownOnPages: Bool { self == .png || self == .jpeg }

    /// Nil for bytes that begin like none of them.
    package init?(_ bytes: [UInt8]) {
        func hasText(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if hasText("GIF87a") || hasText("GIF89a") {
            self = .gif
        } else if hasText("RIFF"), hasText("WEBP", at: 8) {
            self = .webp
        } else if PictureType.isHEIC(bytes) {
            self = .heic
        } else if hasText("%PDF-") {
            self = .pdf
        } else {
            return nil
        }
    }

    /// Whether the file's first box names a brand of HEIC, as its own or, under a brand of all such files, among those
    /// it keeps to (ISO/IEC 14496-12 §4.3, 23008-12 annex B).
    private static func isHEIC(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
        let length = min(bytes.count, bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }, 256)
        let brands = stride(from: 8, to: max(12, length - 3), by: 4).map {
            String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)
        }
        let known: Set = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
        guard let own = brands.first else { return false }
        return known.contains(own)
            || ["mif1", "msf1"].contains(own) && brands.dropFirst(2).contains(where: known.contains)
    }

    /// The type of the bytes, where it may be kept for this use. Throws `Fault` `image.unknownType`.
    package static func held(_ bytes: [UInt8], for use: Use) throws(Fault) -> PictureType {
        if let type = PictureType(bytes), use.types.contains(type) { return type }
        let names = use.types.map { $0 == .webp ? "WebP" : "\($0)".uppercased() }
        throw Fault(
            .unreadable, code: "image.unknownType",
            message: bytes.isEmpty
                ? "The picture is an empty file."
                : "The picture is neither \(names.dropLast().joined(separator: ", ")) nor \(names.last ?? "").",
            hint: "Save the \(use) as one of these, such as \(use).\(use == .signature ? "png" : "jpeg").")
    }
}
