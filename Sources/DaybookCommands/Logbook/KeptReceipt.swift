import DaybookDomains

/// The instructor's receipt of a signature that was just recorded.
struct KeptReceipt {
    let receipt: SignatureReceipt
    /// The file that it was written to; nil where none was named.
    private let file: String?

    /// Writes the receipt to its file where one is named; nil for a signature without an instructor's key.
    init?(of event: EventID?, _ stream: StreamID, _ ledger: Ledger, file: String?) throws {
        guard let event, let kept = try ledger.signatureReceipt(of: event, in: stream) else {
            return nil
        }
        (receipt, self.file) = (kept, file)
        if let file { _ = try Files.write(file) { try $0.write(Array((kept.text + "\n").utf8)) } }
    }

    var text: String { receipt.text }

    /// - Parameter name: The flight, where it is one of several.
    func print(_ session: Session, of name: String? = nil) throws {
        if let file { return try session.print("The instructor's receipt is in \(file).") }
        try session.print("Receipt\(name.map { " of flight \($0)" } ?? ""), for the instructor to keep: \(text)")
    }
}
