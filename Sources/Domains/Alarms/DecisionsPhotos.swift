public import EventModel
import EventSourcing

extension AlarmRules {
    /// The rule of photos that an event breaks on what happened to its alarm; nil where there is none, and for every other type.
    static func photoRefusal(_ event: EventContent, _ own: Chronicle) -> Rejection? {
        if let added = event.addedPhoto {
            let photos = own.photos
            if photos.contains(where: { $0.digest == added.digest }) { return photoExists }
            return photos.count < AlarmPhoto.maximum ? nil : photoLimit
        }
        if let removed = event.removedPhoto, !own.photos.contains(where: { $0.digest == removed }) { return photoUnknown }
        return nil
    }

    static let photoExists = Rejection(code: "attachment.exists", message: "This photo is attached already.")
    static let photoLimit = Rejection(
        code: "attachment.limit", message: "An alarm has at most \(AlarmPhoto.maximum) photos.", hint: "Remove one first: daybook alarm photo remove ID NUMBER")
    public static let photoUnknown = Rejection(
        code: "attachment.unknown", message: "No such photo is attached to this alarm.", hint: "\"daybook alarm photo list ID\" shows those that are.")
}
