/// The constructs that can end the process on the paths of bytes from outside.
///
/// Each place stands here with the reason why no such byte reaches it.
enum TrapRule {
    /// The places of one file.
    struct Places {
        let reason: String
        /// The lines, without their strings and comments.
        let code: Set<String>
    }

    static let folders = ["EventCodec", "SyncProtocol", "Replication", "GuardedFiles", "Engine"].map { "Sources/\($0)" }

    /// Of the engine only what receives.
    static func concerns(_ file: SourceFile) -> Bool {
        !file.path.hasPrefix("Sources/Engine/") || file.path.hasPrefix("Sources/Engine/Receive")
    }

    /// Traps of the language and indices made of other integers, that are not in the list.
    static func findings(_ file: SourceFile) -> [String] {
        traps(file).filter { !(places[file.path]?.code.contains($0.code) ?? false) }.map { trap in
            file.finding(trap.line, "\(trap.code) can end the process: throw instead, or name the reason in TrapRule")
        }
    }

    static func traps(_ file: SourceFile) -> [(line: Int, code: String)] {
        file.lines.enumerated().compactMap { index, line in
            let code = withoutStrings(line).split(separator: " ").joined(separator: " ")
            let isTrap =
                code.contains(/\b(precondition|preconditionFailure|fatalError|assert|assertionFailure)\(/)
                || code.contains(/\btry!|\bas!|unsafelyUnwrapped|\[unchecked:|\[Int\(|[A-Za-z0-9_)\]]!(?![=A-Za-z])/)
            return isTrap ? (index + 1, code) : nil
        }
    }

    /// A line without its comment and what stands in its strings.
    private static func withoutStrings(_ line: String) -> String {
        var code = ""
        var isInString = false
        var rest = Substring(line)
        while let character = rest.first {
            if isInString, character == "\\" {
                rest = rest.dropFirst(2)
                continue
            }
            if !isInString, rest.hasPrefix("//") { break }
            if character == "\"" { isInString.toggle() } else if !isInString { code.append(character) }
            rest = rest.dropFirst()
        }
        return code
    }

    static let places: [String: Places] = [
        "Sources/Engine/Receive/EngineCore+Receive.swift": Places(
            reason: "a branch begins at an event of the tail: the comparison one by one found it",
            code: [
                "forks: [.init(sequence: sequence, leaf: tail.events[Int(sequence - tail.tail.start)].id)])"
            ]),
        "Sources/EventCodec/Schema/BodyCheck.swift": Places(
            reason: "the check of the body right before reads the same bytes",
            code: [
                "if let scan, !scan.read(body) { preconditionFailure() }"
            ]),
        "Sources/EventCodec/CBOR/CBORReader.swift": Places(
            reason: "the offset is one that a reader of the same bytes gave",
            code: [
                "precondition(offset >= 0 && offset <= bytes.byteCount)"
            ]),
        "Sources/EventCodec/Schema/CheckPlan.swift": Places(
            reason: "schemas are declarations of domains; their keys are 1 to 63",
            code: [
                "steps[Int(field.key)] = CheckStep(index: UInt16(index), isNullable: field.nullab"
                    + "le, low: low, high: high)"
            ]),
        "Sources/EventCodec/Envelope/Envelope.swift": Places(
            reason: "the initializer reads the same bytes first; the engine sorts and cuts the basis it writes",
            code: [
                "guard let ids = try? reader.contentIDs(maximum: Limits.basisMaximum) else { preconditionFailure() }",
                "guard let value = try? EnvelopeView.validTime(&reader) else { preconditionFailure() }",
                "precondition(basis.count <= Limits.basisMaximum && zip(basis, basis.dropFirst())"
                    + ".allSatisfy { $0 < $1 })",
            ]),
        "Sources/EventCodec/JSON/ExportLine.swift": Places(
            reason: "the decoder takes 64 bytes for a signature, no more and no fewer",
            code: [
                "precondition(signature.count == 64)"
            ]),
        "Sources/EventCodec/Schema/FieldScan.swift": Places(
            reason: "keys are constants of generated tables",
            code: [
                "return unsafe words[0] >> Int64(key) & 1 == 1 ? Int(words[Int(key)]) : nil",
                "return unsafe words[FieldScan.itemsAt] >> Int64(key) & 1 == 1 ? Int(words[Int(key)]) : nil",
            ]),
        "Sources/EventCodec/JSON/JSONSink.swift": Places(
            reason: "the sizes are of the buffer of this writer",
            code: [
                "guard let start = buffer.baseAddress else { preconditionFailure() }",
                "guard let whole else { preconditionFailure() }",
                "precondition(written <= most)",
            ]),
        "Sources/EventCodec/JSON/JSONValue.swift": Places(
            reason: "four bits index sixteen digits",
            code: [
                "bytes.append(digits[Int(byte & 15)])",
                "bytes.append(digits[Int(byte >> 4)])",
            ]),
        "Sources/EventCodec/Schema/QuickCheck.swift": Places(
            reason: "the pass refuses keys above 63 before it looks them up",
            code: [
                "if let words = unsafe words { unsafe words[Int(key)] = Int64(offset) }",
                "if let words = unsafe words { unsafe words[Int(key)] = value }",
                "let next = unsafe other(bytes, pass.offset, schema.fields[Int(step.index)], scan)",
                "let step = unsafe steps[Int(key)]",
            ]),
        "Sources/EventCodec/Envelope/QuickEnvelope.swift": Places(
            reason: "the length is compared before the words are read",
            code: [
                "precondition(index + 16 <= offset)"
            ]),
        "Sources/EventCodec/CBOR/QuickWriter.swift": Places(
            reason: "the writer measured the room for its own bytes",
            code: [
                "unsafe (room.baseAddress! + start).copyMemory(from: from, byteCount: utf8.count)",
                "precondition(byteCount <= room.count - count, )",
            ]),
        "Sources/EventCodec/Schema/RecordFields.swift": Places(
            reason: "a body is checked against its schema before it becomes fields (`understand`)",
            code: [
                "do throws(CBORError) { return try laid(above, over: below) } catch { preconditionFailure() }",
                "do throws(CBORError) { try body() } catch { preconditionFailure() }",
                "} catch { preconditionFailure() }",
            ]),
        "Sources/EventCodec/Schema/Upcast.swift": Places(
            reason: "a body is checked against its schema before it is upcast (`understand`)",
            code: [
                "do throws(CBORError) { try read(body) } catch { preconditionFailure() }",
            ]),
        "Sources/GuardedFiles/GuardedFolder.swift": Places(
            reason: "every path of the loop before it returns or throws",
            code: [
                "preconditionFailure()"
            ]),
        "Sources/Replication/BundleWriter.swift": Places(
            reason: "paths and sizes are of the own replica, never those that a peer names",
            code: [
                "preconditionFailure()"
            ]),
        "Sources/Replication/Ledger+Sync.swift": Places(
            reason: "a message out of turn is answered with a refusal before",
            code: [
                "guard case .push(let principal, let cargo) = message else { preconditionFailure() }"
            ]),
        "Sources/Replication/ProvenStream.swift": Places(
            reason: "the source of randomness gives as many bytes as are asked for",
            code: [
                "preconditionFailure()"
            ]),
        "Sources/Replication/SharedFolder/FolderFiles.swift": Places(
            reason: "every path of the loop before it returns or throws",
            code: [
                "preconditionFailure()"
            ]),
        "Sources/Replication/SharedFolder/FolderReplica.swift": Places(
            reason: "the number is of a path of this replica",
            code: [
                "private func end(of path: HeldPath) -> Int { folderPaths.ends[Int(path.number)] }"
            ]),
        "Sources/Replication/SharedFolder/FolderPeer.swift": Places(
            reason: "a message out of turn is answered with a refusal before",
            code: [
                "preconditionFailure()"
            ]),
        "Sources/Replication/LedgerReplica.swift": Places(
            reason: "paths are of the own replica, never those that a peer names",
            code: [
                "guard let log = logs[path.number] else { preconditionFailure() }",
                "preconditionFailure()",
            ]),
        "Sources/SyncProtocol/Bundle.swift": Places(
            reason: "the reader compares the number of places with that of tails; the writer makes one for each",
            code: [
                "precondition(places.count == list.tails.count)"
            ]),
        "Sources/SyncProtocol/CargoCoding.swift": Places(
            reason: "the store holds no larger event; `HeadFields` takes signatures of 64 bytes alone",
            code: [
                "guard let signature = Signature(bytes: fields.signature) else { preconditionFailure() }",
                "precondition(length <= 0xFFFF, )",
            ]),
        "Sources/SyncProtocol/ForkSearch.swift": Places(
            reason: "a search begins with paths of the own replica alone",
            code: [
                "precondition(!ours.isEmpty, )"
            ]),
        "Sources/SyncProtocol/MessageWriting.swift": Places(
            reason: "a replica gives at least one event before the end of a path that it lent",
            code: [
                "precondition(!events.isEmpty, )"
            ]),
        "Sources/SyncProtocol/SyncMessage+Coding.swift": Places(
            reason: "only a ledger's own replica lends, and its messages are written by `MessageWriting`",
            code: [
                "precondition(cargo.tails.allSatisfy { $0.lentCount == nil }, )"
            ]),
        "Sources/SyncProtocol/Initiator.swift": Places(
            reason: "states of the own machine: a message out of turn is answered with a refusal before",
            code: [
                "guard let peer else { preconditionFailure() }",
                "precondition(phase == .idle, )",
                "precondition(phase == .storing && receipts.count == cargo.tails.count, )",
            ]),
    ]
}
