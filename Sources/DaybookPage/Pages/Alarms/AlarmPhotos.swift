import DaybookDomains

/// The photos of an alarm.
enum AlarmPhotos {
    /// The types that a browser shows by itself; another type is a link to its file.
    static let shown: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp"]

    static func add(_ listed: ListedAlarm, to content: inout HTML) {
        if listed.photos.isEmpty { return }
        content.element(.div, .class("photos")) { content in
            for (index, photo) in listed.photos.enumerated() {
                let address = PageAddress("/\(listed.stream.text)/photo/\(photo.digest.hex)")
                let title = "Photo \(index + 1) of \(listed.card.title)"
                if shown.contains(photo.mediaType) {
                    content.element(.img, .named("src", address.text), .named("alt", title))
                } else {
                    content.element(.a, .href(address), text: title)
                }
            }
        }
    }

    /// The photos with the button that takes each off, and the form of another.
    static func addForms(_ detail: AlarmDetail, _ message: String?, _ context: PageContext, to content: inout HTML)
        throws
    {
        content.element(.h2, .id("photos"), text: "Photos")
        if let message {
            content.element(.div, .class("refusal"), .named("role", "alert")) { content in
                content.element(.p, .class("warning"), text: message)
                content.element(.p, text: "Nothing was written.")
            }
        }
        add(detail.listed, to: &content)
        let version = try context.ledger.history(of: detail.stream)?.value.steps.count
        func form(_ title: String, _ name: String, _ body: (inout HTML) -> Void) {
            content.element(
                .form, .class(name), .named("method", "post"), .label(title),
                .named("action", "/\(detail.stream.text)/photo"),
                name == "take-off" ? nil : .named("enctype", UploadForm.type)
            ) { content in
                FormSecrets(token: context.formToken, key: context.ledger.newID(), version: version).add(to: &content)
                body(&content)
            }
        }
        let types = HTML.Attribute.named("accept", "image/png,image/jpeg,image/gif,image/webp,image/heic")
        for (index, photo) in detail.listed.photos.enumerated() {
            form("Remove photo \(index + 1)", "take-off") { content in
                content.element(
                    .button, .named("name", "digest"), .named("value", photo.digest.hex),
                    text: "Remove photo \(index + 1)")
            }
            form("Change photo \(index + 1)", "exchange") { content in
                content.element(
                    .input, .named("type", "hidden"), .named("name", "digest"), .named("value", photo.digest.hex))
                content.element(
                    .label, .named("for", "photo-\(index + 1)"), text: "A photo in the place of photo \(index + 1)")
                content.element(
                    .input, .named("type", "file"), .named("name", "photo"), .id("photo-\(index + 1)"), types)
                content.element(.button, text: "Change photo \(index + 1)")
            }
        }
        guard detail.listed.photos.count < AlarmPhoto.maximum else { return }
        form("Add a photo", "upload") { content in
            content.element(
                .label, .named("for", "photo"), text: "A photo, at most \(Limits.blobBytesMaximum >> 20) MB")
            content.element(
                .input, .named("type", "file"), .named("name", "photo"), .id("photo"), types)
            content.element(.p, .class("scripted")) { content in
                content.element(.img, .id("preview"), .named("alt", "Preview of the photo"), .flag("hidden"))
                content.element(
                    .button, .named("type", "button"), .id("discard-photo"), .flag("hidden"), text: "Take it out")
            }
            content.element(.button, text: "Add the photo")
        }
    }
}
