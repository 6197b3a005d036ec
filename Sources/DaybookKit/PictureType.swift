/// What a picture of a signature is, by its first bytes; nothing else is kept as one.
public enum SignaturePicture: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case pdf = "application/pdf"

    public var mediaType: String { rawValue }

    /// Whether a page can show it without a program of its own.
    public var isShownOnPages: Bool { self == .png || self == .jpeg }

    /// Nil for bytes that begin like none of them.
    public init?(_ bytes: [UInt8]) {
        func holds(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if holds("GIF87a") || holds("GIF89a") {
            self = .gif
        } else if holds("RIFF"), holds("WEBP", at: 8) {
            self = .webp
        } else if holds("%PDF-") {
            self = .pdf
        } else {
            return nil
        }
    }

    static func unknown(_ bytes: [UInt8]) -> Fault {
        Fault(
            .unreadable, code: "image.unknownType",
            message: bytes.isEmpty ? "The picture is an empty file." : "The picture is neither PNG, JPEG, GIF, WebP nor PDF.",
            hint: "Save the signature as one of these, such as signature.png.")
    }
}
