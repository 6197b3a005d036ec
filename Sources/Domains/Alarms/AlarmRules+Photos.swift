public import EventModel
import EventSourcing

extension AlarmRules {
    /// The rule of photos that an event breaks on what happened to its alarm; nil where there is none, and for every
    /// other type.
    static func photoRefusal(_ event: EventContent, _ own: Chronicle, _ context: DecideContext) -> Rejection? {
        if let added = event.addedPhoto {
            let photos = own.attachedPhotos
            if photos.contains(where: { $0.photo.digest == added.digest }) { return photoExists }
            // Those of another person leave room: thousands of them must not keep this one out.
            let count = photos.count { context.author == nil || $0.author == context.author }
            return count < AlarmPhoto.maximum ? nil : photoLimit
        }
        if let removed = event.removedPhoto, !own.reading(AttachedPhotos(), { $0.contains(removed) }) {
            return photoUnknown
        }
        return nil
    }

    static let photoExists = Rejection(code: "attachment.exists", message: "This photo is attached already.")
    static let photoLimit = Rejection(
        code: "attachment.limit", message: "An alarm has at most \(AlarmPhoto.maximum) photos of one person.",
        remedy: Remedy("photo.remove", "Remove one of yours first."))
    public static let photoUnknown = Rejection(
        code: "attachment.unknown", message: "No such photo is attached to this alarm.",
        remedy: Remedy("photo.list", "The alarm shows those that are."))
}
