import DaybookDomains

/// Photos of alarms: shown from the store of attachments, sent as files, taken off.
extension PageSite {
    /// How many bytes of a body are read; more where a browser that was let in sends a file.
    public func bodyMaximum(_ head: PageRequest) -> Int {
        let small = 256 << 10
        guard head.method == "POST", head.value("content-type")?.hasPrefix(UploadForm.type) == true else {
            return small
        }
        // A request that may not write is refused after a small body.
        let large = head.target == "/ledger/restore"
            ? PageSite.backupMaximum : max(PageSite.uploadMaximum, Limits.blobBytesMaximum + small)
        do { return try access.check(head) == nil ? large : small } catch { return small }
    }

    /// The bytes of a photo that the alarm has. Its type is one of five, whatever the bytes are.
    func photo(_ digest: String, of stream: StreamID, _ address: PageAddress) throws -> PageResponse {
        let times = try PageTimes(address)
        return try read { ledger -> PageResponse in
            let asOf = AsOf(known: times.known)
            guard let photo = try ledger.photos(of: stream, asOf).first(where: { $0.digest.hex == digest }) else {
                throw PageProblem.noPage(address.path)
            }
            guard let bytes = try ledger.attachment(photo.digest) else {
                throw PageProblem(
                    404, "This photo is not here", "Its bytes have not arrived, or were let go.",
                    hint: "Sync with the device that has it.")
            }
            let isShown = AlarmPhotos.shown.contains(photo.mediaType)
            var response = PageResponse(200, isShown ? photo.mediaType : "application/octet-stream", bytes)
            if !isShown { response.add("Content-Disposition", "attachment; filename=\"photo.heic\"") }
            return response
        }
    }

    /// A photo is added, taken off, or put in the place of another.
    func writePhoto(_ items: [PageAddress.Item], _ file: UploadForm.File?, of stream: StreamID) throws
        -> PageResponse
    {
        let secrets = try FormSecrets(items)
        let removed = items.last { $0.name == "digest" }?.value
        guard removed != nil || file != nil else { throw PageProblem.malformed }
        if let removed, Bytes32(hex: removed) == nil { throw PageProblem.malformed }
        return try taking {
            try takingTier {
                let what = try open(.readWrite) { ledger -> String in
                    let digest = removed.flatMap(Bytes32.init(hex:))
                    if let digest, file == nil { return try takeOff(digest, stream, secrets, ledger) }
                    return try attach(file?.bytes ?? [], inPlaceOf: digest, stream, secrets, ledger)
                }
                return .seeOther(PageAddress("/\(stream.text)", [.init(name: "saved", value: what)]))
            }
        } otherwise: { refusal in
            try show(PageAddress("/\(stream.text)")) { try AlarmPage.make(stream, $0, refusal: refusal.message) }
        }
    }

    private func takeOff(_ digest: Bytes32, _ stream: StreamID, _ secrets: FormSecrets, _ ledger: Ledger) throws
        -> String
    {
        let key = "\(secrets.key)/\(digest.hex.prefix(32))"
        if try PageSite.holds(try ledger.history(of: stream)?.value.steps ?? [], key, ledger) { return "photoRemoved" }
        do {
            try ledger.removePhoto(digest, of: stream, key: key, version: secrets.version ?? -1)
            return "photoRemoved"
        } catch  where PageSite.isConflict(error) { return "changed" }
    }

    /// - Parameter digest: The photo that goes; nil of one more.
    private func attach(
        _ bytes: [UInt8], inPlaceOf digest: Bytes32?, _ stream: StreamID, _ secrets: FormSecrets, _ ledger: Ledger
    ) throws -> String {
        func refuse(_ message: String) -> FormRefusal { FormRefusal(code: "photo", message: message, field: nil) }
        if bytes.isEmpty { throw refuse("Choose a photo first.") }
        if bytes.count > Limits.blobBytesMaximum {
            throw refuse("A photo has at most \(Limits.blobBytesMaximum >> 20) MB.")
        }
        let key = "\(secrets.key)/\(Ledger.digest(ofFile: bytes).prefix(32))"
        let done = digest == nil ? "photo" : "photoChanged"
        if try PageSite.holds(try ledger.history(of: stream)?.value.steps ?? [], key, ledger) { return done }
        do {
            if let digest {
                try ledger.changePhoto(digest, to: bytes, of: stream, key: key, version: secrets.version ?? -1)
            } else {
                try ledger.addPhoto(bytes, to: stream, key: key, version: secrets.version ?? -1)
            }
            return done
        } catch let fault as Fault where fault.code == "image.unknownType" {
            throw refuse(fault.message)
        } catch  where PageSite.isConflict(error) { return "changed" }
    }
}
