import Foundation

func removeFile(_ path: String) {
    do { try FileManager.default.removeItem(atPath: path) } catch { preconditionFailure("\(path): \(error)") }
}

/// Flips one bit of a file in place.
func flip(_ path: String, byte: Int, bit: Int) throws {
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    defer { handle.closeFile() }
    try handle.seek(toOffset: UInt64(byte))
    guard var value = try handle.read(upToCount: 1)?.first else { preconditionFailure("\(path) has no byte \(byte)") }
    value ^= 1 << UInt8(bit)
    try handle.seek(toOffset: UInt64(byte))
    try handle.write(contentsOf: Data([value]))
}
