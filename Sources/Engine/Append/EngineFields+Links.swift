import EventCodec
import EventModel
import EventSourcing

extension EngineFields {
    /// The links that an event of the role names; empty lists are written, because they say something.
    init(_ links: EngineLinks, role: EventRole) {
        self.init()
        switch role {
        case .lock:
            covers = links.covers
            content = links.content
            form = links.form
        case .unlock:
            voids = links.voids
            keeps = links.keeps
        case .settle: keeps = links.keeps
        case .restore: undoes = links.undoes
        default: break
        }
    }
}
