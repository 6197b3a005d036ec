import DaybookDomains

/// The forms of water: a drink is added, removed and restored.
extension PageSite {
    func writeWater(_ items: [PageAddress.Item], at names: [String], _ address: PageAddress) throws -> PageResponse {
        if names == ["water", "add"] { return try addDrink(items) }
        if names[0] == "water", let response = try writeWaterSettings(items, at: names) { return response }
        guard names.count == 3, names[0] == "drink", let stream = StreamID("drink/\(names[1])"),
            names[2] == "remove" || names[2] == "restore"
        else { throw PageProblem.noPage(address.path) }
        _ = try FormSecrets(items)
        let seen = try SeenRecord(items)
        let isRemoval = names[2] == "remove"
        let what = try open(.readWrite) { ledger -> String in
            let done = isRemoval ? "removed" : "restored"
            guard let history = try ledger.history(of: stream)?.value else { throw WaterRules.unknown }
            // A form that is sent again finds its work done, or undone since.
            guard case .same = seen.state(history, by: try ledger.principal) else {
                return try (ledger.drink(stream) == nil) == isRemoval ? done : "changed"
            }
            _ = isRemoval ? try ledger.removeDrink(stream) : try ledger.restoreDrink(stream)
            return done
        }
        return seeWater(what, stream)
    }

    private func addDrink(_ items: [PageAddress.Item]) throws -> PageResponse {
        let (key, form) = (try FormSecrets(items).key, try DrinkForm(items))
        if form.isQuestion {
            return try taking {
                try show(PageAddress("/water")) { context in
                    _ = try form.drink(in: try context.ledger.waterSettings(context.asOf).unit)
                    return try WaterPage.make(context, WaterPage.Sent(form: form, key: key, refusal: nil))
                }
            } otherwise: {
                try again(form, key, $0)
            }
        }
        return try taking {
            let stream = try open(.readWrite) { ledger in
                let drink = try form.drink(in: try ledger.waterSettings().unit)
                let time = try form.time(in: ledger)
                let stream = StreamID(kind: "drink", id: form.id(key: key))
                if let first = try ledger.history(of: stream)?.value.steps.first?.event {
                    guard PageSite.states(first, drink.kind, drink.volume, time) else {
                        throw FormRefusal(
                            code: "key.conflict",
                            message: "This form was sent before, with another drink. That drink was added.", field: nil)
                    }
                    return stream
                }
                return try ledger.addDrink(drink.kind, drink.volume, at: time, id: stream.id, key: stream.id).stream
            }
            return seeWater("added", stream)
        } otherwise: {
            try again(form, key, $0)
        }
    }

    /// Whether an event noted that drink.
    private static func states(_ event: EventView, _ kind: Drink.Kind, _ volume: Volume, _ time: ValidTime?) -> Bool {
        event.data?["kind"]?.stringValue == kind.rawValue && event.data?["volumeMl"]?.integerValue == volume.ml
            && (time == nil || time == event.envelope.validTime)
    }

    private func again(_ form: DrinkForm, _ key: String, _ refusal: FormRefusal) throws -> PageResponse {
        try show(PageAddress("/water")) {
            try WaterPage.make($0, WaterPage.Sent(form: form, key: key, refusal: refusal))
        }
    }

    private func seeWater(_ what: String, _ stream: StreamID) -> PageResponse {
        .seeOther(
            PageAddress("/water", [.init(name: "saved", value: what), .init(name: "drink", value: stream.id)]))
    }
}
